-module(beamtalk_protocol_tests).
-include("expect.hrl").

protocol_test_() ->
    {setup, fun start/0, fun toy:stop/1, fun(_) ->
        Protocol = {beamtalk_object, 'Protocol class', 'bt@stdlib@protocol', {registered, beamtalk_class_Protocol}},
        Warm = toy:class('Warm'),
        [
            ?_assertEqual([sip, 'class brew'], beamtalk_protocol:'class_requiredMethods:'(Protocol, 'Warm')),
            ?_assertEqual([], beamtalk_protocol:'class_requiredMethods:'(Protocol, 'Cold')),
            ?_assertEqual([sip, 'class brew'], beamtalk_protocol:class_requiredMethods(Warm)),
            ?_assertEqual(['Cup'], beamtalk_protocol:'class_conformingClasses:'(Protocol, 'Warm')),
            ?_assertEqual(['Cup'], beamtalk_protocol:class_conformingClasses(Warm)),
            ?_assertEqual([], beamtalk_protocol:'class_conformingClasses:'(Protocol, 'Cold')),
            ?_assert(beamtalk_protocol:'class_isProtocol:'(Protocol, 'Warm')),
            ?_assertNot(beamtalk_protocol:'class_isProtocol:'(Protocol, 'Cup')),
            ?_assertEqual(['Warm'], beamtalk_protocol:class_allProtocols(Protocol)),
            ?_assertRaises(instantiation_error, 'Warm', beamtalk_protocol:class_new(Warm)),
            ?_assert(beamtalk_behaviour:'conformsTo:'(toy:class('Cup'), 'Warm')),
            ?_assertNot(beamtalk_behaviour:'conformsTo:'(toy:class('Mug'), 'Warm')),
            ?_assertEqual(['Warm'], beamtalk_behaviour:protocols(toy:class('Cup'))),
            ?_assertEqual(<<"kitchen">>, beamtalk_metaclass:packageName(beamtalk_class:class(Warm)))
        ]
    end}.

start() ->
    Started = toy:start(),
    Sip = #{sip => fun(_, []) -> warm end},
    toy:define('Cup', 'Object', Sip, #{class => #{brew => fun(_, []) -> tea end}}),
    toy:define('Mug', 'Object', Sip),
    ok = beamtalk_protocols:register([
        #{name => 'Warm', package => kitchen, extending => nil, methods => [sip], class_methods => [brew]}
    ]),
    Started.
