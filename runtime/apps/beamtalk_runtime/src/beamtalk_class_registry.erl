%% The loaded classes. Writes go through this process, reads go straight to
%% the table in the caller. Keeps the persistent terms by which a send finds
%% a class's module, and sees to it that every class has its process.
%% Knows nothing of compilation or sessions.
%%
%% A class module registers while it loads, when nobody may call it yet: so
%% it hands its metadata over, and is answered before its process starts. A
%% class that is there gets its new code from here: what of a change shows
%% outside happens in this one process. Should it die in the midst of that,
%% its next life makes the tables agree with the code.
-module(beamtalk_class_registry).
-behaviour(gen_server).
-compile({no_auto_import, [register/2]}).

-include("beamtalk.hrl").
-include_lib("kernel/include/logger.hrl").

-export([start_link/0, register/1, register/2, redefine/3, repoint/3, refusal/2, remove/1]).
-export([whereis_class/1, class_object/1, find_class/1]).
-export([module_of/1, superclass_of/1, all_classes/0, subclasses/1, inherits_from/2]).
-export([get_method_return_type/2, get_class_method_return_type/2]).
-export([init/1, handle_continue/2, handle_call/3, handle_cast/2, handle_info/2]).

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
%% one starts, it finds the modules that are there. A version of a class that
%% is registered counts only later.
-spec register(module(), map()) -> ok | refusal().
register(Module, Meta) ->
    case beamtalk_code_version:is_version(Module) orelse whereis(?MODULE) of
        true -> ok;
        undefined -> ok;
        Registry -> gen_server:call(Registry, {register, Module, Meta}, infinity)
    end.

%% Lets a version that is loaded count as the class. With it comes the code that
%% passes calls on, where the name of the class is still taken by the class.
-spec redefine(module(), Version :: module(), Forwarding :: binary() | none) -> ok | refusal().
redefine(Module, Version, Forwarding) ->
    gen_server:call(?MODULE, {redefine, Module, Version, Forwarding}, infinity).

%% The same where what is known of the class stays.
-spec repoint(module(), Version :: module(), Forwarding :: binary() | none) -> ok | refusal().
repoint(Module, Version, Forwarding) ->
    gen_server:call(?MODULE, {repoint, Module, Version, Forwarding}, infinity).

