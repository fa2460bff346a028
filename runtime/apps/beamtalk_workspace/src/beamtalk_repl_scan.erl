%% The tokens of a line that is being typed. In goes a text up to the cursor, out come
%% the tokens of its last fragment, the brackets that are open around it, and whether
%% it ends in the midst of a string or a comment.
%%
%% A fragment is what the next message could be sent to: it begins with the text, after
%% an opening bracket, the bar of a block, an assignment, a `^` or a separator. This is
%% no parser: where it is not sure, the compiler is asked. Every text is scanned, in one
%% pass, and nothing of it becomes an atom.
-module(beamtalk_repl_scan).

-export([scan/1, is_word/1, is_operator/1]).

-export_type([scan/0, token/0, kind/0]).

-type kind() ::
    name | class | keyword | number | string | symbol | character | operator | open | close | assign | double_colon
    | separator | cascade | field | directive | other.
%% From a byte up to another.
-type token() :: {kind(), From :: non_neg_integer(), To :: non_neg_integer()}.
-type bracket() :: '(' | '[' | '{' | '#(' | '#[' | '#{' | hole.
-type scan() :: #{
    %% Where the text ends: in code, or in something that is not code.
    ends_in := code | string | comment | character | symbol,
    %% Where the last fragment begins, and its tokens in order.
    start := non_neg_integer(),
    tokens := [token()],
    %% Open brackets, the innermost first.
    open := [bracket()],
    %% Whether nothing but `name :=` and `^` stands before the fragment.
    is_alone := boolean()
}.

