%% What a workspace needs before anyone may come: the compiler, and the classes of the
%% library. The compiler begins first, for its program starts while classes are loaded,
%% of which it hears one by one.
-module(beamtalk_workspace_library).

-include_lib("kernel/include/logger.hrl").

-export([start/2]).

%% The command that has the compiler, and the folder in which it runs.
-spec start(Program :: binary() | none, Project :: binary() | none) -> ok.
start(Program, Project) ->
    set(port_command, Program),
    set(project_path, Project),
    {ok, _} = application:ensure_all_started(beamtalk_stdlib),
    case application:ensure_all_started(beamtalk_compiler) of
        {ok, _} -> ok;
        {error, Why} -> ?LOG_ERROR("there is no compiler: ~tp", [Why])
    end,
    lists:foreach(fun(Module) -> {module, Module} = code:ensure_loaded(Module) end, classes()).

-spec set(atom(), binary() | none) -> ok.
set(_, none) -> ok;
set(Key, Text) -> application:set_env(beamtalk_compiler, Key, unicode:characters_to_list(Text)).

%% The compiled classes, which is what lies there.
-spec classes() -> [module()].
classes() ->
    {ok, Names} = file:list_dir(code:lib_dir(beamtalk_stdlib, ebin)),
    [list_to_atom(filename:basename(Name, ".beam")) || "bt@stdlib@" ++ _ = Name <- lists:sort(Names)].
