%% Runs a program: a message to a class, or the statements of a text. The program
%% has a process of its own, and the terminal. What becomes of it is told as data;
%% the words for people are the command's.
-module(beamtalk_command_run).

-export([prepare/1, send/3, evaluate/3]).

-export_type([outcome/0]).

-type outcome() ::
    {value, Printed :: binary()}
    | {raised, beamtalk_failure:failure()}
    | {missing_class, binary()}
    | {killed, Reason :: binary()}.

%% The runtime, the classes of the library, and these.
-spec prepare([module()]) -> ok.
prepare(Modules) ->
    {ok, _} = application:ensure_all_started(beamtalk_stdlib),
    load(library()),
    load(Modules).

%% The compiled classes of the library, which is what lies there.
-spec library() -> [module()].
library() ->
    Beams = filelib:wildcard("bt@stdlib@*.beam", code:lib_dir(beamtalk_stdlib, ebin)),
    [list_to_atom(filename:basename(Beam, ".beam")) || Beam <- Beams].

-spec load([module()]) -> ok.
load(Modules) ->
    lists:foreach(fun(Module) -> {module, Module} = code:ensure_loaded(Module) end, Modules).

-spec send(binary(), binary(), [binary()]) -> outcome().
send(Class, Selector, Arguments) ->
    case find_class(Class) of
        {ok, Object} -> run(fun() -> send_to(Object, Selector, Arguments), nil end);
        none -> {missing_class, Class}
    end.

%% A keyword message takes the words of the command line as one list.
-spec send_to(term(), binary(), [binary()]) -> term().
send_to(Object, Selector, Arguments) ->
    Atom = binary_to_atom(Selector),
    case beamtalk_selector:arity(Atom) of
        0 -> beamtalk_dispatch:send(Object, Atom, []);
        1 -> beamtalk_dispatch:send(Object, Atom, [Arguments])
    end.

-spec find_class(binary()) -> {ok, term()} | none.
find_class(Name) ->
    try beamtalk_class_registry:class_object(binary_to_existing_atom(Name)) of
        Object -> {ok, Object}
    catch
        error:_ -> none
    end.

%% Statements in parts, one after another, each with what the parts before it have
%% bound. One that fails ends it all, unless it `may_fail`: of such a part it is
%% reported at once what became of it.
-spec evaluate(module(), [{Function :: atom(), must_work | may_fail}], Report) -> outcome() when
    Report :: fun((Function :: atom(), outcome()) -> ok).
evaluate(Module, Parts, Report) ->
    run(fun() -> parts(Module, Parts, #{}, nil, Report) end).

-spec parts(module(), list(), map(), term(), fun((atom(), outcome()) -> ok)) -> term().
parts(_, [], _, Value, _) ->
    Value;
parts(Module, [{Function, must_work} | Rest], Bindings, _, Report) ->
    {Value, Bound} = Module:Function(Bindings),
    parts(Module, Rest, Bound, Value, Report);
parts(Module, [{Function, may_fail} | Rest], Bindings, Last, Report) ->
    try Module:Function(Bindings) of
        {Value, Bound} ->
            ok = Report(Function, value(Value)),
            parts(Module, Rest, Bound, Value, Report)
    catch
        Class:Reason:Stack ->
            ok = Report(Function, raised(Class, Reason, Stack)),
            parts(Module, Rest, Bindings, Last, Report)
    end.

%% What is linked to a program ends with it. That is no fault of anybody, and
%% OTP reports no end that begins with `shutdown`.
-spec run(fun(() -> term())) -> outcome().
run(Program) ->
    {Pid, Monitor} = spawn_monitor(fun() -> exit({shutdown, {ended, guarded(Program)}}) end),
    receive
        {'DOWN', Monitor, process, Pid, {shutdown, {ended, Outcome}}} -> Outcome;
        {'DOWN', Monitor, process, Pid, Reason} -> {killed, text(Reason)}
    end.

-spec guarded(fun(() -> term())) -> outcome().
guarded(Program) ->
    try
        value(Program())
    catch
        Class:Reason:Stack -> raised(Class, Reason, Stack)
    end.

-spec value(term()) -> outcome().
value(Value) ->
    {value, beamtalk_printing:print(Value)}.

-spec raised(error | exit | throw, term(), list()) -> outcome().
raised(Class, Reason, Stack) ->
    {raised, beamtalk_failure:describe(beamtalk_error:exception(Class, Reason, Stack))}.

-spec text(term()) -> binary().
text(Reason) ->
    unicode:characters_to_binary(io_lib:format("~tP", [Reason, 20])).
