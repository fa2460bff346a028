-module(beamtalk_erlang_module_tests).
-include("expect.hrl").

proxy_test_() ->
    {setup, fun toy:start/0, fun toy:stop/1, fun(_) ->
        Lists = beamtalk_erlang_module:'class_named:'(none, lists),
        Call = 'doesNotUnderstand:args:',
        [
            ?_assertEqual(#{?TAG => 'ErlangModule', module => lists}, Lists),
            ?_assertEqual(<<"#ErlangModule<lists>">>, beamtalk_erlang_module:printString(Lists)),
            ?_assertEqual([2, 1], beamtalk_erlang_module:Call(Lists, 'reverse:', [[1, 2]])),
            ?_assertEqual(3, beamtalk_erlang_module:'call:args:'(Lists, max, {[3, 1]})),
            ?_assert(lists:member(<<"reverse/1">>, beamtalk_erlang_module:methods(Lists))),
            {"what every object understands is no call", ?_assertEqual(Lists, beamtalk_erlang_module:Call(Lists, yourself, []))},
            ?_assertRaises(does_not_understand, 'ErlangModule', beamtalk_erlang_module:Call(Lists, noSuchFunction, [])),
            ?_assertRaises(arity_mismatch, 'ErlangModule', beamtalk_erlang_module:Call(Lists, reverse, [])),
            ?_assertRaises(type_error, 'ErlangModule', beamtalk_erlang_module:'call:args:'(Lists, max, [])),
            ?_assertRaises(type_error, 'ErlangModule', beamtalk_erlang_module:'class_named:'(none, 3))
        ]
    end}.
