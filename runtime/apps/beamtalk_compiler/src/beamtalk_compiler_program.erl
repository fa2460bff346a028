%% Which program the port is. In go the environment and the place of this module,
%% out comes a command or what to do about its absence. The first of these counts:
%%
%%   1. `port_command` in the environment of the application `beamtalk_compiler`:
%%      a path, which is run with `compiler-port`, or {Path, Arguments};
%%   2. the path in the variable BEAMTALK_PORT;
%%   3. `bin/beamtalk` beside the runtime, where it is installed (`lib/beamtalk/lib`)
%%      or built (`runtime/apps`);
%%   4. `beamtalk` among the commands of the user.
-module(beamtalk_compiler_program).

-export([find/0]).

-export_type([program/0]).

-type program() :: {Path :: string(), Arguments :: [string()]}.

-define(ARGUMENTS, ["compiler-port"]).
-define(VARIABLE, "BEAMTALK_PORT").

-spec find() -> {ok, program()} | {error, Why :: binary()}.
find() ->
    case application:get_env(beamtalk_compiler, port_command) of
        {ok, {Path, Arguments}} -> {ok, {Path, Arguments}};
        {ok, Path} -> {ok, {Path, ?ARGUMENTS}};
        undefined -> chosen(os:getenv(?VARIABLE, ""))
    end.

-spec chosen(string()) -> {ok, program()} | {error, binary()}.
chosen("") ->
    case [Path || Path <- beside(code:which(?MODULE)) ++ among(), filelib:is_regular(Path)] of
        [Path | _] -> {ok, {Path, ?ARGUMENTS}};
        [] -> {error, <<"the command beamtalk was not found; set ", ?VARIABLE, " to its path">>}
    end;
chosen(Path) ->
    {ok, {Path, ?ARGUMENTS}}.

%% From `…/beamtalk_compiler/ebin/this.beam` up to what both layouts share.
-spec beside(file:filename() | atom()) -> [file:filename()].
beside(Beam) when is_list(Beam) ->
    Applications = filename:dirname(filename:dirname(filename:dirname(filename:absname(Beam)))),
    Installed = filename:join([Applications, "..", "..", "..", "bin", "beamtalk"]),
    Built = filename:join([Applications, "..", "..", "bin", "beamtalk"]),
    [Installed, Built];
beside(_) ->
    [].

-spec among() -> [file:filename()].
among() ->
    case os:find_executable("beamtalk") of
        false -> [];
        Path -> [Path]
    end.
