%% Messages on a stream of bytes: four bytes of length, most significant first, and that
%% many bytes. In go pieces as they arrive, out come whole messages. Memory is bounded
%% by the longest message allowed: one that is longer is skipped as it comes, if it can
%% be told where it ends, and reported in its place. Knows nothing of what is in them.
-module(beamtalk_repl_frame).

-export([new/1, add/2, pack/1]).

-export_type([reader/0, event/0]).

%% Longer ones are no messages: somebody speaks another language.
-define(MOST_SKIPPED, 16#1000000).

-record(reader, {
    most :: pos_integer(),
    %% What came of the current message, latest piece first, and how much that is.
    pieces = [] :: [binary()],
    size = 0 :: non_neg_integer(),
    %% How much the message has, its length included, once that is known.
    wanted = 4 :: pos_integer(),
    skipping = 0 :: non_neg_integer()
}).

-opaque reader() :: #reader{}.
%% After `lost` the stream makes no sense.
-type event() :: {message, binary()} | too_large | lost.

-spec new(Most :: pos_integer()) -> reader().
new(Most) ->
    #reader{most = Most}.

-spec add(binary(), reader()) -> {[event()], reader()}.
add(Piece, #reader{size = 0, skipping = 0} = Reader) ->
    read(Piece, Reader, []);
add(Piece, #reader{skipping = 0, pieces = Pieces, size = Size, wanted = Wanted} = Reader) ->
    More = Reader#reader{pieces = [Piece | Pieces], size = Size + byte_size(Piece)},
    case More#reader.size >= Wanted of
        true -> read(iolist_to_binary(lists:reverse(More#reader.pieces)), More, []);
        false -> {[], More}
    end;
add(Piece, #reader{skipping = Left} = Reader) when byte_size(Piece) < Left ->
    {[], Reader#reader{skipping = Left - byte_size(Piece)}};
add(Piece, #reader{skipping = Left} = Reader) ->
    <<_:Left/binary, Rest/binary>> = Piece,
    read(Rest, Reader#reader{skipping = 0}, []).

-spec pack(iodata()) -> iodata().
pack(Message) ->
    [<<(iolist_size(Message)):32>>, Message].

-spec read(binary(), reader(), [event()]) -> {[event()], reader()}.
read(<<Length:32, _/binary>>, Reader, Events) when Length > ?MOST_SKIPPED ->
    {lists:reverse(Events, [lost]), empty(Reader)};
read(<<Length:32, Rest/binary>>, #reader{most = Most} = Reader, Events) when Length > Most ->
    case Rest of
        <<_:Length/binary, After/binary>> -> read(After, Reader, [too_large | Events]);
        _ -> {lists:reverse(Events, [too_large]), (empty(Reader))#reader{skipping = Length - byte_size(Rest)}}
    end;
read(<<Length:32, Message:Length/binary, Rest/binary>>, Reader, Events) ->
    read(Rest, Reader, [{message, Message} | Events]);
read(<<>>, Reader, Events) ->
    {lists:reverse(Events), empty(Reader)};
read(Rest, Reader, Events) ->
    {lists:reverse(Events), (empty(Reader))#reader{pieces = [Rest], size = byte_size(Rest), wanted = wanted(Rest)}}.

-spec wanted(binary()) -> pos_integer().
wanted(<<Length:32, _/binary>>) -> 4 + Length;
wanted(_) -> 4.

-spec empty(reader()) -> reader().
empty(#reader{most = Most}) ->
    new(Most).
