%% The port and the server may die at any moment and know all that they knew.
-module(recovery_tests).
-include_lib("stdlib/include/assert.hrl").

-export([recovery_test_/0]).

-import(made_class, [define/2, pid/1]).


recovery_test_() ->
    {foreach, fun start/0, fun stop/1, [
        {timeout, 600, {atom_to_list(Name), Test}}
     || {Name, Test} <- [
            {the_port_dies_again_and_again, fun() -> again_and_again(fun fake:kill_port/0) end},
            {the_server_dies_again_and_again, fun() -> again_and_again(fun fake:kill_server/0) end},
            {both_die, fun() -> again_and_again(fun() -> fake:signal("-KILL"), fake:kill_server() end) end},
            {what_changes_without_a_server_is_found, fun without_a_server/0},
            {a_class_that_does_not_answer_keeps_nobody_waiting, fun a_silent_class/0},
            {a_removed_class_does_not_come_back, fun removed/0},
            {odd_modules_do_no_harm, fun odd_modules/0},
            {modules_without_a_runtime_are_enough, fun without_a_runtime/0},
            {the_dead_do_not_stay_subscribed, fun subscriptions/0},
            {a_port_is_told_before_it_is_asked, fun told_first/0}
        ]
    ]}.

%% Something of everything: classes, patches of them, patches and extensions of the
%% library, aliases and protocols.
start() ->
    fake:start(),
    [ok = define(Class, #{methods => #{a => {[], 'Integer'}, 'b:' => {['String'], none}}}) || Class <- ['Boat', 'Raft']],
    ok = made_class:library('Number', #{methods => #{half => {[], 'Number'}}}),
    ok = made_class:library('Text', #{methods => #{size => {[], 'Number'}}}),
    ok = beamtalk_object_class:put_method(pid('Boat'), 'b:', fun(Self, _) -> Self end, #{return_type => 'Raft', source => <<"b: x => Raft">>}),
    ok = beamtalk_object_class:put_method(pid('Boat'), new_one, fun(Self) -> Self end),
    ok = beamtalk_object_class:put_method(pid('Number'), half, fun(Self) -> Self end),
    ok = beamtalk_extensions:register('Text', shout, fun(_, Self) -> Self end, me, <<"shout => self">>),
    ok = beamtalk_extensions:register('Raft class', build, fun(_, Self) -> Self end, me),
    ok = beamtalk_compiler_server:register_aliases([<<"type Id = Integer">>]),
    ok = beamtalk_protocols:register([
        #{name => 'Afloat', package => none, extending => none, methods => [depth], class_methods => []}
    ]).

stop(Started) ->
    fake:stop(Started),
    [begin code:delete(M), code:purge(M) end || M <- odd()].

odd() ->
    [odd_no_map, odd_no_name, odd_name, old_format, raising].

again_and_again(Kill) ->
    Texts = [<<"Protocol define: Afloat\n  depth\n">>, <<"type Id = Integer">>],
    lists:foreach(
        fun(Round) ->
            Kill(),
            ?assertEqual([], known:lost()),
            ?assertEqual(Texts, lists:sort(fake:term("texts"))),
            ok = define('Boat', #{doc => integer_to_binary(Round), methods => #{'b:' => {['Integer'], 'Boat'}}}),
            ok = beamtalk_object_class:put_method(pid('Boat'), a, fun(Self) -> Self end, integer_to_binary(Round)),
            ok = beamtalk_object_class:put_method(pid('Number'), half, fun(Self) -> Self end, integer_to_binary(Round)),
            ?assertEqual([], known:lost())
        end,
        lists:seq(1, fake:rounds(5, 200))
    ).

%% The supervisor is kept from starting the next one.
without_a_server() ->
    Sup = whereis(beamtalk_compiler_sup),
    ok = supervisor:terminate_child(Sup, beamtalk_compiler_server),
    ok = define('Boat', #{doc => <<"new">>}),
    ok = define('Ship', #{}),
    ok = made_class:remove('Raft'),
    ok = beamtalk_object_class:put_method(pid('Ship'), sail, fun(Self) -> Self end),
    ok = beamtalk_extensions:register('Number', tripled, fun(_, Self) -> Self end, me),
    {ok, _} = supervisor:restart_child(Sup, beamtalk_compiler_server),
    ?assertEqual([], known:lost()),
    ?assertEqual(['Boat', 'Number', 'Ship', 'Text'], lists:sort(maps:keys(fake:classes()))).

a_silent_class() ->
    [ok = sys:suspend(pid(Class)) || Class <- ['Boat', 'Number']],
    {Time, ok} = timer:tc(fun fake:kill_server/0),
    ?assert(Time < 2000000),
    ?assertMatch(#{method_info := #{'b:' := #{return_type := 'Raft', is_patched := true}, new_one := _}}, fake:class('Boat')),
    ?assertMatch(#{method_info := #{half := #{is_patched := true}}}, fake:class('Number')),
    [ok = sys:resume(pid(Class)) || Class <- ['Boat', 'Number']],
    ?assertEqual([], known:lost()).

%% Its module is still there for a moment after the class is not.
removed() ->
    Module = made_class:module('Raft'),
    {removed, Module} = gen_server:call(beamtalk_class_registry, {remove, 'Raft', Module}),
    ?assert(erlang:function_exported(Module, '__beamtalk_meta', 0)),
    fake:kill_server(),
    ?assertEqual(none, fake:class('Raft')),
    ?assertNot(is_map_key('Raft', beamtalk_compiler_server:get_classes())).

odd_modules() ->
    Load = fun(Name, Body) ->
        Forms = [
            {attribute, 1, module, Name},
            {attribute, 1, export, [{'__beamtalk_meta', 0}]},
            {function, 1, '__beamtalk_meta', 0, [{clause, 1, [], [], [erl_parse:abstract(Body, 1)]}]}
        ],
        {ok, Name, Beam} = compile:forms(Forms),
        {module, Name} = code:load_binary(Name, "", Beam)
    end,
    Load(odd_no_map, not_a_map),
    Load(odd_no_name, #{superclass => 'Object'}),
    Load(odd_name, #{class => <<"Text">>}),
    Load(old_format, #{class => 'Elder', superclass => 'Object', methods => [{age, 0}], class_methods => [{new, 0}]}),
    {ok, raising, Raising} = compile:forms([
        {attribute, 1, module, raising},
        {attribute, 1, export, [{'__beamtalk_meta', 0}]},
        {function, 1, '__beamtalk_meta', 0, [{clause, 1, [], [], [{call, 1, {remote, 1, {atom, 1, erlang}, {atom, 1, error}}, [{atom, 1, oops}]}]}]}
    ]),
    {module, raising} = code:load_binary(raising, "", Raising),
    Found = beamtalk_compiler_server:recover_from_beam_modules(),
    ?assertEqual(['Boat', 'Elder', 'Raft'], lists:sort(maps:keys(Found))),
    ?assertMatch(
        #{'Elder' := #{is_sealed := false, method_info := #{age := #{arity := 0, return_type := none}}, class_method_info := #{new := _}}},
        Found
    ),
    fake:kill_server(),
    ?assertEqual([], known:lost()),
    %% Nor to the runtime, should it start again.
    ok = application:stop(beamtalk_compiler),
    ok = application:stop(beamtalk_runtime),
    ok = application:start(beamtalk_runtime),
    ok = application:start(beamtalk_compiler),
    ?assert(is_map_key('Boat', fake:classes())).

without_a_runtime() ->
    Sup = whereis(beamtalk_compiler_sup),
    ok = supervisor:terminate_child(Sup, beamtalk_compiler_server),
    ok = application:stop(beamtalk_runtime),
    ?assertEqual(['Boat', 'Raft'], lists:sort(maps:keys(beamtalk_compiler_server:recover_from_beam_modules()))),
    {ok, _} = supervisor:restart_child(Sup, beamtalk_compiler_server),
    ?assertEqual({ok, #{}}, beamtalk_compiler_server:ping()),
    ok = application:start(beamtalk_runtime),
    known:agreed().

subscriptions() ->
    [fake:kill_server() || _ <- lists:seq(1, 5)],
    ?assertEqual([{whereis(beamtalk_compiler_server)}], ets:tab2list(beamtalk_class_events)).

%% What a new port hears first is what there is, and nothing twice.
told_first() ->
    fake:kill_port(),
    Log = fake:term("log"),
    Registered = [Class || #{command := register_class, class := Class} <- Log],
    ?assertEqual(['Boat', 'Number', 'Raft', 'Text'], lists:sort(Registered)),
    ?assertEqual(6, length(Log)).
