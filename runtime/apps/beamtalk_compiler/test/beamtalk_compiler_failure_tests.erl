%% Whatever becomes of the port, whoever asks gets an answer, and the next one a port.
-module(beamtalk_compiler_failure_tests).
-include_lib("eunit/include/eunit.hrl").

-import(beamtalk_compiler_server, [ping/0, version/0, resolve_completion_type/1]).

-define(SAID(Text), {error, [#{message := Text}]}).

failure_test_() ->
    {foreach, fun() -> fake:start(#{compile => 1500, query => 1500, version => 5000, probe => 300}) end, fun fake:stop/1, [
        {timeout, 60, {Title, Test}}
     || {Title, Test} <- [
            {"answers of all sorts", fun() ->
                ?assertEqual({ok, <<"fake">>}, version()),
                ?assertEqual({ok, #{}}, ping()),
                ?assertEqual({error, [#{message => <<"no">>, line => 1}]}, fake:ask("refuse")),
                ?assertEqual({ok, #{types => [#{class_name => <<"Boat">>, side => instance}]}}, resolve_completion_type("Boat")),
                ?assertEqual({not_found, <<"because">>}, resolve_completion_type("unknown")),
                ?assertMatch({ok, #{}}, fake:ask("drip")),
                {ok, #{core := Core}} = fake:ask("large"),
                ?assertEqual(5000000, byte_size(Core))
            end},
            {"what it says unasked does no harm", fun() ->
                Port = fake:port(),
                ?assertEqual({ok, #{}}, fake:ask("notice")),
                ?assertEqual({ok, #{}}, fake:ask("notice")),
                ?assertEqual(Port, fake:port())
            end},
            {"a request that did not kill the port is asked again", fun() ->
                Port = fake:port(),
                ?assertEqual({ok, #{}}, fake:ask("die once", fake:file())),
                ?assertNotEqual(Port, fake:port())
            end},
            {"a request that kills the port is not asked for ever", fun() ->
                ?assertMatch(?SAID(<<"Compiler port exited unexpectedly", _/binary>>), fake:ask("die")),
                ?assertEqual({ok, #{}}, ping())
            end},
            {"others are answered, whatever one of them does", fun() ->
                Asker = self(),
                [spawn_link(fun() -> Asker ! {N, fake:ask("die once", fake:file())} end) || N <- lists:seq(1, 3)],
                Outcomes = [receive {N, Outcome} -> Outcome end || N <- lists:seq(1, 3)],
                [?assert(Outcome =:= {ok, #{}} orelse element(1, Outcome) =:= error) || Outcome <- Outcomes],
                ?assertEqual({ok, #{}}, ping())
            end},
            {"an answer that is none", [
                fun() ->
                    Port = fake:port(),
                    ?assertMatch(?SAID(<<"Compiler port response is malformed">>), fake:ask(Text)),
                    ?assertNotEqual(Port, fake:port()),
                    ?assertEqual({ok, #{}}, ping())
                end
             || Text <- ["garbage", "length", "empty", "no map", "no status", "compressed"]
            ]},
            {"one bad answer is not the last word", fun() ->
                ?assertEqual({ok, #{}}, fake:ask("garbage once", fake:file()))
            end},
            {"an atom that was never seen is not made", fun() ->
                Name = "never_seen_" ++ integer_to_list(erlang:unique_integer([positive])),
                ?assertMatch(?SAID(<<"Compiler port response is malformed">>), fake:ask("atom", Name)),
                ?assertError(badarg, list_to_existing_atom(Name))
            end},
            {"who takes too long is replaced", fun() ->
                Old = fake:os_pid(),
                Port = fake:port(),
                ?assertMatch(?SAID(<<"Compiler port timed out">>), fake:ask("hang")),
                ?assertNotEqual(Port, fake:port()),
                ?assertEqual({ok, #{}}, ping()),
                fake:eventually(fun() -> os:cmd("kill -0 " ++ integer_to_list(Old) ++ " 2>&1") =/= "" end)
            end},
            {"even one that does not listen any more", fun() ->
                fake:signal("-STOP"),
                ?assertMatch(?SAID(<<"Compiler port timed out">>), fake:ask("anything")),
                ?assertEqual({ok, #{}}, ping())
            end},
            {"nor does it keep the server from its work", fun() ->
                fake:signal("-STOP"),
                Large = #{class => 'Large', doc => binary:copy(<<0>>, 1000000)},
                [beamtalk_compiler_server:register_class('Large', Large) || _ <- lists:seq(1, 20)],
                {Time, Classes} = timer:tc(fun beamtalk_compiler_server:get_classes/0),
                ?assertMatch(#{'Large' := _}, Classes),
                ?assert(Time < 1000000),
                ?assertMatch(?SAID(<<"Compiler port timed out">>), fake:ask("anything")),
                ?assertEqual({ok, #{}}, ping())
            end},
            {"a completion waits but a moment", fun() ->
                Port = fake:port(),
                {Time, Answer} = timer:tc(fun() -> resolve_completion_type("slow") end),
                ?assertEqual({error, type_unknown}, Answer),
                ?assert(Time < 1000000),
                %% The port is well and stays.
                ?assertEqual({ok, #{}}, ping()),
                receive after 500 -> ok end,
                ?assertEqual(Port, fake:port())
            end},
            {"a port that fails completions and does not say why is replaced", fun() ->
                ?assertEqual({ok, #{}}, ping()),
                Port = fake:port(),
                fake:signal("-STOP"),
                ?assertEqual({error, type_unknown}, resolve_completion_type("Boat")),
                fake:eventually(fun() -> fake:port() =/= Port end),
                ?assertEqual({ok, #{}}, ping()),
                ?assertMatch({ok, #{types := _}}, resolve_completion_type("Boat"))
            end},
            {"who is gone is not answered and takes no room", fun() ->
                {Asker, Monitor} = spawn_monitor(fun() -> fake:ask("hang") end),
                fake:eventually(fun() -> pending() > 0 end),
                exit(Asker, kill),
                receive {'DOWN', Monitor, process, _, _} -> ok end,
                fake:eventually(fun() -> pending() =:= 0 end)
            end},
            {"there is room for so many and no more", fun() ->
                application:set_env(beamtalk_compiler, most_pending, 2),
                Askers = [spawn(fun() -> fake:ask("hang") end) || _ <- [1, 2]],
                fake:eventually(fun() -> pending() =:= 2 end),
                ?assertMatch(?SAID(<<"Compiler port is not available: too many", _/binary>>), ping()),
                [exit(Asker, kill) || Asker <- Askers],
                fake:eventually(fun() -> pending() =:= 0 end),
                ?assertEqual({ok, #{}}, ping())
            end}
        ]
    ]}.

pending() ->
    %% The fifth field after the name of the record.
    map_size(element(6, fake:state())).

absence_test_() ->
    {foreach, fun fake:start/0, fun fake:stop/1, [{timeout, 60, Test} || Test <- [
        {"a program that is missing is named to everyone who asks, and found when it is there", fun() ->
            with_program({"/nowhere/beamtalk", []}),
            [?assertMatch(?SAID(<<"Compiler port is not available: /nowhere/beamtalk does not exist">>), ping()) || _ <- [1, 2, 3]],
            ?assertEqual({error, type_unknown}, resolve_completion_type("Boat")),
            ok = made_class:define('Boat', #{}),
            fake:use_fake(),
            ?assertMatch(#{class := 'Boat'}, fake:class('Boat'))
        end},
        {"one that may not be run", fun() ->
            with_program({"/etc/passwd", []}),
            ?assertMatch(?SAID(<<"Compiler port is not available: /etc/passwd may not be executed">>), ping())
        end},
        {"one that ends at once is not started for ever", fun() ->
            Count = fake:file(),
            with_program({"/bin/sh", ["-c", "echo >> " ++ Count]}),
            ?assertMatch(?SAID(<<"Compiler port exited unexpectedly: /bin/sh ended with status 0 before it answered anything">>), ping()),
            receive after 2500 -> ok end,
            {ok, Lines} = file:read_file(Count),
            ?assert(byte_size(Lines) < 15),
            receive after 1500 -> ok end,
            ?assertEqual({ok, Lines}, file:read_file(Count)),
            ?assertMatch(?SAID(<<"Compiler port exited unexpectedly: /bin/sh ended with status 0 before it answered anything">>), ping()),
            fake:use_fake(),
            fake:eventually(fun() -> ping() =:= {ok, #{}} end)
        end},
        {"one that only talks nonsense", fun() ->
            with_program({"/bin/sh", ["-c", "echo nonsense; exec sleep 20"]}),
            ?assertMatch(?SAID(<<"Compiler port response is malformed">>), ping())
        end},
        {"without a runtime there is a server, which learns of the classes when they come", fun() ->
            ok = made_class:define('Boat', #{}),
            ok = application:stop(beamtalk_runtime),
            ?assertEqual({ok, #{}}, ping()),
            ok = application:start(beamtalk_runtime),
            fake:eventually(fun() -> is_map_key('Boat', fake:classes()) end),
            ok = made_class:define('Raft', #{}),
            fake:eventually(fun() -> is_map_key('Raft', fake:classes()) end)
        end}
    ]]}.

with_program(Program) ->
    ok = application:stop(beamtalk_compiler),
    application:set_env(beamtalk_compiler, port_command, Program),
    ok = application:start(beamtalk_compiler).
