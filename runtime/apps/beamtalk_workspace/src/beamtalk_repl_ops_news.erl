%% Operations about what a connection is told without asking: what checks after a change
%% have found up to now, and whether it wants entries of the log.
-module(beamtalk_repl_ops_news).

-export([handle/3]).

-spec handle(binary(), map(), beamtalk_repl_ops:context()) -> beamtalk_repl_ops:result().
handle(<<"reload-findings">>, _, _) ->
    {ok, #{value => #{findings => beamtalk_reload_check:findings()}}};
handle(<<"subscribe-logs">>, Params, #{connection := Connection}) ->
    case level(maps:get(<<"level">>, Params, null)) of
        {ok, Level} ->
            ok = beamtalk_repl_logs:subscribe(Connection, Level),
            #{level := Made} = logger:get_primary_config(),
            {ok, #{value => #{level => Level, workspace_level => Made}}};
        {unknown, Known} ->
            Words = ["subscribe-logs needs level as one of ", lists:join(", ", Known)],
            {error, beamtalk_repl_reply:problem(<<"invalid_argument">>, Words)}
    end;
handle(<<"unsubscribe-logs">>, _, #{connection := Connection}) ->
    ok = beamtalk_repl_logs:unsubscribe(Connection),
    {ok, #{value => ok}}.

%% Who does not say gets all that is logged.
-spec level(binary() | null) -> {ok, logger:level()} | {unknown, [binary()]}.
level(null) -> {ok, debug};
level(Name) -> beamtalk_repl_logs:level(Name).
