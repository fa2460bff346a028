%% Primitives of Port, which is one of the VM.
-module(beamtalk_port).

-export([asString/1, printString/1, '=:='/2, '=/='/2, '/='/2, hash/1]).

-spec asString(port()) -> binary().
asString(Self) -> beamtalk_printing:print(Self).

-spec printString(port()) -> binary().
printString(Self) -> beamtalk_printing:print(Self).

-spec '=:='(port(), term()) -> boolean().
'=:='(Self, Other) -> Self =:= Other.

-spec '=/='(port(), term()) -> boolean().
'=/='(Self, Other) -> Self =/= Other.

-spec '/='(port(), term()) -> boolean().
'/='(Self, Other) -> Self /= Other.

-spec hash(port()) -> non_neg_integer().
hash(Self) -> erlang:phash2(Self).
