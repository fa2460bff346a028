%% Texts that are made to keep a compiler busy: whoever types is answered in time, with
%% candidates or with a reason, and the next request is not slower for it.
-module(slow_text_tests).
-include_lib("eunit/include/eunit.hrl").

%% The compiler is given 150 ms, and the rest of the way is short.
-define(MOST_MILLISECONDS, 400).
%% On a machine that is busy with something else, the quickest of these counts.
-define(TRIES, 5).

slow_text_test_() ->
    application:unset_env(beamtalk_compiler, port_command),
    case beamtalk_compiler_program:find() of
        {ok, Program} ->
            {setup, fun() -> start(Program) end, fun prompt_world:stop/1, [
                {timeout, 120, {Title, fun() -> in_time(iolist_to_binary(Text)) end}} || {Title, Text} <- texts()
            ]};
        {error, Why} ->
            io:format(user, "left out: no compiler to test with, ~ts~n", [Why]),
            []
    end.

start(Program) ->
    prompt_world:start(),
    application:set_env(beamtalk_compiler, port_command, Program),
    {ok, _} = application:ensure_all_started(beamtalk_compiler),
    {ok, _} = beamtalk_compiler_server:version().

in_time(Text) ->
    Times = [milliseconds(Text) || _ <- lists:seq(1, ?TRIES)],
    ?assert(lists:min(Times) =< ?MOST_MILLISECONDS),
    ?assert(lists:min([milliseconds(<<"(3 + 4) ab">>) || _ <- lists:seq(1, ?TRIES)]) =< ?MOST_MILLISECONDS).

milliseconds(Text) ->
    {Time, {Found, Reason}} = timer:tc(fun() -> beamtalk_repl_completion:complete(Text, prompt_world:bindings()) end),
    ?assert(Found =/= [] orelse is_binary(Reason)),
    Time div 1000.

texts() ->
    [
        {"blocks in blocks", [lists:duplicate(250, "#(1, 2) collect: [:x | "), "x "]},
        {"parentheses in arguments", [lists:duplicate(250, "b fill: ("), "3 ab"]},
        {"a long chain of operators", ["1", lists:duplicate(20000, " + 1"), " ab"]},
        {"a long chain of messages", ["1", lists:duplicate(20000, " abs"), " ab"]},
        {"a long cascade", ["b litres", lists:duplicate(10000, "; litres"), "; li"]},
        {"many variables", [each(10000, fun(N) -> ["a", N, " := ", N, "\n"] end), "a5 ab"]},
        {"a variable of ever more types", ["x := 1\n", each(2000, fun widened/1), "x "]},
        {"blocks that call one another", ["b0 := [:f | f]\n", each(2000, fun caller/1), "(b2000 value: 3) "]},
        {"methods that need one another", ["Value subclass: Knot\n", each(2000, fun knotted/1), "  z => (self m5: 3) "]},
        {"holes in a string", ["\"", lists:duplicate(10000, "{b litres} "), "{b li"]},
        {"nothing but signs", [lists:duplicate(50000, "+ "), "a"]},
        {"brackets that are never closed", [lists:duplicate(50000, "(["), "b "]}
    ].

each(Count, Line) ->
    [Line(integer_to_binary(N)) || N <- lists:seq(1, Count)].

widened(N) ->
    Values = {"\"a\"", "#b", "3.5", "#(1)", "#{}", "$c", "nil", "true"},
    Value = element(1 + binary_to_integer(N) rem tuple_size(Values), Values),
    ["x := (3 > ", N, ") ifTrue: [", Value, "] ifFalse: [x]\n"].

caller(N) ->
    ["b", N, " := [:f | b", integer_to_binary(binary_to_integer(N) - 1), " value: [:g | f value: g]]\n"].

knotted(N) ->
    [One, Other] = [integer_to_binary(1 + binary_to_integer(N) * Times rem 2000) || Times <- [7, 13]],
    ["  m", N, ": x => (self m", One, ": x) with: (self m", Other, ": x)\n"].
