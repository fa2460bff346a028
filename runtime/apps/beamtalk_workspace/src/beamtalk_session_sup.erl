%% The sessions, and the list of them: {Id, Process, Kind, Peer, Created}. One that ends
%% is not started again, for its bindings are gone. The list is read in the caller.
-module(beamtalk_session_sup).
-behaviour(supervisor).

-export([create/0, start_link/0, start_session/1, sessions/0, stop_session/1]).
-export([init/1]).

-export_type([session/0]).

-type session() :: #{id := binary(), kind := binary(), peer := binary(), created_at := integer(), pid := pid()}.

-define(TABLE, ?MODULE).

-spec create() -> ok.
create() ->
    ?TABLE = ets:new(?TABLE, [named_table, public, set, {read_concurrency, true}]),
    ok.

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    supervisor:start_link({local, ?MODULE}, ?MODULE, []).

%% The session is started with its origin, to which comes its id and when it was made.
-spec start_session(#{kind := binary(), peer := binary()}) -> {ok, pid(), Id :: binary()} | {error, term()}.
start_session(Origin) ->
    Id = new_id(),
    Session = Origin#{id => Id, created_at => erlang:system_time(second)},
    case supervisor:start_child(?MODULE, [Session]) of
        {ok, Pid} ->
            true = ets:insert(?TABLE, {Id, Session#{pid => Pid}}),
            {ok, Pid, Id};
        {error, Reason} ->
            {error, Reason}
    end.

%% Those that are alive, oldest first. The others are struck off.
-spec sessions() -> [session()].
sessions() ->
    {Alive, Dead} = lists:partition(fun({_, #{pid := Pid}}) -> is_process_alive(Pid) end, ets:tab2list(?TABLE)),
    lists:foreach(fun({Id, _}) -> ets:delete(?TABLE, Id) end, Dead),
    [Session || {_, Session} <- lists:keysort(1, Alive)].

-spec stop_session(pid()) -> ok.
stop_session(Pid) ->
    _ = supervisor:terminate_child(?MODULE, Pid),
    ok.

-spec new_id() -> binary().
new_id() ->
    Random = binary:encode_hex(rand:bytes(8)),
    Micros = integer_to_binary(erlang:system_time(microsecond)),
    <<"session_", Micros/binary, "_", (string:lowercase(Random))/binary>>.

-spec init([]) -> {ok, {supervisor:sup_flags(), [supervisor:child_spec()]}}.
init([]) ->
    Session = #{
        id => beamtalk_repl_session,
        start => {beamtalk_repl_session, start_link, []},
        restart => temporary,
        shutdown => 2000
    },
    {ok, {#{strategy => simple_one_for_one}, [Session]}}.
