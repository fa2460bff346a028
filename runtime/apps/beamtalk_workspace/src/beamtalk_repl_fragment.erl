%% What is being typed: the word at the cursor, and what stands before it. In goes a
%% text up to the cursor, out come its last fragment without that word, and the word.
%% Knows shapes of text only, neither classes nor variables.
-module(beamtalk_repl_fragment).

-export([read/1, receiver_and_prefix/1, chain/1, operand/1]).

-export_type([fragment/0, receiver/0, operand/0]).

-type receiver() :: none | {single_token, binary()} | {expression, binary()}.
-type operand() :: name | class | integer | float | string | symbol | character | list | array | dictionary | block.
-type fragment() :: #{
    ends_in := code | string | comment | character | symbol,
    receiver := receiver(),
    prefix := binary(),
    %% Whether only names of the session can be meant: nothing else stands before.
    is_alone := boolean(),
    %% Whether the fragment is a plain word that is being typed, and nothing else.
    is_word := boolean(),
    is_operator := boolean(),
    %% Whether the receiver stands in a line before.
    is_line_below := boolean(),
    %% What the text begins with, if the receiver is that one token.
    begins_with := beamtalk_repl_scan:kind() | none
}.

-spec read(binary()) -> fragment().
read(Code) ->
    Scan = #{is_alone := IsAlone, tokens := Tokens} = beamtalk_repl_scan:scan(Code),
    {From, IsOperator} = prefix_start(Code),
    <<Before:From/binary, Prefix/binary>> = Code,
    #{
        ends_in => ends_in(Scan, byte_size(Code)),
        receiver => receiver(Before, Scan),
        prefix => Prefix,
        is_alone => IsAlone,
        is_word => is_word(Tokens, From) andalso not is_qualified(Prefix),
        is_operator => IsOperator,
        is_line_below => is_line_below(Before),
        begins_with => begins_with(Code, From, Tokens)
    }.

-spec begins_with(binary(), From :: non_neg_integer(), [beamtalk_repl_scan:token()]) -> beamtalk_repl_scan:kind() | none.
begins_with(Code, From, Tokens) ->
    First = trimmed_start(Code),
    case [Token || {_, _, To} = Token <- Tokens, To =< From] of
        [{Kind, First, _}] -> Kind;
        _ -> none
    end.

%% Whether nothing but blanks stands before the word in its line.
-spec is_line_below(Before :: binary()) -> boolean().
is_line_below(Before) ->
    End = back(Before, byte_size(Before), fun is_blank/1),
    binary:match(Before, <<"\n">>, [{scope, {End, byte_size(Before) - End}}]) =/= nomatch.

