%% Many evaluations leave nothing behind. All of them with CHAOS=full.
-module(endurance_tests).
-include_lib("eunit/include/eunit.hrl").

endurance_test_() ->
    prompt:tests([
        {"evaluations leave atoms, code, processes and memory as they were", fun flat/1},
        {"names that are only mentioned make no atoms for long", fun names/1},
        {"classes that are defined again leave no code behind", fun classes/1},
        {"blocks that are kept keep their code, and no longer", fun kept/1},
        {"sessions leave nothing behind", fun sessions/1}
    ]).

-define(LINES, [
    "3 + 4", "x := 5", "x + _", "#(1, 2, 3) collect: [:e | e * 2]", "s := 0. #(1, 2) do: [:e | s := s + e]. s",
    "b := [:e | e + x]", "b value: 3", "nobody", "3 frobnicate", "3 +", "Transcript show: \"x\"",
    "[Error signal: \"x\"] on: Error do: [:e | e message]", "[1] ensure: [2]", "x > 3 ifTrue: [1] ifFalse: [2]"
]).

flat(Session) ->
    Round = fun() -> [_ = prompt:say(Session, Line) || Line <- ?LINES] end,
    [Round() || _ <- lists:seq(1, 30)],
    %% Counting makes atoms the first time.
    _ = quiet_counts(Session),
    Before = quiet_counts(Session),
    [Round() || _ <- lists:seq(1, count(20, 10000 div length(?LINES) + 1))],
    After = quiet_counts(Session),
    %% A name or two that are used again from now on; and what others on this machine leave to
    %% be collected later, which is little beside what ten thousand lines could leave.
    no_more(Before, After, #{atoms => 20, modules => 0, processes => 0, bytes => 8 bsl 20, tables => 0}).

quiet_counts(Session) ->
    prompt:wait_for(fun() -> maps:with([taken, kept], beamtalk_repl_modules:counts()) =:= #{taken => 0, kept => blocks(Session)} end),
    [garbage_collect(Pid) || Pid <- processes()],
    #{
        atoms => erlang:system_info(atom_count),
        %% Names that are free again may be loaded at any moment.
        modules => length([M || {M, _} <- code:all_loaded(), not lists:prefix("beamtalk_prompt@", atom_to_list(M))]),
        processes => erlang:system_info(process_count),
        tables => length(ets:all()),
        bytes => erlang:memory(total)
    }.

%% How many lines have made blocks that are bound.
blocks(Session) ->
    Modules = [element(2, erlang:fun_info(Value, module)) || Value <- maps:values(beamtalk_repl_session:bindings(Session)), is_function(Value)],
    length(lists:usort(Modules)).

no_more(Before, After, Allowed) ->
    Grown = maps:map(fun(What, Most) -> maps:get(What, After) - maps:get(What, Before) - Most end, Allowed),
    ?assertEqual(#{}, maps:filter(fun(_, TooMany) -> TooMany > 0 end, Grown)).

count(Few, Many) ->
    case prompt:is_full() of
        true -> Many;
        false -> Few
    end.

names(Session) ->
    Line = fun(N) -> io_lib:format("[:aName~b | |theOther~b| theOther~b := aName~b. theOther~b + missing~b]", lists:duplicate(6, N)) end,
    Bound = fun(N) -> io_lib:format("[:aName~b | aName~b + 1] value: 3", [N, N]) end,
    _ = [prompt:say(Session, L) || L <- [Line(0), Bound(0), Bound(1)]],
    Before = erlang:system_info(atom_count),
    [_ = prompt:say(Session, F(N)) || F <- [Line, Bound], N <- lists:seq(2, count(50, 5000))],
    ?assert(erlang:system_info(atom_count) - Before < 10).

classes(Session) ->
    Define = fun(N) -> #{status := ok} = prompt:say(Session, io_lib:format("Object subclass: PromptAgain\n  size => ~b\n", [N])) end,
    [Define(N) || N <- lists:seq(1, 20)],
    Loaded = fun() -> length(code:all_loaded()) end,
    Settled = Loaded(),
    [Define(N) || N <- lists:seq(1, count(40, 10000))],
    prompt:wait_for(fun() -> Loaded() =< Settled + 2 end),
    ?assertEqual(integer_to_binary(count(40, 10000)), prompt:print(Session, ["PromptAgain new size"])).

kept(Session) ->
    %% This process has seen blocks too.
    true = garbage_collect(),
    Kept = fun() -> maps:get(kept, beamtalk_repl_modules:counts()) end,
    prompt:wait_for(fun() -> Kept() =:= 0 end),
    [prompt:print(Session, [io_lib:format("b~b := [:x | x + ~b]", [N, N])]) || N <- lists:seq(1, 20)],
    _ = prompt:print(Session, ["0"]),
    prompt:wait_for(fun() -> Kept() =:= 20 end),
    ?assertEqual(<<"21">>, prompt:print(Session, ["b20 value: 1"])),
    ok = beamtalk_repl_session:clear(Session),
    prompt:wait_for(fun() -> Kept() =:= 0 end).

sessions(_) ->
    One = fun() -> prompt:session(fun(Session) -> prompt:print(Session, ["x := [1]", "x value"]) end) end,
    One(),
    Settled = fun() -> {erlang:system_info(process_count), length(ets:all())} end,
    Before = Settled(),
    [One() || _ <- lists:seq(1, count(20, 1000))],
    prompt:wait_for(fun() -> Settled() =:= Before end).
