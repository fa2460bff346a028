%% Out of which inherited method a fault of the VM has come. The stack trace of
%% the fault goes in, while it is being caught; the class that defines the
%% method and the selector come out.
%%
%% Only the stack is asked, so that sends need not watch over what they call. It
%% tells where a fault has been, but not who received the message: a method
%% counts as inherited if its class is a program's own and has subclasses.
-module(beamtalk_fault_place).

-export([crossed/1]).

-type frame() :: {module(), atom(), arity() | [term()], list()}.

-spec crossed([frame()]) -> {Class :: atom(), Selector :: atom()} | none.
crossed([]) ->
    none;
crossed(Stacktrace) ->
    {current_stacktrace, Here} = process_info(self(), current_stacktrace),
    innermost(inside(Stacktrace, Here)).

%% The part of the trace that the fault has left behind: up to the function
%% that catches it, which is in both. Those that only this process is in by
%% now are the runtime's, on the way to this one.
-spec inside([frame()], [frame()]) -> [frame()].
inside(Stacktrace, []) ->
    Stacktrace;
inside(Stacktrace, [_ | Around] = Here) ->
    case left(Stacktrace, Here, []) of
        none -> inside(Stacktrace, Around);
        Left -> Left
    end.

-spec left([frame()], [frame()], [frame()]) -> [frame()] | none.
left([], _, _) ->
    none;
left([Frame | Outer] = Stacktrace, [Catcher | Around] = Here, Passed) ->
    case is_call_of(Frame, Catcher) andalso agree(Outer, Around) of
        true -> without_catcher(Frame =:= Catcher, Passed);
        false -> left(Outer, Here, [hd(Stacktrace) | Passed])
    end.

%% A function that still waits at the same call has not caught anything: it has
%% called the one that did, which is off the stack because nothing was left to do.
-spec without_catcher(boolean(), [frame()]) -> [frame()].
without_catcher(true, [_ | Passed]) -> lists:reverse(Passed);
without_catcher(_, Passed) -> lists:reverse(Passed).

-spec is_call_of(frame(), frame()) -> boolean().
is_call_of({Module, Function, Arity, _}, {Module, Function, Arity, _}) -> true;
is_call_of(_, _) -> false.

%% Both are cut off at some depth.
-spec agree([frame()], [frame()]) -> boolean().
agree([Frame | Outer], [Frame | Around]) -> agree(Outer, Around);
agree([_ | _], [_ | _]) -> false;
agree(_, _) -> true.

-spec innermost([frame()]) -> {atom(), atom()} | none.
innermost([]) ->
    none;
innermost([{Module, Function, Arity, _} | Outer]) ->
    case beamtalk_method_function:method(Module, Function, Arity) of
        {Class, _, Selector} ->
            case is_inherited(Module, Class) andalso not is_block(Function) of
                true -> {Class, Selector};
                false -> innermost(Outer)
            end;
        none ->
            innermost(Outer)
    end.

%% What leaves a block may still be inside of its method.
-spec is_block(atom()) -> boolean().
is_block(Function) ->
    {_, _, Method} = beamtalk_method_function:parts(Function),
    Method =/= same.

%% The library's own methods are no boundaries: what fails in `0 reciprocal` is
%% the division.
-spec is_inherited(module(), atom()) -> boolean().
is_inherited(Module, Class) ->
    not beamtalk_class_hierarchy_table:is_builtin(Module) andalso beamtalk_class_registry:subclasses(Class) =/= [].
