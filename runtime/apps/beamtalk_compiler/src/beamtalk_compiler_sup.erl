%% The top of the compiler's application. Owns the table of the session's aliases
%% and that of the Erlang modules that were read, so that both outlive the server. What is lost when the server dies: the requests
%% that were under way; it finds all that it knew in the running system. The budget
%% is wide, for the death of the port is none of the server, and what kills the
%% server comes from outside.
-module(beamtalk_compiler_sup).
-behaviour(supervisor).

-export([start_link/0]).
-export([init/1]).

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    supervisor:start_link({local, ?MODULE}, ?MODULE, []).

-spec init([]) -> {ok, {supervisor:sup_flags(), [supervisor:child_spec()]}}.
init([]) ->
    beamtalk_compiler_aliases:create(),
    beamtalk_native_named:create(),
    Flags = #{strategy => one_for_one, intensity => 1000, period => 5},
    Server = #{id => beamtalk_compiler_server, start => {beamtalk_compiler_server, start_link, []}},
    {ok, {Flags, [Server]}}.