%% Of a character only one is typed.
-spec ends_in(beamtalk_repl_scan:scan(), Size :: non_neg_integer()) -> code | string | comment | character | symbol.
ends_in(#{ends_in := code, tokens := [_ | _] = Tokens}, Size) ->
    case lists:last(Tokens) of
        {character, _, Size} -> character;
        _ -> code
    end;
ends_in(#{ends_in := Where}, _) ->
    Where.

-spec is_word([beamtalk_repl_scan:token()], From :: non_neg_integer()) -> boolean().
is_word([{Kind, From, _} | Rest], From) when Kind =:= name; Kind =:= class; Kind =:= keyword ->
    lists:all(fun({Next, _, _}) -> Next =:= keyword orelse Next =:= name end, Rest);
is_word(_, _) ->
    false.

%% `package@Cl` is one word, of which only the part behind the sign is looked for.
-spec is_qualified(binary()) -> boolean().
is_qualified(Prefix) ->
    binary:match(Prefix, <<"@">>) =/= nomatch.

-spec receiver_and_prefix(fragment()) ->
    {single_token | expression, Receiver :: binary(), Prefix :: binary()} | {undefined, Prefix :: binary()}.
receiver_and_prefix(#{receiver := {Kind, Receiver}, prefix := Prefix, ends_in := code}) -> {Kind, Receiver, Prefix};
receiver_and_prefix(#{prefix := Prefix}) -> {undefined, Prefix}.

%% One operand and the unary messages that follow it; anything else is no chain.
-spec chain(binary()) -> {ok, Operand :: binary(), [Selector :: binary(), ...]} | error.
chain(Text) ->
    #{tokens := Tokens, open := Open, start := Start, ends_in := Where} = beamtalk_repl_scan:scan(<<Text/binary, " ">>),
    case Open =:= [] andalso Where =:= code andalso trimmed_start(Text) >= Start andalso first(Tokens) of
        {{From, To}, [_ | _] = Rest} ->
            case lists:all(fun({Kind, _, _}) -> Kind =:= name end, Rest) of
                true -> {ok, part(Text, From, To), [part(Text, F, T) || {_, F, T} <- Rest]};
                false -> error
            end;
        _ ->
            error
    end.

%% What an operand looks like; `none` for anything else.
-spec operand(binary()) -> operand() | none.
operand(Text) ->
    #{tokens := Tokens, open := Open, start := Start, ends_in := Where} = beamtalk_repl_scan:scan(<<Text/binary, " ">>),
    case Open =:= [] andalso Where =:= code andalso Start =:= 0 andalso operand(Tokens, Text) of
        false -> none;
        Operand -> Operand
    end.

-spec operand([beamtalk_repl_scan:token()], binary()) -> operand() | none.
operand([{number, 0, To}], Text) when To =:= byte_size(Text) -> number(Text);
operand([{Kind, 0, To}], Text) when
    To =:= byte_size(Text), Kind =:= name orelse Kind =:= class orelse Kind =:= string orelse Kind =:= symbol orelse Kind =:= character
->
    Kind;
operand([{open, 0, _}, {close, _, To}], Text) when To =:= byte_size(Text) ->
    literal(Text);
operand(_, _) ->
    none.

-spec number(binary()) -> integer | float.
number(Text) ->
    case re:run(Text, "^-?\\d+(r\\w*)?$", [{capture, none}]) of
        match -> integer;
        nomatch -> float
    end.

-spec literal(binary()) -> operand() | none.
literal(<<"#(", _/binary>>) -> list;
literal(<<"#[", _/binary>>) -> array;
literal(<<"#{", _/binary>>) -> dictionary;
literal(<<"[", _/binary>>) -> block;
literal(_) -> none.

%% The word at the end, or the operator.
-spec prefix_start(binary()) -> {non_neg_integer(), IsOperator :: boolean()}.
prefix_start(Code) ->
    Size = byte_size(Code),
    %% Of `=:=` the colon is not the beginning of a word.
    case ends_in_equals(Code, Size, [<<"=:=">>, <<"=:">>]) of
        {ok, Start} -> {Start, true};
        none -> word_start(Code, Size)
    end.

-spec ends_in_equals(binary(), Size :: non_neg_integer(), [binary()]) -> {ok, Start :: pos_integer()} | none.
ends_in_equals(_, _, []) ->
    none;
ends_in_equals(Code, Size, [Sign | Rest]) ->
    Start = Size - byte_size(Sign),
    case Code of
        <<_:(Start - 1)/binary, C, Sign/binary>> when Start > 0, C =:= $\s orelse C >= $\t andalso C =< $\r -> {ok, Start};
        _ -> ends_in_equals(Code, Size, Rest)
    end.

-spec word_start(binary(), Size :: non_neg_integer()) -> {non_neg_integer(), IsOperator :: boolean()}.
word_start(Code, Size) ->
    case back(Code, Size, fun beamtalk_repl_scan:is_word/1) of
        Size -> operator_start(Code, back(Code, Size, fun beamtalk_repl_scan:is_operator/1));
        Start -> {Start, false}
    end.

%% An operator stands apart or behind an operand; `:=` is none.
-spec operator_start(binary(), non_neg_integer()) -> {non_neg_integer(), boolean()}.
operator_start(Code, Start) when Start =:= byte_size(Code); Start =:= 0 ->
    {byte_size(Code), false};
operator_start(Code, Start) ->
    Before = binary:at(Code, Start - 1),
    case is_blank(Before) orelse is_closing(Before) orelse Before =:= $" orelse Before =/= $: andalso beamtalk_repl_scan:is_word(Before) of
        true -> {Start, true};
        false -> {byte_size(Code), false}
    end.

-spec back(binary(), non_neg_integer(), fun((byte()) -> boolean())) -> non_neg_integer().
back(_, 0, _) ->
    0;
back(Code, At, Is) ->
    case Is(binary:at(Code, At - 1)) of
        true -> back(Code, At - 1, Is);
        false -> At
    end.

%% What stands right before the word must be done with.
-spec receiver(binary(), beamtalk_repl_scan:scan()) -> receiver().
receiver(<<>>, _) ->
    none;
receiver(Before, #{start := Start, tokens := All}) when Start < byte_size(Before) ->
    Tokens = [Token || {_, _, To} = Token <- All, To =< byte_size(Before)],
    Last = binary:last(Before),
    case text(Before, trimmed_start(Before, Start), Tokens) of
        <<>> -> none;
        Text ->
            case is_blank(Last) orelse is_closing(Last) orelse is_operand_end(Last) of
                true -> sort(Text, Tokens, trimmed_start(Before, Start));
                false -> none
            end
    end;
receiver(_, _) ->
    none.

%% Without the blanks behind it, but for a blank that is a character.
-spec text(binary(), From :: non_neg_integer(), [beamtalk_repl_scan:token()]) -> binary().
text(Before, From, Tokens) ->
    End = lists:max([From, back(Before, byte_size(Before), fun is_blank/1) | [To || {_, _, To} <- Tokens]]),
    binary:part(Before, From, End - From).

%% For an operator that follows its operand at once.
-spec is_operand_end(byte()) -> boolean().
is_operand_end(Last) ->
    Last =/= $: andalso beamtalk_repl_scan:is_word(Last).

-spec sort(binary(), [beamtalk_repl_scan:token()], non_neg_integer()) -> receiver().
sort(Text, [{Kind, From, To}], From) when To - From =:= byte_size(Text) ->
    case lists:member(Kind, [name, class, number, string, symbol, character]) of
        true -> {single_token, Text};
        false -> {expression, Text}
    end;
sort(Text, _, _) ->
    {expression, Text}.

-spec first([beamtalk_repl_scan:token()]) -> {{From :: non_neg_integer(), To :: non_neg_integer()}, [beamtalk_repl_scan:token()]} | none.
first([{open, From, Inside}, {close, _, To} | Rest]) when Inside - From =:= 2 -> {{From, To}, Rest};
first([{Kind, From, To} | Rest]) ->
    case lists:member(Kind, [name, class, number, string, symbol, character]) of
        true -> {{From, To}, Rest};
        false -> none
    end;
first([]) ->
    none.

-spec part(binary(), non_neg_integer(), non_neg_integer()) -> binary().
part(Text, From, To) ->
    binary:part(Text, From, To - From).

-spec trimmed_start(binary()) -> non_neg_integer().
trimmed_start(Text) ->
    trimmed_start(Text, 0).

-spec trimmed_start(binary(), non_neg_integer()) -> non_neg_integer().
trimmed_start(Text, At) when At < byte_size(Text) ->
    case is_blank(binary:at(Text, At)) of
        true -> trimmed_start(Text, At + 1);
        false -> At
    end;
trimmed_start(_, At) ->
    At.

-spec is_blank(byte()) -> boolean().
is_blank(C) -> C =:= $\s orelse C =:= $\t orelse C =:= $\n orelse C =:= $\r.

-spec is_closing(byte()) -> boolean().
is_closing(C) -> C =:= $) orelse C =:= $] orelse C =:= $}.
