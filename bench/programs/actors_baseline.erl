%% The same as `actors.bt`, as one would write it in Erlang.
-module(actors_baseline).
-behaviour(gen_server).

-export([start_link/0, add/2, coins/1, call/2, cast/2, spawn/1]).
-export([init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link(?MODULE, [], []).

add(Purse, N) -> gen_server:call(Purse, {add, N}).

coins(Purse) -> gen_server:call(Purse, coins).

init([]) -> {ok, #{coins => 0}}.

handle_call({add, N}, _From, #{coins := Coins} = State) ->
    {reply, Coins + N, State#{coins := Coins + N}};
handle_call(coins, _From, #{coins := Coins} = State) ->
    {reply, Coins, State}.

handle_cast({add, N}, #{coins := Coins} = State) ->
    {noreply, State#{coins := Coins + N}}.

call(Purse, 0) ->
    coins(Purse);
call(Purse, Times) ->
    _ = add(Purse, 1),
    call(Purse, Times - 1).

cast(Purse, 0) ->
    coins(Purse);
cast(Purse, Times) ->
    gen_server:cast(Purse, {add, 1}),
    (Times - 1) rem 100 =:= 0 andalso coins(Purse),
    cast(Purse, Times - 1).

spawn(Times) ->
    [element(2, start_link()) || _ <- lists:seq(1, Times)].
