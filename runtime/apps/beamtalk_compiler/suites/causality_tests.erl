%% Who has changed a class and asks at once is answered from the class as it is now.
%% With CHAOS=full in the environment, ten thousand times.
-module(causality_tests).
-include_lib("stdlib/include/assert.hrl").

-export([causality_test_/0]).

causality_test_() ->
    {foreach, fun fake:start/0, fun fake:stop/1, [
        {timeout, 3600, {"alone", fun() -> changes('Boat', fake:rounds(300, 10000)) end}},
        {timeout, 3600, {"beside others", fun() ->
            Each = fake:rounds(50, 1000),
            Clients = [spawn_monitor(fun() -> changes(Class, Each) end) || Class <- ['Boat', 'Raft', 'Ship', 'Yacht']],
            [receive {'DOWN', Monitor, process, _, Reason} -> ?assertEqual(normal, Reason) end || {_, Monitor} <- Clients]
        end}}
    ]}.

changes(Class, Rounds) ->
    Module = made_class:module(Class),
    Beams = {beam(Class, 1), beam(Class, 2)},
    lists:foreach(fun(Round) -> change(Round rem 5, Round, Class, Module, Beams) end, lists:seq(0, Rounds - 1)).

beam(Class, Number) ->
    Methods = #{tonnage => {[], 'Integer'}, crew => {[], 'Array'}},
    made_class:beam(Class, made_class:module(Class), #{doc => integer_to_binary(Number), methods => Methods}).

%% A new class, another version of it, a patch, an extension, and its end.
change(0, _, Class, Module, {First, _}) ->
    ok = made_class:load(Module, First),
    ?assertMatch(#{doc := <<"1">>}, fake:class(Class));
change(1, _, Class, Module, {_, Second}) ->
    ok = made_class:load(Module, Second),
    ?assertMatch(#{doc := <<"2">>}, fake:class(Class));
change(2, Round, Class, _, _) ->
    Source = integer_to_binary(Round),
    ok = beamtalk_object_class:put_method(made_class:pid(Class), tonnage, fun(_) -> 0 end, Source),
    #{method_info := #{tonnage := Patched, crew := Other}} = fake:class(Class),
    ?assertMatch(#{source := Source, return_type := none}, Patched),
    ?assertMatch(#{return_type := 'Array'}, Other);
change(3, Round, Class, _, _) ->
    Source = integer_to_binary(Round),
    ok = beamtalk_extensions:register(Class, captain, fun(_, Self) -> Self end, me, Source),
    ?assertMatch(#{method_info := #{captain := #{source := Source}}}, fake:class(Class));
change(4, _, Class, _, _) ->
    ok = made_class:remove(Class),
    ?assertEqual(none, fake:class(Class)).
