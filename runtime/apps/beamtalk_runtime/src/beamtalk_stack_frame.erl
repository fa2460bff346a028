%% Stack frames as values: an Erlang stack trace goes in, a list of tagged
%% maps of the class StackFrame comes out, the innermost call first.
-module(beamtalk_stack_frame).

-include("beamtalk.hrl").

-export([frames/1, print_string/1]).

%% The calls by which the runtime raised the error are left out: a program
%% begins to fail where it has called the runtime. So are those by which
%% programs are run: a program begins where it was called. Where nothing would
%% be left, all is told.
-spec frames(list()) -> [map()].
frames(Stacktrace) ->
    Frames = [frame(M, F, A, Location) || {M, F, A, Location} <- Stacktrace],
    Own = [Frame || #{moduleName := Module} = Frame <- lists:dropwhile(fun is_raising/1, Frames), not runs_programs(Module)],
    case lists:reverse(lists:dropwhile(fun is_process/1, lists:reverse(Own))) of
        [] -> Frames;
        Rest -> Rest
    end.

%% Whoever evaluates what is typed, or runs a file or tests. Known here by their names
%% alone: they build on this.
-spec runs_programs(Module :: binary()) -> boolean().
runs_programs(<<"beamtalk_repl_", _/binary>>) -> true;
runs_programs(<<"beamtalk_command", _/binary>>) -> true;
runs_programs(<<"beamtalk_test_", Part/binary>>) -> Part =/= <<"case">>;
runs_programs(Module) -> Module =:= <<"beamtalk_core_walk">>.

%% What every process of OTP begins with, and an actor.
-spec is_process(map()) -> boolean().
is_process(#{moduleName := Module}) ->
    lists:member(Module, [<<"proc_lib">>, <<"gen_server">>, <<"erl_eval">>, <<"beamtalk_actor_process">>]).

-spec is_raising(map()) -> boolean().
is_raising(#{moduleName := Module}) ->
    lists:member(Module, [<<"beamtalk_error">>, <<"beamtalk_dispatch">>, <<"beamtalk_exception">>, <<"beamtalk_argument">>]).

-spec frame(module(), atom(), arity() | [term()], list()) -> map().
frame(Module, Function, Args, Location) ->
    File = text(proplists:get_value(file, Location)),
    Line = proplists:get_value(line, Location, nil),
    Class = class(Module),
    #{
        ?TAG => 'StackFrame',
        method => method(Class, Function),
        receiverClass => Class,
        arguments => arguments(Class, Function, Args),
        sourceLocation => place(File, Line),
        moduleName => beamtalk_code_version:base(Module),
        line => Line,
        file => File
    }.

%% A compiled method is a function with the receiver before the arguments.
-spec arguments(atom(), atom(), arity() | [term()]) -> non_neg_integer().
arguments(Class, Function, Args) when is_list(Args) -> arguments(Class, Function, length(Args));
arguments(nil, _, Arity) -> Arity;
arguments(_, Function, Arity) ->
    case beamtalk_method_function:parts(Function) of
        {_, _, same} -> max(0, Arity - 1);
        {_, _, OfMethod} -> max(0, OfMethod - 1)
    end.

-spec method(atom(), atom()) -> atom().
method(nil, Function) ->
    Function;
method(_, Function) ->
    {_, Selector, _} = beamtalk_method_function:parts(Function),
    existing(Selector, Function).

-spec existing(binary(), atom()) -> atom().
existing(Text, Default) ->
    try
        binary_to_existing_atom(Text)
    catch
        error:badarg -> Default
    end.

-spec class(module()) -> atom().
class(Module) ->
    case beamtalk_method_function:class(Module) of
        none -> nil;
        Class -> Class
    end.

-spec text(undefined | file:filename()) -> binary() | nil.
text(undefined) -> nil;
text(File) -> unicode:characters_to_binary(File).

-spec place(binary() | nil, integer() | nil) -> binary() | nil.
place(nil, _) -> nil;
place(_, nil) -> nil;
place(File, Line) -> <<File/binary, ":", (integer_to_binary(Line))/binary>>.

%% `Class>>method/arity (file:line)`.
-spec print_string(map()) -> binary().
print_string(#{receiverClass := Class, method := Method, arguments := Arity} = Frame) ->
    Head = [name(Class), <<">>">>, name(Method), <<"/">>, integer_to_binary(Arity)],
    case Frame of
        #{sourceLocation := Place} when is_binary(Place) ->
            iolist_to_binary([Head, <<" (">>, Place, <<")">>]);
        _ ->
            iolist_to_binary(Head)
    end.

-spec name(atom()) -> binary().
name(nil) -> <<"?">>;
name(Name) -> atom_to_binary(Name).
