%% What control flow that is compiled in place calls.
-module(beamtalk_control).

-export([goes_on/3, answer/1]).

%% A step of 0 leads nowhere: such a loop does nothing.
-spec goes_on(integer(), integer(), integer()) -> boolean().
goes_on(Index, Last, Step) when Step > 0 -> Index =< Last;
goes_on(Index, Last, Step) when Step < 0 -> Index >= Last;
goes_on(_Index, _Last, _Step) -> false.

%% Hands on the answer of a method's last send, so that the method stays on the
%% stack while the message is answered.
-spec answer(Value) -> Value.
answer(Value) -> Value.
