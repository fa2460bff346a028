%% The port knows every class that the running system has, as it is now, before
%% the next request.
-module(beamtalk_compiler_streaming_tests).
-include_lib("eunit/include/eunit.hrl").

-import(made_class, [define/2, pid/1]).

streaming_test_() ->
    {foreach, fun fake:start/0, fun fake:stop/1, [
        {"a class is known when its definition has answered", fun() ->
            ok = define('Boat', #{methods => #{sail => {[], 'Boat'}}}),
            ?assertMatch(#{class := 'Boat', method_info := #{sail := #{return_type := 'Boat'}}}, fake:class('Boat')),
            ?assertMatch(#{'Boat' := #{}}, beamtalk_compiler_server:get_classes())
        end},
        {"definitions and removals come in order", fun() ->
            ok = define('Boat', #{doc => <<"1">>}),
            ok = define('Raft', #{doc => <<"2">>, superclass => 'Boat'}),
            ok = define('Boat', #{doc => <<"3">>}),
            ok = made_class:remove('Raft'),
            ok = define('Raft', #{doc => <<"4">>}),
            Docs = [
                case Frame of
                    #{meta := #{doc := Doc}} -> {Command, Class, Doc};
                    _ -> {Command, Class}
                end
             || #{command := Command, class := Class} = Frame <- fake:term("log")
            ],
            ?assertEqual(
                [
                    {register_class, 'Boat', <<"1">>},
                    {register_class, 'Raft', <<"2">>},
                    {register_class, 'Boat', <<"3">>},
                    {remove_class, 'Raft'},
                    {register_class, 'Raft', <<"4">>}
                ],
                Docs
            )
        end},
        {"a redefinition replaces all, a removal leaves nothing", fun() ->
            ok = define('Boat', #{methods => #{sail => {[], 'Boat'}}}),
            ok = define('Boat', #{methods => #{row => {[], none}}}),
            #{method_info := Methods} = fake:class('Boat'),
            ?assertEqual([row], maps:keys(Methods)),
            ok = made_class:remove('Boat'),
            ?assertEqual(none, fake:class('Boat')),
            ?assertEqual(#{}, beamtalk_compiler_server:get_classes())
        end},
        {"a patch forgets the types of its method, those of others stay", fun() ->
            ok = define('Boat', #{methods => #{'sail:' => {['Port'], 'Boat'}, 'row:' => {['Integer'], 'Boat'}}}),
            ok = beamtalk_object_class:put_method(pid('Boat'), 'sail:', fun(Self, _) -> Self end),
            #{method_info := #{'sail:' := Sail, 'row:' := Row}} = fake:class('Boat'),
            ?assertMatch(#{is_patched := true, return_type := none, param_types := none}, Sail),
            ?assertMatch(#{param_types := ['Integer'], return_type := 'Boat'}, Row),
            ?assertNot(is_map_key(is_patched, Row)),
            ok = beamtalk_object_class:put_method(pid('Boat'), 'sail:', fun(Self, _) -> Self end, #{return_type => 'Wind'}),
            ?assertMatch(#{method_info := #{'sail:' := #{return_type := 'Wind'}}}, fake:class('Boat')),
            ok = beamtalk_object_class:remove_method(pid('Boat'), instance, 'sail:'),
            ?assertMatch(#{method_info := #{'sail:' := #{param_types := ['Port'], return_type := 'Boat'}}}, fake:class('Boat'))
        end},
        {"a method that was deleted is gone", fun() ->
            ok = define('Boat', #{methods => #{sail => {[], 'Boat'}, row => {[], none}}}),
            ok = beamtalk_object_class:delete_method(pid('Boat'), instance, sail),
            #{method_info := Methods} = fake:class('Boat'),
            ?assertEqual([row], maps:keys(Methods))
        end},
        {"extensions are part of the class they extend, on both sides", fun() ->
            ok = define('Boat', #{methods => #{row => {[], 'Boat'}}}),
            Fun = fun(_, Self) -> Self end,
            beamtalk_extensions:register('Boat', 'tow:', Fun, me, <<"tow: other => other">>),
            beamtalk_extensions:register('Boat class', fleet, Fun, me),
            beamtalk_extensions:register('Boat', row, Fun, me),
            #{method_info := Methods, class_method_info := ClassMethods} = fake:class('Boat'),
            ?assertMatch(#{'tow:' := #{arity := 1, is_extension := true, source := <<"tow: other => other">>}}, Methods),
            ?assertMatch(#{fleet := #{arity := 0, is_extension := true}}, ClassMethods),
            %% Its own method hides it.
            ?assertMatch(#{row := #{return_type := 'Boat'}}, Methods),
            ok = beamtalk_extensions:unregister('Boat', 'tow:'),
            #{method_info := Left} = fake:class('Boat'),
            ?assertEqual([row], maps:keys(Left))
        end},
        {"of the library only what was changed is told, until it is changed back", fun() ->
            ok = made_class:library('Number', #{methods => #{half => {[], 'Number'}}}),
            ?assertEqual(#{}, fake:classes()),
            beamtalk_extensions:register('Number', doubled, fun(_, Self) -> Self end, me),
            ?assertMatch(#{method_info := #{doubled := #{is_extension := true, is_patched := true}}}, fake:class('Number')),
            ok = beamtalk_extensions:unregister('Number', doubled),
            #{method_info := Clean} = fake:class('Number'),
            ?assertEqual([half], maps:keys(Clean)),
            ?assertEqual(#{}, beamtalk_compiler_server:get_classes()),
            ok = beamtalk_object_class:put_method(pid('Number'), half, fun(Self) -> Self end),
            ?assertMatch(#{method_info := #{half := #{is_patched := true}}}, fake:class('Number')),
            ?assertMatch(#{'Number' := #{}}, beamtalk_compiler_server:get_classes())
        end},
        {"an extension for a class that comes later", fun() ->
            beamtalk_extensions:register('Boat', tow, fun(_, Self) -> Self end, me),
            ok = define('Boat', #{}),
            ?assertMatch(#{method_info := #{tow := #{is_extension := true}}}, fake:class('Boat'))
        end},
        {"protocols are told as text", fun() ->
            ok = beamtalk_protocols:register([
                #{name => 'Floating', package => none, extending => 'Placed', methods => [depth, '<', 'at:put:'], class_methods => [empty]},
                #{name => 'Sized', package => stdlib, extending => none, methods => [size], class_methods => []},
                #{name => 'Typed', package => none, extending => none, methods => [size], class_methods => [],
                    source => <<"Protocol define: Typed\n  size -> Integer\n">>}
            ]),
            Floating = <<"Protocol define: Floating\n  extending: Placed\n  depth\n  < a1\n  at: a1 put: a2\n  class empty\n">>,
            ?assertEqual([Floating, <<"Protocol define: Typed\n  size -> Integer\n">>], lists:sort(fake:term("texts")))
        end},
        {"aliases have a name each, and the last one counts", fun() ->
            ok = beamtalk_compiler_server:register_aliases(["type Id = Integer", <<"nothing">>]),
            ok = beamtalk_compiler_server:register_aliases([<<"/// An id.\ninternal type Id = String">>, <<"type Way = #up | #down">>]),
            Last = [<<"/// An id.\ninternal type Id = String">>, <<"type Way = #up | #down">>],
            ?assertEqual(Last, lists:sort(beamtalk_compiler_server:get_aliases())),
            ?assertEqual(lists:sort([<<"type Id = Integer">> | Last]), lists:sort(fake:term("texts")))
        end},
        {"all can be cleared but what is no class", fun() ->
            ok = define('Boat', #{}),
            ok = beamtalk_compiler_server:register_aliases([<<"type Id = Integer">>]),
            ok = beamtalk_compiler_server:clear_classes(),
            ?assertEqual(#{}, beamtalk_compiler_server:get_classes()),
            ?assertEqual(#{}, fake:classes()),
            ?assertEqual([<<"type Id = Integer">>], fake:term("texts"))
        end},
        {"whoever is no class process may register too", fun() ->
            ok = beamtalk_compiler_server:register_class('Ghost', #{class => 'Ghost'}),
            ?assertEqual(#{class => 'Ghost'}, fake:class('Ghost')),
            ok = beamtalk_compiler_server:register_class('Ghost', none),
            ok = beamtalk_compiler_server:remove_class('Ghost'),
            ok = beamtalk_compiler_server:remove_class('Nobody'),
            ?assertEqual(none, fake:class('Ghost'))
        end},
        {"a request brings no classes", fun() ->
            ok = define('Boat', #{}),
            ?assertEqual([command, id, mode, source], lists:sort(maps:keys(fake:term("request"))))
        end},
        {"the map of classes can be looked at", fun() ->
            ok = define('Boat', #{}),
            State = fake:state(),
            ?assertEqual(state, element(1, State)),
            ?assertMatch(#{'Boat' := #{superclass := none}}, element(3, State))
        end}
    ]}.

without_server_test() ->
    ?assertEqual(undefined, whereis(beamtalk_compiler_server)),
    Message = <<"Compiler port is not available">>,
    ?assertEqual(ok, beamtalk_compiler_server:register_class('Boat', #{})),
    ?assertEqual(ok, beamtalk_compiler_server:remove_class('Boat')),
    ?assertEqual(#{}, beamtalk_compiler_server:get_classes()),
    ?assertEqual(ok, beamtalk_compiler_server:register_aliases([])),
    ?assertEqual([], beamtalk_compiler_server:get_aliases()),
    ?assertEqual(ok, beamtalk_compiler_server:clear_classes()),
    ?assertEqual({error, [#{message => Message}]}, beamtalk_compiler_server:compile(<<>>, #{})),
    ?assertEqual({error, [#{message => Message}]}, beamtalk_compiler_server:version()),
    ?assertEqual({error, type_unknown}, beamtalk_compiler_server:resolve_completion_type(<<"x">>)),
    ?assertMatch({error, #{message := Message}}, beamtalk_compiler_server:resolve_method_span(<<>>, 'A', b, class)).
