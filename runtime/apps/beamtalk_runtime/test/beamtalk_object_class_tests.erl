-module(beamtalk_object_class_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").
-include("../include/beamtalk_class_state.hrl").

-import(beamtalk_object_class, [put_method/3, put_method/4, put_class_method/3, metadata/1]).
-import(beamtalk_class_registry, [whereis_class/1, get_method_return_type/2]).
-import(beamtalk_dispatch, [send/3]).
-import(fixture, [class/1, point/2]).

class_process_test_() ->
    {foreach, fun fixture:start/0, fun fixture:stop/1, [
        {"its state is what the metadata says", fun() ->
            #class_state{} = State = sys:get_state(whereis_class('Point')),
            ?assertEqual('Point', State#class_state.name),
            ?assertEqual('bt@test@point', State#class_state.module),
            ?assertEqual('Value', State#class_state.superclass),
            ?assertEqual([x, y], State#class_state.fields),
            ?assertEqual(
                #{x => 'Integer', y => 'Integer', 'withX:' => 'Self', '+' => 'Point', 'equals:' => 'Boolean'},
                State#class_state.method_return_types
            ),
            ?assertMatch(#{origin := 'Self'}, State#class_state.class_method_return_types),
            ?assertMatch(#{x := <<"x -> Integer">>, '+' := <<"+ other :: Point -> Point">>}, State#class_state.method_signatures),
            ?assertMatch(#{'x:y:' := <<"x: _ y: _ -> Self">>}, State#class_state.class_method_signatures),
            ?assertEqual(#{'+' => <<"The sum.">>}, State#class_state.method_docs),
            ?assertEqual(<<"A place in the plane.">>, State#class_state.doc)
        end},
        {"it is in the group of classes", fun() ->
            ?assert(lists:member(whereis_class('Point'), pg:get_members(beamtalk_pg, beamtalk_classes)))
        end},
        {"a patch adds a method", fun() ->
            ok = put_method(whereis_class('Point'), norm, fun(#{x := X, y := Y}) -> X * X + Y * Y end),
            ?assertEqual(25, send(point(3, 4), norm, [])),
            ?assertEqual(25, send((point(3, 4))#{?TAG := 'Pixel'}, norm, [])),
            ?assert(lists:member(norm, beamtalk_behaviour_intrinsics:methods(class('Point')))),
            ?assert(beamtalk_dispatch:responds_to(point(3, 4), norm))
        end},
        {"a patch forgets the type of its method and of no other", fun() ->
            Pid = whereis_class('Point'),
            ok = put_method(Pid, x, fun(_) -> odd end, <<"x => #odd">>),
            State = sys:get_state(Pid),
            ?assertEqual(error, maps:find(x, State#class_state.method_return_types)),
            ?assertEqual(error, maps:find(x, State#class_state.method_signatures)),
            ?assertEqual({ok, <<"x => #odd">>}, maps:find(x, State#class_state.method_source)),
            ?assertMatch(#{x := #{block := _, arity := 0}}, State#class_state.instance_methods),
            ?assertEqual(undefined, get_method_return_type('Point', x)),
            ?assertEqual({ok, 'Integer'}, get_method_return_type('Point', y))
        end},
        {"a patch may declare a type", fun() ->
            ok = put_method(whereis_class('Point'), x, fun(_) -> odd end, #{return_type => 'Symbol'}),
            ?assertEqual({ok, 'Symbol'}, get_method_return_type('Point', x))
        end},
        {"a patch of a class method replaces a compiled one", fun() ->
            ok = put_class_method(whereis_class('Point'), origin, fun(Self) -> {patched, Self} end),
            ?assertEqual({patched, class('Point')}, send(class('Point'), origin, [])),
            ?assertEqual(undefined, beamtalk_class_registry:get_class_method_return_type('Point', origin))
        end},
        {"a patch hides an extension, on the class side the reverse", fun() ->
            beamtalk_extensions:register('Point', norm, fun([], _) -> extended end, me),
            beamtalk_extensions:register('Point class', norm, fun([], _) -> extended end, me),
            ok = put_method(whereis_class('Point'), norm, fun(_) -> patched end),
            ok = put_class_method(whereis_class('Point'), norm, fun(_) -> patched end),
            Both = fun() -> {send(point(1, 2), norm, []), send(class('Point'), norm, [])} end,
            ?assertEqual({patched, extended}, Both()),
            beamtalk_extensions:settle(),
            ?assertEqual({patched, extended}, Both())
        end},
        {"a patch answers in the place of a compiled method, for subclasses too", fun() ->
            ok = put_method(whereis_class('Point'), y, fun(#{y := Y}) -> {patched, Y} end),
            ok = put_method(whereis_class('Point'), 'withX:', fun(Self, X) -> Self#{x := {patched, X}} end),
            Pixel = (point(1, 2))#{?TAG := 'Pixel'},
            Answers = fun() -> {send(point(1, 2), y, []), send(Pixel, y, []), send(point(1, 2), x, [])} end,
            ?assertEqual({{patched, 2}, {patched, 2}, 1}, Answers()),
            beamtalk_extensions:settle(),
            ?assertEqual({{patched, 2}, {patched, 2}, 1}, Answers()),
            ?assertEqual(point({patched, 3}, 2), send(point(1, 2), 'withX:', [3]))
        end},
        {"super reaches the patch, and the patch its superclass", fun() ->
            ok = put_method(whereis_class('Point'), x, fun(_) -> patched end),
            ?assertEqual({pixel, patched}, send((point(1, 2))#{?TAG := 'Pixel'}, x, [])),
            Super = fun(Self) -> {own, beamtalk_dispatch:super_send('bt@stdlib@object', printString, [], Self)} end,
            ok = put_method(whereis_class('Value'), printString, Super),
            ?assertEqual({own, <<"Point">>}, send(point(1, 2), printString, []))
        end},
        {"a primitive's method can be patched", fun() ->
            ok = put_method(whereis_class('Integer'), printString, fun(N) -> {int, N} end),
            ?assertEqual({int, 7}, send(7, printString, [])),
            ?assertEqual(8, send(7, '+', [1])),
            ?assertEqual(class('Integer'), send(7, class, []))
        end},
        {"functions that the module exports answer as the methods do", fun() ->
            ok = put_class_method(whereis_class('Tally'), n, fun(_) -> patched end),
            ok = put_method(whereis_class('Point'), x, fun(_) -> patched end),
            ?assertEqual(patched, send(class('Tally'), n, [])),
            ?assertEqual([patched, patched], ['bt@test@tally':class_n(class('Tally')), 'bt@test@point':x(point(1, 2))]),
            ?assertEqual([2, point(3, 2)], ['bt@test@point':y(point(1, 2)), 'bt@test@point':'withX:'(point(1, 2), 3)]),
            ?assertEqual(#{n => 0, last => nil}, 'bt@test@tally':'__class_variables'()),
            ?assertMatch(#{class := 'Point'}, 'bt@test@point':'__beamtalk_meta'()),
            ?assertEqual(<<"src/point.bt">>, beamtalk_behaviour_intrinsics:sourceFile(class('Point')))
        end},
        {"a patch is no new class", fun() ->
            Before = beamtalk_class_registry:all_classes(),
            ok = put_method(whereis_class('Point'), x, fun(_) -> odd end),
            kill(whereis(beamtalk_class_registry)),
            _ = supervisor:which_children(beamtalk_runtime_sup),
            ?assertEqual(Before, beamtalk_class_registry:all_classes()),
            ?assertEqual('bt@test@point', beamtalk_class_registry:module_of('Point')),
            ?assertEqual(odd, send(point(1, 2), x, []))
        end},
        {"a method can be deleted, compiled or not: what it hid answers", fun() ->
            Pid = whereis_class('Pixel'),
            Pixel = (point(1, 2))#{?TAG := 'Pixel'},
            ok = beamtalk_object_class:delete_method(Pid, instance, x),
            ?assertEqual(1, send(Pixel, x, [])),
            ?assertEqual({ok, 'Integer'}, get_method_return_type('Pixel', x)),
            ?assertNot(lists:member(x, beamtalk_behaviour_intrinsics:methods(class('Pixel')))),
            beamtalk_extensions:register('Pixel', x, fun([], _) -> extended end, me),
            ?assertEqual(extended, send(Pixel, x, [])),
            ok = put_method(Pid, x, fun(_) -> put end),
            ?assertEqual(put, send(Pixel, x, [])),
            ?assertEqual({error, not_local}, beamtalk_object_class:delete_method(Pid, instance, nowhere)),
            ok = beamtalk_object_class:delete_method(whereis_class('Point'), class, origin),
            ?assertMatch(
                #beamtalk_error{kind = does_not_understand, class = 'Point'},
                fixture:error_of(fun() -> send(class('Point'), origin, []) end)
            )
        end},
        {"code from no file is patched if it was kept, else that is said", fun() ->
            {Module, Beam} = plain_class('Loose', ready),
            {module, Module} = code:load_binary(Module, "", Beam),
            Pid = whereis_class('Loose'),
            Loose = #{?TAG => 'Loose'},
            quietly(fun() -> ok = put_method(Pid, state, fun(_) -> patched end) end),
            ?assertEqual(ready, send(Loose, state, [])),
            beamtalk_object_code:keep(Module, Beam),
            ok = put_method(Pid, state, fun(_) -> patched end),
            ?assertEqual(patched, send(Loose, state, [])),
            ok = beamtalk_class_registry:remove('Loose'),
            ?assertEqual([], copies(Module))
        end},
        {"blocks of the compiled code live on, however often it is patched", fun() ->
            {Module, Beam} = plain_class('Loose', ready),
            beamtalk_object_code:keep(Module, Beam),
            {module, Module} = code:load_binary(Module, "", Beam),
            Loose = #{?TAG => 'Loose'},
            Patch = fun(Answer) -> ok = put_method(whereis_class('Loose'), state, fun(_) -> Answer end) end,
            First = keeper(send(Loose, block, [])),
            [Patch(N) || N <- [1, 2, 3]],
            ?assertEqual(3, send(Loose, state, [])),
            ?assertEqual(ready, ask(First)),
            %% Made by patched code, which was optimised: what it calls itself stays.
            Second = keeper(send(Loose, block, [])),
            stop = ask(First, stop),
            code:purge(Module),
            {module, Module} = code:load_binary(Module, "", Beam),
            ?assertEqual(ready, send(Loose, state, [])),
            ?assertEqual(ready, ask(Second)),
            Patch(4),
            ?assertEqual(4, send(Loose, state, [])),
            ?assertEqual(ready, ask(Second)),
            stop = ask(Second, stop),
            ok = beamtalk_class_registry:remove('Loose'),
            ?assertEqual([], copies(Module))
        end},
        {"a patch can be taken back", fun() ->
            Pid = whereis_class('Point'),
            ok = put_class_method(Pid, origin, fun(_) -> patched end),
            ok = beamtalk_object_class:remove_method(Pid, class, origin),
            ?assertEqual(point(0, 0), send(class('Point'), origin, [])),
            ?assertEqual({ok, 'Point'}, beamtalk_class_registry:get_class_method_return_type('Point', origin)),
            ?assertEqual({error, not_patched}, beamtalk_object_class:remove_method(Pid, instance, x))
        end},
        {"the number of parameters is checked", fun() ->
            ?assertEqual({error, arity_mismatch}, put_method(whereis_class('Point'), 'at:', fun(_) -> 1 end))
        end},
        {"metadata is made from the state, the compiled function stays", fun() ->
            Pid = whereis_class('Point'),
            ok = put_method(Pid, x, fun(_) -> odd end, <<"x => #odd">>),
            #{meta_version := 2, method_info := #{x := X, y := Y}, fields := [x, y]} = metadata(Pid),
            ?assertEqual(#{arity => 0, param_types => none, return_type => none, is_patched => true, source => <<"x => #odd">>}, X),
            ?assertMatch(#{return_type := 'Integer'}, Y),
            ?assertMatch(#{method_info := #{x := #{return_type := 'Integer'}}}, 'bt@test@point':'__beamtalk_meta'()),
            ?assertEqual(metadata(Pid), beamtalk_class_hierarchy_table:live_metadata('Point'))
        end},
        {"loading the module again replaces everything, patches included", fun() ->
            Pid = whereis_class('Point'),
            ok = put_method(Pid, x, fun(_) -> odd end),
            ok = put_method(Pid, norm, fun(_) -> 1 end),
            code:purge('bt@test@point'),
            {module, _} = code:load_file('bt@test@point'),
            _ = sys:get_state(beamtalk_class_registry),
            #class_state{is_patched = false} = sys:get_state(Pid),
            _ = sys:get_state(beamtalk_extensions),
            ?assertEqual(Pid, whereis_class('Point')),
            ?assertEqual({ok, 'Integer'}, get_method_return_type('Point', x)),
            ?assertMatch(#beamtalk_error{kind = does_not_understand}, fixture:error_of(fun() -> send(point(1, 2), norm, []) end)),
            code:purge('bt@test@point')
        end},
        {"a class process that dies starts again from what was compiled", fun() ->
            Pid = whereis_class('Point'),
            ok = put_method(Pid, norm, fun(_) -> 1 end),
            kill(Pid),
            New = whereis_class('Point'),
            ?assertNotEqual(Pid, New),
            _ = sys:get_state(New),
            _ = sys:get_state(beamtalk_extensions),
            ?assertEqual(#{arity => 0, param_types => [], return_type => 'Integer'}, maps:get(x, maps:get(method_info, metadata(New)))),
            ?assertMatch(#beamtalk_error{}, fixture:error_of(fun() -> send(point(1, 2), norm, []) end)),
            ?assertEqual(1, send(point(1, 2), x, []))
        end},
        {"many deaths do not exhaust the supervisor", fun() ->
            Sup = whereis(beamtalk_class_sup),
            [kill(whereis_class(Class)) || _ <- lists:seq(1, 20), Class <- beamtalk_class_registry:all_classes()],
            ?assertEqual(Sup, whereis(beamtalk_class_sup)),
            [?assert(is_pid(whereis_class(Class))) || Class <- beamtalk_class_registry:all_classes()],
            ?assertEqual(length(beamtalk_class_registry:all_classes()), length(supervisor:which_children(Sup)))
        end},
        {"constructible", fun() ->
            Is = fun(Class) -> beamtalk_object_class:is_constructible(whereis_class(Class)) end,
            ?assert(Is('Point')),
            ?assertNot(Is('ProtoObject')),
            ?assertNot(Is('Integer'))
        end},
        {"documentation can be set", fun() ->
            Class = class('Point'),
            ?assertEqual(Class, beamtalk_behaviour_intrinsics:setDoc(Class, <<"new">>)),
            ?assertEqual(<<"new">>, beamtalk_behaviour_intrinsics:doc(Class)),
            ?assertEqual(Class, beamtalk_behaviour_intrinsics:setDocForMethod(Class, x, <<"abscissa">>)),
            ?assertEqual(<<"abscissa">>, beamtalk_behaviour_intrinsics:docForMethod(Class, x)),
            ?assertEqual(<<"The sum.">>, beamtalk_behaviour_intrinsics:docForMethod(class('Pixel'), '+')),
            beamtalk_behaviour_intrinsics:setDoc(Class, nil),
            ?assertEqual(nil, beamtalk_behaviour_intrinsics:doc(Class))
        end},
        {"subscribers hear of extensions, as part of the class, before whoever made them goes on", fun() ->
            ?assertNot(beamtalk_class_events:is_heard()),
            beamtalk_class_events:subscribe(self()),
            Fun = fun(_, Self) -> Self end,
            ok = beamtalk_extensions:register('Point', 'plus:', Fun, me, <<"plus: n => …"/utf8>>),
            ok = beamtalk_extensions:register('Point class', here, Fun, me),
            ok = beamtalk_extensions:register('Nowhere', x, Fun, me),
            ok = beamtalk_extensions:register('Never Heard Of class', x, Fun, me),
            ok = beamtalk_extensions:unregister('Point', 'plus:'),
            beamtalk_class_events:unsubscribe(self()),
            ok = beamtalk_extensions:unregister('Point class', here),
            Heard = [receive {'$gen_cast', {register_class, 'Point', Meta}} -> Meta after 0 -> nothing end || _ <- [1, 2, 3, 4]],
            ?assertMatch(
                [
                    #{method_info := #{'plus:' := #{arity := 1, is_extension := true, source := <<"plus: n => …"/utf8>>}, x := _}},
                    #{method_info := #{'plus:' := _}, class_method_info := #{here := #{arity := 0, is_extension := true}, origin := _}},
                    #{class_method_info := #{here := _}},
                    nothing
                ],
                Heard
            ),
            ?assertNot(is_map_key('plus:', maps:get(method_info, lists:nth(3, Heard))))
        end},
        {"a class that is loaded again has told so when the change answers", fun() ->
            {Module, Beam} = plain_class('Loose', ready),
            beamtalk_class_events:subscribe(self()),
            [
                begin
                    ok = beamtalk_code_change:load(Module, "test", Beam),
                    ?assertMatch(#{class := 'Loose'}, receive {'$gen_cast', {register_class, 'Loose', Meta}} -> Meta after 0 -> nothing end)
                end
             || _ <- lists:seq(1, 50)
            ],
            ok = beamtalk_class_registry:remove('Loose'),
            ?assertEqual('Loose', receive {'$gen_cast', {remove_class, Class}} -> Class after 0 -> nothing end)
        end},
        {"the dead are not told of anything", fun() ->
            Dead = fixture:dead_process(),
            beamtalk_class_events:subscribe(Dead),
            beamtalk_class_events:subscribe(self()),
            ?assertEqual([{self()}], ets:tab2list(beamtalk_class_events))
        end},
        {"subscribers hear of registrations, patches and removals in order", fun() ->
            beamtalk_class_events:subscribe(self()),
            Pid = whereis_class('Pixel'),
            ok = put_method(Pid, x, fun(_) -> 1 end, #{return_type => 'Integer'}),
            code:purge('bt@test@pixel'),
            {module, _} = code:load_file('bt@test@pixel'),
            _ = sys:get_state(beamtalk_class_registry),
            _ = sys:get_state(Pid),
            ok = beamtalk_class_registry:remove('Pixel'),
            ?assertMatch(
                [
                    {register_class, 'Pixel', #{method_info := #{x := #{return_type := 'Integer'}}}},
                    {register_class, 'Pixel', #{method_info := #{x := #{return_type := none}}}},
                    {remove_class, 'Pixel'}
                ],
                [receive {'$gen_cast', Event} -> Event after 1000 -> nothing end || _ <- [1, 2, 3]]
            )
        end}
    ]}.

%% A class whose instances answer a constant and a block that answers it.
plain_class(Class, State) ->
    Module = list_to_atom("bt@test@" ++ string:lowercase(atom_to_list(Class))),
    Info = #{arity => 0, param_types => [], return_type => none},
    Meta = #{class => Class, superclass => 'Object', meta_version => 2, method_info => #{state => Info, block => Info}},
    Text = io_lib:format(
        "-module(~p). -export(['__beamtalk_meta'/0, register_class/0, dispatch/3, class_dispatch/3, state/1, block/1]). "
        "-on_load(register_class/0). '__beamtalk_meta'() -> ~p. "
        "register_class() -> beamtalk_class_registry:register(~p, '__beamtalk_meta'()). "
        "dispatch(state, [], Self) -> state(Self); dispatch(block, [], Self) -> block(Self); "
        "dispatch(S, A, Self) -> 'bt@stdlib@object':dispatch(S, A, Self). "
        "class_dispatch(S, A, Self) -> 'bt@stdlib@object':class_dispatch(S, A, Self). "
        "state(_) -> ~p. block(Self) -> fun() -> state(Self) end. ",
        [Module, Meta, Module, State]
    ),
    {ok, Tokens, _} = erl_scan:string(lists:flatten(Text)),
    {ok, Module, Beam} = compile:forms(forms(Tokens)),
    {Module, Beam}.

forms([]) ->
    [];
forms(Tokens) ->
    {Form, [Dot | Rest]} = lists:splitwith(fun(Token) -> element(1, Token) =/= dot end, Tokens),
    {ok, Parsed} = erl_parse:parse_form(Form ++ [Dot]),
    [Parsed | forms(Rest)].

copies(Module) ->
    [M || {M, _} <- code:all_loaded(), M =/= Module, string:prefix(atom_to_list(M), atom_to_list(Module)) =/= nomatch].

%% A process that does nothing but hold a block.
keeper(Block) ->
    spawn_link(fun() -> keep(Block) end).

keep(Block) ->
    receive
        {value, From} -> From ! {answer, Block()}, keep(Block);
        {stop, From} -> From ! {answer, stop}
    end.

ask(Keeper) ->
    ask(Keeper, value).

ask(Keeper, What) ->
    Keeper ! {What, self()},
    receive {answer, Answer} -> Answer after 1000 -> nothing end.

quietly(Fun) ->
    #{level := Level} = logger:get_primary_config(),
    logger:set_primary_config(level, none),
    try Fun() after logger:set_primary_config(level, Level) end.

kill(Pid) ->
    quietly(fun() ->
        Ref = monitor(process, Pid),
        exit(Pid, kill),
        receive {'DOWN', Ref, process, _, _} -> ok end,
        supervisor:count_children(beamtalk_class_sup)
    end).
