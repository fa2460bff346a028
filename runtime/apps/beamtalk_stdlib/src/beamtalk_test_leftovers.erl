%% The processes that a test has started and not ended. They have the output of
%% the test for a group leader, or come from a process that is already known to
%% be the test's. Supervisors among them end in order, the rest is killed. Those that ran before the test are never among them, whatever
%% it did to them.
-module(beamtalk_test_leftovers).

-export([before/0, stop/1, stop/3]).

-export_type([before/0]).

-opaque before() :: [pid()].

%% Ending processes may make others start; somewhere this has to stop.
-define(ROUNDS, 20).

-spec before() -> before().
before() ->
    processes().

%% All are gone when this returns.
-spec stop(beamtalk_test_output:output(), Test :: pid(), before()) -> ok.
stop(Output, Test, Before) ->
    ok = beamtalk_supervisor_root:stop_of(Output),
    stop(Output, [Test], Before, ?ROUNDS).

%% Of a process that was not a test itself but ran some.
-spec stop(pid()) -> ok.
stop(Process) ->
    stop(Process, [Process], [], ?ROUNDS).

-spec stop(pid(), [pid()], before(), non_neg_integer()) -> ok.
stop(_, _, _, 0) ->
    ok;
stop(Output, Family, Before, Rounds) ->
    case [Pid || Pid <- processes() -- Before, is_left(Pid, Output, Family)] of
        [] ->
            ok;
        Left ->
            lists:foreach(fun kill/1, Left),
            stop(Output, Left ++ Family, Before, Rounds - 1)
    end.

-spec is_left(pid(), pid(), [pid()]) -> boolean().
is_left(Pid, Output, Family) ->
    case process_info(Pid, [group_leader, parent]) of
        undefined -> false;
        [{group_leader, Output}, _] -> true;
        [_, {parent, Parent}] -> lists:member(Parent, Family)
    end.

-spec kill(pid()) -> ok.
kill(Pid) ->
    Monitor = monitor(process, Pid),
    exit(Pid, kill),
    receive
        {'DOWN', Monitor, process, Pid, _} -> ok
    end.
