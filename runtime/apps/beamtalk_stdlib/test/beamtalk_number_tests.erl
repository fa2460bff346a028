-module(beamtalk_number_tests).
-include_lib("eunit/include/eunit.hrl").

-import(beamtalk_number, [power/2, round_to/2, truncate_to/2]).

power_test_() ->
    [
        ?_assertEqual(1, power(0, 0)),
        ?_assertEqual(1, power(7, 0)),
        ?_assertEqual(-8, power(-2, 3)),
        ?_assertEqual(1 bsl 200, power(2, 200)),
        ?_assertEqual(1, power(1, 1 bsl 70)),
        ?_assertEqual(0.25, power(2, -2)),
        ?_assertEqual(2.25, power(1.5, 2)),
        ?_assertEqual(2.0, power(4, 0.5)),
        ?_assertError(badarith, power(0, -1)),
        ?_assertError(badarith, power(2, a)),
        ?_assertError(badarith, power(1.0e300, 2))
    ].

powers_of_integers_are_products_test() ->
    [?assertEqual(product(Base, Exponent), power(Base, Exponent)) || Base <- lists:seq(-4, 4), Exponent <- lists:seq(0, 20)].

product(Base, Exponent) ->
    lists:foldl(fun(Factor, Product) -> Factor * Product end, 1, lists:duplicate(Exponent, Base)).

rounding_test_() ->
    [
        ?_assertEqual(30, round_to(25, 10)),
        ?_assertEqual(20, round_to(24, 10)),
        ?_assertEqual(-30, round_to(-25, 10)),
        ?_assertEqual(-20, round_to(-24, 10)),
        ?_assertEqual(30, round_to(25, -10)),
        ?_assertEqual(0, round_to(0, 5)),
        ?_assertEqual((1 bsl 90) + 1, round_to((1 bsl 90) + 1, 1)),
        ?_assertEqual(7.5, round_to(7.3, 0.5)),
        ?_assertEqual(7.5, round_to(7.5, 0.5)),
        ?_assertEqual(8, round_to(7.6, 4)),
        ?_assertError(badarith, round_to(3, 0)),
        ?_assertError(badarith, round_to(3.0, 0)),
        ?_assertError(badarith, round_to(3, a))
    ].

truncating_test_() ->
    [
        ?_assertEqual(20, truncate_to(29, 10)),
        ?_assertEqual(-20, truncate_to(-29, 10)),
        ?_assertEqual(20, truncate_to(29, -10)),
        ?_assertEqual(7.0, truncate_to(7.4, 0.5)),
        ?_assertEqual(-7.0, truncate_to(-7.4, 0.5)),
        ?_assertError(badarith, truncate_to(3, 0))
    ].
