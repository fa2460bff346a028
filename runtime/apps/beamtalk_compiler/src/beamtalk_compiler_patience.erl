%% How long one waits for what, and how often one begins anew.
-module(beamtalk_compiler_patience).

-export([milliseconds/1, most_pending/0, pause/1]).

-export_type([patience/0]).

%% The last two are the server's own: is a new port there, is an old one well.
-type patience() :: compile | query | version | completion | start | probe.

-define(MOST_PENDING, 1000).
-define(FIRST_PAUSE, 50).
-define(LONGEST_PAUSE, 1000).

-spec milliseconds(patience()) -> pos_integer().
milliseconds(Patience) ->
    Chosen = application:get_env(beamtalk_compiler, deadlines, #{}),
    maps:get(Patience, maps:merge(defaults(), Chosen)).

-spec defaults() -> #{patience() => pos_integer()}.
defaults() ->
    #{compile => 30000, query => 30000, version => 5000, completion => 150, start => 10000, probe => 2000}.

%% More than this at once would only take memory.
-spec most_pending() -> pos_integer().
most_pending() ->
    application:get_env(beamtalk_compiler, most_pending, ?MOST_PENDING).

%% Before a port is opened in the place of one that died without an answer: nothing
%% for the first of them, then more and more.
-spec pause(Failures :: non_neg_integer()) -> non_neg_integer().
pause(Failures) when Failures =< 1 -> 0;
pause(Failures) when Failures > 6 -> ?LONGEST_PAUSE;
pause(Failures) -> min(?FIRST_PAUSE bsl (Failures - 2), ?LONGEST_PAUSE).
