%% The connections, one process for each peer. One that ends is not started again: the
%% peer connects anew if it likes.
-module(beamtalk_connection_sup).
-behaviour(supervisor).

-export([start_link/0, start_connection/1, count/0]).
-export([init/1]).

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    supervisor:start_link({local, ?MODULE}, ?MODULE, []).

-spec start_connection(beamtalk_repl_arrival:origin()) -> {ok, pid()}.
start_connection(Origin) ->
    {ok, _} = supervisor:start_child(?MODULE, [Origin]).

-spec count() -> non_neg_integer().
count() ->
    proplists:get_value(active, supervisor:count_children(?MODULE)).

-spec init([]) -> {ok, {supervisor:sup_flags(), [supervisor:child_spec()]}}.
init([]) ->
    Connection = #{
        id => beamtalk_repl_connection,
        start => {beamtalk_repl_arrival, start_link, []},
        restart => temporary,
        shutdown => 1000
    },
    {ok, {#{strategy => simple_one_for_one}, [Connection]}}.
