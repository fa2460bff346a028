%% Connections that are told things without asking, each with how many bytes of them it
%% holds. Whoever tells keeps them, hears of bytes that have gone out as `{sent, Peer, Bytes}`
%% and of an end as `DOWN`. A peer that holds too much is spared more until it has sent some:
%% what is told may be lost, and memory is bounded.
-module(beamtalk_repl_peers).

-export([new/0, add/2, remove/2, sent/3, is_empty/1, tell/4]).

-export_type([peers/0]).

-opaque peers() :: #{pid() => {reference(), Held :: non_neg_integer()}}.

-spec new() -> peers().
new() ->
    #{}.

-spec is_empty(peers()) -> boolean().
is_empty(Peers) ->
    map_size(Peers) =:= 0.

-spec add(pid(), peers()) -> peers().
add(Peer, Peers) when is_map_key(Peer, Peers) -> Peers;
add(Peer, Peers) -> Peers#{Peer => {monitor(process, Peer), 0}}.

-spec remove(pid(), peers()) -> peers().
remove(Peer, Peers) ->
    case maps:take(Peer, Peers) of
        {{Monitor, _}, Left} ->
            true = demonitor(Monitor, [flush]),
            Left;
        error ->
            Peers
    end.

-spec sent(pid(), Bytes :: non_neg_integer(), peers()) -> peers().
sent(Peer, Bytes, Peers) ->
    case Peers of
        #{Peer := {Monitor, Held}} -> Peers#{Peer := {Monitor, max(0, Held - Bytes)}};
        _ -> Peers
    end.

%% To those that want it and hold no more than so many bytes. The calling process is the one
%% that hears of what was sent.
-spec tell(Encoded :: binary(), fun((pid()) -> boolean()), Most :: pos_integer(), peers()) -> peers().
tell(Encoded, Wants, Most, Peers) ->
    maps:map(
        fun
            (_, {_, Held} = Known) when Held > Most ->
                Known;
            (Peer, {Monitor, Held} = Known) ->
                case Wants(Peer) of
                    true ->
                        ok = beamtalk_repl_connection:push(Peer, Encoded),
                        {Monitor, Held + byte_size(Encoded)};
                    false ->
                        Known
                end
        end,
        Peers
    ).
