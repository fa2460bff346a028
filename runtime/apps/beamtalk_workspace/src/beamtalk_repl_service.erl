%% What the workspace does for classes of the library (`beamtalk_workspace_service`): it
%% loads files, puts methods into classes, and knows the sessions. Failures come out as a
%% kind, a message and perhaps a hint.
-module(beamtalk_repl_service).
-behaviour(beamtalk_workspace_service).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([start/0, stop/0]).
-export([load/1, reload/1, compile/5, precheck/4, forget/3, removing/4, removing_class/2, typed/3, project/0]).
-export([changes/0, clear_changes/0, revert/1, flush/2, autoflush/0, autoflush/1, new_class/2, sync/0, recheck/0]).
-export([sessions/0, current_session/0, variables/1, bind/3, unbind/2, clear/1]).

-type problem() :: beamtalk_workspace_service:problem().
-type side() :: beamtalk_class_reference:side().

%% From here on there is a `Workspace`.
-spec start() -> ok.
start() ->
    ok = beamtalk_workspace_service:install(?MODULE),
    current(#{?TAG => 'WorkspaceInterface'}).

-spec stop() -> ok.
stop() ->
    ok = beamtalk_workspace_service:remove(),
    current(nil).

%% A workspace without the library has no class that would know of it.
-spec current(map() | nil) -> ok.
current(Workspace) ->
    case beamtalk_class_registry:find_class('WorkspaceInterface') of
        {ok, Class} ->
            _ = beamtalk_dispatch:send(Class, 'current:', [Workspace]),
            ok;
        undefined ->
            ok
    end.

-spec load(Path :: binary()) -> {ok, [atom()]} | {error, problem()}.
load(Given) ->
    Path = unicode:characters_to_binary(filename:absname(Given, project())),
    case file:read_file(Path) of
        {ok, Source} -> loaded(beamtalk_repl_load:source(Source, Path));
        {error, Reason} -> {error, unreadable(Path, Reason)}
    end.

%% Paths begin at the project that the workspace serves.
-spec project() -> file:name_all().
project() ->
    case application:get_env(beamtalk_workspace, config, #{}) of
        #{project_path := Path} when is_binary(Path) -> Path;
        _ -> {ok, Here} = file:get_cwd(), Here
    end.

-spec loaded({ok, map()} | {error, map()}) -> {ok, [atom()]} | {error, problem()}.
loaded({ok, #{classes := Classes}}) -> {ok, [binary_to_existing_atom(Class) || Class <- Classes]};
loaded({error, Error}) -> {error, problem(compile_failed, Error)}.

-spec unreadable(binary(), atom()) -> problem().
unreadable(Path, enoent) ->
    {file_not_found, <<"There is no file ", Path/binary>>, undefined};
unreadable(Path, Reason) ->
    Why = unicode:characters_to_binary(file:format_error(Reason)),
    {io_error, <<"Cannot read ", Path/binary, ": ", Why/binary>>, undefined}.

-spec reload(Class :: atom()) -> ok | {error, problem()}.
reload(Class) ->
    case beamtalk_repl_load:reload(atom_to_binary(Class)) of
        {ok, _} -> ok;
        {error, Error} -> {error, problem(reload_failed, Error)}
    end.

%% As if it were typed at the prompt: that is how the class is named in front of it.
-spec compile(Class :: atom(), side(), Selector :: atom(), Source :: binary(), durable | ephemeral) -> ok | {error, problem()}.
compile(Class, Side, Selector, Source, Intent) ->
    case compiled(Class, Side, Selector, Source) of
        {ok, Answer} ->
            case beamtalk_live_change:method(Answer, Intent, beamtalk_bindings:new()) of
                ok -> ok;
                {error, Error} -> {error, problem(compile_failed, Error)}
            end;
        Error ->
            Error
    end.

%% Of a unary method the body is enough.
-spec compiled(atom(), side(), atom(), binary()) -> {ok, map()} | {error, problem()}.
compiled(Class, Side, Selector, Source) ->
    Name = atom_to_binary(Selector),
    IsUnary = re:run(Name, "^[a-z]\\w*$", []) =/= nomatch,
    HasHead = re:run(Source, ["(^|\\n)\\s*([a-z]+\\s+)*", Name, "\\s*(->[^=]*)?=>"], []) =/= nomatch,
    case read(Class, Side, Name, Source) of
        {error, Problem} when IsUnary, not HasHead, element(1, Problem) =/= other_selector ->
            read(Class, Side, Name, <<Name/binary, " =>\n  ", (string:trim(Source))/binary>>);
        {error, {other_selector, Message, Hint}} ->
            {error, {compile_failed, Message, Hint}};
        Read ->
            Read
    end.

-spec read(atom(), side(), binary(), binary()) -> {ok, map()} | {error, problem()}.
read(Class, Side, Wanted, Source) ->
    case beamtalk_compiler_server:compile_expression(typed(atom_to_binary(Class), Side, Source), <<"beamtalk_prompt">>, []) of
        {ok, #{kind := method_definition, selector := Wanted} = Answer} ->
            {ok, Answer};
        {ok, #{kind := method_definition, selector := Other}} ->
            failed(other_selector, <<"The source defines '", Other/binary, "', not '", Wanted/binary, "'">>);
        {ok, _} ->
            failed(compile_failed, <<"The source is no method">>);
        {error, Diagnostics} ->
            {error, problem(compile_failed, beamtalk_repl_error:compile(Diagnostics))}
    end.

-spec precheck(Class :: atom(), side(), Selector :: atom(), Source :: binary()) -> {ok, map()} | {error, problem()}.
precheck(Class, Side, Selector, Source) ->
    case compiled(Class, Side, Selector, Source) of
        {ok, Answer} -> beamtalk_recheck:method(Answer);
        Error -> Error
    end.

%% Behind what is said of it.
-spec typed(Class :: binary(), side(), Source :: binary()) -> binary().
typed(Class, Side, Source) ->
    {match, [{0, Comments}]} = re:run(Source, "\\A(?:[ \\t]*(?://[^\\n]*)?\\n)*", [{capture, first}]),
    <<Before:Comments/binary, Method/binary>> = Source,
    Owner = case Side of instance -> <<" >> ">>; class -> <<" class >> ">> end,
    <<Before/binary, Class/binary, Owner/binary, (string:trim(Method, leading))/binary>>.

-spec failed(Kind :: atom(), binary()) -> {error, problem()}.
failed(Kind, Message) ->
    {error, {Kind, Message, <<"Pass the selector of the method and its source, without the class">>}}.

-spec problem(Kind :: atom(), beamtalk_repl_error:error()) -> problem().
problem(Kind, #{diagnostics := [_, _ | _] = Diagnostics} = Error) ->
    Errors = [It || #{<<"severity">> := <<"error">>} = It <- Diagnostics],
    problem(Kind, (maps:remove(diagnostics, Error))#{message => iolist_to_binary(lists:join("\n", [located(It) || It <- Errors]))});
problem(Kind, #{diagnostics := [#{<<"path">> := _} = Only]} = Error) ->
    {Kind, located(Only), maps:get(hint, Error, undefined)};
problem(Kind, #{message := Message} = Error) ->
    {Kind, Message, maps:get(hint, Error, undefined)}.

%% `file:line:column: words`, as far as that is known.
-spec located(map()) -> binary().
located(#{<<"path">> := Path, <<"line">> := Line, <<"column">> := Column, <<"message">> := Message}) ->
    Place = [Path, ":", integer_to_binary(Line), ":", integer_to_binary(Column)],
    iolist_to_binary([Place, ": ", Message]);
located(#{<<"message">> := Message}) ->
    Message.

-spec forget(Class :: atom(), side(), Selector :: atom()) -> ok.
forget(Class, Side, Selector) ->
    beamtalk_repl_load:forget(atom_to_binary(Class), Side, Selector).

-spec removing(Class :: atom(), side(), Selector :: atom(), fun(() -> removed | absent)) -> removed | absent.
removing(Class, Side, Selector, Remove) ->
    beamtalk_live_change:removing_method(Class, Side, Selector, Remove).

-spec removing_class(Class :: atom(), fun(() -> ok | Refusal)) -> ok | Refusal.
removing_class(Class, Remove) ->
    beamtalk_live_change:removing_class(Class, Remove).

-spec changes() -> [beamtalk_workspace_service:change()].
changes() ->
    [beamtalk_change_view:entry(Viewed) || Viewed <- beamtalk_workspace_changelog:changes()].

-spec clear_changes() -> ok.
clear_changes() ->
    beamtalk_workspace_changelog:clear().

-spec revert(Seq :: integer()) -> ok | {error, problem()}.
revert(Seq) ->
    beamtalk_live_change:revert(Seq).

-spec flush(beamtalk_workspace_service:selection(), IsConfirmed :: boolean()) -> beamtalk_workspace_service:flushed().
flush({class, Class}, IsConfirmed) ->
    beamtalk_change_view:flushed(beamtalk_workspace_changelog:flush({class, atom_to_binary(Class)}, IsConfirmed));
flush(Selection, IsConfirmed) ->
    beamtalk_change_view:flushed(beamtalk_workspace_changelog:flush(Selection, IsConfirmed)).

-spec autoflush() -> boolean().
autoflush() ->
    beamtalk_workspace_changelog:autoflush().

-spec autoflush(boolean()) -> boolean().
autoflush(IsOn) ->
    beamtalk_workspace_changelog:autoflush(IsOn).

-spec new_class(Source :: binary(), Path :: binary()) -> {ok, [atom()]} | {error, problem()}.
new_class(Source, Path) ->
    beamtalk_new_class:install(Source, Path, project()).

-spec sync() -> {ok, map()} | {error, problem()}.
sync() ->
    beamtalk_project_sync:sync(project()).

-spec recheck() -> {ok, map()}.
recheck() ->
    Report = beamtalk_recheck:image(),
    ok = beamtalk_reload_check:found(Report),
    {ok, Report}.

-spec sessions() -> [beamtalk_workspace_service:session()].
sessions() ->
    [described(Session) || Session <- beamtalk_session_sup:sessions()].

-spec described(beamtalk_session_sup:session()) -> beamtalk_workspace_service:session().
described(#{id := Id, kind := Kind, peer := Peer, created_at := Created}) ->
    #{id => Id, kind => Kind, peer => Peer, connected_at => Created, node => node()}.

-spec current_session() -> {ok, beamtalk_workspace_service:session()} | none.
current_session() ->
    Mine = beamtalk_repl_evaluation:session(),
    case [Session || #{pid := Pid} = Session <- beamtalk_session_sup:sessions(), Pid =:= Mine] of
        [Session] -> {ok, described(Session)};
        [] -> none
    end.

%% Names of variables are atoms already.
-spec variables(Id :: binary()) -> {ok, #{atom() => term()}} | gone.
variables(Id) ->
    case beamtalk_repl_session:find(Id) of
        {ok, Session} ->
            Named = maps:to_list(beamtalk_repl_session:bindings(Session)),
            {ok, maps:from_list([{binary_to_existing_atom(Name), Value} || {Name, Value} <- Named])};
        error ->
            gone
    end.

-spec bind(Id :: binary(), Name :: atom(), Value :: term()) -> ok.
bind(Id, Name, Value) ->
    {ok, Session} = beamtalk_repl_session:find(Id),
    beamtalk_repl_session:bind(Session, Name, Value).

-spec unbind(Id :: binary(), Name :: atom()) -> ok.
unbind(Id, Name) ->
    {ok, Session} = beamtalk_repl_session:find(Id),
    _ = beamtalk_repl_session:unbind(Session, atom_to_binary(Name)),
    ok.

-spec clear(Id :: binary()) -> ok.
clear(Id) ->
    {ok, Session} = beamtalk_repl_session:find(Id),
    beamtalk_repl_session:clear(Session).
