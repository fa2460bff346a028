%% A process that does something as it starts and writes down how it ends.
-module(supervised).
-behaviour(gen_server).

-export([start_link/2]).
-export([init/1, handle_call/3, handle_cast/2, terminate/2]).

start_link(Name, First) ->
    gen_server:start_link({local, Name}, ?MODULE, {Name, First}, []).

init({Name, First}) ->
    process_flag(trap_exit, true),
    First(),
    {ok, Name}.

handle_call(_, _, Name) ->
    {reply, ok, Name}.

handle_cast(_, Name) ->
    {noreply, Name}.

terminate(Reason, Name) ->
    ets:insert(supervised, {erlang:unique_integer([monotonic]), {Name, Reason}}).