%% Why a module would not be taken in with this metadata.
-spec refusal(module(), beamtalk_class_metadata:metadata()) -> none | #beamtalk_error{}.
refusal(Module, #{class := Class, superclass := Superclass}) ->
    Present = module_of(Class),
    case {shadows(Module, Present), Superclass =/= none andalso inherits_from(Superclass, Class)} of
        {true, _} -> beamtalk_error:make(stdlib_shadowing, Class, undefined);
        {_, true} -> cycle(Class, Superclass);
        _ -> none
    end.

%% Takes a class out of the system, ends its actors and unloads its module: all of it
%% as one change of the module, so that a definition of the class comes before all or
%% after all.
-spec remove(atom()) -> ok | refusal().
remove(Class) ->
    case may_drop(Class, module_of(Class), subclasses(Class)) of
        {removed, Module} ->
            beamtalk_actor_instances:stop(Class),
            Asker = self(),
            removed(Class, beamtalk_code_change:remove(Module, Class, fun() -> leave(Class, Module, Asker) end));
        Refusal ->
            Refusal
    end.

-spec removed(atom(), ok | {error, moved | term()}) -> ok | refusal().
removed(_, ok) -> ok;
removed(_, {error, #beamtalk_error{}} = Refusal) -> Refusal;
removed(Class, {error, moved}) -> remove(Class);
removed(_, {error, Reason}) -> exit(Reason).

%% Actors may have come meanwhile, from a supervisor or from other code; from
%% now on there will be none.
-spec leave(atom(), module(), Asker :: pid()) -> ok | {error, moved | #beamtalk_error{}}.
leave(Class, Module, Asker) ->
    case gen_server:call(?MODULE, {remove, Class, Module}, infinity) of
        {removed, Module} ->
            beamtalk_actor_instances:stop_others(Class, Asker),
            beamtalk_extensions:forget(Class);
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

%% Of a class that is not there nothing is looked up, for the name of its side
%% would be a new atom.
-spec get_class_method_return_type(atom(), atom()) -> {ok, atom()} | undefined.
get_class_method_return_type(Class, Selector) ->
    case beamtalk_class_hierarchy_table:is_class(Class) of
        true -> return_type(Class, class, Selector, {Class, ?MAX_DEPTH});
        false -> undefined
    end.

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
%% its processes, and modules that loaded without a registry are taken in, as
%% are those whose change an earlier life did not complete.
-spec init([]) -> {ok, #{}}.
init([]) ->
    %% What an earlier life has asked the code server for is done by then, and so is a
    %% persistent term that it was putting when it died: the next one has to wait for it.
    _ = code:get_path(),
    ok = persistent_term:put(?MODULE, erlang:unique_integer()),
    lists:foreach(fun start_process/1, all_classes()),
    lists:foreach(fun adopt/1, code:all_loaded()),
    lists:foreach(fun(Meta) -> adopt('bt@stdlib@protocol', Meta) end, beamtalk_protocols:adopt()),
    %% An earlier life may have ended before it told of a change.
    beamtalk_actor_migration:uncertain(),
    {ok, #{}}.

%% A module in the midst of loading exports nothing yet, and is left to
%% register itself.
-spec adopt({module(), term()}) -> ok.
adopt({Module, _}) ->
    try beamtalk_code_version:class_of(Module) of
        none -> ok;
        {ok, Meta} -> adopt(Module, Meta)
    catch
        %% One that cannot say what it is stays what it was: unknown.
        error:Reason -> ?LOG_WARNING("~ts is no class: ~tp", [Module, Reason])
    end.

%% Where nothing has changed, only the process of the class is asked to look.
-spec adopt(module(), term()) -> ok.
adopt(Module, Given) ->
    Code = beamtalk_code_version:current(Module),
    case is_registered(Module, Code, Given) orelse take(Module, Code, Given, none) of
        true -> reconcile_process(maps:get(class, Given));
        {ok, Class} -> tell_process(Class);
        {error, Error} -> ?LOG_WARNING("~ts", [Error#beamtalk_error.message])
    end.

-spec is_registered(module(), module(), term()) -> boolean().
is_registered(Module, Code, Given) ->
    case beamtalk_class_metadata:normalise(Given) of
        {ok, #{class := Class} = Meta} -> is_compiled(Module, Code, Meta, beamtalk_class_hierarchy_table:compiled(Class));
        error -> false
    end.

-spec is_compiled(module(), module(), Meta, {module(), Meta} | undefined) -> boolean() when
    Meta :: beamtalk_class_metadata:metadata().
is_compiled(Module, Code, #{class := Class} = Meta, Known) ->
    case Known of
        {Module, Meta} -> are_terms(terms(Class, Module, Code));
        {Module, _} -> false;
        {Other, _} -> is_class(Other, Class);
        undefined -> false
    end.

%% Of two modules for one class the one that came last counts.
-spec is_class(module(), atom()) -> boolean().
is_class(Module, Class) ->
    case beamtalk_code_version:class_of(Module) of
        {ok, #{class := Class}} -> true;
        _ -> false
    end.

-spec handle_call(sync | tuple(), gen_server:from(), State) ->
    {reply, term(), State} | {reply, term(), State, {continue, {process, atom()}}}.
handle_call({register, Module, Meta}, _From, State) ->
    case take(Module, Module, Meta, loading) of
        {ok, Class} -> {reply, ok, State, {continue, {process, Class}}};
        Refusal -> {reply, Refusal, State}
    end;
handle_call({redefine, Module, Version, Forwarding}, _From, State) ->
    case take(Module, Version, Version:'__beamtalk_meta'(), {forward, Forwarding}) of
        %% Whoever hears that the class has changed may patch it at once.
        {ok, Class} ->
            tell_process(Class),
            {reply, ok, State};
        Refusal ->
            {reply, Refusal, State}
    end;
handle_call({repoint, Module, Version, Forwarding}, _From, State) ->
    {reply, repointed(Module, Version, Forwarding), State};
handle_call({remove, Class, Module}, _From, State) ->
    {reply, drop(Class, Module), State};
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

-spec handle_info(term(), State) -> {noreply, State}.
handle_info(Message, State) ->
    ?LOG_WARNING("beamtalk_class_registry got ~tp", [Message]),
    {noreply, State}.

-spec tell_process(atom()) -> ok.
tell_process(Class) ->
    case running(Class) of
        undefined -> start_process(Class);
        Pid -> beamtalk_object_class:refresh(Pid)
    end.

-spec reconcile_process(atom()) -> ok.
reconcile_process(Class) ->
    case running(Class) of
        undefined -> start_process(Class);
        Pid -> beamtalk_object_class:reconcile(Pid)
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

%% How the code comes into its place: it is just loading, it is there, or it is
%% a version that calls are to be passed on to.
-type way() :: loading | none | {forward, binary() | none}.

-spec take(module(), Code :: module(), term(), way()) -> {ok, atom()} | refusal().
take(Module, Code, Given, Way) ->
    case beamtalk_class_metadata:normalise(Given) of
        {ok, Meta} -> admit(Module, Code, Meta, Way, refusal(Module, Meta));
        error -> {error, beamtalk_error:make(type_error, Module, '__beamtalk_meta')}
    end.

-spec admit(module(), module(), beamtalk_class_metadata:metadata(), way(), none | #beamtalk_error{}) ->
    {ok, atom()} | refusal().
admit(Module, Code, Meta, {forward, Forwarding}, none) ->
    case forward(Module, Code, Forwarding) of
        ok -> enter(Module, Code, Meta, none);
        Refusal -> Refusal
    end;
admit(Module, Code, Meta, Way, none) ->
    enter(Module, Code, Meta, Way);
admit(_, _, _, _, Error) ->
    {error, Error}.

%% From here on the class is the new one: calls by the name of its module find
%% the version, and a next life of this process finds it too.
-spec forward(module(), module(), binary() | none) -> ok | refusal().
forward(Module, Version, none) ->
    beamtalk_code_version:point(Module, Version);
forward(Module, Version, Forwarding) ->
    ok = beamtalk_code_version:point(Module, Version),
    case code:soft_purge(Module) andalso code:load_binary(Module, "versions", Forwarding) of
        {module, Module} ->
            ok;
        Failed ->
            Hint = unicode:characters_to_binary(io_lib:format("~ts was not loaded: ~tp", [Module, Failed])),
            {error, beamtalk_error:make(internal_error, Module, undefined, Hint)}
    end.

-spec repointed(module(), module(), binary() | none) -> ok | refusal().
repointed(Module, Version, Forwarding) ->
    case forward(Module, Version, Forwarding) of
        ok ->
            Put = fun(Class) ->
                put_terms(terms(Class, Module, Version)),
                beamtalk_actor_migration:patched(Class)
            end,
            lists:foreach(Put, beamtalk_class_hierarchy_table:classes_of(Module));
        Refusal ->
            Refusal
    end.

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

-spec enter(module(), module(), beamtalk_class_metadata:metadata(), loading | none) -> {ok, atom()}.
enter(Module, Code, #{class := Class} = Meta, Way) ->
    Present = module_of(Class),
    Present =:= undefined orelse Present =:= Module orelse
        ?LOG_WARNING("Class ~ts of ~ts now comes from ~ts", [Class, Present, Module]),
    Slots = beamtalk_actor_migration:slots(Class),
    beamtalk_class_hierarchy_table:insert(Class, Module, Meta),
    beamtalk_class_writers:forget(),
    put_terms(terms(Class, Module, Code)),
    Present =:= undefined orelse beamtalk_actor_migration:redefined(Module, Slots, Meta, Way),
    {ok, Class}.

%% Calling a fun is twice as fast as calling a function of a module that is
%% only known while running, and it finds new code of the module just as well.
-spec terms(atom(), module(), Code :: module()) -> [{Key :: term(), Value :: term()}].
terms(Class, Module, Code) ->
    [
        {beamtalk_class_reference:tag(Class), {class_side, fun Code:class_dispatch/3, Class}},
        {{beamtalk_class, Class}, beamtalk_class_reference:class(Class, Module)},
        {Class, fun Code:dispatch/3}
    ].

-spec put_terms([{term(), term()}]) -> ok.
put_terms(Terms) ->
    lists:foreach(fun({Key, Value}) -> persistent_term:put(Key, Value) end, Terms).

-spec are_terms([{term(), term()}]) -> boolean().
are_terms(Terms) ->
    lists:all(fun({Key, Value}) -> persistent_term:get(Key, none) =:= Value end, Terms).

%% Another module may have brought the class meanwhile.
-spec drop(atom(), module()) -> {removed, module()} | {error, moved} | refusal().
drop(Class, Module) ->
    case may_drop(Class, module_of(Class), subclasses(Class)) of
        {removed, Other} when Other =/= Module ->
            {error, moved};
        {removed, _} = Removed ->
            beamtalk_class_hierarchy_table:delete(Class),
            beamtalk_class_writers:forget(),
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
