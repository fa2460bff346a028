-module(beamtalk_protocols_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").

-import(beamtalk_behaviour_intrinsics, [conformsTo/2, protocols/1]).
-import(fixture, [class/1]).

protocols_test_() ->
    {foreach, fun start/0, fun fixture:stop/1, [
        {"a protocol is told as text, its own or one that is made for it; those of the library are not", fun() ->
            beamtalk_class_events:subscribe(self()),
            Stowable = protocol('Stowable', 'Placed', [weight, '<', 'stowIn:at:'], [empty]),
            Typed = (protocol('Typed', nil, [size], []))#{source => <<"Protocol define: Typed\n  size -> Integer\n">>},
            ok = beamtalk_protocols:register([Stowable, Typed, Stowable#{name => 'Library', package => stdlib}]),
            Told = receive {'$gen_cast', {register_protocols, Texts}} -> Texts after 0 -> nothing end,
            ?assertEqual(
                #{
                    'Stowable' =>
                        <<"Protocol define: Stowable\n  extending: Placed\n  weight\n  < a1\n  stowIn: a1 at: a2\n  class empty\n">>,
                    'Typed' => <<"Protocol define: Typed\n  size -> Integer\n">>
                },
                Told
            ),
            ?assertEqual(Told, maps:with(['Stowable', 'Typed', 'Library'], beamtalk_protocols:texts()))
        end},
        {"what is registered is known", fun() ->
            ?assert(beamtalk_protocols:is_protocol('Placed')),
            ?assertNot(beamtalk_protocols:is_protocol('Point')),
            ?assertNot(beamtalk_protocols:is_protocol('Nowhere')),
            ?assertEqual(['Central', 'Echoing', 'Loop', 'Placed', 'Pool', 'Spaced'], beamtalk_protocols:all())
        end},
        {"requirements are its own and those of what it extends, sides apart", fun() ->
            ?assertEqual([{instance, x}, {instance, y}], beamtalk_protocols:required('Placed')),
            ?assertEqual([{instance, x}, {instance, y}, {instance, z}], beamtalk_protocols:required('Spaced')),
            ?assertEqual([{instance, x}, {class, origin}], beamtalk_protocols:required('Central')),
            ?assertEqual([], beamtalk_protocols:required('Nowhere'))
        end},
        {"protocols that extend each other stop", fun() ->
            ?assertEqual([{instance, a}, {instance, b}], beamtalk_protocols:required('Loop'))
        end},
        {"a class conforms by what it understands, inherited or not", fun() ->
            ?assert(conformsTo(class('Point'), 'Placed')),
            ?assert(conformsTo(class('Pixel'), 'Placed')),
            ?assertNot(conformsTo(class('Tally'), 'Placed')),
            ?assertNot(conformsTo(class('Point'), 'Spaced')),
            ?assertNot(conformsTo(class('Point'), 'Nowhere'))
        end},
        {"what is required of the class is asked of the class", fun() ->
            ?assert(conformsTo(class('Pixel'), 'Central')),
            ?assertNot(conformsTo(class('Value'), 'Central'))
        end},
        {"of a metaclass, the class side is meant", fun() ->
            Meta = beamtalk_class_of:class(class('Point')),
            ?assertNot(conformsTo(Meta, 'Placed')),
            register('Origins', [origin, name], []),
            ?assert(conformsTo(Meta, 'Origins')),
            ?assertNot(conformsTo(class('Point'), 'Origins'))
        end},
        {"whoever forwards every message conforms to everything", fun() ->
            ?assert(conformsTo(class('Echo'), 'Spaced')),
            ?assert(conformsTo(class('Echo'), 'Central'))
        end},
        {"a class knows its protocols, a protocol its classes", fun() ->
            ?assertEqual(['Central', 'Placed'], protocols(class('Pixel'))),
            ?assertEqual([], protocols(class('Tally'))),
            ?assertEqual(['Echo', 'Pixel', 'Point'], beamtalk_protocols:conforming_classes('Placed')),
            ?assertEqual([], beamtalk_protocols:conforming_classes('Nowhere'))
        end},
        {"an extension, a patch or a new definition counts at once", fun() ->
            ?assertNot(conformsTo(class('Point'), 'Spaced')),
            beamtalk_extensions:register('Point', z, fun([], _) -> 0 end, me),
            ?assert(conformsTo(class('Point'), 'Spaced')),
            ok = beamtalk_extensions:unregister('Point', z),
            ?assertNot(conformsTo(class('Point'), 'Spaced')),
            Pid = beamtalk_class_registry:whereis_class('Point'),
            ok = beamtalk_object_class:put_method(Pid, z, fun(_) -> 0 end),
            ?assert(conformsTo(class('Pixel'), 'Spaced')),
            ok = beamtalk_object_class:delete_method(Pid, instance, z),
            ?assertNot(conformsTo(class('Pixel'), 'Spaced'))
        end},
        {"registered again, it is what it is now", fun() ->
            register('Placed', [nowhere], []),
            ?assertNot(conformsTo(class('Point'), 'Placed')),
            ?assertEqual([{instance, nowhere}], beamtalk_protocols:required('Placed'))
        end},
        {"its name is a class under Protocol, unless a class has it", fun() ->
            ?assertEqual('Protocol', beamtalk_class_registry:superclass_of('Placed')),
            ?assertMatch({beamtalk_object, 'Placed class', 'bt@stdlib@protocol', _}, class('Placed')),
            register('Point', [], []),
            ?assertMatch({beamtalk_object, 'Point class', 'bt@test@point', _}, class('Point'))
        end}
    ]}.

without_a_runtime_nothing_is_registered_test() ->
    ?assertEqual(ok, beamtalk_protocols:register([protocol('Placed', nil, [x], [])])).

%% A module that was loaded before the runtime tells its protocols when asked.
modules_loaded_before_are_asked_test() ->
    {ok, _} = application:ensure_all_started(beamtalk_runtime),
    fixture:stop([]),
    Module = 'bt@test@early_protocol',
    Forms = [
        {attribute, 1, module, Module},
        {attribute, 1, export, [{'__beamtalk_protocols', 0}]},
        {function, 1, '__beamtalk_protocols', 0, [
            {clause, 1, [], [], [erl_parse:abstract([protocol('Early', nil, [x], [])])]}
        ]}
    ],
    {ok, Module, Beam} = compile:forms(Forms),
    {module, Module} = code:load_binary(Module, "", Beam),
    fixture:start(),
    ?assert(beamtalk_protocols:is_protocol('Early')),
    ?assertMatch({beamtalk_object, 'Early class', _, _}, class('Early')),
    fixture:stop([]),
    code:delete(Module),
    code:purge(Module).

start() ->
    Started = fixture:start(),
    ok = beamtalk_protocols:register([
        protocol('Placed', nil, [y, x], []),
        protocol('Spaced', 'Placed', [z], []),
        protocol('Central', nil, [x], [origin]),
        protocol('Echoing', nil, [sing], []),
        protocol('Loop', 'Pool', [a], []),
        protocol('Pool', 'Loop', [b], [])
    ]),
    Started.

register(Name, Methods, ClassMethods) ->
    ok = beamtalk_protocols:register([protocol(Name, nil, Methods, ClassMethods)]).

protocol(Name, Extending, Methods, ClassMethods) ->
    #{name => Name, package => nil, extending => Extending, methods => Methods, class_methods => ClassMethods}.
