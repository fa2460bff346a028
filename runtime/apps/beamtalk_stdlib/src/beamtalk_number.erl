%% What Integer and Float compute alike: powers and rounding to multiples.
%% Integers stay exact as long as the other operand is one too; what is no
%% number, or has no answer, is the fault `badarith`.
-module(beamtalk_number).

-export([power/2, round_to/2, truncate_to/2]).

-spec power(number(), number()) -> number().
power(Base, Exponent) when is_integer(Base), is_integer(Exponent), Exponent >= 0 ->
    power(Base, Exponent, 1);
power(Base, Exponent) when is_number(Exponent) ->
    math:pow(Base / 1, Exponent / 1);
power(_, _) ->
    erlang:error(badarith).

%% By squaring.
-spec power(integer(), non_neg_integer(), integer()) -> integer().
power(_, 0, Done) -> Done;
power(Base, 1, Done) -> Base * Done;
power(Base, Exponent, Done) when Exponent rem 2 =:= 0 -> power(Base * Base, Exponent div 2, Done);
power(Base, Exponent, Done) -> power(Base * Base, Exponent div 2, Base * Done).

%% The nearest multiple; of two the one farther from zero.
-spec round_to(number(), number()) -> number().
round_to(Number, Quantum) when is_integer(Number), is_integer(Quantum) ->
    Remainder = Number rem Quantum,
    case 2 * abs(Remainder) >= abs(Quantum) of
        true when Number >= 0 -> Number - Remainder + abs(Quantum);
        true -> Number - Remainder - abs(Quantum);
        false -> Number - Remainder
    end;
round_to(Number, Quantum) ->
    round(Number / Quantum) * Quantum.

%% The nearest multiple in the direction of zero.
-spec truncate_to(number(), number()) -> number().
truncate_to(Number, Quantum) when is_integer(Number), is_integer(Quantum) ->
    Number - Number rem Quantum;
truncate_to(Number, Quantum) ->
    trunc(Number / Quantum) * Quantum.
