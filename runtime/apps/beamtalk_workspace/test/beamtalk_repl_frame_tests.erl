-module(beamtalk_repl_frame_tests).
-include("beamtalk_runtime/test/properties.hrl").

frames_test_() ->
    [
        {"whole messages", fun() -> ?assertEqual([{message, <<"ab">>}, {message, <<>>}], read([<<2:32, "ab", 0:32>>])) end},
        {"a long one is reported and skipped, in one piece or in many", fun long/0},
        {"one that cannot be a message", fun() -> ?assertEqual([lost], read([<<"GET / HTTP/1.1\r\n">>])) end},
        {"what was whole before counts", fun() -> ?assertEqual([{message, <<"a">>}, lost], read([<<1:32, "a", 255, 255, 255, 255>>])) end},
        ?_property("pieces make no difference", 500, pieces()),
        ?_property("any bytes can be read", 500, anything())
    ].

-define(MOST, 50).

long() ->
    Long = <<60:32, (binary:copy(<<"x">>, 60))/binary, 1:32, "a">>,
    ?assertEqual([too_large, {message, <<"a">>}], read([Long])),
    ?assertEqual([too_large, {message, <<"a">>}], read([<<Byte>> || <<Byte>> <= Long])).

read(Pieces) ->
    {Events, _} = lists:foldl(
        fun(Piece, {Events, Reader}) ->
            {More, Next} = beamtalk_repl_frame:add(Piece, Reader),
            {Events ++ More, Next}
        end,
        {[], beamtalk_repl_frame:new(?MOST)},
        Pieces
    ),
    Events.

pieces() ->
    ?FORALL({Messages, Cuts}, {list(resize(80, binary())), list(range(0, 400))}, begin
        Bytes = iolist_to_binary([beamtalk_repl_frame:pack(Message) || Message <- Messages]),
        Expected = [expected(Message) || Message <- Messages],
        Expected =:= read([Bytes]) andalso Expected =:= read(cut(Bytes, Cuts))
    end).

expected(Message) when byte_size(Message) > ?MOST -> too_large;
expected(Message) -> {message, Message}.

cut(Bytes, []) ->
    [Bytes];
cut(Bytes, [Length | Rest]) when Length =< byte_size(Bytes) ->
    <<Piece:Length/binary, After/binary>> = Bytes,
    [Piece | cut(After, Rest)];
cut(Bytes, _) ->
    [Bytes].

anything() ->
    ?FORALL(Pieces, list(binary()), is_list(read(Pieces))).
