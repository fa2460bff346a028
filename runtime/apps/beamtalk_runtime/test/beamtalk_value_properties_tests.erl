%% Printing and equality, for terms at random.
-module(beamtalk_value_properties_tests).
-include("properties.hrl").
-include("../include/beamtalk.hrl").

values_test_() ->
    {setup, fun fixture:start/0, fun fixture:stop/1, [
        ?_property("what is printed can be read again", 200, read_again()),
        ?_property("anything prints as text, in both forms", 80, prints()),
        ?_property("equal terms are equal and have one hash", 60, same_is_equal()),
        ?_property("terms of the VM are equal if they are the same, and to nobody else", 60, plain_equality()),
        ?_property("an equals: that looks at one slot is an equivalence", 200, equivalence())
    ]}.

read_again() ->
    ?FORALL(Value, readable(), {Value, <<>>} =:= read(beamtalk_printing:print(Value))).

prints() ->
    ?FORALL(Value, term(), begin
        Texts = [beamtalk_printing:print(Value), beamtalk_printing:display(Value)],
        lists:all(fun beamtalk_class_of:is_utf8/1, Texts)
    end).

same_is_equal() ->
    ?FORALL(Value, readable(), begin
        Copy = binary_to_term(term_to_binary(Value)),
        beamtalk_equality:eq(Value, Copy) andalso erlang:phash2(Value) =:= erlang:phash2(Copy)
    end).

plain_equality() ->
    ?FORALL({A, B}, {readable(), oneof([readable(), integer()])}, begin
        is_map(A) andalso is_map_key(?TAG, A) orelse beamtalk_equality:eq(A, B) =:= (A =:= B)
    end).

%% Point compares the x of its instances.
equivalence() ->
    Point = ?LET({X, Y}, {range(0, 2), integer()}, fixture:point(X, Y)),
    Equal = fun beamtalk_equality:eq/2,
    ?FORALL({A, B, C}, {Point, Point, Point}, begin
        Equal(A, A) andalso (Equal(A, B) =:= Equal(B, A)) andalso
            (not (Equal(A, B) andalso Equal(B, C)) orelse Equal(A, C))
    end).

%% Values whose text says all there is to say. Symbols are never quoted, so only
%% plain names come back.
readable() ->
    ?SIZED(Size, readable(Size)).

readable(0) ->
    oneof([integer(), float(), text(), symbol(), nil, true, false]);
readable(Size) ->
    Smaller = readable(Size div 4),
    frequency([
        {3, readable(0)},
        {1, list(Smaller)},
        {1, ?LET(List, list(Smaller), list_to_tuple(List))},
        {1, ?LET(Pairs, list({Smaller, Smaller}), maps:from_list(Pairs))},
        {1, ?LET(List, list(Smaller), array(List))}
    ]).

text() ->
    ?LET(Chars, list(oneof([range($\s, $~), $", 233, 8364, 128512])), unicode:characters_to_binary(Chars)).

symbol() ->
    ?SUCHTHAT(
        Symbol,
        ?LET({First, Rest}, {range($a, $z), list(oneof([range($a, $z), range($A, $Z), $_]))}, list_to_atom([First | lists:sublist(Rest, 9)])),
        not lists:member(Symbol, [true, false, nil])
    ).

array(List) ->
    #{?TAG => 'Array', data => maps:from_list(lists:zip(lists:seq(0, length(List) - 1), List))}.

%% A reader for the literals above: text in, a value and the rest of the text out.
read(<<"#(", Text/binary>>) -> elements(Text, $), []);
read(<<"#[", Text/binary>>) -> made(fun array/1, elements(Text, $], []));
read(<<"#{", Text/binary>>) -> made(fun maps:from_list/1, pairs(Text, []));
read(<<"{", Text/binary>>) -> made(fun list_to_tuple/1, elements(Text, $}, []));
read(<<"\"", Text/binary>>) -> string(Text, <<>>);
read(<<"#", Text/binary>>) -> made(fun binary_to_atom/1, word(Text, "^[a-zA-Z_]+"));
read(<<First, _/binary>> = Text) when First >= $a, First =< $z -> made(fun binary_to_atom/1, word(Text, "^[a-z]+"));
read(Text) -> made(fun number/1, word(Text, "^[-+.e0-9]+")).

made(Make, {Read, Rest}) -> {Make(Read), Rest}.

word(Text, Pattern) ->
    {match, [{0, Length}]} = re:run(Text, Pattern),
    <<Word:Length/binary, Rest/binary>> = Text,
    {Word, Rest}.

number(Text) ->
    case binary:match(Text, <<".">>) of
        nomatch -> binary_to_integer(Text);
        _ -> binary_to_float(Text)
    end.

string(<<"\"\"", Rest/binary>>, Done) -> string(Rest, <<Done/binary, "\"">>);
string(<<"\"", Rest/binary>>, Done) -> {Done, Rest};
string(<<Char/utf8, Rest/binary>>, Done) -> string(Rest, <<Done/binary, Char/utf8>>).

elements(<<End, Rest/binary>>, End, Done) ->
    {lists:reverse(Done), Rest};
elements(<<", ", Rest/binary>>, End, Done) ->
    elements(Rest, End, Done);
elements(Text, End, Done) ->
    {Value, Rest} = read(Text),
    elements(Rest, End, [Value | Done]).

pairs(<<"}", Rest/binary>>, Done) ->
    {Done, Rest};
pairs(<<", ", Rest/binary>>, Done) ->
    pairs(Rest, Done);
pairs(Text, Done) ->
    {Key, <<" => ", Rest/binary>>} = read(Text),
    {Value, Left} = read(Rest),
    pairs(Left, [{Key, Value} | Done]).
