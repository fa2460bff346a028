%% Primitives of Binary: bytes, their encodings, and terms as bytes. They mean the
%% same on Strings, whose characters they do not know.
-module(beamtalk_binary).

-export(['class_serialize:'/2, 'class_deserialize:'/2, 'class_deserializeWithUsed:'/2]).
-export(['class_fromIolist:'/2, 'class_fromBytes:'/2]).
-export(['class_fromBase64:'/2, 'class_fromBase64Url:'/2, 'class_fromHex:'/2]).
-export([size/1, 'do:'/2, printString/1, 'at:'/2, 'byteAt:'/2, byteSize/1, 'part:size:'/3]).
-export(['concat:'/2, toBytes/1, asString/1, asStringUnchecked/1]).
-export([asBase64/1, asBase64Url/1, asHex/1]).

-type result() :: beamtalk_result:result().

-spec 'class_serialize:'(term(), term()) -> binary().
'class_serialize:'(_, Value) -> term_to_binary(Value).

-spec 'class_deserialize:'(term(), binary()) -> term().
'class_deserialize:'(_, Bytes) -> decoded(Bytes, [safe], 'deserialize:').

-spec 'class_deserializeWithUsed:'(term(), binary()) -> {term(), non_neg_integer()}.
'class_deserializeWithUsed:'(_, Bytes) -> decoded(Bytes, [safe, used], 'deserializeWithUsed:').

-spec decoded(term(), [safe | used], atom()) -> term().
decoded(Bytes, Options, Selector) ->
    try
        binary_to_term(Bytes, Options)
    catch
        error:badarg -> mistyped(Selector, <<"Pass what serialize: made of known Symbols">>)
    end.

-spec 'class_fromIolist:'(term(), iodata()) -> binary().
'class_fromIolist:'(_, Data) ->
    try
        iolist_to_binary(Data)
    catch
        error:badarg -> mistyped('fromIolist:', <<"Pass a List of bytes, Binaries and such Lists">>)
    end.

-spec 'class_fromBytes:'(term(), [byte()]) -> binary().
'class_fromBytes:'(_, Bytes) ->
    case are_bytes(Bytes) of
        true -> list_to_binary(Bytes);
        false -> mistyped('fromBytes:', <<"Pass a List of Integers from 0 to 255">>)
    end.

-spec are_bytes(term()) -> boolean().
are_bytes([Byte | Bytes]) when is_integer(Byte), Byte >= 0, Byte =< 255 -> are_bytes(Bytes);
are_bytes(Rest) -> Rest =:= [].

-spec 'class_fromBase64:'(term(), binary()) -> result().
'class_fromBase64:'(_, Text) when is_binary(Text) ->
    parsed(fun() -> base64(Text) end, 'fromBase64:', <<"Base64 text with its padding is expected">>);
'class_fromBase64:'(_, _) ->
    mistyped('fromBase64:', <<"Pass a String">>).

%% OTP's decoder lets white space pass; we do not.
-spec base64(binary()) -> binary().
base64(Text) ->
    Shape = "\\A[A-Za-z0-9+/]*={0,2}\\z",
    case byte_size(Text) rem 4 =:= 0 andalso re:run(Text, Shape, [{capture, none}]) of
        match -> base64:decode(Text);
        _ -> erlang:error(badarg)
    end.

-spec 'class_fromBase64Url:'(term(), binary()) -> result().
'class_fromBase64Url:'(_, Text) when is_binary(Text) ->
    Hint = <<"Base64 text in the alphabet for URLs is expected">>,
    parsed(fun() -> base64(padded(alphabet(Text, fun standard/1))) end, 'fromBase64Url:', Hint);
'class_fromBase64Url:'(_, _) ->
    mistyped('fromBase64Url:', <<"Pass a String">>).

-spec padded(binary()) -> binary().
padded(Text) ->
    case byte_size(Text) rem 4 of
        2 -> <<Text/binary, "==">>;
        3 -> <<Text/binary, "=">>;
        _ -> Text
    end.

-spec alphabet(binary(), fun((byte()) -> byte())) -> binary().
alphabet(Text, Translate) ->
    << <<(Translate(Byte))>> || <<Byte>> <= Text >>.

-spec standard(byte()) -> byte().
standard($-) -> $+;
standard($_) -> $/;
standard(Byte) when Byte =:= $+; Byte =:= $/ -> erlang:error(badarg);
standard(Byte) -> Byte.

-spec url_safe(byte()) -> byte().
url_safe($+) -> $-;
url_safe($/) -> $_;
url_safe(Byte) -> Byte.

