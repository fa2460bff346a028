-module(beamtalk_cell_tests).
-compile({no_auto_import, [get/1, put/2]}).
-include_lib("eunit/include/eunit.hrl").

-import(beamtalk_cell, [new/1, get/1, get/2, put/2, enter/2, free/1, sweep/1]).

%% A counter as compiled code makes it.
counter() ->
    Cell = new(0),
    Snapshot = get(Cell),
    fun() -> put(Cell, get(Cell, Snapshot) + 1) end.

held() ->
    length([Cell || {Cell, ['$beamtalk_cell' | _]} <- erlang:get()]).

elsewhere(Fun) ->
    {_, Ref} = spawn_monitor(fun() -> exit({value, Fun()}) end),
    receive {'DOWN', Ref, process, _, {value, Value}} -> Value end.

blocks_share_a_variable_test() ->
    Tick = counter(),
    ?assertEqual([1, 2, 3], [Tick(), Tick(), Tick()]).

another_process_works_on_a_snapshot_test() ->
    Tick = counter(),
    Tick(),
    ?assertEqual([1, 2], elsewhere(fun() -> [Tick(), Tick()] end)),
    ?assertEqual(2, Tick()).

entering_elsewhere_begins_with_the_snapshot_test() ->
    Cell = new(1),
    put(Cell, 2),
    ok = enter(Cell, 1),
    ?assertEqual(2, get(Cell)),
    ?assertEqual(1, elsewhere(fun() -> enter(Cell, 1), get(Cell) end)).

any_term_can_be_held_test() ->
    Cell = new(undefined),
    ?assertEqual(undefined, get(Cell, snapshot)),
    put(Cell, nil),
    ?assertEqual(nil, get(Cell, snapshot)).

freed_cells_are_gone_test() ->
    elsewhere(fun() ->
        free(new(1)),
        ?assertEqual(0, held())
    end).

sweeping_keeps_what_is_reached_test() ->
    elsewhere(fun() ->
        Kept = counter(),
        _Lost = counter(),
        Inner = counter(),
        Outer = new([Inner]),
        erlang:put(make_ref(), not_a_cell),
        ?assertEqual(4, held()),
        sweep([{kept, #{k => [Kept]}}, fun() -> Outer end]),
        ?assertEqual(3, held()),
        ?assertEqual(1, Kept()),
        ?assertEqual(1, Inner()),
        ?assertEqual(1, length([V || {_, not_a_cell = V} <- erlang:get()])),
        sweep([]),
        ?assertEqual(0, held())
    end).

cells_that_reach_each_other_are_no_trap_test() ->
    elsewhere(fun() ->
        A = new(nil),
        B = new(A),
        put(A, B),
        sweep([A]),
        ?assertEqual(2, held()),
        sweep([]),
        ?assertEqual(0, held())
    end).

a_session_hands_its_cells_on_test() ->
    {Tick, Cells} = elsewhere(fun() ->
        Counter = counter(),
        Counter(),
        {Counter, beamtalk_cell:give([Counter])}
    end),
    beamtalk_cell:take(Cells),
    ?assertEqual(2, Tick()).
