-module(beamtalk_test_difference_tests).
-include("expect.hrl").

array(Elements) -> beamtalk_array:'class_withAll:'(none, Elements).
set(Elements) -> beamtalk_set:'class_withAll:'(none, Elements).
bag(Counts) -> #{?TAG => 'Bag', counts => Counts}.

first_difference_test_() ->
    Long = <<"twenty cups of green tea, and one of black">>,
    [
        {unicode:characters_to_list(Sentence), ?_assertEqual(Sentence, beamtalk_test_difference:first(Actual, Expected))}
     || {Actual, Expected, Sentence} <- [
            {[1, 2, 3], [1, 7, 8], <<"First difference at 2: expected 7, got 2">>},
            {[1], [1, 2], <<"First difference at 2: expected 2, got the end">>},
            {[1, 2], [1], <<"First difference at 2: expected the end, got 2">>},
            {[1], [1.0], <<"First difference at 1: expected 1.0, got 1">>},
            {array([a, b]), array([a, c]), <<"First difference at 2: expected #c, got #b">>},
            {{ok, 1}, {ok, 2}, <<"First difference at 2: expected 2, got 1">>},
            {#{a => 1, b => 2}, #{a => 1, b => 3}, <<"First difference at #b: expected 3, got 2">>},
            {#{a => 1}, #{a => 1, b => 3}, <<"First difference at #b: expected 3, got no such key">>},
            {#{<<"a">> => nil}, #{}, <<"First difference at \"a\": expected no such key, got nil">>},
            {set([1, 2]), set([1, 3]), <<"First difference: 3 is missing">>},
            {set([1, 2]), set([1]), <<"First difference: 2 was not expected">>},
            {bag(#{a => 2}), bag(#{a => 1}), <<"First difference at #a: expected 1, got 2">>},
            {bag(#{}), bag(#{a => 1}), <<"First difference at #a: expected 1, got 0">>},
            {Long, binary:replace(Long, <<"green">>, <<"mint">>),
                <<"First difference at 16: expected \"mint tea, and one of\"…, got \"green tea, and one o\"…"/utf8>>},
            {Long, <<Long/binary, "?">>, <<"First difference at 43: expected \"?\", got the end">>},
            {<<"é\nb"/utf8>>, <<"é\nc"/utf8>>, <<"First difference at 3: expected \"c\", got \"b\"">>}
        ]
    ].

whole_values_say_enough_test_() ->
    [
        ?_assertEqual(none, beamtalk_test_difference:first(Actual, Expected))
     || {Actual, Expected} <- [
            {1, 2},
            {<<"tea">>, <<"pot">>},
            {[1], array([1])},
            {#{}, set([])},
            {#{?TAG => 'Cup', size => 1}, #{?TAG => 'Cup', size => 2}},
            {binary:copy(<<255>>, 50), binary:copy(<<254>>, 50)},
            {[1 | 2], [1 | 3]}
        ]
    ].
