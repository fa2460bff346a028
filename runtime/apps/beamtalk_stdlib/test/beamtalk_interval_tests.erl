-module(beamtalk_interval_tests).
-include("expect.hrl").

members_test_() ->
    [
        ?_assertEqual(Members, beamtalk_interval:asList(#{?TAG => 'Interval', from => From, to => To, step => Step}))
     || {From, To, Step, Members} <- [
            {1, 4, 1, [1, 2, 3, 4]}, {1, 10, 4, [1, 5, 9]}, {9, 1, -4, [9, 5, 1]}, {3, 3, 1, [3]}, {3, 3, -1, [3]},
            {4, 1, 1, []}, {1, 4, -1, []}, {1, 4, 0, []}, {1, 2, 10, [1]}, {2, 1, -10, [2]}
        ]
    ].
