%% Variables that blocks share with their method. A cell is a reference; its
%% value lies in the dictionary of the process. A process that does not hold
%% the cell sees the snapshot that the block was made with, and what it then
%% writes is its own.
%%
%% Whoever knows that no block escaped frees the cell; for the rest there is
%% sweep/1, which keeps only what some live terms still reach.
-module(beamtalk_cell).
-compile({no_auto_import, [get/1, put/2]}).

-export([new/1, get/1, get/2, put/2, enter/2, free/1, sweep/1, give/1, take/1]).

-export_type([cell/0]).

-type cell() :: reference().

%% Marks a value as one of ours, for others use the dictionary too.
-define(HELD(Value), ['$beamtalk_cell' | Value]).

-spec new(term()) -> cell().
new(Value) ->
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
            ok
    end.

-spec free(cell()) -> ok.
free(Cell) ->
    _ = erase(Cell),
    ok.

%% Frees every cell that the roots do not reach, through blocks, through
%% other cells and through any data between them.
-spec sweep(Roots :: [term()]) -> ok.
sweep(Roots) ->
    case held() of
        [] ->
            ok;
        Cells ->
            Reached = reach(Roots, #{}),
            lists:foreach(fun(Cell) -> is_map_key(Cell, Reached) orelse free(Cell) end, Cells)
    end.

%% The cells that the roots reach, with their values, for another process.
-spec give(Roots :: [term()]) -> #{cell() => term()}.
give(Roots) ->
    case held() of
        [] -> #{};
        _ -> reach(Roots, #{})
    end.

%% Holds cells that another process gave.
-spec take(#{cell() => term()}) -> ok.
take(Cells) ->
    maps:foreach(fun put/2, Cells).

-spec held() -> [cell()].
held() ->
    [Cell || {Cell, ?HELD(_)} <- erlang:get(), is_reference(Cell)].

-spec reach(term(), #{cell() => term()}) -> #{cell() => term()}.
reach([Head | Tail], Found) ->
    reach(Tail, reach(Head, Found));
reach(Cell, Found) when is_reference(Cell), not is_map_key(Cell, Found) ->
    case erlang:get(Cell) of
        ?HELD(Value) -> reach(Value, Found#{Cell => Value});
        _ -> Found
    end;
reach(Tuple, Found) when is_tuple(Tuple) ->
    reach(tuple_to_list(Tuple), Found);
reach(Map, Found) when is_map(Map) ->
    maps:fold(fun(Key, Value, Acc) -> reach(Value, reach(Key, Acc)) end, Found, Map);
reach(Block, Found) when is_function(Block) ->
    {env, Environment} = erlang:fun_info(Block, env),
    reach(Environment, Found);
reach(_, Found) ->
    Found.
