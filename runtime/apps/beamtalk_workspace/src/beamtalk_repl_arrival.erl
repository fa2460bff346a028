%% How a peer arrives: it is heard out, let in or sent away, given a session, and then
%% served by a connection, which this very process becomes. Nothing is created for a peer
%% before its token was right.
-module(beamtalk_repl_arrival).

-include_lib("kernel/include/logger.hrl").

-export([start_link/1, take/2]).
-export([begin_with/1]).

-export_type([origin/0]).

-type origin() :: #{number := integer(), check := beamtalk_repl_server:token_check()}.

%% How many connections there may be at a time.
-define(MOST_OPEN, 400).

-spec start_link(origin()) -> {ok, pid()}.
start_link(Origin) ->
    {ok, proc_lib:spawn_link(?MODULE, begin_with, [Origin])}.

%% The socket belongs to the connection by now.
-spec take(pid(), gen_tcp:socket()) -> ok.
take(Pid, Socket) ->
    Pid ! {take, Socket},
    ok.

-spec begin_with(origin()) -> no_return().
begin_with(#{number := Number, check := Check}) ->
    Socket = receive {take, Given} -> Given end,
    Peer = peer_name(Socket),
    Greeting = beamtalk_repl_handshake:await(Socket, Check),
    case Greeting of
        {ok, Known} ->
            ok = beamtalk_repl_lobby:leave(Number),
            welcome(beamtalk_connection_sup:count() =< ?MOST_OPEN, Socket, Known#{peer => Peer});
        {refused, Why} ->
            ?LOG_WARNING("~ts was refused: ~ts", [Peer, Why]),
            refuse(Socket, Why),
            beamtalk_repl_lobby:leave(Number);
        gone ->
            beamtalk_repl_lobby:leave(Number)
    end,
    exit(normal).

-spec peer_name(gen_tcp:socket()) -> binary().
peer_name(Socket) ->
    case inet:peername(Socket) of
        {ok, {Address, Port}} -> iolist_to_binary([inet:ntoa(Address), $:, integer_to_list(Port)]);
        {error, _} -> <<"unknown">>
    end.

-spec refuse(gen_tcp:socket(), binary()) -> ok.
refuse(Socket, Why) ->
    beamtalk_repl_wire:send(Socket, #{type => auth_error, message => Why}),
    beamtalk_repl_wire:part(Socket).

-spec welcome(boolean(), gen_tcp:socket(), map()) -> ok | no_return().
welcome(false, Socket, _) ->
    refuse(Socket, <<"There are too many connections">>);
welcome(true, Socket, #{wants_pushes := WantsPushes} = Known) ->
    case session(Known) of
        {ok, Session, Id} ->
            beamtalk_idle_monitor:active(),
            beamtalk_repl_wire:send(Socket, [#{type => auth_ok}, #{op => 'session-started', session => Id} | news(WantsPushes)]),
            beamtalk_repl_connection:serve(Socket, Session, Id);
        {error, Why} ->
            ?LOG_ERROR("a session could not be started: ~tp", [Why]),
            beamtalk_repl_wire:send(Socket, beamtalk_repl_reply:session_down(<<"A session could not be started">>)),
            beamtalk_repl_wire:part(Socket)
    end.

-spec session(map()) -> {ok, pid(), binary()} | {error, term()}.
session(#{resume := none} = Known) ->
    case beamtalk_session_sup:start_session(maps:with([kind, peer], Known)) of
        {ok, Session, Id} -> attached(Session, Id, {error, ended});
        Failed -> Failed
    end;
session(#{resume := Id} = Known) ->
    New = Known#{resume := none},
    case beamtalk_repl_session:find(Id) of
        {ok, Session} ->
            case attached(Session, Id, none) of
                none -> session(New);
                Attached -> Attached
            end;
        error ->
            session(New)
    end.

%% A session may end just now.
-spec attached(pid(), binary(), Otherwise) -> {ok, pid(), binary()} | Otherwise.
attached(Session, Id, Otherwise) ->
    try beamtalk_repl_session:attach(Session, self()) of
        ok -> {ok, Session, Id}
    catch
        exit:_ -> Otherwise
    end.

%% Who has heard that the session has begun misses nothing from then on.
-spec news(boolean()) -> [map()].
news(false) ->
    [];
news(true) ->
    beamtalk_repl_push:subscribe(self()),
    [beamtalk_repl_push:spawned(Actor) || Actor <- beamtalk_actor_watch:known()].
