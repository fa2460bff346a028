%% The document that clients are written from names every operation of the table, and no
%% other.
-module(beamtalk_repl_protocol_tests).
-include_lib("stdlib/include/assert.hrl").

-export([operations_test/0]).

operations_test() ->
    {ok, Text} = file:read_file(filename:join(code:lib_dir(beamtalk_workspace), "../../../docs/protocol.md")),
    Documented = operations(string:split(Text, "\n", all), elsewhere),
    ?assertEqual(lists:sort(maps:keys(beamtalk_repl_ops:describe())), lists:usort(Documented)),
    ?assertEqual(length(lists:usort(Documented)), length(Documented)).

%% The names in the first column of tables of operations.
operations([], _) -> [];
operations([<<"| op |", _/binary>> | Rest], _) -> operations(Rest, table);
operations([<<"| ", Row/binary>> | Rest], table) -> names(Row) ++ operations(Rest, table);
operations([<<"|--", _/binary>> | Rest], Where) -> operations(Rest, Where);
operations([_ | Rest], _) -> operations(Rest, elsewhere).

names(Row) ->
    [First | _] = string:split(Row, " | "),
    {match, Names} = re:run(First, "`([a-z-]+)`", [global, {capture, [1], binary}]),
    lists:append(Names).
