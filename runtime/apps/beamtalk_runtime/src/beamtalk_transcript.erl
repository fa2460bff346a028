%% What a program shows: text goes to the output of the process that shows it,
%% into a log of the latest pieces, and to whoever has subscribed. There is one
%% log for the system; its table outlives everybody who writes to it.
-module(beamtalk_transcript).

-export([create/0, write/1, recent/0, clear/0, subscribe/1, unsubscribe/1]).

%% Rows: {Number, Text}, {written, HowMany} and {{subscriber, Pid}}. Numbers
%% come before all else in the order of terms.
-define(TABLE, ?MODULE).
%% How many pieces are remembered.
-define(KEPT, 1000).

-spec create() -> ok.
create() ->
    ?TABLE = ets:new(?TABLE, [named_table, public, ordered_set, {write_concurrency, true}]),
    true = ets:insert(?TABLE, {written, 0}),
    ok.

-spec write(binary()) -> ok.
write(Text) ->
    ok = io:put_chars(output(), Text),
    Number = ets:update_counter(?TABLE, written, 1),
    true = ets:insert(?TABLE, {Number, Text}),
    true = ets:delete(?TABLE, Number - ?KEPT),
    lists:foreach(fun(Pid) -> tell(Pid, Text) end, subscribers()).

%% The master of an application, which is the output of all its processes, drops
%% what it is asked to write while it stops, and the writer would wait for ever.
-spec output() -> pid() | user.
output() ->
    Leader = group_leader(),
    case node(Leader) =:= node() andalso proc_lib:translate_initial_call(Leader) of
        {application_master, _, _} -> user;
        _ -> Leader
    end.

%% The latest pieces, oldest first.
-spec recent() -> [binary()].
recent() ->
    ets:select(?TABLE, [{{'$1', '$2'}, [{is_integer, '$1'}], ['$2']}]).

-spec clear() -> ok.
clear() ->
    _ = ets:select_delete(?TABLE, [{{'$1', '_'}, [{is_integer, '$1'}], [true]}]),
    ok.

%% The process gets {transcript_output, Text} for each piece from now on.
-spec subscribe(pid()) -> ok.
subscribe(Pid) ->
    true = ets:insert(?TABLE, {{subscriber, Pid}}),
    ok.

-spec unsubscribe(pid()) -> ok.
unsubscribe(Pid) ->
    true = ets:delete(?TABLE, {subscriber, Pid}),
    ok.

-spec subscribers() -> [pid()].
subscribers() ->
    ets:select(?TABLE, [{{{subscriber, '$1'}}, [], ['$1']}]).

%% A dead subscriber is forgotten when next met.
-spec tell(pid(), binary()) -> ok.
tell(Pid, Text) ->
    case is_process_alive(Pid) of
        true ->
            Pid ! {transcript_output, Text},
            ok;
        false ->
            unsubscribe(Pid)
    end.
