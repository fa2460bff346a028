%% A checker that finds an order where there is one, and none where there is none.
-module(linearity_tests).
-include_lib("eunit/include/eunit.hrl").

%% A single variable.
cell(_, {write, Value}, _) -> {ok, Value};
cell(_, read, Value) -> {Value, Value}.

explained(History) ->
    linearity:order(History, 0, fun cell/3) =/= none.

order_test_() ->
    [
        {Title, ?_assertEqual(Expected, explained(History))}
     || {Title, Expected, History} <- [
            {"nothing", true, #{}},
            {"one after another", true, #{a => [{1, 2, {write, 1}, ok}], b => [{3, 4, read, 1}]}},
            {"what was written is not seen", false, #{a => [{1, 2, {write, 1}, ok}], b => [{3, 4, read, 0}]}},
            {"at the same time, seen", true, #{a => [{1, 4, {write, 1}, ok}], b => [{2, 3, read, 1}]}},
            {"at the same time, not seen yet", true, #{a => [{1, 4, {write, 1}, ok}], b => [{2, 3, read, 0}]}},
            {"seen, and then not any more", false,
                #{a => [{1, 9, {write, 1}, ok}], b => [{2, 3, read, 1}, {4, 5, read, 0}]}},
            {"two that disagree on the order", false, #{
                a => [{1, 9, {write, 1}, ok}], b => [{1, 9, {write, 2}, ok}],
                c => [{10, 11, read, 1}, {12, 13, read, 2}]
            }},
            {"what nobody wrote", false, #{a => [{1, 2, read, 7}]}},
            {"the first try is the wrong one", true, #{
                a => [{1, 9, {write, 1}, ok}, {10, 11, read, 1}], b => [{1, 9, {write, 2}, ok}, {12, 13, read, 1}]
            }}
        ]
    ].
