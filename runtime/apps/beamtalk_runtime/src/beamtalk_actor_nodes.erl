%% Actors on other nodes, over the distribution of Erlang: starting one there,
%% whether one there lives, and of which class it is. Once it runs, an actor is
%% spoken to as one here is, for process identifiers lead across nodes.
-module(beamtalk_actor_nodes).

-include("beamtalk_actor.hrl").

-export([start_link/2, is_alive/1, class_of/1]).
-export([start_here/2, class_here/1]).

%% Longer than a start may take there, so that the word of that node counts.
-define(START_PATIENCE, 2 * ?PATIENCE).

%% The actor makes the link, when all has gone well: a start that fails is told by
%% the answer alone, and an actor whose spawner has died meanwhile ends too.
-spec start_link(node(), beamtalk_actor_process:start()) ->
    {ok, pid()} | {error, {elsewhere, Hint :: binary()} | term()}.
start_link(Node, Start) ->
    try erpc:call(Node, ?MODULE, start_here, [Start, self()], ?START_PATIENCE) of
        no_class -> {error, {elsewhere, hint("~ts does not have this class; load it there first", Node)}};
        Started -> Started
    catch
        error:{exception, undef, [{?MODULE, start_here, _, _} | _]} ->
            {error, {elsewhere, hint("Beamtalk does not run on ~ts; start it there first", Node)}};
        error:{erpc, timeout} ->
            {error, {elsewhere, hint("~ts does not answer", Node)}};
        error:{erpc, _} ->
            {error, {elsewhere, hint("~ts cannot be reached: see that it runs, and that both have one cookie", Node)}}
    end.

-spec hint(string(), node()) -> binary().
hint(Format, Node) ->
    unicode:characters_to_binary(io_lib:format(Format, [Node])).

%% On the node where the actor is to live.
-spec start_here(beamtalk_actor_process:start(), Spawner :: pid()) ->
    {ok, pid()} | {error, term()} | ignore | no_class.
start_here({Class, Module, _} = Start, Spawner) ->
    case has_class(Class, Module) of
        true -> gen_server:start(beamtalk_actor_process, {Start, Spawner}, [{timeout, ?PATIENCE}]);
        false -> no_class
    end.

%% A class that is on the path, but was never asked for, loads now.
-spec has_class(atom(), module()) -> boolean().
has_class(Class, Module) ->
    _ = code:ensure_loaded(Module),
    whereis(beamtalk_class_registry) =/= undefined andalso
        beamtalk_class_registry:module_of(Class) =:= Module.

%% A node that does not answer has no living processes for us.
-spec is_alive(pid()) -> boolean().
is_alive(Pid) when node(Pid) =:= node() ->
    is_process_alive(Pid);
is_alive(Pid) ->
    ask(Pid, erlang, is_process_alive, false).

%% Of an actor anywhere whose class this node has too.
-spec class_of(pid()) -> {ok, Class :: atom()} | no_actor | no_class.
class_of(Pid) when node(Pid) =:= node() ->
    known(class_here(Pid));
class_of(Pid) ->
    known(ask(Pid, ?MODULE, class_here, none)).

-spec known({atom(), module()} | none) -> {ok, atom()} | no_actor | no_class.
known(none) ->
    no_actor;
known({Class, Module}) ->
    case has_class(Class, Module) of
        true -> {ok, Class};
        false -> no_class
    end.

%% On the node of the actor.
-spec class_here(pid()) -> {Class :: atom(), module()} | none.
class_here(Pid) ->
    case beamtalk_actor_instances:class_of(Pid) of
        none -> none;
        Class -> {Class, beamtalk_class_registry:module_of(Class)}
    end.

-spec ask(pid(), module(), atom(), Otherwise :: term()) -> term().
ask(Pid, Module, Function, Otherwise) ->
    try
        erpc:call(node(Pid), Module, Function, [Pid], ?PATIENCE)
    catch
        error:{erpc, _} -> Otherwise;
        error:{exception, undef, _} -> Otherwise
    end.
