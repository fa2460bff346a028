-module(beamtalk_transcript_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").

-import(beamtalk_transcript, [write/1, recent/0, clear/0, subscribe/1, subscribe/2, unsubscribe/1]).

transcript_test_() ->
    {foreach, fun fixture:start/0, fun fixture:stop/1, [
        {"text goes to the output of the process that shows it", fun() ->
            ?assertEqual(<<"one\ntwé"/utf8>>, output(fun() -> write(<<"one\n">>), write(<<"twé"/utf8>>) end)),
            ?assertEqual(<<"three">>, output(fun() -> write(<<"three">>) end))
        end},
        {"the latest pieces are kept, whoever wrote them", fun() ->
            output(fun() -> write(<<"a">>) end),
            output(fun() -> write(<<"b">>) end),
            ?assertEqual([<<"a">>, <<"b">>], recent()),
            clear(),
            ?assertEqual([], recent()),
            output(fun() -> [write(integer_to_binary(N)) || N <- lists:seq(1, 1007)] end),
            ?assertEqual({1000, <<"8">>, <<"1007">>}, {length(recent()), hd(recent()), lists:last(recent())})
        end},
        {"subscribers hear what comes after", fun() ->
            output(fun() -> write(<<"before">>) end),
            subscribe(self()),
            subscribe(self()),
            output(fun() -> write(<<"after">>) end),
            unsubscribe(self()),
            output(fun() -> write(<<"late">>) end),
            ?assertEqual([<<"after">>], heard())
        end},
        {"who wants to know is told where it went", fun() ->
            subscribe(self(), with_output),
            output(fun() -> write(<<"a">>) end),
            unsubscribe(self()),
            receive {transcript_output, Text, Output} -> ?assertMatch({<<"a">>, true}, {Text, is_pid(Output) andalso Output =/= group_leader()}) end
        end},
        {"of what is long only the end is kept", fun() ->
            Long = binary:copy(<<"aé"/utf8>>, 100000),
            output(fun() -> write(Long) end),
            [Kept] = recent(),
            ?assert(byte_size(Kept) < 20000),
            ?assertMatch(<<"…"/utf8, _/binary>>, Kept),
            ?assert(is_list(unicode:characters_to_list(Kept))),
            ?assertEqual(binary:part(Long, byte_size(Long), -100), binary:part(Kept, byte_size(Kept), -100))
        end},
        {"a dead subscriber is dropped", fun() ->
            {Pid, Ref} = spawn_monitor(fun() -> ok end),
            receive {'DOWN', Ref, process, Pid, _} -> ok end,
            subscribe(Pid),
            output(fun() -> write(<<"a">>) end),
            ?assertEqual([], [Row || {{subscriber, _}, _} = Row <- ets:tab2list(beamtalk_transcript)])
        end}
    ]}.

%% The names of the objects that a system has one of.
globals_test_() ->
    {foreach, fun fixture:start/0, fun stop/1, [
        {"without its class a global is a class that is not there", fun() ->
            ?assertMatch(
                #beamtalk_error{kind = class_not_found, message = <<"Class 'Transcript' not found">>},
                fixture:error_of(fun() -> fixture:class('Transcript') end)
            )
        end},
        {"it is the current one of its class", fun() ->
            {ok, Class} = beamtalk_built_class:define(#{
                name => 'TranscriptStream', superclass => 'Object', fields => #{}, methods => #{},
                class_methods => #{}, class_variables => #{current => nil}, meta => #{}
            }),
            ?assertMatch(#beamtalk_error{kind = class_not_found}, fixture:error_of(fun() -> fixture:class('Transcript') end)),
            beamtalk_class_variables:put(Class, current, the_one),
            ?assertEqual(the_one, fixture:class('Transcript')),
            ?assertEqual(Class, fixture:class('TranscriptStream')),
            ?assertEqual(undefined, beamtalk_class_registry:find_class('Transcript'))
        end},
        {"a small letter begins a variable", fun() ->
            ?assertMatch(
                #beamtalk_error{kind = undefined_variable, message = <<"Undefined variable 'tea'">>},
                fixture:error_of(fun() -> beamtalk_globals:get(tea) end)
            )
        end}
    ]}.

stop(Started) ->
    _ = beamtalk_class_registry:remove('TranscriptStream'),
    fixture:stop(Started).

heard() ->
    receive {transcript_output, Text} -> [Text | heard()] after 0 -> [] end.

%% What a process writes that runs the fun, and has an output of its own.
output(Fun) ->
    Me = self(),
    {Device, DeviceRef} = spawn_monitor(fun() -> collect(<<>>) end),
    {_, Ref} = spawn_monitor(fun() -> group_leader(Device, self()), Fun() end),
    receive {'DOWN', Ref, process, _, Reason} -> ?assertEqual(normal, Reason) end,
    Device ! {stop, Me},
    receive {'DOWN', DeviceRef, process, _, {text, Text}} -> Text end.

collect(Text) ->
    receive
        {io_request, From, Ref, {put_chars, unicode, Chars}} ->
            From ! {io_reply, Ref, ok},
            collect(<<Text/binary, (unicode:characters_to_binary(Chars))/binary>>);
        {stop, _} ->
            exit({text, Text})
    end.
