%% Primitives of Pid, which is one of the VM.
-module(beamtalk_pid).

-export([asString/1, printString/1, '=:='/2, '=/='/2, '/='/2, hash/1, isAlive/1, kill/1, 'exit:'/2]).

-spec asString(pid()) -> binary().
asString(Self) -> beamtalk_printing:print(Self).

-spec printString(pid()) -> binary().
printString(Self) -> beamtalk_printing:print(Self).

-spec '=:='(pid(), term()) -> boolean().
'=:='(Self, Other) -> Self =:= Other.

-spec '=/='(pid(), term()) -> boolean().
'=/='(Self, Other) -> Self =/= Other.

-spec '/='(pid(), term()) -> boolean().
'/='(Self, Other) -> Self /= Other.

-spec hash(pid()) -> non_neg_integer().
hash(Self) -> erlang:phash2(Self).

-spec isAlive(pid()) -> boolean().
isAlive(Self) -> beamtalk_actor_nodes:is_alive(Self).

-spec kill(pid()) -> true.
kill(Self) -> exit(Self, kill).

-spec 'exit:'(pid(), term()) -> true.
'exit:'(Self, Reason) -> exit(Self, Reason).
