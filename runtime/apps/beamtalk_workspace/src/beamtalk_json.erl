%% JSON, for bytes that nobody has looked at yet. Decoding gives maps with binary keys,
%% lists, binaries, numbers and the atoms true, false and null; it makes no atoms, is
%% no deeper than it says, and answers what is wrong instead of crashing. Encoding takes
%% the same, and atoms as keys and texts. Bytes that are no UTF-8 become U+FFFD both ways.
-module(beamtalk_json).

-export([decode/1, encode/1, escaped/1]).

-export_type([json/0, encoded/0, problem/0]).

-type json() :: #{binary() => json()} | [json()] | binary() | number() | true | false | null.
-type encodable() :: #{binary() | atom() => encodable()} | [encodable()] | binary() | number() | atom() | encoded().
%% What is JSON already stands as it is.
-type encoded() :: {json, iodata()}.
-type problem() :: too_deep | number_too_large | {unexpected, Byte :: non_neg_integer()}.
-type found() :: {json(), Rest :: binary()}.

%% How many arrays and objects may stand in one another.
-define(DEEPEST, 64).
%% Reading a number takes time that grows with the square of its digits.
-define(MOST_DIGITS, 400).

-define(IS_SPACE(C), (C =:= $\s orelse C =:= $\n orelse C =:= $\r orelse C =:= $\t)).
-define(IS_DIGIT(C), (C >= $0 andalso C =< $9)).
-define(IS_PLAIN(C), C >= $\s, C < 127, C =/= $", C =/= $\\).

%% The byte of a problem is counted from 0.
-spec decode(binary()) -> {ok, json()} | {error, problem()}.
decode(Text) ->
    try
        {Value, Rest} = value(Text, ?DEEPEST),
        case skip(Rest) of
            <<>> -> {ok, Value};
            More -> unexpected(More)
        end
    catch
        throw:{unexpected_before, Left} -> {error, {unexpected, byte_size(Text) - Left}};
        throw:{refused, Problem} -> {error, Problem}
    end.

-spec encode(encodable()) -> iodata().
encode(Text) when is_binary(Text) -> string(Text);
encode(Number) when is_integer(Number) -> integer_to_binary(Number);
encode(Number) when is_float(Number) -> float_to_binary(Number, [short]);
encode(true) -> <<"true">>;
encode(false) -> <<"false">>;
encode(null) -> <<"null">>;
encode([]) -> <<"[]">>;
encode(List) when is_list(List) -> [$[, separated([encode(Item) || Item <- List]), $]];
encode(Map) when is_map(Map) -> [${, separated(maps:fold(fun pair/3, [], Map)), $}];
encode({json, Encoded}) -> Encoded;
encode(Atom) when is_atom(Atom) -> string(atom_to_binary(Atom)).

-spec pair(binary() | atom(), encodable(), [iodata()]) -> [iodata()].
pair(Key, Value, Pairs) when is_atom(Key) -> [[string(atom_to_binary(Key)), $:, encode(Value)] | Pairs];
pair(Key, Value, Pairs) -> [[string(Key), $:, encode(Value)] | Pairs].

-spec separated([iodata()]) -> iodata().
separated([]) -> [];
separated([First | Rest]) -> [First | [[$,, Item] || Item <- Rest]].

-spec string(binary()) -> iodata().
string(Text) ->
    [$", escaped(Text), $"].

%% What stands between quotes. Most texts need no change, and then none is made.
-spec escaped(binary()) -> binary().
escaped(Text) ->
    case plain(Text, 0) of
        Length when Length =:= byte_size(Text) ->
            Text;
        Length ->
            <<Plain:Length/binary, Rest/binary>> = Text,
            escaped(Rest, Plain)
    end.

%% How many bytes can stand as they are. Four at a time take half as long.
-spec plain(binary(), non_neg_integer()) -> non_neg_integer().
plain(<<A, B, C, D, Rest/binary>>, Length) when ?IS_PLAIN(A), ?IS_PLAIN(B), ?IS_PLAIN(C), ?IS_PLAIN(D) -> plain(Rest, Length + 4);
plain(<<C, Rest/binary>>, Length) when ?IS_PLAIN(C) -> plain(Rest, Length + 1);
plain(<<C/utf8, Rest/binary>>, Length) when C > 159, C =/= 16#2028, C =/= 16#2029 -> plain(Rest, Length + width(C));
plain(_, Length) -> Length.

-spec width(char()) -> 2..4.
width(C) when C < 16#800 -> 2;
width(C) when C < 16#10000 -> 3;
width(_) -> 4.

-spec escaped(binary(), binary()) -> binary().
escaped(<<>>, Done) -> Done;
escaped(<<$", Rest/binary>>, Done) -> escaped(Rest, <<Done/binary, "\\\"">>);
escaped(<<$\\, Rest/binary>>, Done) -> escaped(Rest, <<Done/binary, "\\\\">>);
escaped(<<$\n, Rest/binary>>, Done) -> escaped(Rest, <<Done/binary, "\\n">>);
escaped(<<$\r, Rest/binary>>, Done) -> escaped(Rest, <<Done/binary, "\\r">>);
escaped(<<$\t, Rest/binary>>, Done) -> escaped(Rest, <<Done/binary, "\\t">>);
escaped(<<C, Rest/binary>>, Done) when C >= $\s, C < 127 -> escaped(Rest, <<Done/binary, C>>);
escaped(<<C/utf8, Rest/binary>>, Done) when C > 159, C =/= 16#2028, C =/= 16#2029 -> escaped(Rest, <<Done/binary, C/utf8>>);
escaped(<<C/utf8, Rest/binary>>, Done) -> escaped(Rest, <<Done/binary, "\\u", (hex(C))/binary>>);
escaped(<<_, Rest/binary>>, Done) -> escaped(Rest, <<Done/binary, 16#fffd/utf8>>).

-spec hex(0..16#ffff) -> binary().
hex(C) ->
    << <<(digit(Nibble))>> || <<Nibble:4>> <= <<C:16>> >>.

-spec digit(0..15) -> byte().
digit(Nibble) when Nibble < 10 -> $0 + Nibble;
digit(Nibble) -> $a + Nibble - 10.

%% From here on: decoding. Every function takes the text that is left and answers a
%% value and what is left then.
-spec value(binary(), Deeper :: integer()) -> found().
value(<<C, Rest/binary>>, Deeper) when ?IS_SPACE(C) -> value(Rest, Deeper);
value(<<$", Rest/binary>>, _) -> text(Rest);
value(<<"[", _/binary>>, 0) -> throw({refused, too_deep});
value(<<"{", _/binary>>, 0) -> throw({refused, too_deep});
value(<<"{", Rest/binary>>, Deeper) -> object(skip(Rest), Deeper - 1);
value(<<"[", Rest/binary>>, Deeper) -> array(skip(Rest), Deeper - 1);
value(<<"true", Rest/binary>>, _) -> {true, Rest};
value(<<"false", Rest/binary>>, _) -> {false, Rest};
value(<<"null", Rest/binary>>, _) -> {null, Rest};
value(<<C, _/binary>> = Text, _) when C =:= $-; ?IS_DIGIT(C) -> number(Text);
value(Text, _) -> unexpected(Text).

-spec object(binary(), integer()) -> found().
object(<<"}", Rest/binary>>, _) -> {#{}, Rest};
object(Text, Deeper) -> members(Text, Deeper, #{}).

%% Of two members with one name the later counts.
-spec members(binary(), integer(), map()) -> found().
members(<<$", Rest/binary>>, Deeper, Members) ->
    {Key, AfterKey} = text(Rest),
    {Value, AfterValue} = value(expect($:, skip(AfterKey)), Deeper),
    More = Members#{Key => Value},
    case skip(AfterValue) of
        <<",", Next/binary>> -> members(skip(Next), Deeper, More);
        <<"}", Next/binary>> -> {More, Next};
        Other -> unexpected(Other)
    end;
members(Text, _, _) ->
    unexpected(Text).

-spec array(binary(), integer()) -> found().
array(<<"]", Rest/binary>>, _) -> {[], Rest};
array(Text, Deeper) -> items(Text, Deeper, []).

-spec items(binary(), integer(), [json()]) -> found().
items(Text, Deeper, Items) ->
    {Item, Rest} = value(Text, Deeper),
    case skip(Rest) of
        <<",", Next/binary>> -> items(Next, Deeper, [Item | Items]);
        <<"]", Next/binary>> -> {lists:reverse(Items, [Item]), Next};
        Other -> unexpected(Other)
    end.

%% A text without escapes is a part of what came.
-spec text(binary()) -> {binary(), binary()}.
text(Text) ->
    Length = simple(Text, 0),
    <<Simple:Length/binary, Rest/binary>> = Text,
    case Rest of
        <<$", After/binary>> -> {Simple, After};
        _ -> text(Rest, Simple)
    end.

-spec simple(binary(), non_neg_integer()) -> non_neg_integer().
simple(<<C, Rest/binary>>, Length) when C >= $\s, C < 128, C =/= $", C =/= $\\ -> simple(Rest, Length + 1);
simple(<<C/utf8, Rest/binary>>, Length) when C >= 128 -> simple(Rest, Length + width(C));
simple(_, Length) -> Length.

-spec text(binary(), binary()) -> {binary(), binary()}.
text(<<$", Rest/binary>>, Done) -> {Done, Rest};
text(<<$\\, Rest/binary>>, Done) -> escape(Rest, Done);
text(<<C, _/binary>> = Text, _) when C < $\s -> unexpected(Text);
text(<<C, Rest/binary>>, Done) when C < 128 -> text(Rest, <<Done/binary, C>>);
text(<<C/utf8, Rest/binary>>, Done) -> text(Rest, <<Done/binary, C/utf8>>);
text(<<_, Rest/binary>>, Done) -> text(Rest, <<Done/binary, 16#fffd/utf8>>);
text(<<>>, _) -> unexpected(<<>>).

-spec escape(binary(), binary()) -> {binary(), binary()}.
escape(<<$u, Rest/binary>>, Done) ->
    {C, After} = code_point(Rest),
    text(After, <<Done/binary, C/utf8>>);
escape(<<C, Rest/binary>>, Done) when C =:= $"; C =:= $\\; C =:= $/ -> text(Rest, <<Done/binary, C>>);
escape(<<$n, Rest/binary>>, Done) -> text(Rest, <<Done/binary, $\n>>);
escape(<<$t, Rest/binary>>, Done) -> text(Rest, <<Done/binary, $\t>>);
escape(<<$r, Rest/binary>>, Done) -> text(Rest, <<Done/binary, $\r>>);
escape(<<$b, Rest/binary>>, Done) -> text(Rest, <<Done/binary, $\b>>);
escape(<<$f, Rest/binary>>, Done) -> text(Rest, <<Done/binary, $\f>>);
escape(Text, _) -> unexpected(Text).

%% Half a pair of surrogates is no character.
-spec code_point(binary()) -> {char(), binary()}.
code_point(Text) ->
    case unit(Text) of
        {High, <<"\\u", Next/binary>> = Rest} when High >= 16#d800, High < 16#dc00 ->
            case unit(Next) of
                {Low, After} when Low >= 16#dc00, Low < 16#e000 ->
                    {16#10000 + ((High band 16#3ff) bsl 10) + (Low band 16#3ff), After};
                _ ->
                    {16#fffd, Rest}
            end;
        {Half, Rest} when Half >= 16#d800, Half < 16#e000 ->
            {16#fffd, Rest};
        Whole ->
            Whole
    end.

-spec unit(binary()) -> {0..16#ffff, binary()}.
unit(<<A, B, C, D, Rest/binary>> = Text) ->
    {(nibble(A, Text) bsl 12) bor (nibble(B, Text) bsl 8) bor (nibble(C, Text) bsl 4) bor nibble(D, Text), Rest};
unit(Text) ->
    unexpected(Text).

-spec nibble(byte(), binary()) -> 0..15.
nibble(C, _) when ?IS_DIGIT(C) -> C - $0;
nibble(C, _) when C >= $a, C =< $f -> C - $a + 10;
nibble(C, _) when C >= $A, C =< $F -> C - $A + 10;
nibble(_, Text) -> unexpected(Text).

%% Erlang wants a fraction before an exponent.
-spec number(binary()) -> {number(), binary()}.
number(Text) ->
    {Whole, Rest} = whole(Text),
    {Fraction, AfterFraction} = fraction(Rest),
    {Exponent, After} = exponent(AfterFraction),
    byte_size(Whole) + byte_size(Fraction) > ?MOST_DIGITS andalso throw({refused, number_too_large}),
    case {Fraction, Exponent} of
        {<<>>, <<>>} -> {binary_to_integer(Whole), After};
        {<<>>, _} -> {real(<<Whole/binary, ".0", Exponent/binary>>), After};
        _ -> {real(<<Whole/binary, Fraction/binary, Exponent/binary>>), After}
    end.

-spec whole(binary()) -> {binary(), binary()}.
whole(<<"-", Rest/binary>>) ->
    {Digits, After} = whole_digits(Rest),
    {<<"-", Digits/binary>>, After};
whole(Text) ->
    whole_digits(Text).

-spec whole_digits(binary()) -> {binary(), binary()}.
whole_digits(<<"0", Rest/binary>>) -> {<<"0">>, Rest};
whole_digits(Text) -> digits(Text).

-spec fraction(binary()) -> {binary(), binary()}.
fraction(<<".", Rest/binary>>) ->
    {Digits, After} = digits(Rest),
    {<<".", Digits/binary>>, After};
fraction(Rest) ->
    {<<>>, Rest}.

-spec exponent(binary()) -> {binary(), binary()}.
exponent(<<E, Sign, Rest/binary>>) when E =:= $e orelse E =:= $E, Sign =:= $+ orelse Sign =:= $- ->
    {Digits, After} = digits(Rest),
    {<<"e", Sign, Digits/binary>>, After};
exponent(<<E, Rest/binary>>) when E =:= $e; E =:= $E ->
    {Digits, After} = digits(Rest),
    {<<"e", Digits/binary>>, After};
exponent(Rest) ->
    {<<>>, Rest}.

%% At least one.
-spec digits(binary()) -> {binary(), binary()}.
digits(Text) ->
    case count_digits(Text, 0) of
        0 ->
            unexpected(Text);
        Count ->
            <<Digits:Count/binary, Rest/binary>> = Text,
            {Digits, Rest}
    end.

-spec count_digits(binary(), non_neg_integer()) -> non_neg_integer().
count_digits(Text, At) ->
    case Text of
        <<_:At/binary, C, _/binary>> when ?IS_DIGIT(C) -> count_digits(Text, At + 1);
        _ -> At
    end.

-spec real(binary()) -> float().
real(Text) ->
    try
        binary_to_float(Text)
    catch
        error:badarg -> throw({refused, number_too_large})
    end.

-spec skip(binary()) -> binary().
skip(<<C, Rest/binary>>) when ?IS_SPACE(C) -> skip(Rest);
skip(Text) -> Text.

-spec expect(byte(), binary()) -> binary().
expect(C, <<C, Rest/binary>>) -> Rest;
expect(_, Text) -> unexpected(Text).

-spec unexpected(binary()) -> no_return().
unexpected(Text) ->
    throw({unexpected_before, byte_size(Text)}).
