%% What evaluations write and read.
-module(output_tests).
-include_lib("eunit/include/eunit.hrl").

output_test_() ->
    prompt:tests([
        {"output comes before the evaluation is over", fun streams/1},
        {"pieces that come together are sent together", fun coalesces/1},
        {"the whole output comes with the outcome, of errors too", fun whole/1},
        {"output without end is cut and the evaluation goes on", fun capped/1},
        {"a gigabyte does no harm", fun gigabyte/1},
        {"what is read is asked for", fun reads/1},
        {"reading ends where input ends", fun end_of_input/1},
        {"reading takes only so long", fun patience/1},
        {"Erlang's own readers work", fun readers/1},
        {"nobody reads: input is refused", fun no_reader/1},
        {"a process that was left behind may write", fun left_behind/1},
        {"processes that end while they are looked for", fun short_lived/1},
        {"writers that ask for nonsense are told", fun nonsense/1}
    ]).

streams(Session) ->
    Ref = prompt:begin_eval(Session, "Transcript show: \"one\". Erlang timer sleep: 60000"),
    ?assertEqual(<<"one">>, prompt:output(Ref)),
    ok = beamtalk_repl_session:interrupt(Session),
    ?assertMatch(#{output := <<"one">>, error := #{kind := <<"interrupted">>}}, prompt:outcome(Ref)).

coalesces(Session) ->
    Ref = prompt:begin_eval(Session, "1 to: 1000 do: [:i | Transcript show: \"x\"]"),
    #{output := Whole} = prompt:outcome(Ref),
    ?assertEqual(1000, byte_size(Whole)),
    ?assert(length(pieces(Ref)) < 500).

pieces(Ref) ->
    receive {repl_output, Ref, Text} -> [Text | pieces(Ref)] after 0 -> [] end.

whole(Session) ->
    Ref = prompt:begin_eval(Session, "Transcript show: \"a\"; cr; show: \"ü\". 3 frobnicate"),
    ?assertMatch(#{output := <<"a\nü"/utf8>>, status := error}, prompt:outcome(Ref)),
    ?assertEqual(<<"a\nü"/utf8>>, iolist_to_binary(pieces(Ref))).

capped(Session) ->
    application:set_env(beamtalk_workspace, output_bytes, 10000),
    Ref = prompt:begin_eval(Session, "1 to: 10000 do: [:i | Transcript show: \"äöü\"]. 7"),
    #{output := Output, print := <<"7">>} = prompt:outcome(Ref),
    application:unset_env(beamtalk_workspace, output_bytes),
    ?assert(byte_size(Output) < 10100),
    ?assertMatch({match, _}, re:run(Output, "output was cut after 10000 bytes")),
    ?assert(is_list(unicode:characters_to_list(Output))).

gigabyte(Session) ->
    Rounds = case prompt:is_full() of true -> 1000; false -> 50 end,
    Code = io_lib:format("mega := \"x\" repeat: 1000000. 1 to: ~b do: [:i | Transcript show: mega]. mega := 0. 7", [Rounds]),
    _ = prompt:say(Session, "1"),
    Before = erlang:memory(total),
    #{output := Output, print := <<"7">>} = prompt:say(Session, Code),
    ?assert(byte_size(Output) < 1100000),
    beamtalk_transcript:clear(),
    ?assert(erlang:memory(total) - Before < 300 bsl 20).

reads(Session) ->
    Ref = prompt:begin_eval(Session, "name := Erlang io get_line: \"name? \". Erlang io get_line: \"and? \""),
    receive {repl_need_input, Ref, First} -> ?assertEqual(<<"name? ">>, First) end,
    ok = beamtalk_repl_session:input(Session, <<"Ada\n">>),
    receive {repl_need_input, Ref, Second} -> ?assertEqual(<<"and? ">>, Second) end,
    ok = beamtalk_repl_session:input(Session, <<"you">>),
    receive {repl_need_input, Ref, Again} -> ?assertEqual(<<"and? ">>, Again) end,
    ok = beamtalk_repl_session:input(Session, <<" too\n">>),
    ?assertMatch(#{print := <<"\"you too\n\"">>}, prompt:outcome(Ref)),
    ?assertEqual(<<"\"Ada\n\"">>, prompt:print(Session, ["name"])).

end_of_input(Session) ->
    Ref = prompt:begin_eval(Session, "Erlang io get_line: \"\""),
    receive {repl_need_input, Ref, _} -> ok end,
    ok = beamtalk_repl_session:input(Session, eof),
    ?assertMatch(#{print := <<"#eof">>}, prompt:outcome(Ref)).

patience(Session) ->
    application:set_env(beamtalk_workspace, input_milliseconds, 30),
    Outcome = prompt:say(Session, "Erlang io get_line: \"\""),
    application:unset_env(beamtalk_workspace, input_milliseconds),
    ?assertMatch(#{status := ok, class := <<"Result">>}, Outcome),
    ?assertEqual({error, no_pending_input}, beamtalk_repl_session:input(Session, <<"late\n">>)).

readers(Session) ->
    Ref = prompt:begin_eval(Session, "Erlang io read: \"term? \""),
    receive {repl_need_input, Ref, _} -> ok end,
    ok = beamtalk_repl_session:input(Session, <<"{1,\n">>),
    receive {repl_need_input, Ref, _} -> ok end,
    ok = beamtalk_repl_session:input(Session, <<"2}.\n">>),
    ?assertMatch(#{print := <<"Result ok: {1, 2}">>}, prompt:outcome(Ref)).

no_reader(Session) ->
    ?assertEqual({error, no_pending_input}, beamtalk_repl_session:input(Session, <<"x">>)),
    Ref = prompt:begin_eval(Session, "Erlang timer sleep: 60000"),
    ?assertEqual({error, no_pending_input}, beamtalk_repl_session:input(Session, <<"x">>)),
    ok = beamtalk_repl_session:interrupt(Session),
    prompt:outcome(Ref).

left_behind(Session) ->
    Self = self(),
    register(output_tests_listener, Self),
    Code = "Erlang erlang spawn: [Erlang timer sleep: 100. Transcript show: \"\". Erlang erlang send: #'output_tests_listener' to: #written]. 1",
    #{status := ok} = prompt:say(Session, Code),
    receive written -> ok end,
    unregister(output_tests_listener),
    ?assertEqual(<<"2">>, prompt:print(Session, ["2"])).

nonsense(Session) ->
    ?assertMatch(#{status := error}, prompt:say(Session, "Erlang io format: \"~p~p\" with: #(1)")),
    ?assertEqual(<<"2">>, prompt:print(Session, ["2"])).

%% Processes come and go while those that were left behind are looked for.
short_lived(Session) ->
    application:set_env(beamtalk_workspace, leftover_pause, 1),
    Code = "1 to: 10 do: [:i | Erlang erlang spawn: [1 to: 300 do: [:j | Erlang erlang spawn: [1]]]]. 7",
    [?assertEqual(<<"7">>, prompt:print(Session, [Code])) || _ <- lists:seq(1, 30)],
    application:unset_env(beamtalk_workspace, leftover_pause),
    ?assert(is_process_alive(Session)).
