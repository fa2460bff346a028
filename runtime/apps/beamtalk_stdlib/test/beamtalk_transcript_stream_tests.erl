-module(beamtalk_transcript_stream_tests).
-include("expect.hrl").

%% What happens to the text has its tests in the runtime: here, that each message
%% gets through and answers the receiver.
stream_test_() ->
    {foreach, fun toy:start/0, fun toy:stop/1, [
        {"show: shows the display text", fun() ->
            Stream = stream(),
            [?assertEqual(Stream, beamtalk_transcript_stream:'show:'(Stream, Value)) || Value <- [<<"tea">>, tea, 3, [<<"tea">>], nil]],
            ?assertEqual(Stream, beamtalk_transcript_stream:cr(Stream)),
            ?assertEqual(
                [<<"tea">>, <<"tea">>, <<"3">>, <<"#(\"tea\")">>, <<"nil">>, <<"\n">>],
                beamtalk_transcript_stream:recent(Stream)
            ),
            ?assertEqual(nil, beamtalk_transcript_stream:clear(Stream)),
            ?assertEqual([], beamtalk_transcript_stream:recent(Stream))
        end},
        {"subscribing", fun() ->
            Stream = stream(),
            ?assertEqual(nil, beamtalk_transcript_stream:subscribe(Stream)),
            beamtalk_transcript_stream:'show:'(Stream, 3),
            receive {transcript_output, Text} -> ?assertEqual(<<"3">>, Text) end,
            ?assertEqual(nil, beamtalk_transcript_stream:unsubscribe(Stream)),
            beamtalk_transcript_stream:'show:'(Stream, 4),
            receive {transcript_output, _} = Late -> ?assertEqual(none, Late) after 0 -> ok end
        end},
        {"a system has a Transcript while its library runs", fun() ->
            Class = {beamtalk_object, 'TranscriptStream class', none, {registered, beamtalk_class_TranscriptStream}},
            ?assertEqual(nil, beamtalk_transcript_stream:class_atStart(Class)),
            ok = application:start(beamtalk_stdlib),
            ?assertEqual(stream(), beamtalk_transcript_stream:class_atStart(Class)),
            #{level := Level} = logger:get_primary_config(),
            logger:set_primary_config(level, none),
            ok = application:stop(beamtalk_stdlib),
            logger:set_primary_config(level, Level)
        end}
    ]}.

stream() ->
    #{?TAG => 'TranscriptStream'}.
