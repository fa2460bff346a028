%% From a class of supervisors to one that runs: the plan, the start, and what the
%% classes want done right after it. Answers a reference, or an error of the kind
%% `supervisor_start_failed` that says why there is none.
-module(beamtalk_supervisor_start).

-include("beamtalk.hrl").

-export([supervise/1, link/1, current/1]).

-export_type([handle/0]).

-type class() :: beamtalk_class_reference:class().
-type handle() :: {beamtalk_supervisor, atom(), module(), pid()}.
-type start() :: fun((beamtalk_supervisor_plan:plan()) -> {fresh | running, pid()} | {error, term()}).

%% Below the runtime, so that it outlives the caller.
-spec supervise(class()) -> {ok, handle()} | {error, beamtalk_error:error()}.
supervise({beamtalk_object, _, Module, _} = Class) ->
    begun(Class, fun(Plan) -> beamtalk_supervisor_root:start(Module, Plan) end).

%% Below the caller, as the top of an application.
-spec link(class()) -> {ok, handle()} | {error, beamtalk_error:error()}.
link(Class) ->
    begun(Class, fun(Plan) ->
        case beamtalk_supervisor_tree:start_link(Plan) of
            {ok, Pid} -> {fresh, Pid};
            {error, Reason} -> {error, Reason}
        end
    end).

%% The one that runs, wherever it was started.
-spec current(class()) -> handle() | nil.
current({beamtalk_object, _, Module, _} = Class) ->
    case whereis(Module) of
        undefined -> nil;
        Pid -> {beamtalk_supervisor, beamtalk_class_reference:name(Class), Module, Pid}
    end.

-spec begun(class(), start()) -> {ok, handle()} | {error, beamtalk_error:error()}.
begun(Class, Start) ->
    case current(Class) of
        nil -> fresh(Class, Start);
        Running -> {ok, Running}
    end.

-spec fresh(class(), start()) -> {ok, handle()} | {error, beamtalk_error:error()}.
fresh(Class, Start) ->
    try beamtalk_supervisor_plan:make(Class) of
        Plan -> started(Start(Plan), Plan, Class)
    catch
        Kind:Reason:Stacktrace -> {error, raised(Class, Kind, Reason, Stacktrace)}
    end.

-spec started({fresh | running, pid()} | {error, term()}, beamtalk_supervisor_plan:plan(), class()) ->
    {ok, handle()} | {error, beamtalk_error:error()}.
started({running, Pid}, Plan, _) ->
    {ok, reference(Plan, Pid)};
started({error, {already_started, Pid}}, Plan, _) ->
    {ok, reference(Plan, Pid)};
started({error, Reason}, _, Class) ->
    {error, failed(Class, beamtalk_supervisor_failure:text(Reason))};
started({fresh, Pid}, Plan, Class) ->
    try
        initialize(Plan),
        {ok, reference(Plan, Pid)}
    catch
        Kind:Reason:Stacktrace ->
            %% Half a start is none.
            beamtalk_supervisor_handle:shut_down(Pid),
            {error, raised(Class, Kind, Reason, Stacktrace)}
    end.

%% The classes of supervisors below come first: those above may count on them.
-spec initialize(beamtalk_supervisor_plan:plan()) -> ok.
initialize(#{class := Name, module := Module} = Plan) ->
    lists:foreach(fun initialize/1, beamtalk_supervisor_plan:nested(Plan)),
    case whereis(Module) of
        undefined ->
            beamtalk_error:raise(stale_handle, Name, 'initialize:', <<"The supervisor ended as it began">>);
        Pid ->
            Class = beamtalk_class_reference:class(Name, Module),
            _ = beamtalk_dispatch:send(Class, 'initialize:', [reference(Plan, Pid)]),
            ok
    end.

-spec reference(beamtalk_supervisor_plan:plan(), pid()) -> handle().
reference(#{class := Class, module := Module}, Pid) ->
    {beamtalk_supervisor, Class, Module, Pid}.

%% What the plan itself refuses has the right words already.
-spec raised(class(), error | exit | throw, term(), list()) -> beamtalk_error:error().
raised(Class, Kind, Reason, Stacktrace) ->
    case beamtalk_error:exception(Kind, Reason, Stacktrace) of
        #{error := #beamtalk_error{kind = supervisor_start_failed} = Error} -> Error;
        Exception -> failed(Class, beamtalk_exception:print_string(Exception))
    end.

-spec failed(class(), binary()) -> beamtalk_error:error().
failed(Class, Hint) ->
    beamtalk_error:make(supervisor_start_failed, beamtalk_class_reference:name(Class), supervise, Hint).
