%% Many suites at once: so many beside each other as there are jobs, then one by
%% one those that want to be alone. Each has a process; what it tells arrives
%% here, and is reported from the process that asked for the run. A suite whose
%% process dies has failed in all the tests that it has not told of.
-module(beamtalk_test_run).

-export([fold/4, class_suite/3]).

-export_type([suite/0, event/0]).

%% Of tests of classes; other suites may have others.
-type outcome() :: beamtalk_test_outcome:outcome() | term().
-type suite() :: #{
    tests := [atom()],
    serial := boolean(),
    run := fun((Owner :: reference(), beamtalk_test_suite:tell(outcome())) -> ok)
}.
%% Suites are counted from 1.
-type event() ::
    {suite_started, Index :: pos_integer(), Tests :: non_neg_integer()}
    | {test, Index :: pos_integer(), Test :: atom(), outcome(), Microseconds :: non_neg_integer(), Written :: binary()}
    | {suite_done, Index :: pos_integer()}.
-type report(Told) :: fun((event(), Told) -> Told).

-type running() :: #{Monitor :: reference() => {pos_integer(), pid(), Untold :: [atom()]}}.

%% Every event is reported with what the report of the one before it answered. 0
%% jobs are as many as there are schedulers.
-spec fold([suite()], Jobs :: non_neg_integer(), report(Told), Told) -> Told.
fold(Suites, Jobs, Report, Told) ->
    ok = beamtalk_test_log:capture(),
    Numbered = lists:zip(lists:seq(1, length(Suites)), Suites),
    {Alone, Together} = lists:partition(fun({_, #{serial := Serial}}) -> Serial end, Numbered),
    Half = schedule(Together, #{}, limit(Jobs), Report, Told),
    schedule(Alone, #{}, 1, Report, Half).

-spec limit(non_neg_integer()) -> pos_integer().
limit(0) -> erlang:system_info(schedulers_online);
limit(Jobs) -> Jobs.

%% The tests of a class, or some of them, as a suite.
-spec class_suite(Class :: atom(), [atom()], timeout()) -> suite().
class_suite(Class, Tests, Timeout) ->
    #{
        tests => Tests,
        serial => beamtalk_test_suite:is_serial(Class),
        run => fun(Owner, Tell) ->
            Options = #{owner => Owner, timeout => Timeout},
            beamtalk_test_suite:run(Class, Tests, Options, Tell)
        end
    }.

-spec schedule([{pos_integer(), suite()}], running(), pos_integer(), report(Told), Told) -> Told.
schedule([], Running, _, _, Told) when map_size(Running) =:= 0 ->
    Told;
schedule([{Index, #{tests := Tests} = Suite} | Rest], Running, Jobs, Report, Told) when
    map_size(Running) < Jobs
->
    Next = Report({suite_started, Index, length(Tests)}, Told),
    {Pid, Monitor} = start(Suite),
    schedule(Rest, Running#{Monitor => {Index, Pid, Tests}}, Jobs, Report, Next);
schedule(Waiting, Running, Jobs, Report, Told) ->
    {Events, Left} = await(Running),
    schedule(Waiting, Left, Jobs, Report, lists:foldl(Report, Told, Events)).

%% The process begins only when its monitor can mark what it tells.
-spec start(suite()) -> {pid(), reference()}.
start(#{run := Run}) ->
    Asking = self(),
    {Pid, Monitor} = spawn_monitor(fun() ->
        Owner = monitor(process, Asking),
        receive
            {begin_as, Mark} ->
                Run(Owner, fun(Test, Outcome, Microseconds, Written) ->
                    Asking ! {Mark, told, Test, Outcome, Microseconds, Written}
                end);
            {'DOWN', Owner, process, _, _} ->
                ok
        end
    end),
    Pid ! {begin_as, Monitor},
    {Pid, Monitor}.

-spec await(running()) -> {[event()], running()}.
await(Running) ->
    receive
        {Mark, told, Test, Outcome, Microseconds, Written} when is_map_key(Mark, Running) ->
            #{Mark := {Index, Pid, Untold}} = Running,
            Event = {test, Index, Test, Outcome, Microseconds, Written},
            {[Event], Running#{Mark := {Index, Pid, lists:delete(Test, Untold)}}};
        {'DOWN', Mark, process, Pid, Reason} when is_map_key(Mark, Running) ->
            {{Index, Pid, Untold}, Others} = maps:take(Mark, Running),
            Reason =:= normal orelse beamtalk_test_leftovers:stop(Pid),
            Lost = [{test, Index, Test, lost(Reason), 0, <<>>} || Test <- Untold],
            {Lost ++ [{suite_done, Index}], Others}
    end.

-spec lost(term()) -> beamtalk_test_outcome:outcome().
lost(Reason) ->
    {failed, beamtalk_test_outcome:ended(Reason)}.
