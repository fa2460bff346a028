%% Whether a token is the one expected, in a time that does not tell how much of it is:
%% every byte is looked at, whatever the others are.
-module(beamtalk_token).

-export([is_equal/2]).

-spec is_equal(Given :: binary(), Expected :: binary()) -> boolean().
is_equal(Given, Expected) when byte_size(Given) =:= byte_size(Expected) ->
    difference(Given, Expected, 0) =:= 0;
is_equal(_, Expected) ->
    _ = difference(Expected, Expected, 0),
    false.

-spec difference(binary(), binary(), byte()) -> byte().
difference(<<A, Given/binary>>, <<B, Expected/binary>>, Found) ->
    difference(Given, Expected, Found bor (A bxor B));
difference(<<>>, <<>>, Found) ->
    Found.
