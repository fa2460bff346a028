%% The first words of a peer. A socket goes in that nobody has read from; out comes who
%% the peer says it is, or why it may not stay. All of it has two seconds, however the
%% bytes trickle in, and one short message, so that a stranger costs little. Creates
%% nothing and sends nothing.
-module(beamtalk_repl_handshake).

-export([await/2]).

-export_type([peer/0]).

-type peer() :: #{kind := binary(), resume := binary() | none, wants_pushes := boolean()}.

%% Milliseconds.
-define(PATIENCE, 2000).
%% Bytes.
-define(LONGEST, 8192).
-define(KINDS, [<<"repl">>, <<"mcp">>, <<"lsp">>, <<"liveview">>, <<"ide">>, <<"attach">>]).

-spec await(gen_tcp:socket(), beamtalk_repl_server:token_check()) -> {ok, peer()} | {refused, binary()} | gone.
await(Socket, Check) ->
    Deadline = erlang:monotonic_time(millisecond) + ?PATIENCE,
    case bytes(Socket, 4, Deadline) of
        {ok, <<Length:32>>} when Length > ?LONGEST -> {refused, <<"The first message is too long: it must be auth, with the token">>};
        {ok, <<0:32>>} -> {refused, <<"The first message is empty: it must be auth, with the token">>};
        {ok, <<Length:32>>} -> message(bytes(Socket, Length, Deadline), Check);
        Failed -> failed(Failed)
    end.

-spec bytes(gen_tcp:socket(), pos_integer(), integer()) -> {ok, binary()} | {error, term()}.
bytes(Socket, Count, Deadline) ->
    gen_tcp:recv(Socket, Count, max(0, Deadline - erlang:monotonic_time(millisecond))).

-spec message({ok, binary()} | {error, term()}, beamtalk_repl_server:token_check()) -> {ok, peer()} | {refused, binary()} | gone.
message({ok, Text}, Check) ->
    case beamtalk_json:decode(Text) of
        {ok, #{<<"type">> := <<"auth">>, <<"token">> := Token} = Auth} when is_binary(Token) -> admit(Check(Token), Auth);
        {ok, #{<<"type">> := <<"auth">>}} -> {refused, <<"auth needs the token, as text">>};
        {ok, _} -> {refused, <<"The first message must be auth, with the token">>};
        {error, _} -> {refused, <<"The first message is no JSON: it must be auth, with the token">>}
    end;
message(Failed, _) ->
    failed(Failed).

-spec failed({error, term()}) -> {refused, binary()} | gone.
failed({error, timeout}) -> {refused, <<"There was no auth within two seconds">>};
failed({error, _}) -> gone.

-spec admit(boolean(), map()) -> {ok, peer()} | {refused, binary()}.
admit(false, _) ->
    {refused, <<"The token is wrong: read it from the file token of the workspace">>};
admit(true, Auth) ->
    {ok, #{
        kind => kind(maps:get(<<"client">>, Auth, none)),
        resume => resume(maps:get(<<"resume">>, Auth, none)),
        wants_pushes => maps:get(<<"push">>, Auth, true) =/= false
    }}.

-spec kind(beamtalk_json:json() | none) -> binary().
kind(Client) ->
    case lists:member(Client, ?KINDS) of
        true -> Client;
        false -> <<"unknown">>
    end.

-spec resume(beamtalk_json:json() | none) -> binary() | none.
resume(Id) when is_binary(Id) -> Id;
resume(_) -> none.
