%% Starts and stops the runtime. Knows only its top supervisor.
-module(beamtalk_runtime_app).
-behaviour(application).

-export([start/2, stop/1]).

-spec start(application:start_type(), term()) -> {ok, pid()} | {error, term()}.
start(_Type, _Args) ->
    beamtalk_runtime_sup:start_link().

-spec stop(term()) -> ok.
stop(_State) ->
    ok.
