%% Whatever user code does, it can be ended, and what it promised to do is done.
-module(interrupt_tests).
-include_lib("eunit/include/eunit.hrl").

interrupt_test_() ->
    prompt:tests(
        [{Title, fun(Session) -> interrupted(Session, Lines, Code, Output) end} || {Title, Lines, Code, Output} <- cases()] ++ [
            {"an idle session is interrupted quietly", fun idle/1},
            {"bindings are those of before", fun bindings/1},
            {"while it compiles", fun at_once/1},
            {"cleanups have a limit of time", fun limited/1},
            {"a second interrupt does not wait for cleanups", fun twice/1},
            {"interrupted at any moment, a cleanup is not lost", fun any_moment/1}
        ]
    ).

-define(STUCK, "Actor subclass: PromptStuck\n  state: n = 0\n  wait => [true] whileTrue: [self.n := 1]\n").
-define(METHOD, "Object subclass: PromptGuard\n  run: body log: word => [body value] ensure: [Transcript show: word]\n").

%% Each says that it has begun where it is to be interrupted.
cases() ->
    [
        {"a tight loop", [], "Transcript show: \"begun \". [true] whileTrue: []", <<>>},
        {"a loop that allocates", ["l := #()"], "Transcript show: \"begun \". [true] whileTrue: [l := #(l, 1)]", <<>>},
        {"a value that has itself in it many times", ["l := #()"], "Transcript show: \"begun \". [true] whileTrue: [l := #(l, l)]", <<>>},
        {"a wait", [], "[Transcript show: \"begun \". Erlang timer sleep: 100000] ensure: [Transcript show: \"done\"]", <<"done">>},
        {"a call of an actor", [?STUCK, "a := PromptStuck spawn"],
            "[Transcript show: \"begun \". a wait] ensure: [Transcript show: \"done\"]", <<"done">>},
        {"a wait for input", [], "[Transcript show: \"begun \". Erlang io get_line: \"\"] ensure: [Transcript show: \"done\"]", <<"done">>},
        {"the innermost comes first", [],
            "[[Transcript show: \"begun \". [true] whileTrue: []] ensure: [Transcript show: \"in \"]] ensure: [Transcript show: \"out\"]",
            <<"in out">>},
        {"variables are those of the loop", [],
            "k := 0. [Transcript show: \"begun \". [true] whileTrue: [k := k + 1]] ensure: [Transcript show: k > 10]", <<"true">>},
        {"a cleanup that fails does not stop the others", [],
            "[[Transcript show: \"begun \". [true] whileTrue: []] ensure: [3 frobnicate]] ensure: [Transcript show: \"out\"]", <<"out">>},
        {"a cleanup with cleanups", [],
            "[Transcript show: \"begun \". [true] whileTrue: []] ensure: [[Transcript show: \"a\"] ensure: [Transcript show: \"b\"]]",
            <<"ab">>},
        {"in a method", [?METHOD],
            "PromptGuard new run: [Transcript show: \"begun \". [true] whileTrue: []] log: \"bye\"", <<"bye">>},
        {"blocks that are no literals",
            ["bye := [Transcript show: \"bye\"]. loop := [Transcript show: \"begun \". [true] whileTrue: []]"],
            "loop ensure: bye", <<"bye">>},
        {"what is over is not owed", [],
            "[1] ensure: [2]. [Transcript show: \"begun \". [true] whileTrue: []] ensure: [Transcript show: \"now\"]", <<"now">>},
        {"what failed and was handled is not owed", [],
            "[[1 frob] ensure: [Transcript show: \"begun \"]] on: Error do: [:e | [true] whileTrue: []]", <<>>}
    ].

