%% Runs a package as an application: starts its supervision tree, and ends it in
%% order when it is asked to or when the command has gone.
-module(beamtalk_command_application).

-export([run/2, ask_to_stop/0, leave/0]).

-export_type([ending/0]).

%% In the dictionary of the process that runs an application.
-define(STOPPING, stopping).

%% It was stopped; it gave up by itself, for a reason; it did not even start.
-type ending() ::
    {stopped, binary()}
    | {gave_up, Reason :: binary()}
    | {raised, beamtalk_failure:failure()}.

%% `Begun` is called once everything runs. One application at a time.
-spec run(Package :: atom(), Begun :: fun(() -> ok)) -> ending().
run(Package, Begun) ->
    true = register(?MODULE, self()),
    ok = beamtalk_command_signals:take(),
    case quietly(fun() -> application:ensure_all_started(Package) end) of
        {ok, Started} ->
            Root = beamtalk_package:root(Package),
            Monitor = monitor(process, Root),
            ok = Begun(),
            await(Monitor, Started);
        {error, {_, Reason}} ->
            {raised, beamtalk_failure:describe(exception(Reason))}
    end.

%% What becomes of a start is told by us; OTP would tell it too, in its own words.
-spec quietly(fun(() -> Answer)) -> Answer.
quietly(Start) ->
    Talkers = [application_controller, proc_lib, supervisor],
    ok = logger:set_module_level(Talkers, none),
    Answer = Start(),
    ok = logger:unset_module_level(Talkers -- [application_controller]),
    Answer.

-spec await(reference(), [atom()]) -> ending().
await(Monitor, Started) ->
    receive
        stop ->
            _ = put(?STOPPING, true),
            %% Those that need others end before them.
            lists:foreach(fun application:stop/1, lists:reverse(Started)),
            {stopped, <<>>};
        {'DOWN', Monitor, process, _, normal} ->
            {stopped, <<>>};
        {'DOWN', Monitor, process, _, shutdown} ->
            {gave_up, <<"its children had to be started again too often">>};
        {'DOWN', Monitor, process, _, Reason} ->
            {gave_up, beamtalk_supervisor_failure:text(Reason)}
    end.

%% What a start of ours answers comes with the call that answered it.
-spec exception(term()) -> beamtalk_error:exception().
exception({Reason, {_, start, _}}) -> beamtalk_result:reason(Reason);
exception(Reason) -> beamtalk_result:reason(Reason).

-spec ask_to_stop() -> ok.
ask_to_stop() ->
    case whereis(?MODULE) of
        undefined -> ok;
        Runner -> Runner ! stop
    end,
    ok.

%% The command has gone. If it had asked for a stop before, it did not want to wait
%% for its end.
-spec leave() -> ok.
leave() ->
    Runner = whereis(?MODULE),
    case Runner =:= undefined orelse is_stopping(Runner) of
        true ->
            ok;
        false ->
            Monitor = monitor(process, Runner),
            Runner ! stop,
            receive
                {'DOWN', Monitor, process, Runner, _} -> ok
            end
    end.

-spec is_stopping(pid()) -> boolean().
is_stopping(Runner) ->
    case process_info(Runner, dictionary) of
        {dictionary, Dictionary} -> proplists:get_bool(?STOPPING, Dictionary);
        undefined -> true
    end.
