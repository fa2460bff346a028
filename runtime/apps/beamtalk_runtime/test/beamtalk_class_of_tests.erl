-module(beamtalk_class_of_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").

every_term_has_a_class_test_() ->
    Port = hd(erlang:ports()),
    Rows = [
        {1, 'Integer'},
        {1 bsl 200, 'Integer'},
        {1.5, 'Float'},
        {<<>>, 'String'},
        {<<"né"/utf8>>, 'String'},
        {<<255, 1>>, 'Binary'},
        %% Long ones, also with a character across the end of what is read first.
        {binary:copy(<<"tea">>, 50), 'String'},
        {binary:copy(<<"né"/utf8>>, 50), 'String'},
        {<<(binary:copy(<<"n">>, 63))/binary, "é"/utf8>>, 'String'},
        {<<(binary:copy(<<"n">>, 99))/binary, "é"/utf8>>, 'String'},
        {<<(binary:copy(<<"n">>, 99))/binary, 255>>, 'Binary'},
        {<<255, (binary:copy(<<"n">>, 99))/binary>>, 'Binary'},
        {<<1:3>>, 'Binary'},
        {true, 'True'},
        {false, 'False'},
        {nil, 'UndefinedObject'},
        {undefined, 'Symbol'},
        {fun() -> ok end, 'Block'},
        {[], 'List'},
        {[1 | 2], 'List'},
        {#{}, 'Dictionary'},
        {#{?TAG => 'Lamp'}, 'Lamp'},
        {#{?TAG => <<"Lamp">>}, 'Dictionary'},
        {{}, 'Tuple'},
        {{beamtalk_object, 'Vault', m, self()}, 'Vault'},
        {{beamtalk_supervisor, 'Watch', m, self()}, 'Watch'},
        {{beamtalk_object, 'Vault'}, 'Tuple'},
        {self(), 'Pid'},
        {Port, 'Port'},
        {make_ref(), 'Reference'}
    ],
    [?_assertEqual(Class, beamtalk_class_of:class_of(Term)) || {Term, Class} <- Rows].

primitive_modules_are_known_without_a_registry_test_() ->
    Rows = [
        {1, 'bt@stdlib@integer'},
        {<<255>>, 'bt@stdlib@binary'},
        {<<"a">>, 'bt@stdlib@string'},
        {nil, 'bt@stdlib@undefined_object'},
        {foo, 'bt@stdlib@symbol'},
        {#{}, 'bt@stdlib@dictionary'},
        {{}, 'bt@stdlib@tuple'}
    ],
    [?_assertEqual(Module, beamtalk_class_of:module_of(Term)) || {Term, Module} <- Rows].

class_objects_test_() ->
    {setup, fun fixture:start/0, fun fixture:stop/1, [
        {"class answers a class object", fun() ->
            ?assertEqual(
                {beamtalk_object, 'Integer class', 'bt@stdlib@integer', {registered, beamtalk_class_Integer}},
                beamtalk_class_of:class(3)
            )
        end},
        {"the class of a class is its metaclass, which is its own class", fun() ->
            Meta = beamtalk_class_of:class(beamtalk_class_of:class(3)),
            ?assertEqual(
                {beamtalk_object, 'Metaclass', 'bt@stdlib@metaclass', {registered, beamtalk_class_Integer}}, Meta
            ),
            ?assertEqual(Meta, beamtalk_class_of:class(Meta))
        end},
        {"a user's class has the module that registered it", fun() ->
            ?assertEqual('bt@test@point', beamtalk_class_of:module_of(fixture:point(1, 2))),
            ?assertEqual(undefined, beamtalk_class_of:module_of(#{?TAG => 'Nowhere'}))
        end}
    ]}.
