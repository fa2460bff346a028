%% The peers that have not said yet who they are, in the order in which they came. There
%% is room for some; when one more comes, the one that has waited longest is shown out.
%% So a crowd that says nothing takes bounded memory, and does not keep out those who
%% say at once what they have to say.
-module(beamtalk_repl_lobby).

-export([create/0, enter/2, leave/1, make_room/0, count/0]).

-define(TABLE, ?MODULE).
-define(ROOM, 200).

%% Rows: {Number, Pid}. Numbers grow.
-spec create() -> ok.
create() ->
    ?TABLE = ets:new(?TABLE, [named_table, public, ordered_set]),
    ok.

-spec enter(Number :: integer(), pid()) -> ok.
enter(Number, Pid) ->
    count() >= room() andalso make_room(),
    true = ets:insert(?TABLE, {Number, Pid}),
    ok.

-spec leave(Number :: integer()) -> ok.
leave(Number) ->
    true = ets:delete(?TABLE, Number),
    ok.

%% Shows one out, if anyone is there.
-spec make_room() -> ok.
make_room() ->
    case ets:first(?TABLE) of
        '$end_of_table' ->
            ok;
        Number ->
            [exit(Pid, shutdown) || {_, Pid} <- ets:take(?TABLE, Number)],
            ok
    end.

-spec count() -> non_neg_integer().
count() ->
    ets:info(?TABLE, size).

-spec room() -> pos_integer().
room() ->
    application:get_env(beamtalk_workspace, lobby_room, ?ROOM).
