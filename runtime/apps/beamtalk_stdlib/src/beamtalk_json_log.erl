%% A formatter for the VM's logger: each entry is one line of JSON with its time,
%% level and message.
-module(beamtalk_json_log).

-export([format/2]).

-spec format(logger:log_event(), logger:formatter_config()) -> unicode:chardata().
format(#{level := Level, meta := Meta} = Event, _) ->
    Message = logger_formatter:format(Event, #{template => [msg], single_line => false}),
    Time = calendar:system_time_to_rfc3339(
        maps:get(time, Meta, erlang:system_time(microsecond)), [{unit, microsecond}, {offset, "Z"}]
    ),
    [
        <<"{\"time\":">>, quoted(Time),
        <<",\"level\":">>, quoted(atom_to_list(Level)),
        <<",\"message\":">>, quoted(Message),
        <<"}\n">>
    ].

-spec quoted(unicode:chardata()) -> unicode:chardata().
quoted(Text) ->
    [$", [escaped(C) || C <- unicode:characters_to_list(Text)], $"].

-spec escaped(char()) -> unicode:chardata().
escaped($") -> "\\\"";
escaped($\\) -> "\\\\";
escaped($\n) -> "\\n";
escaped(C) when C < 32 -> io_lib:format("\\u~4.16.0b", [C]);
escaped(C) -> C.
