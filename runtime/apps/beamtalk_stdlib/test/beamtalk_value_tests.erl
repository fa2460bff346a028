-module(beamtalk_value_tests).
-include("expect.hrl").

making_test_() ->
    {setup,
        fun() ->
            Started = toy:start(),
            toy:define('Cup', 'Value', #{}, #{fields => [{size, 3}, {tea, nil}], meta => #{kind => value}}),
            toy:define('Vessel', 'Value', #{}, #{meta => #{kind => value, is_abstract => true}}),
            toy:define('Integer', 'Value', #{}, #{meta => #{kind => value}}),
            toy:define('Clock', 'Object', #{}),
            Started
        end,
        fun toy:stop/1, fun(_) ->
            Cup = toy:class('Cup'),
            New = 'class_new:',
            [
                ?_assertEqual(#{?TAG => 'Cup', size => 3, tea => nil}, beamtalk_value:class_new(Cup)),
                ?_assertEqual(#{?TAG => 'Cup', size => 3, tea => nil}, beamtalk_value:class_basicNew(Cup)),
                ?_assertEqual(#{?TAG => 'Cup', size => 3, tea => green}, beamtalk_value:New(Cup, #{tea => green})),
                ?_assertEqual(#{?TAG => 'Cup', size => 3, tea => nil, lid => 1}, beamtalk_value:New(Cup, #{lid => 1})),
                ?_assertEqual(<<"Cup(size: 3, tea: nil)">>, beamtalk_value:printString(beamtalk_value:class_new(Cup))),
                ?_assertRaises(type_error, 'Cup', beamtalk_value:New(Cup, 5)),
                ?_assertRaises(type_error, 'Cup', beamtalk_value:New(Cup, #{?TAG => 'Cup'})),
                ?_assertRaises(instantiation_error, 'Vessel', beamtalk_value:class_new(toy:class('Vessel'))),
                ?_assertRaises(instantiation_error, 'Vessel', beamtalk_value:New(toy:class('Vessel'), #{})),
                ?_assertRaises(instantiation_error, 'Integer', beamtalk_value:class_new(toy:class('Integer'))),
                ?_assertEqual(#{?TAG => 'Clock'}, beamtalk_behaviour:new(toy:class('Clock'))),
                ?_assertEqual(#{?TAG => 'Clock', at => 5}, beamtalk_behaviour:'new:'(toy:class('Clock'), #{at => 5})),
                ?_assertRaises(type_error, 'Clock', beamtalk_behaviour:'new:'(toy:class('Clock'), 5)),
                ?_assertRaises(instantiation_error, 'Class', beamtalk_behaviour:new(toy:class('Class'))),
                ?_assertRaises(instantiation_error, 'Behaviour', beamtalk_behaviour:new(toy:class('Behaviour')))
            ]
        end}.