-spec 'class_fromHex:'(term(), binary()) -> result().
'class_fromHex:'(_, Text) when is_binary(Text) ->
    Hint = <<"Pairs of hexadecimal digits are expected">>,
    parsed(fun() -> binary:decode_hex(Text) end, 'fromHex:', Hint);
'class_fromHex:'(_, _) ->
    mistyped('fromHex:', <<"Pass a String">>).

-spec parsed(fun(() -> binary()), atom(), binary()) -> result().
parsed(Parse, Selector, Hint) ->
    try
        beamtalk_result:ok(Parse())
    catch
        error:_ ->
            Error = beamtalk_error:make(parse_error, 'Binary', Selector, Hint),
            beamtalk_result:error(beamtalk_error:wrap(Error))
    end.

-spec size(binary()) -> non_neg_integer().
size(Self) -> byte_size(Self).

-spec 'do:'(binary(), fun((byte()) -> term())) -> nil.
'do:'(Self, Block) when is_function(Block, 1) -> each(Self, Block);
'do:'(_, Block) -> beamtalk_argument:refuse_block(Block, 1, 'Binary', 'do:').

-spec each(binary(), fun((byte()) -> term())) -> nil.
each(<<Byte, Rest/binary>>, Block) ->
    _ = Block(Byte),
    each(Rest, Block);
each(<<>>, _) ->
    nil.

-spec printString(binary()) -> binary().
printString(Self) -> beamtalk_printing:print(Self).

-spec 'at:'(binary(), pos_integer()) -> byte().
'at:'(Self, Index) when is_integer(Index), Index >= 1, Index =< byte_size(Self) ->
    binary:at(Self, Index - 1);
'at:'(Self, Index) ->
    beamtalk_argument:refuse_index(Index, byte_size(Self), {'Binary', 'at:'}).

-spec 'byteAt:'(binary(), non_neg_integer()) -> byte().
'byteAt:'(Self, Offset) when is_integer(Offset), Offset >= 0, Offset < byte_size(Self) ->
    binary:at(Self, Offset);
'byteAt:'(Self, Offset) when is_integer(Offset) ->
    out_of_bounds(Self, 'byteAt:');
'byteAt:'(_, _) ->
    mistyped('byteAt:', <<"An offset is an Integer">>).

-spec byteSize(binary()) -> non_neg_integer().
byteSize(Self) -> byte_size(Self).

-spec 'part:size:'(binary(), non_neg_integer(), non_neg_integer()) -> binary().
'part:size:'(Self, Offset, Count) when
    is_integer(Offset), is_integer(Count), Offset >= 0, Count >= 0, Offset + Count =< byte_size(Self)
->
    binary:part(Self, Offset, Count);
'part:size:'(Self, Offset, Count) when is_integer(Offset), is_integer(Count) ->
    out_of_bounds(Self, 'part:size:');
'part:size:'(_, _, _) ->
    mistyped('part:size:', <<"Pass two Integers">>).

-spec out_of_bounds(binary(), atom()) -> no_return().
out_of_bounds(Self, Selector) ->
    Size = integer_to_binary(byte_size(Self)),
    Hint = <<"There are ", Size/binary, " bytes, counted from 0">>,
    beamtalk_error:raise(index_out_of_bounds, 'Binary', Selector, Hint).

-spec 'concat:'(binary(), binary()) -> binary().
'concat:'(Self, Other) when is_binary(Other) -> <<Self/binary, Other/binary>>;
'concat:'(_, _) -> mistyped('concat:', <<"Pass a Binary or a String">>).

-spec toBytes(binary()) -> [byte()].
toBytes(Self) -> binary_to_list(Self).

-spec asString(binary()) -> binary() | {error, {invalid_utf8, non_neg_integer()}}.
asString(Self) ->
    case unicode:characters_to_binary(Self) of
        Text when is_binary(Text) -> Self;
        {_, Valid, _} -> {error, {invalid_utf8, byte_size(Valid)}}
    end.

-spec asStringUnchecked(binary()) -> binary().
asStringUnchecked(Self) -> Self.

-spec asBase64(binary()) -> binary().
asBase64(Self) -> base64:encode(Self).

-spec asBase64Url(binary()) -> binary().
asBase64Url(Self) -> alphabet(base64:encode(Self), fun url_safe/1).

-spec asHex(binary()) -> binary().
asHex(Self) -> << <<(hex_digit(Half))>> || <<Half:4>> <= Self >>.

-spec hex_digit(0..15) -> byte().
hex_digit(N) when N < 10 -> $0 + N;
hex_digit(N) -> $a + N - 10.

-spec mistyped(atom(), binary()) -> no_return().
mistyped(Selector, Hint) ->
    beamtalk_argument:type_error('Binary', Selector, Hint).
