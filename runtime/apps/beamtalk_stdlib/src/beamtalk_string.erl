%% Primitives of String: UTF-8 text whose elements are grapheme clusters. Searching
%% and cutting at other text goes by bytes, which UTF-8 allows; counting goes by
%% clusters.
%%
%% One thing although it exports much: each export is one message.
-module(beamtalk_string).

-export(['class_withAll:'/2, 'class_fromCodePoint:'/2, 'class_fromCodePoints:'/2]).
-export(['class_fromIolist:'/2]).
-export(['=:='/2, '=/='/2, '/='/2, '<'/2, '>'/2, '<='/2, '>='/2, '++'/2]).
-export([length/1, size/1, 'at:'/2, first/1, last/1, asList/1, reverse/1]).
-export([uppercase/1, lowercase/1, capitalize/1, trim/1, trimLeft/1, trimRight/1]).
-export(['includesSubstring:'/2, 'startsWith:'/2, 'endsWith:'/2, 'indexOf:'/2]).
-export(['split:'/2, 'splitOn:'/2, lines/1, words/1, 'repeat:'/2]).
-export(['replaceAll:with:'/3, 'replaceFirst:with:'/3, 'take:'/2, 'drop:'/2]).
-export(['padLeft:'/2, 'padRight:'/2, 'padLeft:with:'/3, 'padRight:with:'/3, isDigit/1, isAlpha/1]).
-export([asInteger/1, asFloat/1, asAtom/1, printString/1, urlEncoded/1, urlDecoded/1]).
-export(['do:'/2, 'collect:'/2, 'select:'/2, 'reject:'/2]).
-export(['matchesRegex:'/2, 'matchesRegex:options:'/3, 'firstMatch:'/2, 'allMatches:'/2]).
-export(['replaceRegex:with:'/3, 'replaceAllRegex:with:'/3, 'splitRegex:'/2]).

-compile({no_auto_import, [length/1, size/1]}).

-type block(Answer) :: fun((binary()) -> Answer).

-spec 'class_withAll:'(term(), [binary()]) -> binary().
'class_withAll:'(_, Strings) -> concatenation(Strings, 'withAll:', <<"Pass a List of Strings">>).

-spec concatenation(term(), atom(), binary()) -> binary().
concatenation(Strings, Selector, Hint) ->
    case is_list(Strings) andalso lists:all(fun is_binary/1, Strings) of
        true -> iolist_to_binary(Strings);
        false -> mistyped(Selector, Hint)
    end.

-spec 'class_fromCodePoint:'(term(), char()) -> binary().
'class_fromCodePoint:'(_, CodePoint) -> from_code_points([CodePoint], 'fromCodePoint:').

-spec 'class_fromCodePoints:'(term(), [char()]) -> binary().
'class_fromCodePoints:'(_, CodePoints) -> from_code_points(CodePoints, 'fromCodePoints:').

-spec from_code_points(term(), atom()) -> binary().
from_code_points(CodePoints, Selector) when erlang:length(CodePoints) >= 0 ->
    case lists:all(fun beamtalk_code_point:is_scalar/1, CodePoints) of
        true -> << <<CodePoint/utf8>> || CodePoint <- CodePoints >>;
        false -> mistyped(Selector, <<"Pass Unicode code points">>)
    end;
from_code_points(_, Selector) ->
    mistyped(Selector, <<"Pass a List of Unicode code points">>).

%% Numbers are bytes if that gives text, else code points.
-spec 'class_fromIolist:'(term(), iodata()) -> binary().
'class_fromIolist:'(_, Data) ->
    case as_bytes(Data) of
        {ok, Text} -> Text;
        error -> as_characters(Data)
    end.

-spec as_bytes(term()) -> {ok, binary()} | error.
as_bytes(Data) ->
    try iolist_to_binary(Data) of
        Bytes ->
            case beamtalk_class_of:is_utf8(Bytes) of
                true -> {ok, Bytes};
                false -> error
            end
    catch
        error:badarg -> error
    end.

-spec as_characters(term()) -> binary().
as_characters(Data) ->
    try unicode:characters_to_binary(Data) of
        Text when is_binary(Text) -> Text;
        _ -> not_text()
    catch
        error:badarg -> not_text()
    end.

-spec not_text() -> no_return().
not_text() ->
    mistyped('fromIolist:', <<"Pass a List of Strings, bytes or code points, and such Lists">>).

