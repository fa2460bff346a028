%% Starts the server of the compiler.
%%
%% Environment of the application, all of it optional:
%%
%%   port_command    which program to run, see `beamtalk_compiler_program`
%%   project_path    the folder it runs in, for its settings are read from there
%%   deadlines       #{compile | query | version | completion | probe => Milliseconds}
%%   most_pending    how many requests may wait at a time
-module(beamtalk_compiler_app).
-behaviour(application).

-export([start/2, stop/1]).

-spec start(application:start_type(), term()) -> {ok, pid()} | {error, term()}.
start(_Type, _Args) ->
    beamtalk_compiler_sup:start_link().

-spec stop(term()) -> ok.
stop(_State) ->
    ok.
