%% Operations on sessions and on the workspace itself.
-module(beamtalk_repl_ops_session).

-export([handle/3]).

-define(PROTOCOL, <<"2.0">>).
%% So that the answer gets away first, in milliseconds.
-define(GRACE, 100).

-spec handle(binary(), map(), beamtalk_repl_ops:context()) -> beamtalk_repl_ops:result().
handle(<<"stdin">>, #{<<"value">> := Text}, #{session := Session}) ->
    case beamtalk_repl_session:input(Session, input(Text)) of
        ok -> {ok, #{}};
        {error, Kind} -> {error, beamtalk_repl_reply:problem(atom_to_binary(Kind), "Nothing waits for input")}
    end;
handle(<<"interrupt">>, _, #{session := Session}) ->
    ok = beamtalk_repl_session:interrupt(Session),
    {ok, #{value => ok}};
handle(<<"bindings">>, _, #{session := Session}) ->
    Bindings = lists:sort(maps:to_list(beamtalk_repl_session:bindings(Session))),
    {ok, #{bindings => [binding(Name, Value) || {Name, Value} <- Bindings]}};
handle(<<"unbind">>, #{<<"name">> := Name}, #{session := Session, session_id := Id}) ->
    case beamtalk_repl_session:unbind(Session, Name) of
        ok ->
            beamtalk_repl_push:bindings_changed(Id),
            {ok, #{value => Name}};
        {error, _} ->
            {error, unbound(Name, maps:keys(beamtalk_repl_session:bindings(Session)))}
    end;
handle(<<"clear">>, _, #{session := Session, session_id := Id}) ->
    ok = beamtalk_repl_session:clear(Session),
    beamtalk_repl_push:bindings_changed(Id),
    {ok, #{value => ok}};
handle(<<"sessions">>, _, _) ->
    {ok, #{sessions => [maps:with([id, kind, created_at], Session) || Session <- beamtalk_session_sup:sessions()]}};
handle(<<"clone">>, _, #{session_id := Id}) ->
    Kinds = [maps:with([kind, peer], Session) || #{id := Known} = Session <- beamtalk_session_sup:sessions(), Known =:= Id],
    {ok, _, New} = beamtalk_session_sup:start_session(hd(Kinds ++ [#{kind => <<"unknown">>, peer => <<>>}])),
    {ok, #{value => New}};
handle(<<"close">>, _, #{session := Session}) ->
    %% Apart from this process, which may be told of it before it has answered.
    _ = spawn(fun() ->
        receive after ?GRACE -> ok end,
        beamtalk_session_sup:stop_session(Session)
    end),
    {ok, #{value => ok}};
handle(<<"describe">>, _, _) ->
    {ok, #{ops => beamtalk_repl_ops:describe(), versions => versions()}};
handle(<<"health">>, _, _) ->
    Config = beamtalk_repl_server:config(),
    {ok, #{
        workspace_id => maps:get(workspace_id, Config, <<>>),
        nonce => maps:get(nonce, Config, <<>>),
        project => project(Config),
        versions => versions(),
        pid => list_to_integer(os:getpid())
    }};
handle(<<"shutdown">>, #{<<"token">> := Given}, _) ->
    #{dir := Folder} = beamtalk_repl_server:config(),
    {ok, Check} = beamtalk_workspace_files:token_check(Folder),
    case Check(Given) of
        true ->
            ok = beamtalk_idle_monitor:stop_system(?GRACE),
            {ok, #{value => ok}};
        false ->
            {error, beamtalk_repl_reply:problem(<<"auth_error">>, "shutdown needs the token of the workspace")}
    end.

-spec input(binary()) -> binary() | eof.
input(<<"eof">>) -> eof;
input(Text) -> Text.

-spec binding(binary(), term()) -> map().
binding(Name, Value) ->
    #{
        name => Name,
        class => beamtalk_class_of:class_of(Value),
        print => beamtalk_repl_print:short(Value)
    }.

-spec unbound(binary(), [binary()]) -> beamtalk_repl_reply:error().
unbound(Name, Bound) ->
    Error = beamtalk_repl_reply:problem(<<"undefined_variable">>, ["Undefined variable '", beamtalk_repl_suggestion:shown(Name), "'"]),
    beamtalk_repl_reply:hinted(Error, Name, Bound).

-spec project(beamtalk_workspace_sup:config()) -> binary() | null.
project(#{project_path := Path}) when is_binary(Path) -> Path;
project(_) -> null.

-spec versions() -> map().
versions() ->
    #{protocol => ?PROTOCOL, beamtalk => version()}.

-spec version() -> binary().
version() ->
    _ = application:load(beamtalk_workspace),
    case application:get_key(beamtalk_workspace, vsn) of
        {ok, Version} -> list_to_binary(Version);
        undefined -> <<>>
    end.