-spec '=:='(binary(), term()) -> boolean().
'=:='(Self, Other) -> Self =:= Other.

-spec '=/='(binary(), term()) -> boolean().
'=/='(Self, Other) -> Self =/= Other.

-spec '/='(binary(), term()) -> boolean().
'/='(Self, Other) -> Self /= Other.

-spec '<'(binary(), term()) -> boolean().
'<'(Self, Other) -> Self < Other.

-spec '>'(binary(), term()) -> boolean().
'>'(Self, Other) -> Self > Other.

-spec '<='(binary(), term()) -> boolean().
'<='(Self, Other) -> Self =< Other.

-spec '>='(binary(), term()) -> boolean().
'>='(Self, Other) -> Self >= Other.

-spec '++'(binary(), binary()) -> binary().
'++'(Self, Other) when is_binary(Other) ->
    beamtalk_operator:'++'(Self, Other);
'++'(_, _) ->
    Hint = <<"Only Strings can be joined; send the other asString or displayString">>,
    beamtalk_argument:argument_error('String', '++', Hint).

-spec length(binary()) -> non_neg_integer().
length(Self) ->
    case is_plain(Self) of
        true -> byte_size(Self);
        false -> string:length(Self)
    end.

%% Whether every byte is a character. Both tests run in C.
-spec is_plain(binary()) -> boolean().
is_plain(Text) ->
    unicode:bin_is_7bit(Text) andalso binary:match(Text, <<"\r\n">>) =:= nomatch.

-spec size(binary()) -> non_neg_integer().
size(Self) -> length(Self).

%% That many characters from that place on, counted from 0, as far as they are there.
-spec slice(binary(), non_neg_integer(), non_neg_integer() | infinity) -> binary().
slice(Text, Start, Count) ->
    case is_plain(Text) of
        true when Start >= byte_size(Text) -> <<>>;
        true -> binary:part(Text, Start, min(Count, byte_size(Text) - Start));
        false -> string:slice(Text, Start, Count)
    end.

-spec 'at:'(binary(), pos_integer()) -> binary().
'at:'(Self, Index) when is_integer(Index), Index >= 1 ->
    case slice(Self, Index - 1, 1) of
        <<>> -> beamtalk_argument:refuse_index(Index, length(Self), {'String', 'at:'});
        Cluster -> Cluster
    end;
'at:'(Self, Index) ->
    beamtalk_argument:refuse_index(Index, length(Self), {'String', 'at:'}).

-spec first(binary()) -> binary().
first(<<>>) -> empty(first);
first(Self) -> slice(Self, 0, 1).

-spec last(binary()) -> binary().
last(<<>>) -> empty(last);
last(Self) -> slice(Self, length(Self) - 1, 1).

-spec empty(atom()) -> no_return().
empty(Selector) ->
    beamtalk_error:raise(empty_collection, 'String', Selector, <<"Ask isEmpty first">>).

-spec asList(binary()) -> [binary()].
asList(Self) ->
    case is_plain(Self) of
        true -> [<<Byte>> || <<Byte>> <= Self];
        false -> [cluster(Cluster) || Cluster <- string:to_graphemes(Self)]
    end.

-spec cluster(string:grapheme_cluster()) -> binary().
cluster(CodePoint) when is_integer(CodePoint) -> <<CodePoint/utf8>>;
cluster(CodePoints) -> << <<CodePoint/utf8>> || CodePoint <- CodePoints >>.

-spec reverse(binary()) -> binary().
reverse(Self) ->
    case is_plain(Self) of
        true -> list_to_binary(lists:reverse(binary_to_list(Self)));
        false -> unicode:characters_to_binary(string:reverse(Self))
    end.

-spec uppercase(binary()) -> binary().
uppercase(Self) -> string:uppercase(Self).

-spec lowercase(binary()) -> binary().
lowercase(Self) -> string:lowercase(Self).

-spec capitalize(binary()) -> binary().
capitalize(Self) ->
    First = slice(Self, 0, 1),
    Rest = binary:part(Self, byte_size(First), byte_size(Self) - byte_size(First)),
    iolist_to_binary([string:uppercase(First), Rest]).

-spec trim(binary()) -> binary().
trim(Self) -> string:trim(Self, both).

