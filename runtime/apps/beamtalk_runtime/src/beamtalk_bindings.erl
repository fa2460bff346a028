%% The variables of a session: names, each with a cell that holds its value.
%% Statements outside any class are compiled to functions that take bindings
%% and answer new ones; a block kept by one evaluation shares its cell with
%% the next. Bindings are plain data: whoever hands them to another process
%% hands over what their cells hold too (beamtalk_cell:give/1 and take/1).
-module(beamtalk_bindings).
-compile({no_auto_import, [get/2]}).

-export([new/0, from_values/1, names/1, value/2]).
-export([cell/2, get/2, bound/2]).

-export_type([bindings/0]).

-type bindings() :: #{Name :: atom() => beamtalk_cell:cell()}.

%% What the cell of a name holds that is not assigned yet.
-define(UNBOUND, '$beamtalk_unbound').

-spec new() -> bindings().
new() ->
    #{}.

-spec from_values(#{atom() => term()}) -> bindings().
from_values(Values) ->
    maps:map(fun(_, Value) -> beamtalk_cell:new(Value) end, Values).

-spec names(bindings()) -> [atom()].
names(Bindings) ->
    lists:sort(maps:keys(Bindings)).

-spec value(bindings(), atom()) -> {ok, term()} | none.
value(Bindings, Name) ->
    case Bindings of
        #{Name := Cell} -> {ok, beamtalk_cell:get(Cell)};
        #{} -> none
    end.

%% The rest is what compiled statements call.

%% The cell of a name. One that is not bound gets a cell too: it is known
%% that it may be assigned, but not whether it will be.
-spec cell(bindings(), atom()) -> beamtalk_cell:cell().
cell(Bindings, Name) ->
    case Bindings of
        #{Name := Cell} -> Cell;
        #{} -> beamtalk_cell:new(?UNBOUND)
    end.

-spec get(beamtalk_cell:cell(), atom()) -> term().
get(Cell, Name) ->
    case beamtalk_cell:get(Cell) of
        ?UNBOUND -> beamtalk_globals:get(Name);
        Value -> Value
    end.

%% The bindings after an evaluation: those before, and what it has assigned.
-spec bound(bindings(), [{atom(), beamtalk_cell:cell()}]) -> bindings().
bound(Bindings, Cells) ->
    lists:foldl(fun bind/2, Bindings, Cells).

-spec bind({atom(), beamtalk_cell:cell()}, bindings()) -> bindings().
bind({Name, Cell}, Bindings) ->
    case beamtalk_cell:get(Cell) of
        ?UNBOUND ->
            beamtalk_cell:free(Cell),
            Bindings;
        _ ->
            Bindings#{Name => Cell}
    end.
