%% Primitives of Float. Arithmetic is the VM's, and so are its faults: they
%% leave as `badarith` and are named when they are caught.
-module(beamtalk_float).

-export([class_pi/1, class_e/1]).
-export(['+'/2, '-'/2, '*'/2, '/'/2, '%'/2, '**'/2]).
-export(['=:='/2, '=/='/2, '/='/2, '<'/2, '>'/2, '<='/2, '>='/2]).
-export([abs/1, rounded/1, ceiling/1, floor/1, truncated/1, 'roundTo:'/2, 'truncateTo:'/2]).
-export([isZero/1, asInteger/1, asString/1, printString/1]).
-export([sin/1, cos/1, tan/1, sinh/1, cosh/1, tanh/1, asin/1, acos/1, atan/1, 'atan2:'/2]).
-export([sqrt/1, log/1, ln/1, log2/1, log10/1, exp/1, 'raisedTo:'/2]).

-compile({no_auto_import, [abs/1, floor/1]}).

-spec class_pi(term()) -> float().
class_pi(_) -> math:pi().

-spec class_e(term()) -> float().
class_e(_) -> 2.718281828459045.

-spec '+'(float(), number()) -> float().
'+'(Self, Other) -> Self + Other.

-spec '-'(float(), number()) -> float().
'-'(Self, Other) -> Self - Other.

-spec '*'(float(), number()) -> float().
'*'(Self, Other) -> Self * Other.

-spec '/'(float(), number()) -> float().
'/'(Self, Other) -> Self / Other.

%% The VM has remainders of integers only.
-spec '%'(float(), term()) -> no_return().
'%'(_, _) -> erlang:error(badarith).

-spec '**'(float(), number()) -> float().
'**'(Self, Exponent) -> beamtalk_number:power(Self, Exponent).

-spec '=:='(float(), term()) -> boolean().
'=:='(Self, Other) -> Self =:= Other.

-spec '=/='(float(), term()) -> boolean().
'=/='(Self, Other) -> Self =/= Other.

-spec '/='(float(), term()) -> boolean().
'/='(Self, Other) -> Self /= Other.

-spec '<'(float(), term()) -> boolean().
'<'(Self, Other) -> Self < Other.

-spec '>'(float(), term()) -> boolean().
'>'(Self, Other) -> Self > Other.

-spec '<='(float(), term()) -> boolean().
'<='(Self, Other) -> Self =< Other.

-spec '>='(float(), term()) -> boolean().
'>='(Self, Other) -> Self >= Other.

-spec abs(float()) -> float().
abs(Self) -> erlang:abs(Self).

-spec rounded(float()) -> integer().
rounded(Self) -> round(Self).

-spec ceiling(float()) -> integer().
ceiling(Self) -> ceil(Self).

-spec floor(float()) -> integer().
floor(Self) -> erlang:floor(Self).

-spec truncated(float()) -> integer().
truncated(Self) -> trunc(Self).

-spec 'roundTo:'(float(), number()) -> number().
'roundTo:'(Self, Quantum) -> beamtalk_number:round_to(Self, Quantum).

-spec 'truncateTo:'(float(), number()) -> number().
'truncateTo:'(Self, Quantum) -> beamtalk_number:truncate_to(Self, Quantum).

%% Also the zero with a minus.
-spec isZero(float()) -> boolean().
isZero(Self) -> Self == 0.0.

-spec asInteger(float()) -> integer().
asInteger(Self) -> trunc(Self).

-spec asString(float()) -> binary().
asString(Self) -> float_to_binary(Self, [short]).

-spec printString(float()) -> binary().
printString(Self) -> float_to_binary(Self, [short]).

-spec sin(float()) -> float().
sin(Self) -> math:sin(Self).

-spec cos(float()) -> float().
cos(Self) -> math:cos(Self).

-spec tan(float()) -> float().
tan(Self) -> math:tan(Self).

-spec sinh(float()) -> float().
sinh(Self) -> math:sinh(Self).

-spec cosh(float()) -> float().
cosh(Self) -> math:cosh(Self).

-spec tanh(float()) -> float().
tanh(Self) -> math:tanh(Self).

-spec asin(float()) -> float().
asin(Self) -> math:asin(Self).

-spec acos(float()) -> float().
acos(Self) -> math:acos(Self).

-spec atan(float()) -> float().
atan(Self) -> math:atan(Self).

-spec 'atan2:'(float(), number()) -> float().
'atan2:'(Self, Other) -> math:atan2(Self, Other / 1).

-spec sqrt(float()) -> float().
sqrt(Self) -> math:sqrt(Self).

-spec log(float()) -> float().
log(Self) -> math:log(Self).

-spec ln(float()) -> float().
ln(Self) -> math:log(Self).

-spec log2(float()) -> float().
log2(Self) -> math:log2(Self).

-spec log10(float()) -> float().
log10(Self) -> math:log10(Self).

-spec exp(float()) -> float().
exp(Self) -> math:exp(Self).

-spec 'raisedTo:'(float(), number()) -> float().
'raisedTo:'(Self, Exponent) -> beamtalk_number:power(Self, Exponent).
