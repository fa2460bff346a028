%% Cells that hold each other at random, through data and through blocks: what is
%% reached stays, what is not goes, and another process gets what was reached.
-module(beamtalk_cell_properties_tests).
-include("properties.hrl").

cells_test_() ->
    [
        ?_property("sweep keeps what the roots reach and nothing else", 300, sweep()),
        ?_property("give and take carry what the roots reach", 200, carry())
    ].

%% A graph: for each cell, which cells its value holds; and which are roots.
graph() ->
    ?LET(Count, range(1, 8), {vector(Count, list(range(1, Count))), list(range(1, Count))}).

sweep() ->
    ?FORALL({Edges, Roots, Ways}, graph_with_ways(), in_a_process(fun() ->
        Cells = make(Edges, Ways),
        beamtalk_cell:sweep(hold([nth(Root, Cells) || Root <- Roots], hd(Ways))),
        Reached = reached(Roots, Edges),
        lists:all(
            fun(N) -> is_held(nth(N, Cells)) =:= lists:member(N, Reached) end,
            lists:seq(1, length(Cells))
        )
    end)).

carry() ->
    ?FORALL({Edges, Roots, Ways}, graph_with_ways(), in_a_process(fun() ->
        Cells = make(Edges, Ways),
        Given = beamtalk_cell:give(hold([nth(Root, Cells) || Root <- Roots], hd(Ways))),
        Values = maps:from_list([{nth(N, Cells), beamtalk_cell:get(nth(N, Cells))} || N <- reached(Roots, Edges)]),
        Given =:= Values andalso in_a_process(fun() ->
            beamtalk_cell:take(Given),
            maps:from_list([{Cell, beamtalk_cell:get(Cell)} || Cell <- maps:keys(Given)]) =:= Values
        end)
    end)).

graph_with_ways() ->
    ?LET({Edges, Roots}, graph(), {Edges, Roots, non_empty(vector(length(Edges) + 1, range(1, 5)))}).

%% First empty cells, then their values, for they may hold each other.
make(Edges, Ways) ->
    Cells = [beamtalk_cell:new(nothing) || _ <- Edges],
    lists:foreach(
        fun({Cell, Held, Way}) -> beamtalk_cell:put(Cell, hold([nth(N, Cells) || N <- Held], Way)) end,
        lists:zip3(Cells, Edges, tl(Ways))
    ),
    Cells.

hold(Cells, 1) -> Cells;
hold(Cells, 2) -> list_to_tuple([deep | Cells]);
hold(Cells, 3) -> maps:from_list([{Cell, key} || Cell <- Cells]);
hold(Cells, 4) -> maps:from_list(lists:zip(lists:seq(1, length(Cells)), Cells));
hold(Cells, 5) -> fun() -> Cells end.

reached(Roots, Edges) ->
    reached(Roots, Edges, []).

reached([], _, Met) ->
    lists:usort(Met);
reached([N | Rest], Edges, Met) ->
    case lists:member(N, Met) of
        true -> reached(Rest, Edges, Met);
        false -> reached(nth(N, Edges) ++ Rest, Edges, [N | Met])
    end.

is_held(Cell) ->
    beamtalk_cell:get(Cell, is_gone) =/= is_gone.

nth(N, List) ->
    lists:nth(N, List).

%% With a dictionary of its own.
in_a_process(Fun) ->
    {_, Ref} = spawn_monitor(fun() -> exit({answer, Fun()}) end),
    receive
        {'DOWN', Ref, process, _, {answer, Answer}} -> Answer;
        {'DOWN', Ref, process, _, Reason} -> error(Reason)
    end.