interrupted(Session, Lines, Code, Output) ->
    prompt:print(Session, ["kept := 1" | Lines]),
    Times = [
        begin
            Ref = prompt:begin_eval(Session, Code),
            <<"begun ">> = prompt:output(Ref),
            receive after 5 -> ok end,
            Begun = erlang:monotonic_time(microsecond),
            ok = beamtalk_repl_session:interrupt(Session),
            Outcome = prompt:outcome(Ref),
            Taken = erlang:monotonic_time(microsecond) - Begun,
            Whole = <<"begun ", Output/binary>>,
            ?assertMatch(#{error := #{kind := <<"interrupted">>, message := <<"Interrupted">>}, output := Whole}, Outcome),
            ?assertEqual(<<"1">>, prompt:print(Session, ["kept"])),
            Taken
        end
     || _ <- lists:seq(1, rounds())
    ],
    %% An actor that was called goes on with what it does.
    [exit(Pid, kill) || {beamtalk_object, _, _, Pid} <- maps:values(beamtalk_repl_session:bindings(Session)), is_pid(Pid)],
    %% Others use the machine as well: most of them are in time.
    ?assert(lists:nth((rounds() + 1) div 2, lists:sort(Times)) < 100000).

rounds() ->
    case prompt:is_full() of
        true -> 100;
        false -> 3
    end.

idle(Session) ->
    ok = beamtalk_repl_session:interrupt(Session),
    ?assertEqual(<<"7">>, prompt:print(Session, ["3 + 4"])).

bindings(Session) ->
    prompt:print(Session, ["n := 1", "keep := [n]"]),
    Ref = prompt:begin_eval(Session, "n := 2. fresh := 3. Transcript show: \"x\". [true] whileTrue: []"),
    <<"x">> = prompt:output(Ref),
    ?assertMatch(#{<<"n">> := 1}, beamtalk_repl_session:bindings(Session)),
    ok = beamtalk_repl_session:interrupt(Session),
    _ = prompt:outcome(Ref),
    ?assertEqual(<<"1">>, prompt:print(Session, ["keep value"])),
    ?assertEqual(<<"! undefined_variable">>, prompt:print(Session, ["fresh"])).

at_once(Session) ->
    [
        begin
            Ref = prompt:begin_eval(Session, "(1 to: 10) inject: 0 into: [:a :b | a + b]"),
            ok = beamtalk_repl_session:interrupt(Session),
            #{status := Status} = prompt:outcome(Ref),
            ?assert(lists:member(Status, [ok, error])),
            ?assertEqual(<<"7">>, prompt:print(Session, ["3 + 4"]))
        end
     || _ <- lists:seq(1, 20)
    ].

limited(Session) ->
    application:set_env(beamtalk_workspace, cleanup_milliseconds, 50),
    Ref = prompt:begin_eval(Session, "[Transcript show: \"x\". [true] whileTrue: []] ensure: [[true] whileTrue: []]"),
    <<"x">> = prompt:output(Ref),
    ok = beamtalk_repl_session:interrupt(Session),
    ?assertMatch(#{error := #{kind := <<"interrupted">>}}, prompt:outcome(Ref)),
    application:unset_env(beamtalk_workspace, cleanup_milliseconds),
    ?assertEqual(<<"7">>, prompt:print(Session, ["3 + 4"])).

twice(Session) ->
    Ref = prompt:begin_eval(Session, "[Transcript show: \"x\". [true] whileTrue: []] ensure: [Transcript show: \"y\". [true] whileTrue: []]"),
    <<"x">> = prompt:output(Ref),
    ok = beamtalk_repl_session:interrupt(Session),
    <<"y">> = prompt:output(Ref),
    ok = beamtalk_repl_session:interrupt(Session),
    ?assertMatch(#{error := #{kind := <<"interrupted">>}}, prompt:outcome(Ref)).

%% An actor counts what is opened and closed.
any_moment(Session) ->
    prompt:print(Session, [
        "Actor subclass: PromptDoor\n  state: open = 0\n  enter => self.open := self.open + 1\n  leave => self.open := 0\n  open => self.open\n",
        "door := PromptDoor spawn"
    ]),
    [
        begin
            Ref = prompt:begin_eval(Session, "[true] whileTrue: [[door enter] ensure: [door leave]]"),
            receive after 5 + Round rem 7 -> ok end,
            ok = beamtalk_repl_session:interrupt(Session),
            _ = prompt:outcome(Ref),
            ?assertEqual(<<"0">>, prompt:print(Session, ["door open"]))
        end
     || Round <- lists:seq(1, 10 * rounds())
    ].
