%% Primitives of Integer. Arithmetic is the VM's, and so are its faults: they
%% leave as `badarith` and are named when they are caught.
-module(beamtalk_integer).

-export(['+'/2, '-'/2, '*'/2, '/'/2, 'div:'/2, '%'/2, '**'/2]).
-export(['=:='/2, '=/='/2, '/='/2, '<'/2, '>'/2, '<='/2, '>='/2]).
-export(['roundTo:'/2, 'truncateTo:'/2, asFloat/1, asString/1, printString/1, factorial/1]).
-export(['bitAnd:'/2, 'bitOr:'/2, 'bitXor:'/2, 'bitShift:'/2, bitNot/1]).
-export([isLetter/1, isDigit/1, isUppercase/1, isLowercase/1, isWhitespace/1]).
-export([sqrt/1, log/1, ln/1, log2/1, log10/1, exp/1, 'raisedTo:'/2]).

-spec '+'(integer(), number()) -> number().
'+'(Self, Other) -> Self + Other.

-spec '-'(integer(), number()) -> number().
'-'(Self, Other) -> Self - Other.

-spec '*'(integer(), number()) -> number().
'*'(Self, Other) -> Self * Other.

-spec '/'(integer(), number()) -> float().
'/'(Self, Other) -> Self / Other.

-spec 'div:'(integer(), integer()) -> integer().
'div:'(Self, Other) -> Self div Other.

-spec '%'(integer(), integer()) -> integer().
'%'(Self, Other) -> Self rem Other.

-spec '**'(integer(), number()) -> number().
'**'(Self, Exponent) -> beamtalk_number:power(Self, Exponent).

-spec 'raisedTo:'(integer(), number()) -> number().
'raisedTo:'(Self, Exponent) -> beamtalk_number:power(Self, Exponent).

-spec '=:='(integer(), term()) -> boolean().
'=:='(Self, Other) -> Self =:= Other.

-spec '=/='(integer(), term()) -> boolean().
'=/='(Self, Other) -> Self =/= Other.

-spec '/='(integer(), term()) -> boolean().
'/='(Self, Other) -> Self /= Other.

-spec '<'(integer(), term()) -> boolean().
'<'(Self, Other) -> Self < Other.

-spec '>'(integer(), term()) -> boolean().
'>'(Self, Other) -> Self > Other.

-spec '<='(integer(), term()) -> boolean().
'<='(Self, Other) -> Self =< Other.

-spec '>='(integer(), term()) -> boolean().
'>='(Self, Other) -> Self >= Other.

-spec 'roundTo:'(integer(), number()) -> number().
'roundTo:'(Self, Quantum) -> beamtalk_number:round_to(Self, Quantum).

-spec 'truncateTo:'(integer(), number()) -> number().
'truncateTo:'(Self, Quantum) -> beamtalk_number:truncate_to(Self, Quantum).

%% Too large an integer is a fault of arithmetic like any other.
-spec asFloat(integer()) -> float().
asFloat(Self) -> Self / 1.

-spec asString(integer()) -> binary().
asString(Self) -> integer_to_binary(Self).

-spec printString(integer()) -> binary().
printString(Self) -> integer_to_binary(Self).

-spec 'bitAnd:'(integer(), integer()) -> integer().
'bitAnd:'(Self, Other) -> Self band Other.

-spec 'bitOr:'(integer(), integer()) -> integer().
'bitOr:'(Self, Other) -> Self bor Other.

-spec 'bitXor:'(integer(), integer()) -> integer().
'bitXor:'(Self, Other) -> Self bxor Other.

-spec 'bitShift:'(integer(), integer()) -> integer().
'bitShift:'(Self, Places) -> Self bsl Places.

-spec bitNot(integer()) -> integer().
bitNot(Self) -> bnot Self.

-spec factorial(integer()) -> pos_integer().
factorial(Self) when Self < 0 ->
    beamtalk_error:raise_message(
        user_error,
        'Integer',
        factorial,
        <<"A negative number has no factorial">>,
        <<"Send it to a number of 0 or more">>
    );
factorial(Self) ->
    product(1, Self).

%% Halving keeps the factors of about equal size, which is what large numbers
%% are multiplied fastest with.
-spec product(pos_integer(), non_neg_integer()) -> pos_integer().
product(First, Last) when Last - First < 16 ->
    lists:foldl(fun(Factor, Product) -> Factor * Product end, 1, lists:seq(First, Last));
product(First, Last) ->
    Middle = (First + Last) div 2,
    product(First, Middle) * product(Middle + 1, Last).

-spec isLetter(integer()) -> boolean().
isLetter(Self) -> beamtalk_code_point:is_letter(Self).

-spec isDigit(integer()) -> boolean().
isDigit(Self) -> beamtalk_code_point:is_digit(Self).

-spec isUppercase(integer()) -> boolean().
isUppercase(Self) -> beamtalk_code_point:is_uppercase(Self).

-spec isLowercase(integer()) -> boolean().
isLowercase(Self) -> beamtalk_code_point:is_lowercase(Self).

-spec isWhitespace(integer()) -> boolean().
isWhitespace(Self) -> beamtalk_code_point:is_whitespace(Self).

-spec sqrt(integer()) -> float().
sqrt(Self) ->
    {Part, Bits} = scaled(Self),
    math:sqrt(Part) * math:pow(2.0, Bits div 2).

-spec log(integer()) -> float().
log(Self) -> logarithm(Self, fun math:log/1).

-spec ln(integer()) -> float().
ln(Self) -> logarithm(Self, fun math:log/1).

-spec log2(integer()) -> float().
log2(Self) -> logarithm(Self, fun math:log2/1).

-spec log10(integer()) -> float().
log10(Self) -> logarithm(Self, fun math:log10/1).

-spec logarithm(integer(), fun((float()) -> float())) -> float().
logarithm(Self, Of) ->
    case scaled(Self) of
        {Part, 0} -> Of(Part);
        {Part, Bits} -> Of(Part) + Bits * Of(2.0)
    end.

%% An Integer is Part * 2^Bits. Those that are too large for a Float lose an even number
%% of bits, behind more of them than a Float holds.
-spec scaled(integer()) -> {Part :: float(), Bits :: non_neg_integer()}.
scaled(Self) when Self bsr 1000 =< 0 ->
    {asFloat(Self), 0};
scaled(Self) ->
    Bits = 8 * (byte_size(binary:encode_unsigned(Self)) - 100),
    {float(Self bsr Bits), Bits}.

-spec exp(integer()) -> float().
exp(Self) -> math:exp(asFloat(Self)).
