-module(beamtalk_block_tests).
-include("expect.hrl").

evaluating_test_() ->
    Sum = fun(A, B, C) -> A + B + C end,
    [
        ?_assertEqual(7, beamtalk_block:value(fun() -> 7 end)),
        ?_assertEqual(7, beamtalk_block:'value:'(fun(A) -> A end, 7)),
        ?_assertEqual(7, beamtalk_block:'value:value:'(fun(A, B) -> A + B end, 3, 4)),
        ?_assertEqual(7, beamtalk_block:'value:value:value:'(Sum, 1, 2, 4)),
        ?_assertEqual(7, beamtalk_block:'valueWithArguments:'(Sum, [1, 2, 4])),
        ?_assertEqual(3, beamtalk_block:arity(Sum)),
        ?_assertRaises(arity_mismatch, 'Block', beamtalk_block:value(Sum)),
        ?_assertRaises(arity_mismatch, 'Block', beamtalk_block:'value:'(Sum, 1)),
        ?_assertRaises(arity_mismatch, 'Block', beamtalk_block:'value:value:'(Sum, 1, 2)),
        ?_assertRaises(arity_mismatch, 'Block', beamtalk_block:'value:value:value:'(fun() -> 7 end, 1, 2, 3)),
        ?_assertRaises(arity_mismatch, 'Block', beamtalk_block:'valueWithArguments:'(Sum, [1])),
        ?_assertRaises(type_error, 'Block', beamtalk_block:'valueWithArguments:'(Sum, 1))
    ].

counter(Last) ->
    put(count, 0),
    fun() -> put(count, get(count) + 1) + 1 < Last end.

looping_test_() ->
    Nothing = fun() -> nothing end,
    [
        ?_test(begin
            ?assertEqual(nil, beamtalk_block:'whileTrue:'(counter(5), Nothing)),
            ?assertEqual(5, get(count))
        end),
        ?_assertEqual(nil, beamtalk_block:'whileFalse:'(fun() -> true end, Nothing)),
        ?_assertRaises(type_error, 'Block', beamtalk_block:'whileTrue:'(fun() -> 3 end, Nothing)),
        ?_assertRaises(type_error, 'Block', beamtalk_block:'whileTrue:'(fun() -> true end, 3)),
        ?_assertRaises(arity_mismatch, 'Block', beamtalk_block:'whileTrue:'(fun(_) -> true end, Nothing)),
        ?_assertThrow(out, beamtalk_block:repeat(leave_after(3)))
    ].

leave_after(Times) ->
    Again = counter(Times),
    fun() -> Again() orelse throw(out) end.

a_million_rounds_take_no_stack_test() ->
    ?assertEqual(nil, beamtalk_block:'whileTrue:'(counter(1000000), fun() -> nothing end)).

ensuring_test_() ->
    Cleanup = fun() -> put(cleaned, get(cleaned) + 1) end,
    Cleaned = fun(Test) -> put(cleaned, 0), Test(), ?assertEqual(1, get(cleaned)) end,
    Return = {'$beamtalk_return', make_ref(), 3},
    [
        ?_test(Cleaned(fun() -> ?assertEqual(7, beamtalk_block:'ensure:'(fun() -> 7 end, Cleanup)) end)),
        ?_test(Cleaned(fun() -> ?assertError(oops, beamtalk_block:'ensure:'(fun() -> error(oops) end, Cleanup)) end)),
        ?_test(Cleaned(fun() -> ?assertThrow(Return, beamtalk_block:'ensure:'(fun() -> throw(Return) end, Cleanup)) end)),
        ?_assertError(late, beamtalk_block:'ensure:'(fun() -> error(oops) end, fun() -> error(late) end))
    ].

protecting_test_() ->
    {setup,
        fun() ->
            Started = toy:start(),
            toy:define('Spill', 'Error', #{}),
            Started
        end,
        fun toy:stop/1, fun(_) ->
            OnDo = 'on:do:',
            Kind = fun(Exception) -> beamtalk_exception:kind(Exception) end,
            Divide = fun() -> 1 div zero() end,
            Spill = fun() -> beamtalk_exception:signal('Spill', <<"tea">>) end,
            Return = {'$beamtalk_return', make_ref(), 3},
            [
                ?_assertEqual(7, beamtalk_block:OnDo(fun() -> 7 end, nil, Kind)),
                ?_assertEqual(type_error, beamtalk_block:OnDo(Divide, toy:class('TypeError'), Kind)),
                ?_assertEqual(type_error, beamtalk_block:OnDo(Divide, toy:class('Exception'), Kind)),
                ?_assertEqual(type_error, beamtalk_block:OnDo(Divide, 'Error', Kind)),
                ?_assertEqual(type_error, beamtalk_block:OnDo(Divide, nil, Kind)),
                ?_assertEqual(handled, beamtalk_block:OnDo(Divide, nil, fun() -> handled end)),
                ?_assertEqual(signal, beamtalk_block:OnDo(Spill, toy:class('Spill'), Kind)),
                ?_assertEqual(erlang_exit, beamtalk_block:OnDo(fun() -> exit(spilt) end, nil, Kind)),
                ?_assertEqual(erlang_throw, beamtalk_block:OnDo(fun() -> throw(spilt) end, nil, Kind)),
                {"what is not handled goes on as it was",
                    ?_assertError(badarith, beamtalk_block:OnDo(Divide, toy:class('Spill'), Kind))},
                {"a return is nobody's exception",
                    ?_assertThrow(Return, beamtalk_block:OnDo(fun() -> throw(Return) end, nil, Kind))},
                {"what the handler raises is not caught",
                    ?_assertError(again, beamtalk_block:OnDo(Divide, nil, fun(_) -> error(again) end))},
                ?_assertRaises(type_error, 'Block', beamtalk_block:OnDo(Divide, nil, 3)),
                ?_assertRaises(arity_mismatch, 'Block', beamtalk_block:OnDo(Divide, nil, fun(_, _) -> 3 end))
            ]
        end}.

zero() -> list_to_integer("0").
