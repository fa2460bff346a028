%% The loaded classes. Writes go through this process, reads go straight to
%% the table in the caller. Keeps the persistent terms by which a send finds
%% a class's module, and sees to it that every class has its process.
%% Knows nothing of compilation or sessions.
%%
%% A class module registers while it loads, when nobody may call it yet: so
%% it hands its metadata over, and is answered before its process starts.
-module(beamtalk_class_registry).
-behaviour(gen_server).
-compile({no_auto_import, [register/2]}).

-include("beamtalk.hrl").
-include_lib("kernel/include/logger.hrl").

-export([start_link/0, register/1, register/2, refusal/2, remove/1]).
-export([whereis_class/1, class_object/1, find_class/1]).
-export([module_of/1, superclass_of/1, all_classes/0, subclasses/1, inherits_from/2]).
-export([get_method_return_type/2, get_class_method_return_type/2]).
-export([init/1, handle_continue/2, handle_call/3, handle_cast/2]).

%% A longer chain of classes is taken for a cycle.
-define(MAX_DEPTH, 20).

-type refusal() :: {error, #beamtalk_error{}}.

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

%% For a module that is loaded. One that is just loading for the first time
%% is registered as soon as it may be called; one that is being replaced must
%% use register/2, for here it would be asked for its old metadata.
-spec register(module()) -> ok | refusal().
register(Module) ->
    case erlang:function_exported(Module, '__beamtalk_meta', 0) of
        true -> register(Module, Module:'__beamtalk_meta'());
        false -> gen_server:cast(?MODULE, {register, Module})
    end.

%% For a module that is loading. Without a registry nothing happens: when
%% one starts, it finds the modules that are there. A copy of compiled code
%% loads for a class that is registered.
-spec register(module(), map()) -> ok | refusal().
register(Module, Meta) ->
    case beamtalk_patched_module:is_copy(Module) orelse whereis(?MODULE) of
        true -> ok;
        undefined -> ok;
        Registry -> gen_server:call(Registry, {register, Module, Meta}, infinity)
    end.

%% Why a module would not be taken in with this metadata.
-spec refusal(module(), beamtalk_class_metadata:metadata()) -> none | #beamtalk_error{}.
refusal(Module, #{class := Class, superclass := Superclass}) ->
    Present = module_of(Class),
    case {shadows(Module, Present), Superclass =/= none andalso inherits_from(Superclass, Class)} of
        {true, _} -> beamtalk_error:make(stdlib_shadowing, Class, undefined);
        {_, true} -> cycle(Class, Superclass);
        _ -> none
    end.

%% Takes a class out of the system and unloads its module.
-spec remove(atom()) -> ok | refusal().
remove(Class) ->
    case gen_server:call(?MODULE, {remove, Class}, infinity) of
        {removed, Module} ->
            beamtalk_extensions:forget(Class),
            beamtalk_object_code:forget(Module),
            beamtalk_code_change:delete(Module),
            beamtalk_patched_module:delete_copies(Module);
        Refusal ->
            Refusal
    end.

%% The process of a class, started again should it have died.
-spec whereis_class(atom()) -> pid() | undefined.
whereis_class(Class) ->
    case {running(Class), beamtalk_class_hierarchy_table:is_class(Class)} of
        {undefined, true} -> gen_server:call(?MODULE, {process, Class}, infinity);
        {Pid, _} -> Pid
    end.

-spec find_class(atom()) -> {ok, beamtalk_class_reference:class()} | undefined.
find_class(Class) ->
    case persistent_term:get({beamtalk_class, Class}, undefined) of
        undefined -> undefined;
        Object -> {ok, Object}
    end.

%% What a capitalised name stands for in a program: a class, or one of the
%% objects that a running system has.
-spec class_object(atom()) -> beamtalk_class_reference:class() | term().
class_object(Name) ->
    case persistent_term:get({beamtalk_class, Name}, undefined) of
        undefined -> other_object(Name, beamtalk_globals:find(Name));
        Object -> Object
    end.

-spec other_object(atom(), {ok, term()} | undefined) -> term().
other_object(_, {ok, Object}) -> Object;
other_object(Name, undefined) -> late_class_object(Name).

%% The class may be among those that wait to be registered.
-spec late_class_object(atom()) -> beamtalk_class_reference:class().
late_class_object(Class) ->
    whereis(?MODULE) =:= undefined orelse gen_server:call(?MODULE, sync, infinity),
    case find_class(Class) of
        {ok, Object} -> Object;
        undefined -> beamtalk_error:raise(class_not_found, Class, undefined)
    end.

-spec module_of(atom()) -> module() | undefined.
module_of(Class) ->
    beamtalk_class_hierarchy_table:module(Class).

%% `none` for a root.
-spec superclass_of(atom()) -> atom().
superclass_of(Class) ->
    beamtalk_class_hierarchy_table:superclass(Class).

-spec all_classes() -> [atom()].
all_classes() ->
    beamtalk_class_hierarchy_table:names().

-spec subclasses(atom()) -> [atom()].
subclasses(Class) ->
    beamtalk_class_hierarchy_table:subclasses(Class).

%% Whether a class is another or has it among its ancestors.
-spec inherits_from(atom(), atom()) -> boolean().
inherits_from(Class, Class) -> true;
inherits_from(Class, Ancestor) -> lists:member(Ancestor, beamtalk_class_hierarchy_table:ancestors(Class)).

%% What a message to an instance answers: a class name, 'Self class' or
%% 'C class'. Walks as dispatch does, so an untyped override hides the type
%% that its ancestor gives.
-spec get_method_return_type(atom(), atom()) -> {ok, atom()} | undefined.
get_method_return_type(Class, Selector) ->
    return_type(Class, instance, Selector, {Class, ?MAX_DEPTH}).

-spec get_class_method_return_type(atom(), atom()) -> {ok, atom()} | undefined.
get_class_method_return_type(Class, Selector) ->
    return_type(Class, class, Selector, {Class, ?MAX_DEPTH}).

-spec return_type(atom(), beamtalk_class_reference:side(), atom(), {atom(), non_neg_integer()}) ->
    {ok, atom()} | undefined.
return_type(none, _, _, _) ->
    undefined;
return_type(_, _, _, {_, 0}) ->
    undefined;
return_type(Class, Side, Selector, {Receiver, Left}) ->
    case beamtalk_lookup:local(Class, Side, Selector) of
        {method, none} -> undefined;
        {method, 'Self'} -> {ok, Receiver};
        {method, Type} -> {ok, Type};
        extension -> undefined;
        none -> return_type(superclass_of(Class), Side, Selector, {Receiver, Left - 1})
    end.

%% Before any request is served: what earlier lives left in the table gets
%% its processes, and modules that loaded without a registry are taken in.
-spec init([]) -> {ok, #{}}.
init([]) ->
    lists:foreach(fun start_process/1, all_classes()),
    lists:foreach(fun adopt/1, code:all_loaded()),
    lists:foreach(fun(Meta) -> adopt('bt@stdlib@protocol', Meta) end, beamtalk_protocols:adopt()),
    {ok, #{}}.

%% A module in the midst of loading exports nothing yet, and is left to
%% register itself.
-spec adopt({module(), term()}) -> ok.
adopt({Module, _}) ->
    case is_class(Module) andalso Module:'__beamtalk_meta'() of
        false -> ok;
        Meta -> is_registered(Module, Meta) orelse adopt(Module, Meta), ok
    end.

-spec is_class(module()) -> boolean().
is_class(Module) ->
    erlang:function_exported(Module, '__beamtalk_meta', 0) andalso
        not beamtalk_patched_module:is_copy(Module).

-spec is_registered(module(), term()) -> boolean().
is_registered(Module, #{class := Class}) -> module_of(Class) =:= Module;
is_registered(_, _) -> false.

-spec adopt(module(), term()) -> ok.
adopt(Module, Meta) ->
    case take(Module, Meta) of
        {ok, Class} -> tell_process(Class);
        {error, Error} -> ?LOG_WARNING("~ts", [Error#beamtalk_error.message])
    end.

-spec handle_call(sync | tuple(), gen_server:from(), State) ->
    {reply, term(), State} | {reply, term(), State, {continue, {process, atom()}}}.
handle_call({register, Module, Meta}, _From, State) ->
    case take(Module, Meta) of
        {ok, Class} -> {reply, ok, State, {continue, {process, Class}}};
        Refusal -> {reply, Refusal, State}
    end;
handle_call({remove, Class}, _From, State) ->
    {reply, drop(Class), State};
handle_call(sync, _From, State) ->
    {reply, ok, State};
handle_call({process, Class}, _From, State) ->
    start_process(Class),
    {reply, running(Class), State}.

-spec handle_continue({process, atom()}, State) -> {noreply, State}.
handle_continue({process, Class}, State) ->
    tell_process(Class),
    {noreply, State}.

-spec handle_cast({register, module()}, State) -> {noreply, State}.
handle_cast({register, Module}, State) ->
    adopt(Module, Module:'__beamtalk_meta'()),
    {noreply, State}.

-spec tell_process(atom()) -> ok.
tell_process(Class) ->
    case running(Class) of
        undefined -> start_process(Class);
        Pid -> beamtalk_object_class:refresh(Pid)
    end.

-spec start_process(atom()) -> ok.
start_process(Class) ->
    case beamtalk_class_hierarchy_table:is_class(Class) of
        true -> beamtalk_class_sup:start_class(Class);
        false -> ok
    end.

-spec running(atom()) -> pid() | undefined.
running(Class) ->
    case beamtalk_class_hierarchy_table:is_class(Class) of
        true -> whereis(beamtalk_class_reference:process_name(Class));
        false -> undefined
    end.

-spec take(module(), term()) -> {ok, atom()} | refusal().
take(Module, Given) ->
    case beamtalk_class_metadata:normalise(Given) of
        {ok, Meta} -> admit(Module, Meta, refusal(Module, Meta));
        error -> {error, beamtalk_error:make(type_error, Module, '__beamtalk_meta')}
    end.

-spec admit(module(), beamtalk_class_metadata:metadata(), none | #beamtalk_error{}) ->
    {ok, atom()} | refusal().
admit(Module, #{class := Class} = Meta, none) ->
    enter(Module, Meta, module_of(Class));
admit(_, _, Error) ->
    {error, Error}.

-spec shadows(module(), module() | undefined) -> boolean().
shadows(_, undefined) ->
    false;
shadows(Module, Present) ->
    beamtalk_class_hierarchy_table:is_builtin(Present) andalso
        not beamtalk_class_hierarchy_table:is_builtin(Module).

-spec cycle(atom(), atom()) -> #beamtalk_error{}.
cycle(Class, Superclass) ->
    Message = io_lib:format("~ts cannot inherit from ~ts, which inherits from it", [Class, Superclass]),
    beamtalk_error:make_message(
        runtime_error, Class, undefined, unicode:characters_to_binary(Message), undefined
    ).

-spec enter(module(), beamtalk_class_metadata:metadata(), module() | undefined) -> {ok, atom()}.
enter(Module, #{class := Class} = Meta, Present) ->
    Present =:= undefined orelse Present =:= Module orelse
        ?LOG_WARNING("Class ~ts of ~ts now comes from ~ts", [Class, Present, Module]),
    Object = beamtalk_class_reference:class(Class, Module),
    beamtalk_class_hierarchy_table:insert(Class, Module, Meta),
    %% Calling a fun is twice as fast as calling a function of a module that is
    %% only known while running, and it finds new code of the module just as well.
    ClassSide = {class_side, fun Module:class_dispatch/3, Class},
    persistent_term:put(beamtalk_class_reference:tag(Class), ClassSide),
    persistent_term:put({beamtalk_class, Class}, Object),
    persistent_term:put(Class, fun Module:dispatch/3),
    {ok, Class}.

-spec drop(atom()) -> {removed, module()} | refusal().
drop(Class) ->
    case may_drop(Class, module_of(Class), subclasses(Class)) of
        {removed, _} = Removed ->
            beamtalk_class_hierarchy_table:delete(Class),
            _ = persistent_term:erase(Class),
            _ = persistent_term:erase(beamtalk_class_reference:tag(Class)),
            _ = persistent_term:erase({beamtalk_class, Class}),
            stop(whereis(beamtalk_class_reference:process_name(Class))),
            beamtalk_class_variables:forget(Class),
            beamtalk_class_events:removed(Class),
            Removed;
        Refusal ->
            Refusal
    end.

-spec may_drop(atom(), module() | undefined, [atom()]) -> {removed, module()} | refusal().
may_drop(Class, undefined, _) ->
    {error, beamtalk_error:make(class_not_found, Class, undefined)};
may_drop(Class, Module, Subclasses) ->
    case {beamtalk_class_hierarchy_table:is_builtin(Module), Subclasses} of
        {true, _} -> refuse(Class, "Cannot remove stdlib class '~ts'", undefined);
        {false, []} -> {removed, Module};
        {false, _} -> refuse(Class, "Cannot remove class '~ts'; it has subclasses", listed(Subclasses))
    end.

-spec refuse(atom(), string(), binary() | undefined) -> refusal().
refuse(Class, Format, Hint) ->
    Message = unicode:characters_to_binary(io_lib:format(Format, [Class])),
    {error, beamtalk_error:make_message(runtime_error, Class, removeFromSystem, Message, Hint)}.

-spec listed([atom()]) -> binary().
listed(Classes) ->
    Names = lists:join(<<", ">>, [atom_to_binary(Class) || Class <- Classes]),
    iolist_to_binary([<<"Remove these first: ">> | Names]).

-spec stop(pid() | undefined) -> ok.
stop(undefined) -> ok;
stop(Pid) -> beamtalk_class_sup:stop_class(Pid).
