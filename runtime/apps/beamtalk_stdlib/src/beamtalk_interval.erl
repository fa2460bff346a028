%% The primitive of Interval: a tagged map with `from`, `to` and `step`.
-module(beamtalk_interval).

-export([asList/1]).

-spec asList(#{from := integer(), to := integer(), step := integer(), atom() => term()}) -> [integer()].
asList(#{step := 0}) -> [];
asList(#{from := From, to := To, step := Step}) when (To - From) * Step < 0 -> [];
asList(#{from := From, to := To, step := Step}) -> lists:seq(From, To, Step).
