%% Starting the processes of native classes of actors, which are written in
%% Erlang: `start_link/1` of the backing module is given the configuration.
-module(beamtalk_actor_native).

-export([start_link/3]).

%% It gets its name afterwards, for it may not take one.
-spec start_link(module(), map(), beamtalk_actor_start:place()) -> {ok, pid()} | {error, term()} | ignore.
start_link(_, _, {node, Node}) ->
    {error, {native_on_another_node, Node}};
start_link(Native, Given, Place) ->
    try {spared(fun() -> Native:start_link(Given) end), Place} of
        {{ok, Pid}, {local, Name}} -> named(Pid, Name);
        {Started, _} -> Started
    catch
        error:undef -> {error, {no_function, Native, start_link, 1}}
    end.

%% A process that fails to start tells it by its link as well.
-spec spared(fun(() -> Started)) -> Started.
spared(Start) ->
    Before = process_flag(trap_exit, true),
    try Start() of
        {error, Reason} = Failed ->
            receive
                {'EXIT', _, Reason} -> Failed
            after 100 -> Failed
            end;
        Started ->
            Started
    after
        process_flag(trap_exit, Before)
    end.

-spec named(pid(), atom()) -> {ok, pid()} | {error, term()}.
named(Pid, Name) ->
    try
        true = register(Name, Pid),
        {ok, Pid}
    catch
        error:badarg ->
            unlink(Pid),
            exit(Pid, shutdown),
            {error, {already_started, whereis(Name)}}
    end.
