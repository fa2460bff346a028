-module(beamtalk_class_registry_tests).
-compile({no_auto_import, [register/2]}).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").

-import(beamtalk_class_registry, [
    get_method_return_type/2, get_class_method_return_type/2, register/2, remove/1, whereis_class/1
]).

%% What each test does to the registry, the next must not see.
registry_test_() ->
    {foreach, fun fixture:start/0, fun fixture:stop/1, [
        {"loading a module registers its class", fun() ->
            ?assertEqual('bt@test@point', beamtalk_class_registry:module_of('Point')),
            ?assertEqual('Value', beamtalk_class_registry:superclass_of('Point')),
            ?assertEqual(none, beamtalk_class_registry:superclass_of('ProtoObject')),
            Code = beamtalk_code_version:current('bt@test@point'),
            ?assertEqual(fun Code:dispatch/3, persistent_term:get('Point')),
            ?assert(lists:member('Point', beamtalk_class_registry:all_classes())),
            ?assertEqual(['Pixel'], beamtalk_class_registry:subclasses('Point')),
            ?assert(is_pid(whereis_class('Point'))),
            ?assertEqual(whereis(beamtalk_class_Point), whereis_class('Point')),
            ?assertEqual(undefined, whereis_class('Nowhere'))
        end},
        {"what a list of methods shows", fun() ->
            ?assertEqual(
                beamtalk_class_hierarchy_table:selectors('Point', instance),
                [Selector || {Selector, false} <- beamtalk_class_hierarchy_table:methods('Point', instance)]
            ),
            ?assertMatch({ok, {<<"x -> Integer">>, <<"Integer">>, _}}, beamtalk_class_hierarchy_table:shown('Point', instance, x)),
            ?assertEqual(not_local, beamtalk_class_hierarchy_table:shown('Pixel', instance, nowhere)),
            ?assertMatch(#{kind := value, is_abstract := false}, beamtalk_class_hierarchy_table:facts('Point')),
            ?assertEqual(undefined, beamtalk_class_hierarchy_table:facts('Nowhere'))
        end},
        {"no name is made of a class that is not there", fun() ->
            ok = beamtalk_extensions:register('Point', shine, fun(_, _) -> ok end, test),
            Unknown = [list_to_atom("Unknown" ++ integer_to_list(N)) || N <- lists:seq(1, 100)],
            Before = erlang:system_info(atom_count),
            ?assertEqual([undefined], lists:usort([get_class_method_return_type(Class, new) || Class <- Unknown])),
            ?assertEqual([undefined], lists:usort([get_method_return_type(Class, new) || Class <- Unknown])),
            ?assertEqual(Before, erlang:system_info(atom_count))
        end},
        {"return types", fun() ->
            ?assertEqual({ok, 'Integer'}, get_method_return_type('String', size)),
            ?assertEqual(undefined, get_method_return_type('String', format)),
            ?assertEqual(undefined, get_method_return_type('String', nowhere)),
            ?assertEqual(undefined, get_method_return_type('Nowhere', size))
        end},
        {"return types are inherited, and Self is the receiver's class", fun() ->
            ?assertEqual({ok, 'Pixel'}, get_method_return_type('Pixel', yourself)),
            ?assertEqual({ok, 'Pixel'}, get_method_return_type('Pixel', 'withX:')),
            ?assertEqual({ok, 'Point'}, get_method_return_type('Pixel', '+')),
            ?assertEqual({ok, 'Self class'}, get_method_return_type('Pixel', species)),
            ?assertEqual({ok, 'Pixel'}, get_class_method_return_type('Pixel', origin)),
            ?assertEqual({ok, 'Self class'}, get_class_method_return_type('Pixel', who)),
            ?assertEqual({ok, 'Pixel'}, get_class_method_return_type('Pixel', new)),
            ?assertEqual(undefined, get_class_method_return_type('Pixel', x))
        end},
        {"an untyped override or extension hides a typed ancestor", fun() ->
            ?assertEqual({ok, 'Integer'}, get_method_return_type('Point', x)),
            ?assertEqual(undefined, get_method_return_type('Pixel', x)),
            beamtalk_extensions:register('Pixel', y, fun([], _) -> 0 end, me),
            ?assertEqual(undefined, get_method_return_type('Pixel', y)),
            ?assertEqual({ok, 'Integer'}, get_method_return_type('Point', y))
        end},
        {"a user module may not take a library class", fun() ->
            ?assertMatch(
                {error, #beamtalk_error{kind = stdlib_shadowing, message = <<"Cannot redefine stdlib class 'String'">>}},
                register('bt@test@string', meta('String', 'Object'))
            ),
            ?assertEqual(fun 'bt@stdlib@string':dispatch/3, persistent_term:get('String'))
        end},
        {"another module may take a user's class, and back", fun() ->
            quietly(fun() -> ok = register('bt@other@point', meta('Point', 'Object')) end),
            ?assertEqual(fun 'bt@other@point':dispatch/3, persistent_term:get('Point')),
            ?assertEqual('Object', beamtalk_class_registry:superclass_of('Point')),
            ?assertEqual(undefined, get_method_return_type('Point', x)),
            quietly(fun() -> fixture:reload('bt@test@point') end),
            ?assertEqual({ok, 'Integer'}, get_method_return_type('Point', x))
        end},
        {"a cycle is refused", fun() ->
            ?assertMatch({error, #beamtalk_error{}}, register('bt@test@point', meta('Point', 'Pixel'))),
            ?assertMatch({error, #beamtalk_error{}}, register('bt@test@ouroboros', meta('Ouroboros', 'Ouroboros'))),
            ?assertEqual('Value', beamtalk_class_registry:superclass_of('Point'))
        end},
        {"no metadata, no class", fun() ->
            ?assertMatch({error, #beamtalk_error{}}, register('bt@test@odd', #{})),
            ?assertMatch({error, #beamtalk_error{}}, register('bt@test@odd', not_a_map))
        end},
        {"old metadata is read with patience", fun() ->
            ok = register('bt@test@old', #{class => 'Old', methods => [{grow, 0}, {'at:', 1}], superclass => nil}),
            ?assertEqual(none, beamtalk_class_registry:superclass_of('Old')),
            ?assertEqual(['at:', grow], beamtalk_class_hierarchy_table:selectors('Old', instance)),
            ?assertEqual(undefined, get_method_return_type('Old', grow))
        end},
        {"removal", fun() ->
            Held = fixture:class('Pixel'),
            Pid = whereis_class('Pixel'),
            Ref = monitor(process, Pid),
            beamtalk_extensions:register('Pixel', glow, fun([], _) -> 1 end, me),
            ok = remove('Pixel'),
            receive {'DOWN', Ref, process, _, _} -> ok end,
            ?assertEqual(undefined, whereis_class('Pixel')),
            ?assertEqual(undefined, beamtalk_class_registry:module_of('Pixel')),
            ?assertEqual(none, beamtalk_code_version:class_of('bt@test@pixel')),
            ?assertNot(beamtalk_extensions:has('Pixel', glow)),
            ?assertMatch(
                #beamtalk_error{kind = class_not_found, class = 'Pixel'},
                fixture:error_of(fun() -> beamtalk_dispatch:send(Held, origin, []) end)
            ),
            fixture:reload('bt@test@pixel'),
            ?assert(is_pid(whereis_class('Pixel')))
        end},
        {"a call of a removed class's function does not bring it back from its file", fun() ->
            Held = fixture:class('Pixel'),
            ok = remove('Pixel'),
            ?assertNotEqual(non_existing, code:where_is_file("bt@test@pixel.beam")),
            [
                ?assertMatch(
                    #beamtalk_error{kind = class_not_found, class = 'Pixel', selector = Selector},
                    fixture:error_of(fun() -> apply('bt@test@pixel', Function, Args) end)
                )
             || {Function, Args, Selector} <- [
                    {class_origin, [Held], origin},
                    {glow, [#{?TAG => 'Pixel'}], glow},
                    {'at:put:', [#{?TAG => 'Pixel'}, 1, 2], 'at:put:'},
                    {'__new', [], undefined},
                    {dispatch, [glow, [], #{?TAG => 'Pixel'}], undefined}
                ]
            ],
            ?assertEqual(undefined, beamtalk_class_registry:find_class('Pixel')),
            fixture:reload('bt@test@pixel'),
            ?assertMatch({ok, _}, beamtalk_class_registry:find_class('Pixel'))
        end},
        {"what may not be removed", fun() ->
            ?assertMatch(
                {error, #beamtalk_error{kind = runtime_error, message = <<"Cannot remove stdlib class 'Value'">>}},
                remove('Value')
            ),
            ?assertMatch(
                {error, #beamtalk_error{message = <<"Cannot remove class 'Point'; it has subclasses">>, hint = <<_/binary>>}},
                remove('Point')
            ),
            ?assertMatch({error, #beamtalk_error{kind = class_not_found}}, remove('Nowhere'))
        end},
        {"builtins are the library's", fun() ->
            ?assert(lists:member('String', beamtalk_class_hierarchy_table:all_builtins())),
            ?assertNot(lists:member('Point', beamtalk_class_hierarchy_table:all_builtins()))
        end},
        {"a registry that dies forgets nothing", fun() ->
            Pid = whereis_class('Point'),
            fixture_kill(whereis(beamtalk_class_registry)),
            ?assertEqual({ok, 'Integer'}, get_method_return_type('Point', x)),
            ?assertEqual(Pid, whereis_class('Point')),
            ok = register('bt@test@more', meta('More', 'Object')),
            ?assert(is_pid(whereis_class('More')))
        end},
        {"with the class supervisor gone, every class gets its process again", fun() ->
            Old = whereis_class('Point'),
            fixture_kill(whereis(beamtalk_class_sup)),
            ?assertNotEqual(Old, whereis_class('Point')),
            [?assert(is_pid(whereis_class(Class))) || Class <- beamtalk_class_registry:all_classes()]
        end},
        {"a module that registers by name while it loads is registered soon after", fun() ->
            Module = 'bt@test@late',
            Forms = [
                {attribute, 1, module, Module},
                {attribute, 1, export, [{'__beamtalk_meta', 0}, {register_class, 0}]},
                {attribute, 1, on_load, {register_class, 0}},
                {function, 1, '__beamtalk_meta', 0, [
                    {clause, 1, [], [], [erl_parse:abstract(meta('Late', 'Object'))]}
                ]},
                {function, 1, register_class, 0, [
                    {clause, 1, [], [], [
                        {call, 1, {remote, 1, {atom, 1, beamtalk_class_registry}, {atom, 1, register}}, [{atom, 1, Module}]}
                    ]}
                ]}
            ],
            {ok, Module, Beam} = compile:forms(Forms),
            {module, Module} = code:load_binary(Module, "late", Beam),
            ?assertMatch({beamtalk_object, 'Late class', Module, _}, beamtalk_class_registry:class_object('Late')),
            code:delete(Module)
        end}
    ]}.

modules_loaded_before_the_runtime_are_found_test() ->
    fixture:start(),
    fixture:stop([]),
    ?assert(erlang:module_loaded('bt@test@point')),
    {ok, _} = application:ensure_all_started(beamtalk_runtime),
    ?assertEqual({ok, 'Integer'}, get_method_return_type('Point', x)),
    ?assert(is_pid(whereis_class('Point'))),
    fixture:stop([]).

meta(Class, Superclass) ->
    #{class => Class, superclass => Superclass, meta_version => 2}.

quietly(Fun) ->
    #{level := Level} = logger:get_primary_config(),
    logger:set_primary_config(level, none),
    Fun(),
    logger:set_primary_config(level, Level).

%% Returns when the supervisor has put all in order again.
fixture_kill(Pid) ->
    quietly(fun() ->
        Ref = monitor(process, Pid),
        exit(Pid, kill),
        receive {'DOWN', Ref, process, _, _} -> ok end,
        _ = supervisor:which_children(beamtalk_runtime_sup)
    end).