-spec trimLeft(binary()) -> binary().
trimLeft(Self) -> string:trim(Self, leading).

-spec trimRight(binary()) -> binary().
trimRight(Self) -> string:trim(Self, trailing).

-spec 'includesSubstring:'(binary(), binary()) -> boolean().
'includesSubstring:'(_, <<>>) -> true;
'includesSubstring:'(Self, Text) when is_binary(Text) -> binary:match(Self, Text) =/= nomatch;
'includesSubstring:'(_, _) -> not_a_string('includesSubstring:').

-spec 'startsWith:'(binary(), binary()) -> boolean().
'startsWith:'(Self, Prefix) when is_binary(Prefix) ->
    byte_size(Prefix) =< byte_size(Self) andalso
        binary:part(Self, 0, byte_size(Prefix)) =:= Prefix;
'startsWith:'(_, _) ->
    not_a_string('startsWith:').

-spec 'endsWith:'(binary(), binary()) -> boolean().
'endsWith:'(Self, Suffix) when is_binary(Suffix) ->
    byte_size(Suffix) =< byte_size(Self) andalso
        binary:part(Self, byte_size(Self), -byte_size(Suffix)) =:= Suffix;
'endsWith:'(_, _) ->
    not_a_string('endsWith:').

%% The clusters up to and with the first code point of what was found.
-spec 'indexOf:'(binary(), binary()) -> pos_integer() | nil.
'indexOf:'(_, <<>>) ->
    nil;
'indexOf:'(Self, <<First/utf8, _/binary>> = Text) ->
    case binary:match(Self, Text) of
        {Offset, _} -> length(binary:part(Self, 0, Offset + byte_size(<<First/utf8>>)));
        nomatch -> nil
    end;
'indexOf:'(_, _) ->
    not_a_string('indexOf:').

-spec 'split:'(binary(), binary()) -> [binary()].
'split:'(_, <<>>) ->
    Hint = <<"The separator must not be empty; asList answers the characters">>,
    beamtalk_argument:argument_error('String', 'split:', Hint);
'split:'(Self, Separator) when is_binary(Separator) ->
    binary:split(Self, Separator, [global]);
'split:'(_, _) ->
    not_a_string('split:').

-spec 'splitOn:'(binary(), binary()) -> [binary()].
'splitOn:'(Self, <<>>) -> [Self];
'splitOn:'(Self, Separator) when is_binary(Separator) -> binary:split(Self, Separator, [global]);
'splitOn:'(_, _) -> not_a_string('splitOn:').

-spec lines(binary()) -> [binary()].
lines(Self) -> binary:split(Self, [<<"\r\n">>, <<"\n">>], [global]).

-spec words(binary()) -> [binary()].
words(Self) ->
    case unicode:bin_is_7bit(Self) of
        true -> binary:split(Self, [<<C>> || C <- " \t\n\v\f\r"], [global, trim_all]);
        false -> string:lexemes(Self, unicode_util:whitespace())
    end.

-spec 'repeat:'(binary(), non_neg_integer()) -> binary().
'repeat:'(Self, Count) when is_integer(Count), Count >= 0 ->
    binary:copy(Self, Count);
'repeat:'(_, Count) when is_integer(Count) ->
    beamtalk_argument:argument_error('String', 'repeat:', <<"Pass an Integer of 0 or more">>);
'repeat:'(_, _) ->
    mistyped('repeat:', <<"Pass an Integer of 0 or more">>).

-spec 'replaceAll:with:'(binary(), binary(), binary()) -> binary().
'replaceAll:with:'(Self, Text, Replacement) ->
    replace(Self, Text, Replacement, [global], 'replaceAll:with:').

-spec 'replaceFirst:with:'(binary(), binary(), binary()) -> binary().
'replaceFirst:with:'(Self, Text, Replacement) ->
    replace(Self, Text, Replacement, [], 'replaceFirst:with:').

-spec replace(binary(), term(), term(), [global], atom()) -> binary().
replace(Self, <<>>, Replacement, _, _) when is_binary(Replacement) ->
    Self;
replace(Self, Text, Replacement, Options, _) when is_binary(Text), is_binary(Replacement) ->
    iolist_to_binary(lists:join(Replacement, binary:split(Self, Text, Options)));
replace(_, _, _, _, Selector) ->
    mistyped(Selector, <<"Pass two Strings">>).

