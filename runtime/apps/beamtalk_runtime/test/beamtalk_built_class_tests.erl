-module(beamtalk_built_class_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").

-import(beamtalk_built_class, [define/1, is_built/1]).
-import(beamtalk_dispatch, [send/3]).
-import(beamtalk_class_registry, [whereis_class/1, get_method_return_type/2]).
-import(fixture, [class/1, error_of/1]).

built_class_test_() ->
    {foreach, fun fixture:start/0, fun stop/1, [
        {"the class is what a lookup by name answers", fun() ->
            Gauge = define_gauge(),
            ?assertEqual(class('Gauge'), Gauge),
            ?assertEqual('bt@gauge', beamtalk_class_registry:module_of('Gauge')),
            ?assert(is_built('Gauge')),
            ?assertNot(is_built('Point')),
            ?assertNot(is_built('Nowhere'))
        end},
        {"its instances have slots and methods", fun() ->
            Gauge = define_gauge(),
            New = send(Gauge, new, []),
            ?assertEqual(#{?TAG => 'Gauge', level => 3}, New),
            ?assertEqual(12, send(New, 'times:', [4])),
            ?assertEqual(New, send(New, yourself, [])),
            ?assertEqual({Gauge, 2}, send(Gauge, 'big:', [2])),
            ?assertMatch(#beamtalk_error{kind = does_not_understand, class = 'Gauge'}, error_of(fun() -> send(New, fly, []) end)),
            ?assertMatch(#beamtalk_error{kind = does_not_understand}, error_of(fun() -> send(Gauge, fly, []) end))
        end},
        {"new: takes slots and drops the rest", fun() ->
            Gauge = define_gauge(),
            ?assertEqual(#{?TAG => 'Gauge', level => 5}, send(Gauge, 'new:', [#{level => 5, odd => 1}])),
            ?assertMatch(
                #beamtalk_error{kind = type_error, message = <<"new: expects a Dictionary argument">>},
                error_of(fun() -> send(Gauge, 'new:', [3]) end)
            )
        end},
        {"slots are inherited, from compiled and from built classes", fun() ->
            define_gauge(),
            Dial = defined('Dial', 'Gauge', #{fields => #{hue => red}}),
            ?assertEqual(#{?TAG => 'Dial', level => 3, hue => red}, send(Dial, new, [])),
            ?assertEqual(6, send(send(Dial, new, []), 'times:', [2])),
            ?assertEqual([level, hue], beamtalk_behaviour_intrinsics:allFieldNames(Dial)),
            %% The defaults of the superclass are those of the moment.
            defined('Gauge', 'Object', #{fields => #{level => 9}}),
            ?assertEqual(#{?TAG => 'Dial', level => 9, hue => red}, send(Dial, new, []))
        end},
        {"an ancestor's own way of making instances goes before", fun() ->
            defined('Shy', 'Object', #{class_methods => #{new => fun(_) -> shy end}}),
            ?assertEqual(shy, send(defined('Shyer', 'Shy', #{}), new, []))
        end},
        {"kind, flags and what is known of methods", fun() ->
            Meta = #{
                is_abstract => true, doc => <<"D.">>,
                method_info => #{size => #{return_type => 'Integer', doc => <<"S.">>, source => <<"size => 1">>}, gone => #{}}
            },
            Class = defined('Pot', 'Value', #{methods => #{size => fun(_) -> 1 end, 'at:put:' => fun(_, _, V) -> V end}, meta => Meta}),
            ?assertEqual({ok, 'Integer'}, get_method_return_type('Pot', size)),
            ?assertEqual(undefined, get_method_return_type('Pot', 'at:put:')),
            ?assertEqual(['at:put:', size], beamtalk_behaviour_intrinsics:methods(Class)),
            ?assertMatch(#{'__source__' := <<"size => 1">>, '__doc__' := <<"S.">>}, beamtalk_behaviour_intrinsics:compiledMethod(Class, size)),
            ?assertEqual(<<"D.">>, beamtalk_behaviour_intrinsics:doc(Class)),
            ?assertEqual(nil, beamtalk_behaviour_intrinsics:sourceFile(Class)),
            ?assertMatch(#{kind := value, is_value := true}, beamtalk_object_class:metadata(whereis_class('Pot'))),
            ?assertMatch(#beamtalk_error{kind = instantiation_error}, error_of(fun() -> send(Class, new, []) end))
        end},
        {"class variables: kept when the class is defined again, new ones at their default", fun() ->
            Tick = fun(Self) ->
                beamtalk_class_variables:locked(Self, fun() ->
                    beamtalk_class_variables:put(Self, n, beamtalk_class_variables:get(Self, n) + 1)
                end)
            end,
            Methods = #{tick => Tick, read => fun(Self) -> beamtalk_class_variables:get(Self, m) end},
            Clock = defined('Clock', 'Object', #{class_methods => Methods, class_variables => #{n => 10}}),
            ?assertEqual([11, 12], [send(Clock, tick, []) || _ <- [1, 2]]),
            defined('Clock', 'Object', #{class_methods => Methods, class_variables => #{n => 0, m => new}}),
            _ = sys:get_state(whereis_class('Clock')),
            ?assertEqual({13, new}, {send(Clock, tick, []), send(Clock, read, [])})
        end},
        {"a definition replaces the one before as a whole, and the reference stays good", fun() ->
            Gauge = define_gauge(),
            ?assertEqual(Gauge, defined('Gauge', 'Value', #{methods => #{hum => fun(_) -> hm end}})),
            ?assertEqual(hm, send(send(Gauge, new, []), hum, [])),
            ?assertMatch(#beamtalk_error{}, error_of(fun() -> send(send(Gauge, new, []), 'times:', [4]) end)),
            ?assertEqual('Value', beamtalk_class_registry:superclass_of('Gauge'))
        end},
        {"a compiled class is replaced for its subclasses too", fun() ->
            code:purge('bt@test@point'),
            Point = defined('Point', 'Object', #{fields => #{x => 1}, methods => #{x => fun(_) -> built end}}),
            ?assertEqual(class('Point'), Point),
            ?assertEqual({pixel, built}, send(#{?TAG => 'Pixel'}, x, []))
        end},
        {"extensions and patches", fun() ->
            Gauge = define_gauge(),
            beamtalk_extensions:register('Gauge', glow, fun([], _) -> glowing end, me),
            beamtalk_extensions:register('Gauge', 'times:', fun([_], _) -> extended end, me),
            beamtalk_extensions:register('Gauge class', 'big:', fun([_], _) -> extended end, me),
            New = send(Gauge, new, []),
            ?assertEqual({glowing, 12, extended}, {send(New, glow, []), send(New, 'times:', [4]), send(Gauge, 'big:', [1])}),
            ok = beamtalk_object_class:put_method(whereis_class('Gauge'), 'times:', fun(_, N) -> {patched, N} end),
            ?assertEqual({patched, 4}, send(New, 'times:', [4])),
            ?assertEqual(New, send(Gauge, new, []))
        end},
        {"a super send from where the superclass is not known beforehand", fun() ->
            Super = fun(Self) -> {sub, beamtalk_dispatch:send_above('Sub', instance, printString, [], Self)} end,
            ClassSuper = fun(Self, N) -> {sub, beamtalk_dispatch:send_above('Sub', class, 'big:', [N], Self)} end,
            define_gauge(),
            Sub = defined('Sub', 'Gauge', #{methods => #{printString => Super}, class_methods => #{'big:' => ClassSuper}}),
            ?assertEqual({sub, <<"Sub">>}, send(send(Sub, new, []), printString, [])),
            ?assertEqual({sub, {Sub, 2}}, send(Sub, 'big:', [2]))
        end},
        {"a class of actors", fun() ->
            Beep = fun(Self) -> beamtalk_actor_state:put(Self, beeps, beamtalk_actor_state:get(Self, beeps) + 1) end,
            Radio = defined('Radio', 'Actor', #{fields => #{beeps => 0}, methods => #{beep => Beep}}),
            Actor = send(Radio, 'spawnWith:', [#{beeps => 5}]),
            ?assertEqual([6, 7], [send(Actor, beep, []) || _ <- [1, 2]]),
            ?assertMatch(#{kind := actor}, 'bt@radio':'__beamtalk_meta'()),
            %% Defined again: what it was is kept, what is new has its default.
            Both = fun(Self) -> {beamtalk_actor_state:get(Self, beeps), beamtalk_actor_state:get(Self, wave)} end,
            defined('Radio', 'Actor', #{fields => #{beeps => 0, wave => fm}, methods => #{both => Both}}),
            ?assertEqual({7, fm}, send(Actor, both, [])),
            ?assertMatch(#beamtalk_error{kind = does_not_understand}, error_of(fun() -> send(Actor, beep, []) end))
        end},
        {"every initialize of a chain of actors runs, the oldest first, extensions too", fun() ->
            Add = fun(Word) ->
                fun(Self) -> beamtalk_actor_state:put(Self, words, beamtalk_actor_state:get(Self, words) ++ [Word]) end
            end,
            defined('Elder', 'Actor', #{fields => #{words => []}, methods => #{initialize => Add(elder)}}),
            defined('Middle', 'Elder', #{}),
            Young = defined('Young', 'Middle', #{methods => #{initialize => Add(young), words => fun(Self) -> beamtalk_actor_state:get(Self, words) end}}),
            beamtalk_extensions:register('Middle', initialize, fun([], Self) -> (Add(middle))(Self) end, me),
            ?assertEqual([elder, middle, young], send(send(Young, spawn, []), words, []))
        end},
        {"what is refused", fun() ->
            Refused = fun(Name, Superclass) ->
                {error, #beamtalk_error{kind = Kind}} = define(definition(Name, Superclass, #{})),
                Kind
            end,
            ?assertEqual(stdlib_shadowing, Refused('Integer', 'Object')),
            ?assertEqual(runtime_error, Refused('Point', 'Pixel')),
            defined('TeaPot', 'Object', #{}),
            ?assertEqual(class_already_exists, Refused('Tea_Pot', 'Object')),
            {error, #beamtalk_error{kind = stdlib_shadowing}} = define(definition('Neu', 'Object', #{meta => #{package => stdlib}}))
        end},
        {"the class outlives the runtime's registry", fun() ->
            define_gauge(),
            fixture:stop([]),
            fixture:start(),
            ?assertEqual(12, send(send(class('Gauge'), new, []), 'times:', [4]))
        end},
        {"defining again and again leaves nothing behind", {timeout, 20, fun() ->
            Again = fun(N) -> defined('Gauge', 'Object', #{fields => #{level => N}, methods => #{n => fun(_) -> N end}}) end,
            %% What is loaded on the way the first time counts for nothing.
            [_, First, Last] = [begin [Again(N) || N <- lists:seq(1, 25)], footprint() end || _ <- [1, 2, 3]],
            ?assertEqual(25, send(#{?TAG => 'Gauge'}, n, [])),
            {Atoms, Processes, Code} = First,
            {LastAtoms, LastProcesses, LastCode} = Last,
            ?assertEqual({Atoms, Processes}, {LastAtoms, LastProcesses}),
            ?assert(LastCode - Code < 20000)
        end}},
        {"two definitions at once: one after the other", fun() ->
            Define = fun(N) -> defined('Race', 'Object', #{methods => #{n => fun(_) -> N end}, meta => #{doc => integer_to_binary(N)}}) end,
            Workers = [spawn_monitor(fun() -> [Define(N) || _ <- [1, 2, 3]] end) || N <- [1, 2]],
            [receive {'DOWN', Ref, process, _, Reason} -> ?assertEqual(normal, Reason) end || {_, Ref} <- Workers],
            Winner = send(#{?TAG => 'Race'}, n, []),
            _ = sys:get_state(whereis_class('Race')),
            ?assertEqual(integer_to_binary(Winner), beamtalk_behaviour_intrinsics:doc(class('Race')))
        end}
    ]}.

footprint() ->
    _ = sys:get_state(beamtalk_class_registry),
    [garbage_collect(Pid) || Pid <- processes()],
    {erlang:system_info(atom_count), length(processes()), erlang:memory(code)}.

define_gauge() ->
    defined('Gauge', 'Object', #{
        fields => #{level => 3},
        methods => #{'times:' => fun(#{level := Level}, N) -> Level * N end},
        class_methods => #{'big:' => fun(Self, N) -> {Self, N} end}
    }).

defined(Name, Superclass, Given) ->
    {ok, Class} = define(definition(Name, Superclass, Given)),
    Class.

definition(Name, Superclass, Given) ->
    Empty = #{fields => #{}, methods => #{}, class_methods => #{}, class_variables => #{}, meta => #{}},
    maps:merge(Empty#{name => Name, superclass => Superclass}, Given).

%% Built classes outlive the runtime; the next test must not see them.
stop(Started) ->
    Built = [C || C <- beamtalk_class_registry:all_classes(), is_built(C), C =/= 'Point'],
    [beamtalk_class_registry:remove(C) || _ <- Built, C <- Built],
    quietly(fun() -> fixture:reload('bt@test@point') end),
    fixture:stop(Started).

quietly(Fun) ->
    #{level := Level} = logger:get_primary_config(),
    logger:set_primary_config(level, none),
    try Fun() after logger:set_primary_config(level, Level) end.

module_names_test_() ->
    Rows = [
        {'Boiler', none, 'bt@boiler'},
        {'Boiler2', none, 'bt@boiler2'},
        {'HTTPServer', net, 'bt@net@http_server'},
        {'ClassBuilder', stdlib, 'bt@stdlib@class_builder'},
        {'BEAMError', stdlib, 'bt@stdlib@beam_error'},
        {'XY', none, 'bt@xy'},
        {'Tea_Pot', none, 'bt@tea_pot'}
    ],
    [?_assertEqual(Module, beamtalk_module_name:of_class(Class, Package)) || {Class, Package, Module} <- Rows].
