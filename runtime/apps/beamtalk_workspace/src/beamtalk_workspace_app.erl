%% Starts a workspace. What it is comes from `config` in the environment of the
%% application, a map that `beamtalk_workspace_sup` describes.
-module(beamtalk_workspace_app).
-behaviour(application).

-export([start/2, stop/1]).

-spec start(application:start_type(), term()) -> {ok, pid()} | {error, term()}.
start(_Type, _Args) ->
    Config = application:get_env(beamtalk_workspace, config, #{repl => false}),
    %% Before anyone may come who would ask for it.
    maps:get(repl, Config, true) =:= false orelse beamtalk_repl_service:start(),
    beamtalk_workspace_sup:start_link(Config).

-spec stop(term()) -> ok.
stop(_State) ->
    beamtalk_repl_service:stop().
