-module(beamtalk_printing_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").

-import(beamtalk_printing, [print/1, display/1]).
-import(fixture, [class/1, point/2]).

print_string_rows_test_() ->
    Pid = list_to_pid("<0.131.0>"),
    Rows = [
        {-7, <<"-7">>},
        {3.0, <<"3.0">>},
        {0.1, <<"0.1">>},
        {1.0e10, <<"1.0e10">>},
        {0.1 + 0.2, <<"0.30000000000000004">>},
        {<<"say \"hi\"">>, <<"\"say \"\"hi\"\"\"">>},
        {<<"né\n"/utf8>>, <<"\"né\n\""/utf8>>},
        {<<255, 1>>, <<"<<FF 01>>">>},
        {go, <<"#go">>},
        {'at:put:', <<"#at:put:">>},
        {'two words', <<"#two words">>},
        {true, <<"true">>},
        {false, <<"false">>},
        {nil, <<"nil">>},
        {[1, <<"a">>, b], <<"#(1, \"a\", #b)">>},
        {[], <<"#()">>},
        {[1 | 2], <<"#(1 | 2)">>},
        {#{?TAG => 'Array', data => #{0 => 1, 1 => 2}}, <<"#[1, 2]">>},
        {#{?TAG => 'Array', data => #{}}, <<"#[]">>},
        {{ok, <<"a">>, 3}, <<"{#ok, \"a\", 3}">>},
        {#{3 => <<"x">>, a => 1}, <<"#{#a => 1, 3 => \"x\"}">>},
        {#{}, <<"#{}">>},
        {#{?TAG => 'Set', elements => [1, 3, b, <<"a">>]}, <<"Set(1, 3, #b, \"a\")">>},
        {#{?TAG => 'Bag', counts => #{}}, <<"Bag">>},
        {#{?TAG => 'Interval', from => 1, to => 9, step => 2}, <<"(1 to: 9 by: 2)">>},
        {#{?TAG => 'Interval', from => 1, to => 9, step => 1}, <<"(1 to: 9)">>},
        {fun(_) -> ok end, <<"Block">>},
        {[fun(_) -> ok end], <<"#(Block/1)">>},
        {{beamtalk_object, 'Vault', m, Pid}, <<"Actor(Vault, 0.131.0)">>},
        {[{beamtalk_object, 'Vault', m, {registered, main}}], <<"#(Actor(Vault, registered, main))">>},
        {{beamtalk_supervisor, 'Watch', m, Pid}, <<"Supervisor(Watch, 0.131.0)">>},
        {Pid, <<"#Pid<0.131.0>">>},
        {#{?TAG => 'Association', key => a, value => 1}, <<"#a -> 1">>},
        {beamtalk_result:ok(<<"v">>), <<"Result ok: \"v\"">>},
        {beamtalk_result:error(why), <<"Result error: #why">>},
        {#{?TAG => 'CompiledMethod', '__selector__' => 'at:'}, <<"CompiledMethod(at:)">>},
        {beamtalk_erlang:module(lists), <<"#ErlangModule<lists>">>}
    ],
    {setup, fun fixture:start/0, fun fixture:stop/1, [
        ?_assertEqual(Text, print(Value))
     || {Value, Text} <- Rows
    ]}.

references_print_as_erlang_prints_them_test() ->
    ?assertMatch(<<"#Ref<", _/binary>>, print(make_ref())),
    ?assertMatch(<<"#Port<", _/binary>>, print(hd(erlang:ports()))).

display_test_() ->
    {setup, fun fixture:start/0, fun fixture:stop/1, [
        ?_assertEqual(<<"a">>, display(<<"a">>)),
        ?_assertEqual(<<"go">>, display(go)),
        ?_assertEqual(<<"nil">>, display(nil)),
        ?_assertEqual(<<"#(\"a\")">>, display([<<"a">>])),
        ?_assertEqual(<<"3">>, display(3)),
        ?_assertEqual(<<"<<FF>>">>, display(<<255>>)),
        ?_assertEqual(<<"a pixel">>, display(#{?TAG => 'Pixel'}))
    ]}.

values_test_() ->
    {setup, fun fixture:start/0, fun fixture:stop/1, [
        {"slots in order of their names", fun() ->
            ?assertEqual(<<"Point(x: 1, y: \"a\")">>, print(point(1, <<"a">>)))
        end},
        {"object kinds print their class", ?_assertEqual(<<"Tally">>, print(#{?TAG => 'Tally'}))},
        {"supervisors by their kind", fun() ->
            Meta = #{class => 'DynamicSupervisor', superclass => 'Object'},
            ok = beamtalk_class_registry:register('bt@test@dynamic', Meta),
            ok = beamtalk_class_registry:register('bt@test@crew', #{class => 'Crew', superclass => 'DynamicSupervisor'}),
            Pid = list_to_pid("<0.131.0>"),
            ?assertEqual(<<"DynamicSupervisor(Crew, 0.131.0)">>, print({beamtalk_supervisor, 'Crew', m, Pid})),
            ok = beamtalk_class_registry:remove('Crew'),
            ok = beamtalk_class_registry:remove('DynamicSupervisor')
        end},
        {"classes and metaclasses", fun() ->
            ?assertEqual(<<"Point">>, print(class('Point'))),
            ?assertEqual(<<"Point class">>, print(beamtalk_class_of:class(class('Point')))),
            ?assertEqual(<<"#(Point)">>, print([class('Point')]))
        end},
        {"elements of collections print as they want", fun() ->
            ?assertEqual(<<"#(a pixel)">>, print([#{?TAG => 'Pixel'}])),
            ?assertEqual(<<"{#{#k => a pixel}}">>, print({#{k => #{?TAG => 'Pixel'}}})),
            ?assertEqual(<<"Point(x: #(a pixel), y: 0)">>, print(point([#{?TAG => 'Pixel'}], 0)))
        end},
        {"a value directly in a slot prints by its slots", fun() ->
            ?assertEqual(<<"Point(x: Pixel(x: 1), y: 0)">>, print(point(#{?TAG => 'Pixel', x => 1}, 0)))
        end},
        {"library values in a slot keep their form", fun() ->
            ?assertEqual(<<"Point(x: #[7], y: (1 to: 2))">>, print(point(
                #{?TAG => 'Array', data => #{0 => 7}}, #{?TAG => 'Interval', from => 1, to => 2, step => 1}
            )))
        end},
        {"an exception prints its message", fun() ->
            Exception = beamtalk_error:wrap(beamtalk_error:make(not_found, 'Set', 'remove:')),
            ?assertEqual(<<"#('remove:': not found in Set)">>, print([Exception])),
            ?assertEqual(<<"Point(x: 'remove:': not found in Set, y: 0)">>, print(point(Exception, 0)))
        end},
        {"of an unknown class, its slots; bookkeeping is hidden", fun() ->
            ?assertEqual(<<"Gone(a: 1)">>, print(#{?TAG => 'Gone', a => 1, '$b' => 2, '__c__' => 3})),
            ?assertEqual(<<"Gone()">>, print(#{?TAG => 'Gone'}))
        end}
    ]}.

%% A text that was added to a class of plain terms counts wherever they print.
added_texts_test_() ->
    {foreach, fun fixture:start/0, fun fixture:stop/1, [
        {"displayString of numbers", fun() ->
            beamtalk_extensions:register('Integer', displayString, fun([], N) -> <<"no. ", (integer_to_binary(N))/binary>> end, me),
            ?assertEqual(<<"no. 3">>, display(3)),
            beamtalk_extensions:settle(),
            ?assertEqual(<<"no. 3">>, display(3)),
            ?assertEqual(<<"tea">>, display(tea)),
            ?assertEqual(<<"#(3)">>, display([3])),
            ok = beamtalk_extensions:unregister('Integer', displayString),
            beamtalk_extensions:settle(),
            ?assertEqual(<<"3">>, display(3))
        end},
        {"printString inside others, and displayString through it", fun() ->
            Pid = beamtalk_class_registry:whereis_class('Integer'),
            ok = beamtalk_object_class:put_method(Pid, printString, fun(N) -> <<"<", (integer_to_binary(N))/binary, ">">> end),
            ?assertEqual(<<"#(<1>, {<2>}, Block/0)">>, print([1, {2}, fun() -> ok end])),
            ?assertEqual(<<"<3>">>, display(3)),
            ?assertEqual(<<"Point(x: <1>, y: \"a\")">>, print(point(1, <<"a">>)))
        end}
    ]}.

bounds_test_() ->
    Nest = fun Nest(0) -> 0; Nest(N) -> #{?TAG => list_to_atom("N" ++ integer_to_list(N)), in => Nest(N - 1)} end,
    {setup, fun fixture:start/0, fun fixture:stop/1, [
        {"depth", ?_assertEqual(<<"N7(in: N6(in: N5(in: N4(in: N3(in: N2(...))))))">>, print(Nest(7)))},
        {"no cut at five", ?_assertEqual(<<"N5(in: N4(in: N3(in: N2(in: N1(in: 0)))))">>, print(Nest(5)))},
        {"slots", fun() ->
            Slots = maps:from_list([{list_to_atom("s" ++ integer_to_list(N)), N} || N <- lists:seq(100, 160)]),
            Text = print(Slots#{?TAG => 'Wide'}),
            ?assertEqual(50, length(binary:matches(Text, <<": ">>))),
            ?assertMatch({_, _}, binary:match(Text, <<"s149: 149, ...)">>))
        end},
        {"size, and never within a character", fun() ->
            Text = print(#{?TAG => 'Long', t => binary:copy(<<"é"/utf8>>, 10000)}),
            ?assert(byte_size(Text) =< 10003),
            ?assert(beamtalk_class_of:is_utf8(Text)),
            ?assertEqual(<<"...">>, binary:part(Text, byte_size(Text), -3))
        end},
        {"what was shown is not shown again", fun() ->
            Unit = #{?TAG => 'Unit'},
            ?assertEqual(<<"Pair(a: Unit(), b: ..., c: 1)">>, print(#{?TAG => 'Pair', a => Unit, b => Unit, c => 1}))
        end}
    ]}.
