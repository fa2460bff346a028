-module(beamtalk_bindings_tests).
-include_lib("eunit/include/eunit.hrl").

-import(beamtalk_bindings, [new/0, from_values/1, names/1, value/2, cell/2, get/2, bound/2]).

%% What `Name := Value` compiles to outside a class.
assign(Name, Value, Bindings) ->
    Cell = cell(Bindings, Name),
    beamtalk_cell:put(Cell, Value),
    bound(Bindings, [{Name, Cell}]).

nothing_is_bound_at_first_test() ->
    ?assertEqual([], names(new())),
    ?assertEqual(none, value(new(), tea)).

what_is_assigned_is_bound_test() ->
    Bindings = assign(cups, 3, assign(tea, <<"green">>, new())),
    ?assertEqual([cups, tea], names(Bindings)),
    ?assertEqual({ok, 3}, value(Bindings, cups)).

assigning_again_keeps_the_cell_test() ->
    Before = assign(cups, 3, new()),
    After = assign(cups, nil, Before),
    ?assertEqual(Before, After),
    ?assertEqual({ok, nil}, value(Before, cups)).

what_was_not_assigned_is_undefined_test() ->
    Cell = cell(new(), cups),
    ?assertError(#{error := {beamtalk_error, undefined_variable, _, _, _, _, _}}, get(Cell, cups)),
    ?assertEqual(new(), bound(new(), [{cups, Cell}])).

%% A cell that nothing was put into is not kept.
nothing_is_left_of_what_was_not_assigned_test() ->
    Mark = beamtalk_region:mark(),
    Before = length(erlang:get()),
    Cell = cell(new(), cups),
    Bindings = beamtalk_region:leave(Mark, bound(new(), [{cups, Cell}])),
    ?assertEqual(new(), Bindings),
    ?assertEqual(Before, length(erlang:get())).

bindings_are_made_of_values_test() ->
    Bindings = from_values(#{cups => 3, tea => nil}),
    ?assertEqual([cups, tea], names(Bindings)),
    ?assertEqual(3, get(cell(Bindings, cups), cups)),
    ?assertEqual({ok, nil}, value(Bindings, tea)).

bindings_travel_with_their_cells_test() ->
    Bindings = assign(cups, 3, new()),
    Cells = beamtalk_cell:give([Bindings]),
    {_, Ref} = spawn_monitor(fun() ->
        beamtalk_cell:take(Cells),
        exit(value(Bindings, cups))
    end),
    receive {'DOWN', Ref, process, _, Answer} -> ?assertEqual({ok, 3}, Answer) end.
