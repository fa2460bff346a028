%% Why a supervisor or a child did not start, from OTP's reason to words.
-module(beamtalk_supervisor_failure).

-include("beamtalk.hrl").

-export([text/1]).

-spec text(term()) -> binary().
text({shutdown, Reason}) ->
    text(Reason);
text({failed_to_start_child, Id, Reason}) ->
    Child = beamtalk_printing:display(Id),
    Text = text(Reason),
    <<"The child ", Child/binary, " did not start: ", Text/binary>>;
text({already_started, _}) ->
    <<"Another process has its name">>;
text(#beamtalk_error{message = Message, hint = undefined}) ->
    Message;
text(#beamtalk_error{message = Message, hint = Hint}) ->
    <<Message/binary, ": ", Hint/binary>>;
text(Reason) ->
    unicode:characters_to_binary(io_lib:format("~0tp", [Reason])).
