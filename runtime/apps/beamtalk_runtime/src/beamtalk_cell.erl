%% Variables that blocks share with their method. A cell is a reference; its
%% value lies in the dictionary of the process. A process that does not hold
%% the cell sees the snapshot that the block was made with, and what it then
%% writes is its own.
%%
%% A cell is freed when the region ends that it was made in (beamtalk_region)
%% and nothing leads to it; for cells that came from elsewhere there is
%% sweep/1, which keeps only what some live terms still reach.
-module(beamtalk_cell).
-compile({no_auto_import, [get/1, put/2]}).

-export([new/1, temporary/1, get/1, get/2, put/2, enter/2, free/1]).
-export([quiet/1, sweep/1, give/1, take/1, held/0]).

-export_type([cell/0]).

-type cell() :: reference().

%% Marks a value as one of ours, for others use the dictionary too.
-define(HELD(Value), ['$beamtalk_cell' | Value]).

%% How many cells came with blocks from other processes.
-define(VISITORS, '$beamtalk_visitors').
%% How many cells there must be before it is worth looking for dead ones.
-define(DUE, '$beamtalk_cells_due').
-define(FEW, 32).

-spec new(term()) -> cell().
new(Value) ->
    Cell = temporary(Value),
    beamtalk_region:made(Cell),
    Cell.

%% For whoever frees it, whatever happens.
-spec temporary(term()) -> cell().
temporary(Value) ->
    Cell = make_ref(),
    _ = erlang:put(Cell, ?HELD(Value)),
    Cell.

%% Of a cell that this process holds.
-spec get(cell()) -> term().
get(Cell) ->
    ?HELD(Value) = erlang:get(Cell),
    Value.

-spec get(cell(), Snapshot :: term()) -> term().
get(Cell, Snapshot) ->
    case erlang:get(Cell) of
        ?HELD(Value) -> Value;
        undefined -> Snapshot
    end.

-spec put(cell(), Value) -> Value.
put(Cell, Value) ->
    _ = erlang:put(Cell, ?HELD(Value)),
    beamtalk_region:wrote(Cell, Value),
    Value.

%% A block that uses the cell begins: in another process than its maker's the
%% cell begins with the snapshot.
-spec enter(cell(), Snapshot :: term()) -> ok.
enter(Cell, Snapshot) ->
    case erlang:get(Cell) of
        ?HELD(_) ->
            ok;
        undefined ->
            _ = put(Cell, Snapshot),
            visited()
    end.

%% No region will free it.
-spec visited() -> ok.
visited() ->
    _ =
        case erlang:get(?VISITORS) of
            undefined -> erlang:put(?VISITORS, 1);
            Count -> erlang:put(?VISITORS, Count + 1)
        end,
    ok.

-spec free(cell()) -> ok.
free(Cell) ->
    _ = erase(Cell),
    ok.

%% The end of a message: what the state does not lead to is freed, once so many
%% cells have been made that looking for them costs little by comparison.
-spec quiet(State :: term()) -> ok.
quiet(State) ->
    case erlang:get(?VISITORS) of
        undefined ->
            case beamtalk_region:mark() of
                undefined -> ok;
                _ -> quiet(beamtalk_region:count(), State)
            end;
        Visitors ->
            quiet(beamtalk_region:count() + Visitors, State)
    end.

-spec quiet(non_neg_integer(), term()) -> ok.
quiet(0, _) ->
    ok;
quiet(Count, State) ->
    case erlang:get(?DUE) of
        undefined when Count < ?FEW -> ok;
        Due when is_integer(Due), Count < Due -> ok;
        _ -> swept(State)
    end.

-spec swept(term()) -> ok.
swept(State) ->
    ok = sweep([State]),
    _ = erlang:put(?DUE, ?FEW + 2 * map_size(held())),
    ok.

%% Frees every cell that the roots do not reach, through blocks, through
%% other cells and through any data between them. For a quiet moment: no
%% method is running that holds anything but the roots.
-spec sweep(Roots :: [term()]) -> ok.
sweep(Roots) ->
    {Unreached, _} = beamtalk_reach:unreached([Roots], held(), infinity),
    maps:foreach(fun(Cell, _) -> free(Cell) end, Unreached),
    _ = erase(?VISITORS),
    beamtalk_region:forget().

%% The cells that the roots reach, with their values, for another process.
-spec give(Roots :: [term()]) -> #{cell() => term()}.
give(Roots) ->
    Held = held(),
    {Unreached, _} = beamtalk_reach:unreached([Roots], Held, infinity),
    maps:without(maps:keys(Unreached), Held).

%% Holds cells that another process gave.
-spec take(#{cell() => term()}) -> ok.
take(Cells) ->
    maps:foreach(fun put/2, Cells).

%% All cells of this process.
-spec held() -> #{cell() => term()}.
held() ->
    maps:from_list([{Cell, Value} || {Cell, ?HELD(Value)} <- erlang:get(), is_reference(Cell)]).
