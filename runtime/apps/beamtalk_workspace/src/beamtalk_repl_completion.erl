%% What may be typed at the cursor of a prompt. In go the text before it and the
%% variables of the session, out come candidates, the best first, or the reason why there
%% are none. What the class tables can tell is answered at once; what takes reading of the
%% text is asked of the compiler, when the caller wants to wait.
%%
%% Nothing is evaluated, nothing is loaded, no process of the user's is spoken to, and no
%% text fails: what goes wrong on the way only leaves candidates out.
-module(beamtalk_repl_completion).

-export([complete/2, at_once/2, prefixed/2, resolve/2, of_receiver/2]).

-export_type([answer/0]).

-type bindings() :: beamtalk_repl_receiver:bindings().
-type receiver() :: beamtalk_repl_receiver:receiver().
-type answer() :: {[beamtalk_repl_candidates:candidate()], Reason :: binary() | none}.
%% What is known now, or how to find out.
-type now_or_later() :: answer() | {later, fun(() -> answer())}.

%% To read a longer text takes its time, whoever answers.
-define(SHORT, 4096).

-spec complete(Code :: binary(), bindings()) -> answer().
complete(Code, Bindings) ->
    case guarded(fun() -> look(Code, Bindings) end) of
        {later, Ask} -> guarded(Ask);
        Answer -> Answer
    end.

%% The same, without waiting.
-spec at_once(Code :: binary(), bindings()) -> now_or_later().
at_once(Code, Bindings) when byte_size(Code) =< ?SHORT ->
    case guarded(fun() -> look(Code, Bindings) end) of
        {later, Ask} -> {later, fun() -> guarded(Ask) end};
        Answer -> Answer
    end;
at_once(Code, Bindings) ->
    {later, fun() -> complete(Code, Bindings) end}.

%% A class may go while it is looked at, or the runtime stop.
-spec guarded(fun(() -> Answer)) -> Answer | answer() when Answer :: now_or_later().
guarded(Ask) ->
    try
        Ask()
    catch
        _:_ -> {[], beamtalk_repl_reason:failed()}
    end.

-spec look(binary(), bindings()) -> now_or_later().
look(Code, Bindings) ->
    case beamtalk_repl_command:argument(Code) of
        none -> expression(Code, Bindings);
        {Command, none} -> command(byte_size(Code) - byte_size(Command), Command, none, Bindings);
        {Command, Argument} -> command(byte_size(Code) - byte_size(Argument), Command, Argument, Bindings)
    end.

-spec command(Start :: non_neg_integer(), Command :: binary(), Argument :: binary() | none, bindings()) -> now_or_later().
command(Start, Command, Argument, Bindings) ->
    {later, fun() -> moved(Start, beamtalk_repl_command:complete(Command, Argument, Bindings)) end}.

%% The argument of a command is read as a text of its own, and stands farther on.
-spec moved(non_neg_integer(), answer()) -> answer().
moved(Start, {Candidates, Reason}) ->
    {[beamtalk_repl_candidates:moved(Start, It) || It <- Candidates], Reason}.

%% A word without what stands around it.
-spec prefixed(Prefix :: binary(), bindings()) -> answer().
prefixed(<<>>, _) ->
    {[], beamtalk_repl_reason:nothing_typed()};
prefixed(Prefix, Bindings) ->
    case beamtalk_repl_names:receivers(Prefix, Bindings) of
        [] -> {[], beamtalk_repl_reason:no_name(Prefix)};
        Names -> {Names, none}
    end.

-spec expression(binary(), bindings()) -> now_or_later().
expression(Code, Bindings) ->
    case beamtalk_repl_fragment:read(Code) of
        #{ends_in := Where} when Where =:= string; Where =:= comment; Where =:= character ->
            {[], beamtalk_repl_reason:place(Where)};
        #{ends_in := code, receiver := none, prefix := <<>>, is_alone := true} ->
            nothing(Code, Bindings);
        #{ends_in := code, receiver := none, prefix := Prefix, is_alone := true, is_word := true} ->
            prefixed(Prefix, Bindings);
        #{ends_in := code, receiver := {_, Receiver}, prefix := Prefix, is_line_below := false} = Fragment ->
            message(Receiver, Prefix, Fragment, Code, Bindings);
        _ ->
            ask(Code, Bindings)
    end.

