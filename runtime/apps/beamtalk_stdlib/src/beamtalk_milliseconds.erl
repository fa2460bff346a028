%% A length of time as users give it, in milliseconds: an Integer, or a Duration.
%% Waits that long, too, however long that is.
-module(beamtalk_milliseconds).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([of_term/1, sleep/1, until/2]).

%% The VM cannot wait longer at a stretch.
-define(STRETCH, 16#ffffffff).

-spec of_term(term()) -> integer() | none.
of_term(Time) when is_integer(Time) -> Time;
of_term(#{?TAG := 'Duration'} = Duration) -> beamtalk_dispatch:send(Duration, asMilliseconds, []);
of_term(_) -> none.

-spec sleep(non_neg_integer()) -> ok.
sleep(Time) when Time =< ?STRETCH ->
    timer:sleep(Time);
sleep(Time) ->
    timer:sleep(?STRETCH),
    sleep(Time - ?STRETCH).

%% What to wait for a moment of the monotonic clock: all of it, or a first stretch.
-spec until(Moment :: integer(), Now :: integer()) -> {last | stretch, non_neg_integer()}.
until(Moment, Now) when Moment - Now > ?STRETCH -> {stretch, ?STRETCH};
until(Moment, Now) -> {last, max(0, Moment - Now)}.
