%% What is written down while something happens, kept from the screen.
-module(logged).

-export([warnings/1, log/2]).

warnings(Act) ->
    ok = logger:set_handler_config(default, level, none),
    ok = logger:add_handler(?MODULE, ?MODULE, #{config => self()}),
    ok = logger:set_primary_config(level, warning),
    try
        Act(),
        came()
    after
        logger:set_primary_config(level, none),
        logger:remove_handler(?MODULE),
        logger:set_handler_config(default, level, all)
    end.

came() ->
    receive {logged, Event} -> [Event | came()] after 0 -> [] end.

%% As a handler of the logger, in whoever logs.
log(#{msg := Message}, #{config := Test}) ->
    Test ! {logged, text(Message)}.

text({Format, Arguments}) -> unicode:characters_to_binary(io_lib:format(Format, Arguments));
text(Message) -> Message.
