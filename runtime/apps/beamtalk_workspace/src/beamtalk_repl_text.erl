%% Cutting UTF-8 text without cutting a character.
-module(beamtalk_repl_text).

-export([prefix/2, split/2]).

%% At most so many bytes.
-spec prefix(binary(), non_neg_integer()) -> binary().
prefix(Text, Bytes) when byte_size(Text) =< Bytes -> Text;
prefix(Text, Bytes) -> binary:part(Text, 0, start(Text, Bytes)).

%% The start of the character that the byte at this place belongs to.
-spec start(binary(), non_neg_integer()) -> non_neg_integer().
start(_, 0) ->
    0;
start(Text, At) ->
    case binary:at(Text, At) band 2#11000000 of
        2#10000000 -> start(Text, At - 1);
        _ -> At
    end.

%% The first characters, and the rest if there is one.
-spec split(binary(), Characters :: pos_integer()) -> {binary(), binary()}.
split(Text, Characters) when byte_size(Text) =< Characters -> {Text, <<>>};
split(Text, Characters) ->
    Bytes = skip(Text, Characters, 0),
    <<First:Bytes/binary, Rest/binary>> = Text,
    {First, Rest}.

-spec skip(binary(), non_neg_integer(), non_neg_integer()) -> non_neg_integer().
skip(Text, Characters, At) when Characters =:= 0; At >= byte_size(Text) -> min(At, byte_size(Text));
skip(Text, Characters, At) -> skip(Text, Characters - 1, At + width(binary:at(Text, At))).

-spec width(byte()) -> 1..4.
width(Byte) when Byte < 16#C0 -> 1;
width(Byte) when Byte < 16#E0 -> 2;
width(Byte) when Byte < 16#F0 -> 3;
width(_) -> 4.
