%% How long a completion takes that needs no compiler, with a thousand classes loaded.
-module(beamtalk_repl_latency_tests).
-include_lib("eunit/include/eunit.hrl").

-define(CLASSES, 1000).
%% What is promised is 300; a machine that does other things meanwhile is slower.
-define(MOST_MICROSECONDS, 3000).

latency_test_() ->
    {setup, fun() -> prompt_world:start(), prompt_world:fill(?CLASSES) end, fun prompt_world:stop/1, {timeout, 120, fun measured/0}}.

measured() ->
    Bindings = prompt_world:bindings(),
    Codes = [
        <<Receiver/binary, " ", Prefix/binary>>
     || {Receiver, Prefixes} <- [
            {<<"\"a cask\"">>, [<<>>, <<"s">>, <<"si">>, <<"siz">>]},
            {<<"b litres">>, [<<>>, <<"i">>, <<"is">>, <<"isE">>]},
            {<<"Filler500 new step7">>, [<<>>, <<"a">>, <<"ab">>, <<"abs">>]},
            {<<"Barrel">>, [<<>>, <<"o">>, <<"oa">>, <<"oak">>]},
            {<<"words">>, [<<>>, <<"c">>, <<"co">>, <<"col">>]}
        ],
        Prefix <- Prefixes
    ] ++ [<<"Filler77">>, <<"Bar">>, <<"wo">>],
    Ask = fun(Code) ->
        {Found, none} = beamtalk_repl_completion:complete(Code, Bindings),
        beamtalk_repl_item:list(Found)
    end,
    lists:foreach(Ask, Codes),
    Times = lists:sort([element(1, timer:tc(fun() -> Ask(Code) end)) || _ <- lists:seq(1, 100), Code <- Codes]),
    [Half, Most, Nearly] = [lists:nth(length(Times) * Part div 100, Times) || Part <- [50, 95, 99]],
    io:format(user, "  completion with ~b classes: p50 ~b us, p95 ~b us, p99 ~b us~n", [?CLASSES, Half, Most, Nearly]),
    ?assert(Half =< ?MOST_MICROSECONDS).
