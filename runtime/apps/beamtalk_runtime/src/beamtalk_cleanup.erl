%% What a process owes: the cleanups of the `ensure:` that it stands in, innermost
%% first. A process that is ended from outside cannot run them itself, for nothing
%% can be raised in it; whoever ends it finds them in its dictionary, beside the
%% variables that they share with it, and runs them elsewhere.
%%
%% A cleanup is owed until it has run: one that was interrupted on the way runs again.
%%
%% To read a dictionary is to copy all of it. Whoever may have to end a process counts
%% with it, to know without reading whether anything is owed.
-module(beamtalk_cleanup).

-export([enter/1, run/2, owed/1, count_with/1]).

-export_type([around/0]).

-type cleanup() :: fun(() -> term()).
-type around() :: [cleanup()].

-define(OWED, '$beamtalk_cleanups').
-define(COUNT, '$beamtalk_cleanup_count').

%% What was owed before.
-spec enter(cleanup()) -> around().
enter(Cleanup) ->
    Around = current(get(?OWED)),
    _ = put(?OWED, [Cleanup | Around]),
    count(length(Around) + 1),
    Around.

-spec run(cleanup(), around()) -> term().
run(Cleanup, Around) ->
    try
        Cleanup()
    after
        put(?OWED, Around),
        count(length(Around))
    end.

%% From now on this has the number of cleanups that this process owes.
-spec count_with(atomics:atomics_ref()) -> ok.
count_with(Count) ->
    _ = put(?COUNT, Count),
    ok.

-spec count(non_neg_integer()) -> ok.
count(Owed) ->
    case get(?COUNT) of
        undefined -> ok;
        Count -> atomics:put(Count, 1, Owed)
    end.

%% By a process with this dictionary.
-spec owed(Dictionary :: [{term(), term()}]) -> [cleanup()].
owed(Dictionary) ->
    current(proplists:get_value(?OWED, Dictionary)).

-spec current(undefined | around()) -> around().
current(undefined) -> [];
current(Around) -> Around.
