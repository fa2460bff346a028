%% Starts and stops the runtime. Knows its top supervisor, who is told first when
%% it stops, and that code outlives it.
-module(beamtalk_runtime_app).
-behaviour(application).

-export([start/2, prep_stop/1, stop/1]).

-spec start(application:start_type(), term()) -> {ok, pid()} | {error, term()}.
start(_Type, _Args) ->
    ok = beamtalk_supervisor_log:install(),
    beamtalk_runtime_sup:start_link().

%% What users supervise ends while all that it may need is still there. Patches
%% end with the processes of the classes, here too.
-spec prep_stop(State) -> State.
prep_stop(State) ->
    beamtalk_supervisor_root:stop_all(),
    Modules = lists:map(fun beamtalk_class_registry:module_of/1, beamtalk_class_registry:all_classes()),
    _ = [beamtalk_code_change:patch(Module, #{}) || Module <- Modules, beamtalk_object_code:is_patched(Module)],
    State.

-spec stop(term()) -> ok.
stop(_State) ->
    ok.
