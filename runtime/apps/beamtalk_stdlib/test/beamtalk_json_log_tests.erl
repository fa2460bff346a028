-module(beamtalk_json_log_tests).
-include_lib("eunit/include/eunit.hrl").

entry(Message) ->
    Event = #{level => warning, msg => Message, meta => #{time => 0, gl => group_leader(), pid => self()}},
    unicode:characters_to_binary(beamtalk_json_log:format(Event, #{})).

an_entry_is_a_line_test_() ->
    Head = <<"{\"time\":\"1970-01-01T00:00:00.000000Z\",\"level\":\"warning\",\"message\":">>,
    [
        ?_assertEqual(<<Head/binary, Said/binary, "}\n">>, entry(Message))
     || {Said, Message} <- [
            {<<"\"no tea\"">>, {string, "no tea"}},
            {<<"\"2 cups\"">>, {"~b cups", [2]}},
            {<<"\"a \\\"b\\\" \\\\ c\\nd\\u0009e\"">>, {string, "a \"b\" \\ c\nd\te"}},
            {<<"\"caf", 233/utf8, "\"">>, {string, <<"caf", 233/utf8>>}}
        ]
    ].
