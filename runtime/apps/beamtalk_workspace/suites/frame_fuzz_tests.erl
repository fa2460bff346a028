%% Bytes that strangers send, in pieces of any length: each gives messages and reports,
%% and nothing is kept that is longer than a message may be. With CHAOS=full five million
%% pieces.
-module(frame_fuzz_tests).
-include_lib("eunit/include/eunit.hrl").

-define(MOST, 64).

frame_fuzz_test_() ->
    {timeout, 3600, {"any bytes can be read", fun fuzz/0}}.

fuzz() ->
    _ = rand:seed(exsss, {1, 2, front:rounds(20000, 5000000)}),
    Events = read(front:rounds(20000, 5000000), beamtalk_repl_frame:new(?MOST), #{}),
    %% Otherwise the bytes were too tame.
    ?assertMatch(#{message := _, too_large := _, lost := _}, Events).

read(0, _, Events) ->
    Events;
read(Left, Reader, Events) ->
    {Found, Next} = beamtalk_repl_frame:add(piece(rand:uniform(10)), Reader),
    Left rem 1000 =/= 0 orelse ?assert(erlang:external_size(Next) < 4096),
    Counted = lists:foldl(fun count/2, Events, Found),
    %% A connection whose frames are lost is closed, and the next one begins anew.
    case lists:member(lost, Found) of
        true -> read(Left - 1, beamtalk_repl_frame:new(?MOST), Counted);
        false -> read(Left - 1, Next, Counted)
    end.

%% Mostly frames, whole or cut, some too long, and some noise.
piece(1) -> rand:bytes(rand:uniform(40));
piece(2) -> <<(rand:uniform(1 bsl 32) - 1):32>>;
piece(3) -> <<(?MOST + rand:uniform(200)):32, (rand:bytes(rand:uniform(100)))/binary>>;
piece(_) ->
    Body = rand:bytes(rand:uniform(?MOST) - 1),
    Frame = <<(byte_size(Body)):32, Body/binary>>,
    binary:part(Frame, 0, min(byte_size(Frame), rand:uniform(2 * ?MOST))).

count({message, Text}, Events) when byte_size(Text) =< ?MOST -> count(message, Events);
count(Kind, Events) when Kind =:= message; Kind =:= too_large; Kind =:= lost -> maps:update_with(Kind, fun(N) -> N + 1 end, 1, Events).
