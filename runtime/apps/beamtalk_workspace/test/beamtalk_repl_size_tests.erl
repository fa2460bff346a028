%% What can be copied.
-module(beamtalk_repl_size_tests).
-include_lib("eunit/include/eunit.hrl").

fits_test_() ->
    Shared = lists:foldl(fun(_, Term) -> [Term, Term] end, [1], lists:seq(1, 100)),
    [
        {Name, ?_assertEqual(Fits, beamtalk_repl_size:fits(Term, 100000))}
     || {Name, Term, Fits} <- [
            {"a number", 1, true},
            {"a list", lists:seq(1, 1000), true},
            {"a long list", lists:seq(1, 100000), false},
            {"a map", #{a => lists:seq(1, 1000)}, true},
            {"a large map", maps:from_list([{N, N} || N <- lists:seq(1, 100000)]), false},
            {"a tuple", {1, {2, "three"}}, true},
            {"a block", fun() -> Shared end, false},
            {"a list that ends oddly", [1 | 2], true},
            {"one that has itself in it many times", Shared, false},
            {"the same in a map", #{a => {Shared}}, false}
        ]
    ].
