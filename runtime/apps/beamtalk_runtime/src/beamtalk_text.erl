%% Whether a long binary is text. That takes reading all of it, and who sends a
%% message to a text mostly sends it the next one too: a process remembers the last
%% long binary that was asked about, and what came of it. Whoever has it in hand again
%% is answered without reading, so that `byteAt:` in a loop stays one step each.
%%
%% Only so much is remembered as may well stay alive a little longer, and an actor
%% forgets it with the end of each message.
-module(beamtalk_text).

-export([is_text/1, forget/0]).

-define(LAST, '$beamtalk_text').
%% Reading less is hardly more than remembering.
-define(WORTH, 512).
-define(MOST, 1048576).

-spec is_text(binary()) -> boolean().
is_text(Binary) when byte_size(Binary) < ?WORTH ->
    read(Binary);
is_text(Binary) ->
    case get(?LAST) of
        % The same term is told from others at once, whatever its length.
        {Binary, IsText} -> IsText;
        _ -> remember(Binary, read(Binary))
    end.

%% What was asked about last is garbage again.
-spec forget() -> ok.
forget() ->
    _ = erase(?LAST),
    ok.

%% Text is mostly ASCII, and that check is the cheapest, but it always reads to the
%% end: it is only done for what begins with ASCII.
-spec read(binary()) -> boolean().
read(<<Beginning:64/binary, _/binary>> = Binary) ->
    unicode:bin_is_7bit(Beginning) andalso unicode:bin_is_7bit(Binary) orelse
        is_binary(unicode:characters_to_binary(Binary));
read(Binary) ->
    unicode:bin_is_7bit(Binary) orelse is_binary(unicode:characters_to_binary(Binary)).

%% A part of something large keeps all of that alive.
-spec remember(binary(), boolean()) -> boolean().
remember(Binary, IsText) ->
    case binary:referenced_byte_size(Binary) =< ?MOST of
        true -> _ = put(?LAST, {Binary, IsText});
        false -> ok
    end,
    IsText.
