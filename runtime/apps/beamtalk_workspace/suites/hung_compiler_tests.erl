%% A compiler that does not answer: whoever types is answered in time all the same, by
%% what can be told without it, or by a reason.
-module(hung_compiler_tests).
-include_lib("eunit/include/eunit.hrl").

%% The compiler is given 150 ms, and the rest of the way is short.
-define(MOST_MILLISECONDS, 400).

hung_compiler_test_() ->
    {setup, fun start/0, fun prompt_world:stop/1, [
        {timeout, 600, {"each request is answered in time", fun in_time/0}},
        {timeout, 60, {"what needs no compiler is not slower", fun unaffected/0}}
    ]}.

%% It reads what it is told, and says nothing. To be given up takes it long.
start() ->
    prompt_world:start(),
    application:set_env(beamtalk_compiler, deadlines, #{start => 600000, probe => 600000}),
    application:set_env(beamtalk_compiler, port_command, {"/bin/sh", ["-c", "exec cat > /dev/null"]}),
    {ok, _} = application:ensure_all_started(beamtalk_compiler),
    application:unset_env(beamtalk_compiler, deadlines).

in_time() ->
    Codes = [<<"b fill: 3 ">>, <<"(b litres) ab">>, <<"words collect: [:w | w ">>, <<"b raw ">>, <<"n abs. n ab">>],
    Times = [
        begin
            {Time, {Found, Reason}} = timer:tc(fun() -> beamtalk_repl_completion:complete(Code, prompt_world:bindings()) end),
            ?assert(Found =/= [] orelse is_binary(Reason)),
            Time div 1000
        end
     || _ <- lists:seq(1, prompt_world:rounds(2, 40)), Code <- Codes
    ],
    io:format(user, "  completion with a compiler that hangs: at most ~b ms (~b times)~n", [lists:max(Times), length(Times)]),
    ?assert(lists:max(Times) =< ?MOST_MILLISECONDS),
    ?assertEqual(
        {[], <<"the compiler did not answer in time">>},
        beamtalk_repl_completion:complete(<<"b fill: 3 ">>, prompt_world:bindings())
    ),
    %% Nor is it said that there were no type, which it might have found.
    ?assertEqual(
        {[], <<"the compiler did not answer in time">>},
        beamtalk_repl_completion:complete(<<"b raw ">>, prompt_world:bindings())
    ),
    ?assertMatch({[_ | _], none}, beamtalk_repl_completion:complete(<<"n abs. 3 ab">>, prompt_world:bindings())).

unaffected() ->
    {Time, {[_ | _], none}} = timer:tc(fun() -> beamtalk_repl_completion:complete(<<"b litres is">>, prompt_world:bindings()) end),
    ?assert(Time < 100000).
