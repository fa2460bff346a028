%% Primitives of Reference, which is one of the VM.
-module(beamtalk_reference).

-export([asString/1, printString/1, '=:='/2, '=/='/2, '/='/2, hash/1, demonitor/1]).

-spec asString(reference()) -> binary().
asString(Self) -> beamtalk_printing:print(Self).

-spec printString(reference()) -> binary().
printString(Self) -> beamtalk_printing:print(Self).

-spec '=:='(reference(), term()) -> boolean().
'=:='(Self, Other) -> Self =:= Other.

-spec '=/='(reference(), term()) -> boolean().
'=/='(Self, Other) -> Self =/= Other.

-spec '/='(reference(), term()) -> boolean().
'/='(Self, Other) -> Self /= Other.

-spec hash(reference()) -> non_neg_integer().
hash(Self) -> erlang:phash2(Self).

%% A reference that monitors nothing, or was another process's, is let be.
-spec demonitor(reference()) -> true.
demonitor(Self) ->
    try
        erlang:demonitor(Self, [flush])
    catch
        error:badarg -> true
    end.