-spec 'take:'(binary(), integer()) -> binary().
'take:'(Self, Count) when is_integer(Count) -> slice(Self, 0, max(0, Count));
'take:'(_, _) -> mistyped('take:', <<"Pass an Integer">>).

-spec 'drop:'(binary(), integer()) -> binary().
'drop:'(Self, Count) when is_integer(Count) -> slice(Self, max(0, Count), infinity);
'drop:'(_, _) -> mistyped('drop:', <<"Pass an Integer">>).

-spec 'padLeft:'(binary(), integer()) -> binary().
'padLeft:'(Self, Width) ->
    iolist_to_binary([padding(Self, Width, <<" ">>, 'padLeft:'), Self]).

-spec 'padRight:'(binary(), integer()) -> binary().
'padRight:'(Self, Width) ->
    iolist_to_binary([Self, padding(Self, Width, <<" ">>, 'padRight:')]).

-spec 'padLeft:with:'(binary(), integer(), binary()) -> binary().
'padLeft:with:'(Self, Width, Fill) ->
    iolist_to_binary([padding(Self, Width, Fill, 'padLeft:with:'), Self]).

-spec 'padRight:with:'(binary(), integer(), binary()) -> binary().
'padRight:with:'(Self, Width, Fill) ->
    iolist_to_binary([Self, padding(Self, Width, Fill, 'padRight:with:')]).

%% A fill of several characters is repeated, and cut where the width is reached.
-spec padding(binary(), term(), term(), atom()) -> binary().
padding(_, _, <<>>, Selector) ->
    beamtalk_argument:argument_error('String', Selector, <<"The fill must not be empty">>);
padding(Self, Width, Fill, Selector) when is_integer(Width), is_binary(Fill) ->
    beamtalk_class_of:is_utf8(Fill) orelse mistyped(Selector, <<"The fill is not text">>),
    Missing = max(0, Width - length(Self)),
    Times = Missing div length(Fill) + 1,
    slice(binary:copy(Fill, Times), 0, Missing);
padding(_, Width, _, Selector) when not is_integer(Width) ->
    mistyped(Selector, <<"The width must be an Integer">>);
padding(_, _, _, Selector) ->
    mistyped(Selector, <<"The fill must be a String">>).

-spec isDigit(binary()) -> boolean().
isDigit(Self) -> Self =/= <<>> andalso consists(Self, fun(C) -> C >= $0 andalso C =< $9 end).

-spec isAlpha(binary()) -> boolean().
isAlpha(Self) -> Self =/= <<>> andalso consists(Self, fun is_letter/1).

-spec is_letter(byte()) -> boolean().
is_letter(C) -> (C >= $a andalso C =< $z) orelse (C >= $A andalso C =< $Z).

-spec consists(binary(), fun((byte()) -> boolean())) -> boolean().
consists(<<Byte, Rest/binary>>, Test) -> Test(Byte) andalso consists(Rest, Test);
consists(<<>>, _) -> true.

-spec asInteger(binary()) -> integer().
asInteger(Self) ->
    try
        binary_to_integer(Self)
    catch
        error:badarg -> unreadable(asInteger, <<"The text must be decimal digits, with a sign or without">>)
    end.

-spec asFloat(binary()) -> float().
asFloat(Self) ->
    try
        binary_to_float(Self)
    catch
        error:badarg -> unreadable(asFloat, <<"The text must be a number with a decimal point">>)
    end.

-spec asAtom(binary()) -> atom().
asAtom(Self) ->
    try
        binary_to_atom(Self)
    catch
        error:system_limit -> unreadable(asAtom, <<"A Symbol has at most 255 characters">>)
    end.

-spec unreadable(atom(), binary()) -> no_return().
unreadable(Selector, Hint) ->
    beamtalk_argument:argument_error('String', Selector, Hint).

-spec printString(binary()) -> binary().
printString(Self) -> beamtalk_printing:print(Self).

-spec urlEncoded(binary()) -> binary().
urlEncoded(Self) -> << <<(escape(Byte))/binary>> || <<Byte>> <= Self >>.

-spec escape(byte()) -> binary().
escape(C) when C >= $a, C =< $z; C >= $A, C =< $Z; C >= $0, C =< $9 -> <<C>>;
escape(C) when C =:= $-; C =:= $.; C =:= $_; C =:= $~ -> <<C>>;
escape(C) -> <<$%, (binary:encode_hex(<<C>>))/binary>>.

