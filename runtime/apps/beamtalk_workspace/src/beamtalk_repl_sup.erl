%% What evaluations share: the names that their code is loaded under, and the tables of
%% sessions, of class texts and of built modules, which outlive everybody who writes to them. If the names
%% are lost, code that is kept under them stays, and they are made anew. If the turns
%% are, whoever waits for one is told.
-module(beamtalk_repl_sup).
-behaviour(supervisor).

-export([start_link/0]).
-export([init/1]).

-spec start_link() -> {ok, pid()} | {error, term()} | ignore.
start_link() ->
    supervisor:start_link({local, ?MODULE}, ?MODULE, []).

-spec init([]) -> {ok, {supervisor:sup_flags(), [supervisor:child_spec()]}}.
init([]) ->
    %% Between what was typed and what went wrong may be many calls.
    _ = erlang:system_flag(backtrace_depth, 64),
    ok = beamtalk_repl_session:create(),
    ok = beamtalk_repl_load:create(),
    ok = beamtalk_repl_built:create(),
    Shared = [#{id => Module, start => {Module, start_link, []}} || Module <- [beamtalk_repl_turns, beamtalk_repl_modules]],
    {ok, {#{strategy => one_for_one, intensity => 10, period => 10}, Shared}}.
