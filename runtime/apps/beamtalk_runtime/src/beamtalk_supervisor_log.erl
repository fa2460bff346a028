%% What OTP's supervisors report of ours, in words of the language: a filter of
%% the logger, which runs in the process that reports and so knows its class.
%% Reports of other supervisors pass as they are.
-module(beamtalk_supervisor_log).

-export([install/0, filter/2]).

-spec install() -> ok.
install() ->
    case logger:add_primary_filter(?MODULE, {fun ?MODULE:filter/2, []}) of
        ok -> ok;
        {error, {already_exist, _}} -> ok
    end.

-spec filter(logger:log_event(), term()) -> logger:log_event() | ignore.
filter(#{msg := {report, #{label := {supervisor, What}, report := Report}}, meta := Meta} = Event, _) ->
    case beamtalk_supervisor_tree:class_of(self()) of
        none ->
            ignore;
        Class ->
            Text = unicode:characters_to_list([atom_to_binary(Class), ": ", words(What, Report)]),
            %% The report keeps its own way of being shown there.
            Event#{msg := {string, Text}, meta := maps:without([report_cb, error_logger], Meta)}
    end;
filter(_, _) ->
    ignore.

-spec words(atom(), [{atom(), term()}]) -> iodata().
words(child_terminated, Report) ->
    [child(Report), " has ended: ", reason(Report)];
words(start_error, Report) ->
    [child(Report), " did not start: ", reason(Report)];
words(shutdown_error, Report) ->
    [child(Report), " did not end as it was asked to: ", reason(Report)];
words(shutdown, _) ->
    "too many restarts, so it ends";
words(What, Report) ->
    io_lib:format("~tp ~0tP", [What, Report, 20]).

-spec child([{atom(), term()}]) -> iodata().
child(Report) ->
    Offender = proplists:get_value(offender, Report, []),
    Id = beamtalk_printing:display(proplists:get_value(id, Offender, child)),
    case proplists:get_value(pid, Offender) of
        Pid when is_pid(Pid) -> [Id, " ", pid_to_list(Pid)];
        _ -> Id
    end.

-spec reason([{atom(), term()}]) -> iodata().
reason(Report) ->
    beamtalk_supervisor_failure:text(proplists:get_value(reason, Report)).