-spec urlDecoded(binary()) -> binary().
urlDecoded(Self) -> iolist_to_binary(unescape(Self)).

-spec unescape(binary()) -> iodata().
unescape(Text) ->
    case binary:split(Text, <<"%">>) of
        [Plain, <<Digits:2/binary, Rest/binary>>] -> [Plain, digits(Digits) | unescape(Rest)];
        [Plain, CutOff] -> [Plain, $%, CutOff];
        [Plain] -> [Plain]
    end.

-spec digits(binary()) -> binary().
digits(Digits) ->
    try
        binary:decode_hex(Digits)
    catch
        error:badarg ->
            Hint = <<"A percent sign is followed by two hexadecimal digits">>,
            beamtalk_error:raise(parse_error, 'String', urlDecoded, Hint)
    end.

-spec 'do:'(binary(), block(term())) -> nil.
'do:'(Self, Block) when is_function(Block, 1) -> beamtalk_list:'do:'(asList(Self), Block);
'do:'(_, Block) -> refuse_block(Block, 'do:').

-spec 'collect:'(binary(), block(binary())) -> binary().
'collect:'(Self, Block) when is_function(Block, 1) ->
    Strings = lists:map(Block, asList(Self)),
    concatenation(Strings, 'collect:', <<"The block must answer a String">>);
'collect:'(_, Block) ->
    refuse_block(Block, 'collect:').

-spec 'select:'(binary(), block(boolean())) -> binary().
'select:'(Self, Block) when is_function(Block, 1) ->
    iolist_to_binary([Each || Each <- asList(Self), Block(Each) =:= true]);
'select:'(_, Block) ->
    refuse_block(Block, 'select:').

-spec 'reject:'(binary(), block(boolean())) -> binary().
'reject:'(Self, Block) when is_function(Block, 1) ->
    iolist_to_binary([Each || Each <- asList(Self), Block(Each) =/= true]);
'reject:'(_, Block) ->
    refuse_block(Block, 'reject:').

-spec 'matchesRegex:'(binary(), beamtalk_regex:pattern()) -> boolean().
'matchesRegex:'(Self, Pattern) -> beamtalk_regex:matches(Self, Pattern, [], 'matchesRegex:').

-spec 'matchesRegex:options:'(binary(), beamtalk_regex:pattern(), [atom()]) -> boolean().
'matchesRegex:options:'(Self, Pattern, Options) ->
    beamtalk_regex:matches(Self, Pattern, Options, 'matchesRegex:options:').

-spec 'firstMatch:'(binary(), beamtalk_regex:pattern()) -> binary() | nil.
'firstMatch:'(Self, Pattern) -> beamtalk_regex:first_match(Self, Pattern, 'firstMatch:').

-spec 'allMatches:'(binary(), beamtalk_regex:pattern()) -> [binary()].
'allMatches:'(Self, Pattern) -> beamtalk_regex:all_matches(Self, Pattern, 'allMatches:').

-spec 'replaceRegex:with:'(binary(), beamtalk_regex:pattern(), binary()) -> binary().
'replaceRegex:with:'(Self, Pattern, Replacement) ->
    beamtalk_regex:replace(Self, Pattern, Replacement, [], 'replaceRegex:with:').

-spec 'replaceAllRegex:with:'(binary(), beamtalk_regex:pattern(), binary()) -> binary().
'replaceAllRegex:with:'(Self, Pattern, Replacement) ->
    beamtalk_regex:replace(Self, Pattern, Replacement, [global], 'replaceAllRegex:with:').

-spec 'splitRegex:'(binary(), beamtalk_regex:pattern()) -> [binary()].
'splitRegex:'(Self, Pattern) -> beamtalk_regex:split(Self, Pattern, 'splitRegex:').

-spec not_a_string(atom()) -> no_return().
not_a_string(Selector) ->
    mistyped(Selector, <<"Pass a String">>).

-spec mistyped(atom(), binary()) -> no_return().
mistyped(Selector, Hint) ->
    beamtalk_argument:type_error('String', Selector, Hint).

-spec refuse_block(term(), atom()) -> no_return().
refuse_block(Block, Selector) ->
    beamtalk_argument:refuse_block(Block, 1, 'String', Selector).