%% The fragments of the levels around this one wait in `levels`.
-record(level, {
    bracket :: bracket(),
    start :: non_neg_integer(),
    tokens :: [token()],
    is_alone :: boolean(),
    has_bar = false :: boolean()
}).
-record(at, {
    text :: binary(),
    position = 0 :: non_neg_integer(),
    start = 0 :: non_neg_integer(),
    tokens = [] :: [token()],
    levels = [] :: [#level{}],
    is_alone = true :: boolean(),
    is_new_line = false :: boolean()
}).

-define(is_blank(C), (C =:= $\s orelse C =:= $\t orelse C =:= $\r)).
-define(is_digit(C), (C >= $0 andalso C =< $9)).
-define(is_capital(C), (C >= $A andalso C =< $Z)).
-define(is_letter(C), (C >= $a andalso C =< $z orelse C >= $A andalso C =< $Z orelse C =:= $_)).

-define(is_sign(C), (C =:= $- orelse C =:= $+ orelse C =:= $* orelse C =:= $/ orelse C =:= $< orelse C =:= $> orelse C =:= $= orelse C =:= $~ orelse C =:= $% orelse C =:= $& orelse C =:= $? orelse C =:= $, orelse C =:= $\\)).

-spec scan(binary()) -> scan().
scan(Text) ->
    next(#at{text = Text}).

%% What a word that is completed may consist of.
-spec is_word(byte()) -> boolean().
is_word(C) -> ?is_letter(C) orelse ?is_digit(C) orelse C =:= $: orelse C =:= $@.

-spec is_operator(byte()) -> boolean().
is_operator(C) -> ?is_sign(C) andalso C =/= $,.

-spec next(#at{}) -> scan().
next(#at{text = Text, position = P} = At) ->
    case Text of
        <<_:P/binary>> -> ended(code, At);
        <<_:P/binary, $\n, _/binary>> -> next(At#at{position = P + 1, is_new_line = true});
        <<_:P/binary, C, _/binary>> when ?is_blank(C) -> next(At#at{position = P + 1});
        <<_:P/binary, "//", _/binary>> -> comment(<<"\n">>, 0, At);
        <<_:P/binary, "/*", _/binary>> -> comment(<<"*/">>, 2, At);
        <<_:P/binary, $", _/binary>> -> string(P + 1, P, At);
        <<_:P/binary, C, _/binary>> when ?is_digit(C) -> number(P, At);
        <<_:P/binary, $-, C, _/binary>> when ?is_digit(C) -> number(P + 1, At);
        <<_:P/binary, C, _/binary>> when ?is_letter(C) -> name(C, At);
        <<_:P/binary, C, _/binary>> -> mark(C, At)
    end.

-spec ended(code | string | comment | character | symbol, #at{}) -> scan().
ended(Where, #at{start = Start, tokens = Tokens, levels = Levels, is_alone = IsAlone}) ->
    #{
        ends_in => Where,
        start => Start,
        tokens => lists:reverse(Tokens),
        open => [Bracket || #level{bracket = Bracket} <- Levels],
        is_alone => IsAlone andalso Levels =:= []
    }.

-spec comment(End :: binary(), Length :: 0 | 2, #at{}) -> scan().
comment(End, Length, #at{text = Text, position = P} = At) ->
    case binary:match(Text, End, [{scope, {P + 2, byte_size(Text) - P - 2}}]) of
        {Found, _} -> next(At#at{position = Found + Length});
        nomatch -> ended(comment, At)
    end.

%% From a position inside of it. A hole is a level of its own, and what comes after it
%% belongs to the string again.
-spec string(non_neg_integer(), From :: non_neg_integer(), #at{}) -> scan().
string(P, From, #at{text = Text} = At) ->
    case Text of
        <<_:P/binary, "\"\"", _/binary>> -> string(P + 2, From, At);
        <<_:P/binary, $", _/binary>> -> token(string, From, P + 1, At);
        <<_:P/binary, $\\, _, _/binary>> -> string(P + 2, From, At);
        <<_:P/binary, ${, _/binary>> -> opened(hole, From, P + 1, At);
        <<_:P/binary, _, _/binary>> -> string(P + 1, From, At);
        _ -> ended(string, At)
    end.

-spec number(non_neg_integer(), #at{}) -> scan().
number(Digits, #at{text = Text, position = From} = At) ->
    token(number, From, number_end(Text, digits_end(Text, Digits)), At).

%% Behind the first digits.
-spec number_end(binary(), non_neg_integer()) -> non_neg_integer().
number_end(Text, P) ->
    case Text of
        <<_:P/binary, $r, _/binary>> -> word_end(Text, P + 1);
        <<_:P/binary, $., C, _/binary>> when ?is_digit(C) -> exponent_end(Text, digits_end(Text, P + 1));
        _ -> exponent_end(Text, P)
    end.

-spec exponent_end(binary(), non_neg_integer()) -> non_neg_integer().
exponent_end(Text, P) ->
    case Text of
        <<_:P/binary, E, C, _/binary>> when E =:= $e orelse E =:= $E, ?is_digit(C) -> digits_end(Text, P + 1);
        <<_:P/binary, E, Sign, C, _/binary>> when E =:= $e orelse E =:= $E, Sign =:= $+ orelse Sign =:= $-, ?is_digit(C) ->
            digits_end(Text, P + 2);
        _ ->
            P
    end.

-spec digits_end(binary(), non_neg_integer()) -> non_neg_integer().
digits_end(Text, P) ->
    case Text of
        <<_:P/binary, C, _/binary>> when ?is_digit(C) -> digits_end(Text, P + 1);
        _ -> P
    end.

-spec name(byte(), #at{}) -> scan().
name(First, #at{text = Text, position = From} = At) ->
    To = word_end(Text, From),
    case Text of
        <<_:To/binary, $:, C, _/binary>> when C =:= $=; C =:= $: -> token(kind(First), From, To, At);
        <<_:To/binary, $:, _/binary>> -> token(keyword, From, To + 1, At);
        <<_:To/binary, $@, C, _/binary>> when ?is_capital(C) -> token(class, From, word_end(Text, To + 1), At);
        _ -> token(kind(First), From, To, At)
    end.

-spec kind(byte()) -> class | name.
kind(C) when ?is_capital(C) -> class;
kind(_) -> name.

-spec word_end(binary(), non_neg_integer()) -> non_neg_integer().
word_end(Text, P) ->
    case Text of
        <<_:P/binary, C, _/binary>> when ?is_letter(C); ?is_digit(C) -> word_end(Text, P + 1);
        _ -> P
    end.

-spec mark(byte(), #at{}) -> scan().
mark(C, #at{text = Text, position = P} = At) ->
    case C of
        $# -> hash(P + 1, At);
        $$ -> character(P + 1, At);
        $' -> quoted(P + 1, other, At);
        $@ -> token(directive, P, word_end(Text, P + 1), At);
        $( -> opened('(', P, P + 1, At);
        $[ -> opened('[', P, P + 1, At);
        ${ -> opened('{', P, P + 1, At);
        $) -> closed(At);
        $] -> closed(At);
        $} -> closed(At);
        $| -> bar(At);
        $^ -> begun(P + 1, At);
        $. -> period(At);
        $! -> separated(P + 1, At);
        $; -> token(cascade, P, P + 1, At);
        $: -> colon(At);
        $, -> operator(At);
        _ -> case is_operator(C) of true -> operator(At); false -> token(other, P, P + 1, At) end
    end.

-spec hash(non_neg_integer(), #at{}) -> scan().
hash(P, #at{text = Text, position = From} = At) ->
    case Text of
        <<_:P/binary, $(, _/binary>> -> opened('#(', From, P + 1, At);
        <<_:P/binary, $[, _/binary>> -> opened('#[', From, P + 1, At);
        <<_:P/binary, ${, _/binary>> -> opened('#{', From, P + 1, At);
        <<_:P/binary, $', _/binary>> -> quoted(P + 1, symbol, At);
        _ -> symbol(P, At)
    end.

%% Up to the end of the text it may be longer yet.
-spec symbol(non_neg_integer(), #at{}) -> scan().
symbol(P, #at{text = Text, position = From} = At) ->
    case symbol_end(Text, P) of
        End when End =:= byte_size(Text) -> ended(symbol, At);
        End -> token(symbol, From, End, At)
    end.

-spec symbol_end(binary(), non_neg_integer()) -> non_neg_integer().
symbol_end(Text, P) ->
    case Text of
        <<_:P/binary, C, _/binary>> when ?is_letter(C) -> keywords_end(Text, word_end(Text, P));
        _ -> signs_end(Text, P)
    end.

-spec keywords_end(binary(), non_neg_integer()) -> non_neg_integer().
keywords_end(Text, P) ->
    case Text of
        <<_:P/binary, ":=", _/binary>> -> P;
        <<_:P/binary, ":", _/binary>> -> keywords_end(Text, word_end(Text, P + 1));
        _ -> P
    end.

-spec signs_end(binary(), non_neg_integer()) -> non_neg_integer().
signs_end(Text, P) ->
    case Text of
        <<_:P/binary, C, _/binary>> when ?is_sign(C) -> signs_end(Text, P + 1);
        _ -> P
    end.

-spec quoted(non_neg_integer(), symbol | other, #at{}) -> scan().
quoted(P, Kind, #at{text = Text, position = From} = At) ->
    case Text of
        <<_:P/binary, "''", _/binary>> -> quoted(P + 2, Kind, At);
        <<_:P/binary, $', _/binary>> -> token(Kind, From, P + 1, At);
        <<_:P/binary, _, _/binary>> -> quoted(P + 1, Kind, At);
        _ -> ended(string, At)
    end.

%% Any character, and a backslash with any other one.
-spec character(non_neg_integer(), #at{}) -> scan().
character(P, #at{text = Text, position = From} = At) ->
    case Text of
        <<_:P/binary, $\\, _/utf8, Rest/binary>> -> token(character, From, byte_size(Text) - byte_size(Rest), At);
        <<_:P/binary, C/utf8, Rest/binary>> when C =/= $\\ -> token(character, From, byte_size(Text) - byte_size(Rest), At);
        <<_:P/binary, C, _/binary>> when C =/= $\\ -> token(character, From, P + 1, At);
        _ -> ended(character, At)
    end.

-spec operator(#at{}) -> scan().
operator(#at{text = Text, position = P, levels = Levels} = At) ->
    End = operator_end(Text, P),
    case {binary:part(Text, P, End - P), Levels} of
        {<<",">>, [#level{bracket = Bracket} | _]} when Bracket =/= '(', Bracket =/= '[' -> separated(P + 1, At);
        {<<"=>">>, _} -> separated(P + 2, At);
        _ -> token(operator, P, End, At)
    end.

%% These end where they are whole; any other sign goes on as long as there are signs.
-spec operator_end(binary(), non_neg_integer()) -> non_neg_integer().
operator_end(Text, P) ->
    case Text of
        <<_:P/binary, Sign:2/binary, _/binary>> when Sign =:= <<"=>">>; Sign =:= <<"->">>; Sign =:= <<"<<">>; Sign =:= <<">>">> -> P + 2;
        <<_:P/binary, Sign:3/binary, _/binary>> when Sign =:= <<"=:=">>; Sign =:= <<"=/=">> -> P + 3;
        _ -> signs_end(Text, P)
    end.

-spec colon(#at{}) -> scan().
colon(#at{text = Text, position = P} = At) ->
    case Text of
        <<_:P/binary, ":=", _/binary>> -> assigned(P + 2, At);
        <<_:P/binary, "::", _/binary>> -> token(double_colon, P, P + 2, At);
        _ -> token(other, P, P + 1, At)
    end.

%% What is assigned to is of no interest, if it is a plain name.
-spec assigned(non_neg_integer(), #at{}) -> scan().
assigned(P, #at{tokens = [{name, _, _}], is_alone = IsAlone} = At) ->
    next(At#at{position = P, start = P, tokens = [], is_alone = IsAlone, is_new_line = false});
assigned(P, At) ->
    separated(P, At).

-spec begun(non_neg_integer(), #at{}) -> scan().
begun(P, #at{tokens = []} = At) ->
    next(At#at{position = P, start = P, is_new_line = false});
begun(P, At) ->
    separated(P, At).

-spec separated(non_neg_integer(), #at{}) -> scan().
separated(P, At) ->
    next(At#at{position = P, start = P, tokens = [], is_alone = false, is_new_line = false}).

%% A field of something, or the end of a statement.
-spec period(#at{}) -> scan().
period(#at{text = Text, position = P, tokens = Tokens} = At) ->
    case {Text, Tokens} of
        {<<_:P/binary, $., C, _/binary>>, [{name, _, P} | _]} when ?is_letter(C) -> token(field, P, word_end(Text, P + 1), At);
        {<<_:P/binary, $.>>, [{name, _, P} | _]} -> token(field, P, P + 1, At);
        _ -> separated(P + 1, At)
    end.

%% The bar behind the parameters of a block; any other is none of ours.
-spec bar(#at{}) -> scan().
bar(#at{position = P, levels = [#level{bracket = '[', has_bar = false} = Level | Levels]} = At) ->
    separated(P + 1, At#at{levels = [Level#level{has_bar = true} | Levels]});
bar(#at{position = P} = At) ->
    token(other, P, P + 1, At).

-spec opened(bracket(), From :: non_neg_integer(), To :: non_neg_integer(), #at{}) -> scan().
opened(Bracket, From, To, At) ->
    #at{start = Start, tokens = Tokens, levels = Levels, is_alone = IsAlone} = Broken = broken(operand, From, At),
    Level = #level{bracket = Bracket, start = Start, tokens = [{open, From, To} | Tokens], is_alone = IsAlone},
    next(Broken#at{position = To, start = To, tokens = [], levels = [Level | Levels], is_new_line = false}).

%% The level around goes on behind the bracket.
-spec closed(#at{}) -> scan().
closed(#at{position = P, levels = []} = At) ->
    token(other, P, P + 1, At);
closed(#at{position = P, levels = [Level | Levels]} = At) ->
    #level{bracket = Bracket, start = Start, tokens = [{open, From, _} | Before] = Tokens, is_alone = IsAlone} = Level,
    Outside = At#at{start = Start, levels = Levels, is_alone = IsAlone, is_new_line = false},
    case Bracket of
        hole -> string(P + 1, From, Outside#at{tokens = Before});
        _ -> next(Outside#at{position = P + 1, tokens = [{close, P, P + 1} | Tokens]})
    end.

-spec token(kind(), non_neg_integer(), non_neg_integer(), #at{}) -> scan().
token(Kind, From, To, At) ->
    #at{tokens = Tokens} = Broken = broken(Kind, From, At),
    next(Broken#at{position = To, tokens = [{Kind, From, To} | Tokens], is_new_line = false}).

%% A line that begins with an operand begins a statement, unless the one before is not
%% complete.
-spec broken(kind() | operand, non_neg_integer(), #at{}) -> #at{}.
broken(Kind, From, #at{is_new_line = true, tokens = [{Last, _, _} | _]} = At) ->
    case begins(Kind) andalso completes(Last) of
        true -> At#at{start = From, tokens = [], is_alone = false};
        false -> At
    end;
broken(_, _, At) ->
    At.

-spec begins(kind() | operand) -> boolean().
begins(Kind) ->
    lists:member(Kind, [operand, name, class, number, string, symbol, character, directive]).

-spec completes(kind()) -> boolean().
completes(Kind) ->
    lists:member(Kind, [name, class, number, string, symbol, character, close, field]).
