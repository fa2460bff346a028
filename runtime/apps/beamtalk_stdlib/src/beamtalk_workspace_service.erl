%% What only a workspace can do, for classes of the library that ask for it: it compiles,
%% and it has sessions. A workspace installs a module that does it; without one `module/0`
%% answers none, and whoever asks says that it cannot be done.
-module(beamtalk_workspace_service).

-export([install/1, remove/0, module/0]).

-export_type([session/0, problem/0, change/0, flushed/0, selection/0]).

-type side() :: beamtalk_class_reference:side().
-type session() :: #{id := binary(), kind := binary(), atom() => term()}.
-type problem() :: {Kind :: atom(), Message :: binary(), Hint :: binary() | undefined}.

%% A live change, as an entry of the log has it.
-type change() :: #{atom() => term()}.
-type flushed() :: #{atom() => term()}.
-type selection() :: all | {class, atom()} | {kinds, [atom()]} | {file, binary()}.

%% The classes that a file defines.
-callback load(Path :: binary()) -> {ok, Classes :: [atom()]} | {error, problem()}.
%% A class, from the file that it was made of.
-callback reload(Class :: atom()) -> ok | {error, problem()}.
%% Puts a method into a class, to stay or as a trial.
-callback compile(Class :: atom(), side(), Selector :: atom(), Source :: binary(), durable | ephemeral) ->
    ok | {error, problem()}.
%% What would be wrong elsewhere if it were.
-callback precheck(Class :: atom(), side(), Selector :: atom(), Source :: binary()) -> {ok, map()} | {error, problem()}.
%% A method or a class is being taken away, by what is given.
-callback removing(Class :: atom(), side(), Selector :: atom(), fun(() -> removed | absent)) -> removed | absent.
-callback removing_class(Class :: atom(), fun(() -> ok | Refusal)) -> ok | Refusal.
%% A method is gone: the text of its class is to be without it.
-callback forget(Class :: atom(), side(), Selector :: atom()) -> ok.

%% Live changes, oldest first.
-callback changes() -> [change()].
-callback clear_changes() -> ok.
-callback revert(Seq :: integer()) -> ok | {error, problem()}.
%% Writes them to their files.
-callback flush(selection(), IsConfirmed :: boolean()) -> flushed().
-callback autoflush() -> boolean().
-callback autoflush(boolean()) -> boolean().
%% Classes from a text, for a file that is not there yet.
-callback new_class(Source :: binary(), Path :: binary()) -> {ok, Classes :: [atom()]} | {error, problem()}.
%% Loads what has changed in the files of the project.
-callback sync() -> {ok, map()} | {error, problem()}.
%% What is wrong with the classes as they are.
-callback recheck() -> {ok, map()}.

%% Those that are alive, oldest first.
-callback sessions() -> [session()].
%% The one that the caller evaluates for.
-callback current_session() -> {ok, session()} | none.
%% The variables of a session, which may be gone.
-callback variables(Id :: binary()) -> {ok, #{Name :: atom() => term()}} | gone.
%% Changes take effect when the evaluation that runs is over.
-callback bind(Id :: binary(), Name :: atom(), Value :: term()) -> ok.
-callback unbind(Id :: binary(), Name :: atom()) -> ok.
-callback clear(Id :: binary()) -> ok.

-spec install(module()) -> ok.
install(Module) ->
    application:set_env(beamtalk_stdlib, workspace_service, Module).

-spec remove() -> ok.
remove() ->
    application:unset_env(beamtalk_stdlib, workspace_service).

-spec module() -> module() | none.
module() ->
    application:get_env(beamtalk_stdlib, workspace_service, none).
