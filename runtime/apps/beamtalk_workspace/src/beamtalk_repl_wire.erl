%% What goes out to a peer: messages, output in pieces of a good size, and the end. Knows
%% sockets, and nothing of requests.
-module(beamtalk_repl_wire).

-export([send/2, output/4, part/1]).

%% Output that waits is sent as one, up to so many bytes.
-define(CHUNK, 65536).
%% How long a peer that was refused may take to read why, in milliseconds.
-define(FAREWELL, 500).

-spec send(gen_tcp:socket(), map() | [map()]) -> ok.
send(_, []) ->
    ok;
send(Socket, Replies) when is_list(Replies) ->
    _ = gen_tcp:send(Socket, [beamtalk_repl_reply:encode(Reply) || Reply <- Replies]),
    ok;
%% One that cannot be sent has nobody to hear it; the socket says so itself.
send(Socket, Reply) ->
    _ = gen_tcp:send(Socket, beamtalk_repl_reply:encode(Reply)),
    ok.

%% Pieces that wait in the mailbox go out together, and large ones in parts.
-spec output(gen_tcp:socket(), beamtalk_repl_reply:asked(), reference(), binary()) -> ok.
output(Socket, Asked, Ref, Text) ->
    Parts = parts(iolist_to_binary(gathered(Ref, [Text], byte_size(Text)))),
    send(Socket, [beamtalk_repl_reply:output(Asked, Part) || Part <- Parts]).

%% Closing at once, while something is unread, would take back what was just sent.
-spec part(gen_tcp:socket()) -> ok.
part(Socket) ->
    _ = gen_tcp:shutdown(Socket, write),
    drain(Socket, erlang:monotonic_time(millisecond) + ?FAREWELL),
    gen_tcp:close(Socket).

-spec drain(gen_tcp:socket(), integer()) -> ok.
drain(Socket, Deadline) ->
    case gen_tcp:recv(Socket, 0, max(0, Deadline - erlang:monotonic_time(millisecond))) of
        {ok, _} -> drain(Socket, Deadline);
        {error, _} -> ok
    end.

-spec gathered(reference(), [binary()], non_neg_integer()) -> iodata().
gathered(Ref, Texts, Size) when Size < ?CHUNK ->
    receive
        {repl_output, Ref, Text} -> gathered(Ref, [Text | Texts], Size + byte_size(Text))
    after 0 -> lists:reverse(Texts)
    end;
gathered(_, Texts, _) ->
    lists:reverse(Texts).

-spec parts(binary()) -> [binary()].
parts(Text) when byte_size(Text) =< ?CHUNK ->
    [Text];
parts(Text) ->
    Length = whole_characters(Text, ?CHUNK, 3),
    <<Part:Length/binary, Rest/binary>> = Text,
    [Part | parts(Rest)].

%% A length near this one that cuts no character in two.
-spec whole_characters(binary(), pos_integer(), non_neg_integer()) -> pos_integer().
whole_characters(Text, Length, Left) ->
    case binary:at(Text, Length) of
        Byte when Byte band 2#11000000 =:= 2#10000000, Left > 0 -> whole_characters(Text, Length - 1, Left - 1);
        _ -> Length
    end.
