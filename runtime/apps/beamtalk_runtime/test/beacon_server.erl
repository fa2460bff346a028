%% A server as one writes it in Erlang for a native class of actors.
-module(beacon_server).
-behaviour(gen_server).

-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

start_link(Config) -> gen_server:start_link(?MODULE, Config, []).

init(#{broken := true}) -> {stop, {shutdown, broken}};
init(Config) -> {ok, maps:get(way, Config, off)}.

handle_call({'turn:', [Way], #{}}, _, _) when Way =:= on; Way =:= off -> {reply, {ok, Way}, Way};
handle_call({'turn:', [_], #{}}, _, State) -> {reply, {error, badarg}, State};
handle_call({isOn, [], #{}}, _, State) -> {reply, {ok, State =:= on}, State}.

handle_cast({cast, 'turn:', [Way], #{}}, _) -> {noreply, Way}.
