%% Stack frames as values: an Erlang stack trace goes in, a list of tagged
%% maps of the class StackFrame comes out, the innermost call first.
-module(beamtalk_stack_frame).

-include("beamtalk.hrl").

-export([frames/1, print_string/1]).

%% The calls by which the runtime raised the error are left out: a program
%% begins to fail where it has called the runtime.
-spec frames(list()) -> [map()].
frames(Stacktrace) ->
    Frames = [frame(M, F, A, Location) || {M, F, A, Location} <- Stacktrace],
    case lists:dropwhile(fun is_raising/1, Frames) of
        [] -> Frames;
        Rest -> Rest
    end.

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
        arguments => arguments(Class, Args),
        sourceLocation => place(File, Line),
        moduleName => atom_to_binary(Module),
        line => Line,
        file => File
    }.

%% A compiled method is a function with the receiver before the arguments.
-spec arguments(atom(), arity() | [term()]) -> non_neg_integer().
arguments(Class, Args) when is_list(Args) -> arguments(Class, length(Args));
arguments(nil, Arity) -> Arity;
arguments(_, Arity) -> max(0, Arity - 1).

-spec method(atom(), atom()) -> atom().
method(nil, Function) ->
    Function;
method(_, Function) ->
    existing(selector(atom_to_binary(Function)), Function).

%% Of a function that a method has become, with all that the compiler adds: the
%% side, a mark for recursion, and the names of blocks.
-spec selector(binary()) -> binary().
selector(<<"class_", Selector/binary>>) ->
    selector(Selector);
selector(<<"$", Selector/binary>>) ->
    Selector;
selector(<<"-", Block/binary>>) ->
    [Method | _] = string:split(Block, "/"),
    selector(Method);
selector(Function) ->
    [Method | _] = string:split(Function, "$exact"),
    Method.

-spec existing(binary(), atom()) -> atom().
existing(Text, Default) ->
    try
        binary_to_existing_atom(Text)
    catch
        error:badarg -> Default
    end.

-spec class(module()) -> atom().
class(Module) ->
    case erlang:function_exported(Module, '__beamtalk_meta', 0) of
        true -> maps:get(class, Module:'__beamtalk_meta'());
        false -> nil
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