-spec ask(binary(), bindings()) -> now_or_later().
ask(Code, Bindings) ->
    {later, fun() -> beamtalk_repl_position:complete(Code, Bindings) end}.

-spec nothing(binary(), bindings()) -> now_or_later().
nothing(Code, Bindings) ->
    case re:run(Code, "\\S", [{capture, none}]) of
        nomatch -> {[], beamtalk_repl_reason:nothing_typed()};
        match -> ask(Code, Bindings)
    end.

%% A keyword that is typed together with its argument, and a type, are for the compiler.
-spec message(binary(), binary(), beamtalk_repl_fragment:fragment(), binary(), bindings()) -> now_or_later().
message(_, <<":", _/binary>>, _, Code, Bindings) ->
    ask(Code, Bindings);
message(<<"Erlang">>, Prefix, _, Code, Bindings) ->
    unless_found(Code, Bindings, fun() -> beamtalk_repl_erlang:modules(Prefix) end);
message(<<"Erlang ", _/binary>> = Receiver, Prefix, _, Code, Bindings) ->
    case beamtalk_repl_fragment:chain(Receiver) of
        {ok, _, [Module]} -> unless_found(Code, Bindings, fun() -> beamtalk_repl_erlang:functions(Module, Prefix) end);
        _ -> ask(Code, Bindings)
    end;
message(Receiver, Prefix, Fragment, Code, Bindings) ->
    case {resolve(Receiver, Bindings), certainty(Receiver, Fragment)} of
        {{ok, Found, Sends}, whole} -> known(Found, Sends, Prefix, Fragment, Code, Bindings);
        {{ok, Found, Sends}, likely} -> unless_answered(Code, Bindings, listed(Found, Sends, Prefix, Fragment));
        {{stop, {not_understood, _, _} = Stop}, whole} -> {[], beamtalk_repl_reason:stop(Stop)};
        {{stop, Stop}, _} -> unless_answered(Code, Bindings, {[], beamtalk_repl_reason:stop(Stop)});
        _ -> ask(Code, Bindings)
    end.

%% What is offered here, should the compiler not answer.
-spec unless_answered(binary(), bindings(), answer()) -> now_or_later().
unless_answered(Code, Bindings, Answer) ->
    {later, fun() -> beamtalk_repl_position:complete(Code, Bindings, Answer) end}.

-spec known(receiver(), [binary()], binary(), beamtalk_repl_fragment:fragment(), binary(), bindings()) -> now_or_later().
known(Receiver, Sends, Prefix, Fragment, Code, Bindings) ->
    Answer = listed(Receiver, Sends, Prefix, Fragment),
    case {Answer, binary:match(Prefix, <<":">>)} of
        %% An argument may stand right behind its keyword.
        {{[], _}, {_, _}} -> unless_answered(Code, Bindings, Answer);
        _ -> Answer
    end.

