%% What a program shows: text goes to the output of the process that shows it,
%% into a log of the latest pieces, and to whoever has subscribed. There is one
%% log for the system; its table outlives everybody who writes to it.
-module(beamtalk_transcript).

-export([create/0, write/1, recent/0, clear/0, subscribe/1, subscribe/2, unsubscribe/1]).

%% Rows: {Number, Text}, {written, HowMany} and {{subscriber, Pid}, Wish}. Numbers
%% come before all else in the order of terms.
-define(TABLE, ?MODULE).
%% How many pieces are remembered, and how many bytes of each: a program that
%% shows without end must not fill the memory.
-define(KEPT, 1000).
-define(KEPT_BYTES, 16384).

%% What a subscriber wants to know besides the text: nothing, or where it went.
-type wish() :: text | with_output.

-spec create() -> ok.
create() ->
    ?TABLE = ets:new(?TABLE, [named_table, public, ordered_set, {write_concurrency, true}]),
    true = ets:insert(?TABLE, {written, 0}),
    ok.

-spec write(binary()) -> ok.
write(Text) ->
    ok = io:put_chars(output(), Text),
    Number = ets:update_counter(?TABLE, written, 1),
    true = ets:insert(?TABLE, {Number, end_of(Text)}),
    true = ets:delete(?TABLE, Number - ?KEPT),
    lists:foreach(fun({Pid, Wish}) -> tell(Pid, Wish, Text) end, subscribers()).

%% A copy, so that the whole can go. No character is cut in two.
-spec end_of(binary()) -> binary().
end_of(Text) when byte_size(Text) =< ?KEPT_BYTES ->
    Text;
end_of(Text) ->
    <<"…"/utf8, (binary:copy(whole(binary:part(Text, byte_size(Text), -?KEPT_BYTES))))/binary>>.

-spec whole(binary()) -> binary().
whole(<<2#10:2, _:6, Rest/binary>>) -> whole(Rest);
whole(Text) -> Text.

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
    subscribe(Pid, text).

%% With the output that it went to: {transcript_output, Text, Output}. Who takes a
%% writer in hand gives it another output before it answers, so this is asked after.
-spec subscribe(pid(), wish()) -> ok.
subscribe(Pid, Wish) ->
    true = ets:insert(?TABLE, {{subscriber, Pid}, Wish}),
    ok.

-spec unsubscribe(pid()) -> ok.
unsubscribe(Pid) ->
    true = ets:delete(?TABLE, {subscriber, Pid}),
    ok.

-spec subscribers() -> [{pid(), wish()}].
subscribers() ->
    ets:select(?TABLE, [{{{subscriber, '$1'}, '$2'}, [], [{{'$1', '$2'}}]}]).

%% A dead subscriber is forgotten when next met.
-spec tell(pid(), wish(), binary()) -> ok.
tell(Pid, Wish, Text) ->
    case is_process_alive(Pid) of
        true ->
            Pid ! message(Wish, Text),
            ok;
        false ->
            unsubscribe(Pid)
    end.

-spec message(wish(), binary()) -> tuple().
message(text, Text) -> {transcript_output, Text};
message(with_output, Text) -> {transcript_output, Text, group_leader()}.
