%% Failures of an evaluation as data for clients: what sort, in which words, what to try,
%% and where. In go diagnostics of the compiler, exceptions of user code, and the reasons
%% of processes that ended; out come maps of texts and numbers.
-module(beamtalk_repl_error).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([compile/1, details/1, raised/1, ended/2, too_large/0, interrupted/0, plain/2, plain/3]).

-export_type([error/0]).

-type error() :: #{
    kind := binary(),
    message := binary(),
    hint => binary(),
    class => binary(),
    selector => binary(),
    line => pos_integer(),
    column => pos_integer(),
    diagnostics => [map()],
    stack => [map()]
}.
-type diagnostic() :: beamtalk_compiler_answer:diagnostic().

%% The first error speaks for all of them.
-spec compile([diagnostic()]) -> error().
compile(Diagnostics) ->
    [First | _] = [It || It <- Diagnostics, maps:get(severity, It, error) =:= error] ++ Diagnostics,
    Known = maps:with([line, column, hint], First),
    Known#{
        kind => compile_kind(First),
        message => maps:get(message, First),
        diagnostics => details(Diagnostics)
    }.

-spec compile_kind(diagnostic()) -> binary().
compile_kind(#{message := <<"Undefined variable", _/binary>>}) -> <<"undefined_variable">>;
compile_kind(#{message := <<"There are no expressions here", _/binary>>}) -> <<"empty_expression">>;
compile_kind(_) -> <<"compile_error">>.

%% As clients take them.
-spec details([diagnostic()]) -> [map()].
details(Diagnostics) ->
    [encoded(It) || It <- Diagnostics].

-spec encoded(diagnostic()) -> map().
encoded(Diagnostic) ->
    maps:from_list([{atom_to_binary(Key), encoded_value(Value)} || {Key, Value} <- maps:to_list(Diagnostic)]).

-spec encoded_value(term()) -> term().
encoded_value(undefined) -> null;
encoded_value(Value) when is_atom(Value), not is_boolean(Value) -> atom_to_binary(Value);
encoded_value(Value) -> Value.

%% By user code. The class of the exception stands before its message.
-spec raised(beamtalk_error:exception()) -> error().
raised(#{?TAG := Class} = Exception) ->
    Message = beamtalk_exception:message(Exception),
    Told = #{
        hint => hint(Exception),
        selector => beamtalk_exception:selector(Exception),
        class => beamtalk_exception:error_class(Exception)
    },
    Known = maps:filter(fun(_, Value) -> Value =/= nil andalso Value =/= undefined end, Told),
    Texts = maps:map(fun(_, Value) -> text(Value) end, Known),
    Stack = lists:filtermap(fun frame/1, beamtalk_exception:stack_trace(Exception)),
    placed(Stack, Texts#{
        kind => atom_to_binary(beamtalk_exception:kind(Exception)),
        message => <<(atom_to_binary(Class))/binary, ": ", Message/binary>>,
        stack => Stack
    }).

%% A message that looks like one that the receiver understands is the best of them. Else
%% as the exception prints it, which may be better than the one it was made with.
-spec hint(beamtalk_error:exception()) -> binary() | nil.
hint(Exception) ->
    case meant(beamtalk_exception:kind(Exception), Exception) of
        none ->
            case binary:split(beamtalk_exception:print_string(Exception), <<"\nHint: ">>) of
                [_, Hint] -> Hint;
                [_] -> beamtalk_exception:hint(Exception)
            end;
        Hint ->
            Hint
    end.

-spec meant(Kind :: atom(), beamtalk_error:exception()) -> binary() | none.
meant(does_not_understand, Exception) ->
    Selector = beamtalk_exception:selector(Exception),
    {Class, Side} = beamtalk_class_reference:of_tag(beamtalk_exception:error_class(Exception)),
    beamtalk_repl_suggestion:words(beamtalk_repl_suggestion:close(text(Selector), understood(Class, Side)));
meant(class_not_found, Exception) ->
    Known = [atom_to_binary(Name) || Name <- beamtalk_globals:names() ++ beamtalk_class_registry:all_classes()],
    Class = beamtalk_exception:error_class(Exception),
    beamtalk_repl_suggestion:words(beamtalk_repl_suggestion:close(text(Class), Known));
meant(_, _) ->
    none.

-spec understood(Class :: atom(), beamtalk_class_reference:side()) -> [binary()].
understood(Class, Side) ->
    try beamtalk_class_registry:class_object(Class) of
        Object ->
            Asked = case Side of instance -> Object; class -> beamtalk_dispatch:send(Object, class, []) end,
            [atom_to_binary(It) || It <- beamtalk_dispatch:send(Asked, allMethods, [])]
    catch
        error:_ -> []
    end.

%% Where in the text that was typed, if there.
-spec placed([map()], error()) -> error().
placed(Stack, Error) ->
    case [Line || #{<<"file">> := <<"<prompt>">>, <<"line">> := Line} <- Stack] of
        [Line | _] -> Error#{line => Line};
        [] -> Error
    end.

%% Of the stack only what the user has written: methods, and what was typed. Of a class
%% that was typed it is not known where.
-spec frame(map()) -> {true, map()} | false.
frame(#{moduleName := <<"bt@stdlib@", _/binary>>}) ->
    false;
frame(#{receiverClass := Class, method := Method} = Frame) when Class =/= nil ->
    {true, maps:merge(#{<<"class">> => text(Class), <<"selector">> => text(Method)}, place(Frame))};
frame(#{file := <<"<prompt>">>} = Frame) ->
    {true, place(Frame)};
frame(_) ->
    false.

-spec place(map()) -> map().
place(#{file := File, line := Line}) when is_binary(File), is_integer(Line) -> #{<<"file">> => File, <<"line">> => Line};
place(_) -> #{}.

%% The process of the evaluation ended before the evaluation did.
-spec ended(Reason :: term(), memory | other) -> error().
ended(killed, memory) ->
    Megabytes = integer_to_binary(beamtalk_repl_limits:memory_bytes() bsr 20),
    plain(
        <<"out_of_memory">>,
        <<"The evaluation needed more than ", Megabytes/binary, " MiB of memory and was ended">>,
        <<"Does it recurse or collect without end? A workspace that is started with --memory MIB allows more">>
    );
ended(killed, other) ->
    plain(<<"process_killed">>, <<"The process of the evaluation was killed">>);
ended(Reason, _) ->
    Text = unicode:characters_to_binary(io_lib:format("~tP", [Reason, 12])),
    plain(<<"process_exited">>, <<"The evaluation ended its own process: ", Text/binary>>).

%% What it has bound is more than a session keeps.
-spec too_large() -> error().
too_large() ->
    plain(
        <<"out_of_memory">>,
        <<"The variables would need more memory than an evaluation may use; they are as before">>,
        <<"A value that has itself in it many times grows when it is kept">>
    ).

-spec interrupted() -> error().
interrupted() ->
    plain(<<"interrupted">>, <<"Interrupted">>).

-spec plain(Kind :: binary(), Message :: binary()) -> error().
plain(Kind, Message) ->
    #{kind => Kind, message => Message}.

-spec plain(Kind :: binary(), Message :: binary(), Hint :: binary()) -> error().
plain(Kind, Message, Hint) ->
    #{kind => Kind, message => Message, hint => Hint}.

-spec text(atom() | binary()) -> binary().
text(Text) when is_binary(Text) -> Text;
text(Atom) -> atom_to_binary(Atom).