-spec listed(receiver(), [binary()], binary(), beamtalk_repl_fragment:fragment()) -> answer().
listed(Receiver, Sends, Prefix, #{is_operator := IsOperator} = Fragment) ->
    Selectors = case IsOperator of true -> binary; false -> all end,
    Wanted = #{prefix => Prefix, selectors => Selectors, sent => counted(Sends)},
    case beamtalk_repl_candidates:messages(Receiver, Wanted) ++ declaration(Receiver, Prefix, Fragment) of
        [] -> {[], beamtalk_repl_reason:no_match([Receiver], Prefix)};
        Messages -> {Messages, none}
    end.

%% A class by its name at the beginning of all may be the superclass of another.
-spec declaration(receiver(), binary(), beamtalk_repl_fragment:fragment()) -> [beamtalk_repl_candidates:candidate()].
declaration({class, Class}, Prefix, #{begins_with := class, is_operator := false}) ->
    beamtalk_repl_names:subclassing(Class, Prefix);
declaration(_, _, _) ->
    [].

-spec counted([binary()]) -> beamtalk_repl_candidates:sent().
counted(Sends) ->
    lists:foldl(fun(Send, Counts) -> Counts#{Send => maps:get(Send, Counts, 0) + 1} end, #{}, Sends).

%% The compiler knows what the parameters of Erlang's functions are called, once it has
%% read them.
-spec unless_found(binary(), bindings(), fun(() -> [beamtalk_repl_candidates:candidate()])) -> now_or_later().
unless_found(Code, Bindings, List) ->
    {later, fun() -> found_or_listed(Code, Bindings, List) end}.

-spec found_or_listed(binary(), bindings(), fun(() -> [beamtalk_repl_candidates:candidate()])) -> answer().
found_or_listed(Code, Bindings, List) ->
    case beamtalk_repl_position:complete(Code, Bindings) of
        {[], Reason} ->
            case List() of
                [] -> {[], Reason};
                Found -> {Found, none}
            end;
        Answer ->
            Answer
    end.

%% Whether all that counts is known here: what stands before may say more, and there a
%% variable of the session may be hidden by one of the text, but no class and no literal.
-spec certainty(binary(), beamtalk_repl_fragment:fragment()) -> whole | likely | none.
certainty(_, #{prefix := Sign}) when Sign =:= <<"->">>; Sign =:= <<"=>">>; Sign =:= <<">>">> ->
    %% It may be whole, and then something else follows it.
    likely;
certainty(Receiver, #{is_alone := IsAlone}) ->
    <<First, _/binary>> = Receiver,
    IsName = First >= $a andalso First =< $z orelse First =:= $_,
    case IsAlone andalso not holds_sends(Receiver) of
        true -> whole;
        false when IsName, not IsAlone -> none;
        false -> likely
    end.

%% Whether there may be messages inside of a literal: a name that is no symbol, or an
%% operator. The arrow of a dictionary and the sign of a number are none.
-spec holds_sends(binary()) -> boolean().
holds_sends(Receiver) ->
    binary:match(Receiver, [<<"[">>, <<"(">>, <<"{">>]) =/= nomatch andalso holds_sends_inside(Receiver).

-spec holds_sends_inside(binary()) -> boolean().
holds_sends_inside(Receiver) ->
    Inside = binary:replace(Receiver, <<"=>">>, <<",">>, [global]),
    re:run(Inside, "[\\[({].*((?<![#\\w])[a-z]\\w*|[-+*/<>=~%&?\\\\](?!\\d)|(?<=[\\w\"\\])}])\\s*[-+*/<>=~%&?\\\\]).*[\\])}]", [dotall, {capture, none}]) =:= match.

%% What a message would be sent to, an operand or the end of a chain of messages, and the
%% messages of that chain.
-spec resolve(binary(), bindings()) -> {ok, receiver(), Sends :: [binary()]} | {stop, beamtalk_repl_walk:stop()} | undefined.
resolve(Text, Bindings) ->
    case beamtalk_repl_receiver:classify(Text, Bindings) of
        undefined -> chain(beamtalk_repl_fragment:chain(Text), Bindings);
        Receiver -> {ok, Receiver, []}
    end.

-spec chain({ok, binary(), [binary(), ...]} | error, bindings()) ->
    {ok, receiver(), [binary()]} | {stop, beamtalk_repl_walk:stop()} | undefined.
chain({ok, Operand, Selectors}, Bindings) ->
    case beamtalk_repl_receiver:classify(Operand, Bindings) of
        undefined -> undefined;
        Receiver -> walked(Receiver, Selectors, Operand)
    end;
chain(error, _) ->
    undefined.

%% A selector that is no atom is none of any class.
-spec walked(receiver(), [binary()], Operand :: binary()) -> {ok, receiver(), [binary()]} | {stop, beamtalk_repl_walk:stop()}.
walked(Receiver, Selectors, Operand) ->
    {Known, Unknown} = lists:splitwith(fun is_atom/1, [existing(Selector) || Selector <- Selectors]),
    Written = case beamtalk_repl_receiver:is_class_name(Operand) of true -> literal; false -> value end,
    case {beamtalk_repl_walk:walk(Receiver, Known, Written), Unknown} of
        {{ok, Class, Side}, []} -> {ok, {Side, Class}, Selectors};
        {{ok, Class, Side}, [Selector | _]} -> {stop, {not_understood, {Side, Class}, Selector}};
        {Stop, _} -> Stop
    end.

-spec existing(binary()) -> atom() | binary().
existing(Selector) ->
    try
        binary_to_existing_atom(Selector)
    catch
        error:_ -> Selector
    end.

%% All that a receiver understands of a beginning.
-spec of_receiver(receiver(), Prefix :: binary()) -> answer().
of_receiver(Receiver, Prefix) ->
    case beamtalk_repl_candidates:messages(Receiver, #{prefix => Prefix}) of
        [] -> {[], beamtalk_repl_reason:no_match([Receiver], Prefix)};
        Messages -> {Messages, none}
    end.
