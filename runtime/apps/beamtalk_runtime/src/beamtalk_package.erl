%% A package as an OTP application: the callback that its resource file names, with
%% the class of its root supervisor. The tree below that class is the application's
%% and ends in order when the application stops.
-module(beamtalk_package).
-behaviour(application).

-export([start/2, stop/1, root/1]).

-spec start(application:start_type(), Class :: atom()) -> {ok, pid()} | {error, beamtalk_error:error()}.
start(_Type, Class) ->
    {ok, Package} = application:get_application(),
    {ok, Modules} = application:get_key(Package, modules),
    lists:foreach(fun(Module) -> {module, Module} = code:ensure_loaded(Module) end, Modules),
    %% A child that does not start must not take this process along.
    _ = process_flag(trap_exit, true),
    case beamtalk_class_registry:whereis_class(Class) of
        undefined -> {error, beamtalk_error:make(class_not_found, Class, supervise)};
        _ -> linked(beamtalk_supervisor_start:link(beamtalk_class_registry:class_object(Class)))
    end.

-spec linked({ok, beamtalk_supervisor_start:handle()} | {error, beamtalk_error:error()}) ->
    {ok, pid()} | {error, beamtalk_error:error()}.
linked({ok, {beamtalk_supervisor, _, _, Pid}}) -> {ok, Pid};
linked({error, Error}) -> {error, Error}.

-spec stop(term()) -> ok.
stop(_State) ->
    ok.

%% The root supervisor of a package that runs.
-spec root(Package :: atom()) -> pid() | undefined.
root(Package) ->
    case application:get_key(Package, mod) of
        {ok, {?MODULE, Class}} -> whereis(beamtalk_class_registry:module_of(Class));
        _ -> undefined
    end.
