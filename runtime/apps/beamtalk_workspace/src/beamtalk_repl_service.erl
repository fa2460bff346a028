%% What the workspace does for classes of the library (`beamtalk_workspace_service`): it
%% loads files, puts methods into classes, and knows the sessions. Failures come out as a
%% kind, a message and perhaps a hint.
-module(beamtalk_repl_service).
-behaviour(beamtalk_workspace_service).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([start/0, stop/0]).
-export([load/1, reload/1, compile/4, forget/3]).
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
-spec compile(Class :: atom(), side(), Selector :: atom(), Source :: binary()) -> ok | {error, problem()}.
compile(Class, Side, Selector, Source) ->
    Wanted = atom_to_binary(Selector),
    case beamtalk_compiler_server:compile_expression(typed(Class, Side, Source), <<"beamtalk_prompt">>, []) of
        {ok, #{kind := method_definition, selector := Wanted} = Answer} ->
            installed(beamtalk_repl_load:method(Answer), Answer);
        {ok, #{kind := method_definition, selector := Other}} ->
            failed(<<"The source defines '", Other/binary, "', not '", Wanted/binary, "'">>);
        {ok, _} ->
            failed(<<"The source is no method">>);
        {error, Diagnostics} ->
            {error, problem(compile_failed, beamtalk_repl_error:compile(Diagnostics))}
    end.

-spec installed(loaded | run | {error, map()}, map()) -> ok | {error, problem()}.
installed(loaded, _) ->
    ok;
installed(run, #{core := Core}) ->
    {_, _} = beamtalk_repl_core:run(Core, beamtalk_bindings:new()),
    ok;
installed({error, Error}, _) ->
    {error, problem(compile_failed, Error)}.

%% Behind what is said of it.
-spec typed(atom(), side(), binary()) -> binary().
typed(Class, Side, Source) ->
    {match, [{0, Comments}]} = re:run(Source, "\\A(?:[ \\t]*(?://[^\\n]*)?\\n)*", [{capture, first}]),
    <<Before:Comments/binary, Method/binary>> = Source,
    Owner = case Side of instance -> <<" >> ">>; class -> <<" class >> ">> end,
    <<Before/binary, (atom_to_binary(Class))/binary, Owner/binary, (string:trim(Method, leading))/binary>>.

-spec failed(binary()) -> {error, problem()}.
failed(Message) ->
    {error, {compile_failed, Message, <<"Pass the selector of the method and its source, without the class">>}}.

-spec problem(Kind :: atom(), beamtalk_repl_error:error()) -> problem().
problem(Kind, #{message := Message} = Error) ->
    {Kind, Message, maps:get(hint, Error, undefined)}.

-spec forget(Class :: atom(), side(), Selector :: atom()) -> ok.
forget(Class, Side, Selector) ->
    beamtalk_repl_load:forget(atom_to_binary(Class), Side, Selector).

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
