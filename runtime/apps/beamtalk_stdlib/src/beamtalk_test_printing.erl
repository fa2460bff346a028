%% Values as failures show them: the printed form, and of a very long one the
%% beginning, which never ends inside a character.
-module(beamtalk_test_printing).

-export([limited/1, start/2]).

%% Bytes.
-define(LIMIT, 2000).

-spec limited(term()) -> binary().
limited(Value) ->
    case beamtalk_printing:print(Value) of
        Text when byte_size(Text) =< ?LIMIT ->
            Text;
        Text ->
            Start = start(Text, ?LIMIT),
            Size = integer_to_binary(byte_size(Text)),
            <<Start/binary, "… ("/utf8, Size/binary, " bytes in all)">>
    end.

%% At most so many bytes of a text that has more.
-spec start(binary(), non_neg_integer()) -> binary().
start(Text, Size) ->
    case unicode:characters_to_binary(binary:part(Text, 0, Size)) of
        {incomplete, Whole, _} -> Whole;
        Whole -> Whole
    end.
