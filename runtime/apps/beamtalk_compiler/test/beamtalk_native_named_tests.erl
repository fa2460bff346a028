%% The specs of modules that a text names.
-module(beamtalk_native_named_tests).
-include_lib("eunit/include/eunit.hrl").

-define(PATIENCE, 60000).

named_test_() ->
    {setup, fun beamtalk_native_named:create/0, fun(_) -> ets:delete(beamtalk_native_named) end, [
        {"a text that calls no Erlang", ?_assertEqual(none, table(<<"3 + 4">>))},
        {"one that names no module", ?_assertEqual(none, table(<<"Erlang ">>))},
        {"one that names one", fun() ->
            Table = table(<<"Erlang lists reverse: #(1) ">>),
            ?assertMatch({_, _}, binary:match(Table, <<"\nreverse/1\tList\t">>)),
            ?assertEqual([<<"lists">>], modules(Table))
        end},
        {"one that names several", fun() ->
            ?assertEqual([<<"lists">>, <<"maps">>], modules(table(<<"Erlang maps new. Erlang\n lists seq: 1 with: 2">>)))
        end},
        {"one that is not there", fun() -> ?assertEqual([], modules(table(<<"Erlang no_such_module_here go">>))) end},
        {"it is read once", fun() ->
            _ = table(<<"Erlang maps new">>),
            ?assertNotEqual(none, beamtalk_native_named:table(<<"Erlang maps new">>, 0))
        end},
        {"who cannot wait goes without, and the next one finds it", fun() ->
            ?assertEqual(none, beamtalk_native_named:table(<<"Erlang string length: x">>, 0)),
            ?assertNotEqual(none, table(<<"Erlang string length: x">>))
        end},
        {"no module is loaded", fun() ->
            _ = table(<<"Erlang erl_tar create: x">>),
            ?assertNot(erlang:module_loaded(erl_tar))
        end}
    ]}.

%% Without the application there is nothing.
absent_test() ->
    ?assertEqual(none, table(<<"Erlang lists reverse: x">>)).

table(Text) ->
    beamtalk_native_named:table(Text, ?PATIENCE).

modules(Table) ->
    [<<"beamtalk natives 1">> | Lines] = binary:split(Table, <<"\n">>, [global]),
    [hd(binary:split(Line, <<"\t">>)) || Line <- lists:takewhile(fun(It) -> It =/= <<>> end, Lines)].
