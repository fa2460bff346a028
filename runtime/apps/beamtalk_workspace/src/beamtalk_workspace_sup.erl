%% The top of a workspace. Takes a map:
%%
%%   workspace_id       a name, for logs and `health`
%%   project_path       the folder it serves, or `none`
%%   repl               whether anyone can connect (true)
%%   tcp_port           where, 0 for any; needed with `repl`
%%   dir                the folder with the token, where the port is written; needed with `repl`
%%   nonce              which start this is, for `health` and the port file
%%   auto_cleanup       whether it ends by itself when nobody has been there (true)
%%   max_idle_seconds   after how long (14400)
%%
%% What is lost when a child dies: the pushes, what was to be told just then, and who
%% wants to be told connects again by itself; the entries of the log, who wants them, and asks
%% again; the checks after a change, what they have found; the log of changes, nothing but what was never
%% written; the watch over actors, since when they
%% are known; what is traced of them, which goes off; what evaluations share, and the sessions, their bindings; the connections, nothing, for clients come
%% back; the listener, which writes its port again. The port is published last, for it
%% means that all is ready.
-module(beamtalk_workspace_sup).
-behaviour(supervisor).

-export([start_link/1]).
-export([init/1]).

-export_type([config/0]).

-type config() :: #{
    workspace_id => binary(),
    project_path => binary() | none,
    repl => boolean(),
    tcp_port => inet:port_number(),
    dir => file:name_all(),
    nonce => binary(),
    auto_cleanup => boolean(),
    max_idle_seconds => non_neg_integer()
}.

-spec start_link(config()) -> {ok, pid()} | {error, term()}.
start_link(Config) ->
    case maps:merge(#{repl => true}, Config) of
        #{repl := true} = Open when not is_map_key(tcp_port, Open) -> {error, {missing, tcp_port}};
        #{repl := true} = Open when not is_map_key(dir, Open) -> {error, {missing, dir}};
        Complete -> supervisor:start_link({local, ?MODULE}, ?MODULE, Complete)
    end.

-spec init(config()) -> {ok, {supervisor:sup_flags(), [supervisor:child_spec()]}}.
init(#{repl := IsOpen} = Config) ->
    Flags = #{strategy => one_for_one, intensity => 5, period => 10},
    {ok, {Flags, open(IsOpen, Config)}}.

-spec open(boolean(), config()) -> [supervisor:child_spec()].
open(false, Config) ->
    [worker(beamtalk_workspace_changelog, [maps:without([dir], Config)])];
open(true, Config) ->
    beamtalk_idle_monitor:create(),
    beamtalk_repl_lobby:create(),
    beamtalk_session_sup:create(),
    beamtalk_repl_understood:create(),
    [
        worker(beamtalk_repl_push, []),
        worker(beamtalk_repl_logs, []),
        worker(beamtalk_reload_check, []),
        worker(beamtalk_workspace_changelog, [Config]),
        worker(beamtalk_actor_watch, []),
        worker(beamtalk_actor_trace, []),
        tree(beamtalk_repl_sup),
        tree(beamtalk_session_sup),
        tree(beamtalk_connection_sup),
        worker(beamtalk_repl_server, [Config]),
        worker(beamtalk_idle_monitor, [Config])
    ].

-spec worker(module(), [term()]) -> supervisor:child_spec().
worker(Module, Args) ->
    #{id => Module, start => {Module, start_link, Args}}.

-spec tree(module()) -> supervisor:child_spec().
tree(Module) ->
    #{id => Module, start => {Module, start_link, []}, type => supervisor}.
