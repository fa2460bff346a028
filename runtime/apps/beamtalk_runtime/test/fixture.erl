%% Starts the runtime and the classes that stand for a library and a program.
%% The first test of all finds them registered by being loaded, later ones by
%% being there when the registry starts.
-module(fixture).

-export([start/0, stop/1, class/1, point/2, caught/1, error_of/1, reload/1, dead_process/0]).

-include("../include/beamtalk.hrl").

modules() ->
    [
        'bt@stdlib@proto_object', 'bt@stdlib@object', 'bt@stdlib@value', 'bt@stdlib@integer',
        'bt@stdlib@string', 'bt@stdlib@undefined_object', 'bt@stdlib@behaviour', 'bt@stdlib@class',
        'bt@stdlib@metaclass', 'bt@stdlib@exception', 'bt@stdlib@error', 'bt@stdlib@actor', 'bt@test@bad_luck',
        'bt@test@point', 'bt@test@pixel', 'bt@test@echo', 'bt@test@tally'
    ].

start() ->
    {ok, Started} = application:ensure_all_started(beamtalk_runtime),
    [ensure_class(Module) || Module <- modules()],
    Started.

%% Another test may have removed the class.
ensure_class(Module) ->
    {module, Module} = code:ensure_loaded(Module),
    beamtalk_code_version:class_of(Module) =/= none orelse reload(Module).

stop(_) ->
    Level = maps:get(level, logger:get_primary_config()),
    logger:set_primary_config(level, none),
    ok = application:stop(beamtalk_runtime),
    logger:set_primary_config(level, Level).

%% As it is loaded for the first time.
reload(Module) ->
    code:purge(Module),
    code:delete(Module),
    code:purge(Module),
    {module, Module} = code:load_file(Module).

class(Name) ->
    beamtalk_class_registry:class_object(Name).

point(X, Y) ->
    #{?TAG => 'Point', x => X, y => Y}.

%% The exception object that evaluating a fun raises.
caught(Fun) ->
    try Fun() of
        Value -> error({no_exception, Value})
    catch
        Class:Reason:Stacktrace -> beamtalk_error:exception(Class, Reason, Stacktrace)
    end.

error_of(Fun) ->
    maps:get(error, caught(Fun)).

dead_process() ->
    {Pid, Monitor} = spawn_monitor(fun() -> ok end),
    receive
        {'DOWN', Monitor, process, Pid, _} -> Pid
    end.
