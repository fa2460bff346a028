%% The process of one class: its metadata as it is now, its committed class
%% variables and their lock. It runs no user code, so user code cannot kill
%% it. Starts from the metadata in the class table and tells whoever has
%% subscribed of every change.
-module(beamtalk_object_class).
-behaviour(gen_server).

-include("beamtalk_class_state.hrl").

-export([start_link/1, refresh/1, reconcile/1, settle/1, is_constructible/1, metadata/1]).
-export([announce/1]).
-export([put_method/3, put_method/4, put_class_method/3, put_class_method/4]).
-export([remove_method/3, delete_method/3]).
-export([set_doc/2, set_method_doc/4]).
-export([lock/2, unlock/2, set_defaults/2]).
-export([apply_class_info/2]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

%% How long to wait for a neighbour that is just starting, in milliseconds.
-define(PAUSE, 20).

-type class_state() :: #class_state{}.
-type side() :: beamtalk_class_reference:side().
%% The text of a patch, or that and the return type it declares.
-type patch() :: binary() | #{source => binary(), return_type => atom()}.

%% A process that is there already is as good as a new one: else the
%% supervisor, starting again what others have started, would not rest.
-spec start_link(atom()) -> {ok, pid()} | ignore | {error, term()}.
start_link(Class) ->
    Name = beamtalk_class_reference:process_name(Class),
    case gen_server:start_link({local, Name}, ?MODULE, Class, []) of
        {error, {already_started, _}} -> ignore;
        Started -> Started
    end.

%% The module was loaded anew; the class table holds its metadata.
-spec refresh(pid()) -> ok.
refresh(ClassPid) ->
    gen_server:cast(ClassPid, refresh).

%% The same, if it is so.
-spec reconcile(pid()) -> ok.
reconcile(ClassPid) ->
    gen_server:cast(ClassPid, reconcile).

%% When this answers, what was told to the class before is done, and whoever has
%% subscribed has been told of it. A class that dies meanwhile tells it in its
%% next life.
-spec settle(pid()) -> ok.
settle(ClassPid) ->
    try
        gen_server:call(ClassPid, settle, infinity)
    catch
        exit:_ -> ok
    end.

%% The extensions of the class have changed, of which subscribers hear. A class that
%% is not running has no need of it: it begins by telling what it is.
-spec announce(Class :: atom()) -> ok.
announce(Class) ->
    case beamtalk_class_events:is_heard() andalso whereis(beamtalk_class_reference:process_name(Class)) of
        false ->
            ok;
        undefined ->
            ok;
        ClassPid ->
            gen_server:cast(ClassPid, announce),
            settle(ClassPid)
    end.

%% Whether `new` makes instances.
-spec is_constructible(pid()) -> boolean().
is_constructible(ClassPid) ->
    gen_server:call(ClassPid, is_constructible, infinity).

%% As it is now, made from the state and not from the compiled function.
-spec metadata(pid()) -> map().
metadata(ClassPid) ->
    gen_server:call(ClassPid, metadata, infinity).

%% Installs a method at run time. The fun takes the receiver and then the
%% arguments. What was known of the type of the method is forgotten, unless
%% the patch declares one. Messages find it where they find extensions; if the
%% module has compiled a method of that name, it takes its place in the code.
-spec put_method(pid(), atom(), fun()) -> ok | {error, arity_mismatch}.
put_method(ClassPid, Selector, Fun) ->
    put_method(ClassPid, Selector, Fun, #{}).

-spec put_method(pid(), atom(), fun(), patch()) -> ok | {error, arity_mismatch}.
put_method(ClassPid, Selector, Fun, Patch) ->
    put_method(ClassPid, instance, Selector, Fun, Patch).

-spec put_class_method(pid(), atom(), fun()) -> ok | {error, arity_mismatch}.
put_class_method(ClassPid, Selector, Fun) ->
    put_class_method(ClassPid, Selector, Fun, #{}).

-spec put_class_method(pid(), atom(), fun(), patch()) -> ok | {error, arity_mismatch}.
put_class_method(ClassPid, Selector, Fun, Patch) ->
    put_method(ClassPid, class, Selector, Fun, Patch).

-spec put_method(pid(), side(), atom(), fun(), patch()) -> ok | {error, arity_mismatch}.
put_method(ClassPid, Side, Selector, Fun, Source) when is_binary(Source) ->
    put_method(ClassPid, Side, Selector, Fun, #{source => Source});
put_method(ClassPid, Side, Selector, Fun, Patch) ->
    Arity = beamtalk_selector:arity(Selector),
    case is_function(Fun, Arity + 1) of
        true -> gen_server:call(ClassPid, {put_method, Side, Selector, Fun, Patch}, infinity);
        false -> {error, arity_mismatch}
    end.

%% Takes back a method that was put at run time.
-spec remove_method(pid(), side(), atom()) -> ok | {error, not_patched}.
remove_method(ClassPid, Side, Selector) ->
    gen_server:call(ClassPid, {remove_method, Side, Selector}, infinity).

%% Takes a method out of the class, one that the module has compiled too: what
%% it has hidden answers.
-spec delete_method(pid(), side(), atom()) -> ok | {error, not_local}.
delete_method(ClassPid, Side, Selector) ->
    gen_server:call(ClassPid, {delete_method, Side, Selector}, infinity).

-spec set_doc(pid(), binary() | none) -> ok.
set_doc(ClassPid, Doc) ->
    gen_server:call(ClassPid, {set_doc, Doc}, infinity).

-spec set_method_doc(pid(), side(), atom(), binary() | none) -> ok.
set_method_doc(ClassPid, Side, Selector, Doc) ->
    gen_server:call(ClassPid, {set_method_doc, Side, Selector, Doc}, infinity).

%% The right to write class variables, until unlock/2 or the caller's death.
%% The chain lists who waits for the caller's answer.
-spec lock(pid() | atom(), [pid()]) -> granted | deadlock | timeout.
lock(Class, Chain) ->
    gen_server:call(Class, {lock, Chain}, infinity).

%% Commits what the writer has changed and lets the next one in.
-spec unlock(pid() | atom(), #{atom() => term()}) -> ok | not_owner.
unlock(Class, Changes) ->
    gen_server:call(Class, {unlock, Changes}, infinity).

%% First values, for those variables that have none yet.
-spec set_defaults(pid() | atom(), #{atom() => term()}) -> ok.
set_defaults(Class, Defaults) ->
    gen_server:call(Class, {set_defaults, Defaults}, infinity).

%% Everything the metadata says, in the state. The values of class variables
%% stay, as far as the variables are still declared.
-spec apply_class_info(class_state(), {module(), beamtalk_class_metadata:metadata()}) ->
    class_state().
apply_class_info(State, {Module, Meta}) ->
    #{class := Class, superclass := Superclass, fields := Fields} = Meta,
    typed(instance, typed(class, State#class_state{
        name = Class,
        module = Module,
        superclass = Superclass,
        is_sealed = maps:get(is_sealed, Meta),
        is_abstract = maps:get(is_abstract, Meta),
        is_typed = maps:get(is_typed, Meta),
        is_internal = maps:get(is_internal, Meta),
        is_constructible = maps:get(is_constructible, Meta, undetermined),
        fields = Fields,
        field_defaults = maps:get(field_defaults, Meta, #{}),
        class_state = maps:with(maps:get(class_variables, Meta), State#class_state.class_state),
        doc = maps:get(doc, Meta, none),
        meta = Meta,
        code = beamtalk_code_version:current(Module),
        is_patched = false
    }, Meta), Meta).

-spec typed(side(), class_state(), beamtalk_class_metadata:metadata()) -> class_state().
typed(instance, State, Meta) ->
    State#class_state{
        instance_methods = beamtalk_class_metadata:methods(instance, Meta),
        method_source = beamtalk_class_metadata:texts(source, instance, Meta),
        method_signatures = beamtalk_class_metadata:signatures(instance, Meta),
        method_return_types = beamtalk_class_metadata:return_types(instance, Meta),
        method_docs = beamtalk_class_metadata:texts(doc, instance, Meta)
    };
typed(class, State, Meta) ->
    State#class_state{
        class_methods = beamtalk_class_metadata:methods(class, Meta),
        class_method_source = beamtalk_class_metadata:texts(source, class, Meta),
        class_method_signatures = beamtalk_class_metadata:signatures(class, Meta),
        class_method_return_types = beamtalk_class_metadata:return_types(class, Meta),
        class_method_docs = beamtalk_class_metadata:texts(doc, class, Meta)
    }.

%% A start after a death is a fresh start: patches and the values of class
%% variables died with the process before.
-spec init(atom()) -> {ok, class_state()} | ignore.
init(Class) ->
    case beamtalk_class_hierarchy_table:compiled(Class) of
        undefined ->
            ignore;
        {Module, Meta} ->
            State = apply_class_info(#class_state{lock = beamtalk_class_lock:new()}, {Module, Meta}),
            beamtalk_class_variables:forget(Class),
            unpatch(beamtalk_class_hierarchy_table:is_patched(Class), State),
            ok = pg:join(beamtalk_pg, beamtalk_classes, self()),
            beamtalk_class_events:registered(Class, Meta),
            self() ! restore,
            {ok, State#class_state{code = undefined}}
    end.

%% The table and the overlay go back to what was compiled, which by now may be more
%% than this process knows.
-spec unpatch(boolean(), class_state()) -> ok.
unpatch(false, _) ->
    ok;
unpatch(true, #class_state{name = Class}) ->
    case beamtalk_class_hierarchy_table:compiled(Class) of
        {Module, Meta} -> beamtalk_class_hierarchy_table:insert(Class, Module, Meta);
        undefined -> ok
    end,
    beamtalk_extensions:unpatch(Class).

-spec handle_call(atom() | tuple(), gen_server:from(), class_state()) ->
    {reply, term(), class_state()} | {noreply, class_state()}.
handle_call({lock, Chain}, From, #class_state{lock = Lock} = State) ->
    {ok, Timeout} = application:get_env(beamtalk_runtime, class_lock_timeout),
    {noreply, State#class_state{lock = beamtalk_class_lock:acquire(Lock, From, Chain, Timeout)}};
handle_call({unlock, Changes}, {Writer, _}, #class_state{lock = Lock} = State) ->
    case beamtalk_class_lock:owner(Lock) of
        Writer ->
            %% First the values, then the lock: the next writer starts at once.
            Committed = commit(Changes, State),
            {reply, ok, Committed#class_state{lock = beamtalk_class_lock:release(Lock)}};
        _ ->
            {reply, not_owner, State}
    end;
handle_call({set_defaults, Defaults}, _From, #class_state{class_state = Values} = State) ->
    {reply, ok, commit(maps:without(maps:keys(Values), Defaults), State)};
handle_call({put_method, Side, Selector, Fun, Patch}, _From, State) ->
    {reply, ok, changed(Side, Selector, patched(Side, Selector, Fun, Patch, State))};
handle_call({remove_method, Side, Selector}, _From, State) ->
    case methods(Side, State) of
        #{Selector := #{block := _}} ->
            {reply, ok, changed(Side, Selector, unpatched(Side, Selector, State))};
        _ ->
            {reply, {error, not_patched}, State}
    end;
handle_call({delete_method, Side, Selector}, _From, State) ->
    case is_map_key(Selector, methods(Side, State)) of
        true ->
            {reply, ok, changed(Side, Selector, put_info(Side, Selector, none, none, State))};
        false ->
            {reply, {error, not_local}, State}
    end;
handle_call({set_doc, Doc}, _From, State) ->
    {reply, ok, documented(State#class_state{doc = Doc})};
handle_call({set_method_doc, Side, Selector, Doc}, _From, State) ->
    {reply, ok, documented(method_doc(Side, Selector, Doc, State))};
handle_call(settle, _From, State) ->
    {reply, ok, State};
handle_call(is_constructible, _From, State) ->
    {reply, constructible(State), State};
handle_call(metadata, _From, State) ->
    {reply, synthesised(State), State}.

%% A class that is gone by now has its end before it.
-spec handle_cast(refresh | reconcile | announce, class_state()) -> {noreply, class_state()}.
handle_cast(announce, #class_state{name = Class} = State) ->
    beamtalk_class_events:registered(Class, synthesised(State)),
    {noreply, State};
handle_cast(Request, #class_state{name = Class} = State) ->
    case beamtalk_class_hierarchy_table:compiled(Class) of
        undefined -> {noreply, State};
        Compiled when Request =:= refresh -> {noreply, refreshed(State, Compiled)};
        Compiled -> {noreply, reconciled(State, Compiled)}
    end.

-spec reconciled(class_state(), {module(), beamtalk_class_metadata:metadata()}) -> class_state().
reconciled(#class_state{module = Module, meta = Meta, code = Code} = State, Compiled) ->
    case {Compiled, beamtalk_code_version:current(Module)} of
        {{Module, Meta}, Now} when Code =:= Now; Code =:= undefined -> State;
        _ -> refreshed(State, Compiled)
    end.

-spec refreshed(class_state(), {module(), beamtalk_class_metadata:metadata()}) -> class_state().
refreshed(#class_state{name = Class, is_patched = IsPatched} = State, {_, Meta} = Compiled) ->
    New = apply_class_info(State, Compiled),
    unpatch(IsPatched, New),
    beamtalk_class_variables:keep(Class, maps:keys(New#class_state.class_state)),
    beamtalk_class_events:registered(Class, Meta),
    New.

-spec handle_info(term(), class_state()) -> {noreply, class_state()}.
handle_info({'DOWN', Monitor, process, _, _}, #class_state{lock = Lock} = State) ->
    {noreply, State#class_state{lock = beamtalk_class_lock:down(Lock, Monitor)}};
handle_info({timeout, _, {lock, Monitor}}, #class_state{lock = Lock} = State) ->
    {noreply, State#class_state{lock = beamtalk_class_lock:expired(Lock, Monitor)}};
handle_info(restore, State) ->
    {noreply, restored(State)};
handle_info(Message, State) ->
    logger:warning("~ts got ~tp", [State#class_state.name, Message]),
    {noreply, State}.

-spec commit(#{atom() => term()}, class_state()) -> class_state().
commit(Changes, #class_state{name = Class, class_state = Values} = State) ->
    beamtalk_class_variables:commit(Class, Changes),
    State#class_state{class_state = maps:merge(Values, Changes)}.

-spec is_compiled(side(), atom(), class_state()) -> boolean().
is_compiled(Side, Selector, #class_state{meta = Meta}) ->
    is_map_key(Selector, beamtalk_class_metadata:methods(Side, Meta)).

%% The code of an earlier life may have patches that this one does not know of.
%% Whoever changes code may be just starting, as this process was.
-spec restored(class_state()) -> class_state().
restored(#class_state{module = Module, code = undefined} = State) ->
    case {whereis(beamtalk_code_change), beamtalk_object_code:is_patched(Module)} of
        {undefined, _} ->
            _ = erlang:send_after(?PAUSE, self(), restore),
            State;
        {_, true} ->
            with_code(State);
        {_, false} ->
            State#class_state{code = beamtalk_code_version:current(Module)}
    end;
restored(State) ->
    State.

%% Brings a change of one method to where messages find it: to the extensions,
%% and into the code of the class if that has compiled the method.
-spec installed(side(), atom(), class_state()) -> class_state().
installed(Side, Selector, #class_state{name = Class} = State) ->
    IsCompiled = is_compiled(Side, Selector, State),
    _ =
        case methods(Side, State) of
            #{Selector := #{block := Fun}} -> beamtalk_extensions:patch(Class, Side, Selector, Fun);
            #{Selector := _} -> beamtalk_extensions:unpatch(Class, Side, Selector);
            _ when IsCompiled -> beamtalk_extensions:hide(Class, Side, Selector);
            _ -> beamtalk_extensions:unpatch(Class, Side, Selector)
        end,
    case IsCompiled of
        true -> with_code(State);
        false -> State
    end.

%% Without its object code the code of a class cannot be changed. That the patch
%% is known and does not answer is worth saying.
-spec with_code(class_state()) -> class_state().
with_code(#class_state{name = Class, module = Module} = State) ->
    case beamtalk_code_change:patch(Module, bodies(State)) of
        ok -> ok;
        {error, Reason} -> logger:warning("~ts goes on with the methods that were compiled: ~tp", [Class, Reason])
    end,
    State#class_state{code = beamtalk_code_version:current(Module)}.

%% What takes the place of compiled methods: the funs that were put, and for
%% those that were deleted a way to where messages go without them.
-spec bodies(class_state()) -> beamtalk_redirected_code:bodies().
bodies(#class_state{meta = Meta} = State) ->
    maps:from_list([
        {Name, Body}
     || Side <- [instance, class],
        {Selector, #{arity := Arity}} <- maps:to_list(beamtalk_class_metadata:methods(Side, Meta)),
        Body <- body(Side, Selector, State),
        Name <- beamtalk_selector:method_functions(Selector, Side, Arity + 1)
    ]).

-spec body(side(), atom(), class_state()) -> [fun() | {all, fun()}].
body(Side, Selector, #class_state{name = Class} = State) ->
    case methods(Side, State) of
        #{Selector := #{block := Fun}} ->
            [Fun];
        #{Selector := _} ->
            [];
        _ ->
            [{all, fun([Self | Args]) -> beamtalk_dispatch:send_beyond(Class, Side, Selector, Args, Self) end}]
    end.

-spec methods(side(), class_state()) -> #{atom() => map()}.
methods(instance, #class_state{instance_methods = Methods}) -> Methods;
methods(class, #class_state{class_methods = Methods}) -> Methods.

-spec patched(side(), atom(), fun(), map(), class_state()) -> class_state().
patched(Side, Selector, Fun, Patch, State) ->
    Type = maps:get(return_type, Patch, none),
    Info = #{
        arity => beamtalk_selector:arity(Selector),
        param_types => none,
        return_type => Type,
        block => Fun
    },
    put_info(Side, Selector, Info, maps:get(source, Patch, none), State).

%% What was compiled shows again, or nothing.
-spec unpatched(side(), atom(), class_state()) -> class_state().
unpatched(Side, Selector, #class_state{meta = Meta} = State) ->
    Info = maps:get(Selector, beamtalk_class_metadata:methods(Side, Meta), none),
    Source = maps:get(Selector, beamtalk_class_metadata:texts(source, Side, Meta), none),
    put_info(Side, Selector, Info, Source, State).

%% One method's entries in all the maps of its side. A display signature is
%% only kept where the compiler gave the method.
-spec put_info(side(), atom(), map() | none, binary() | none, class_state()) -> class_state().
put_info(instance, Selector, Info, Source, State) ->
    State#class_state{
        instance_methods = entry(Selector, Info, State#class_state.instance_methods),
        method_source = entry(Selector, Source, State#class_state.method_source),
        method_signatures = entry(
            Selector, signature(instance, Selector, Info, State), State#class_state.method_signatures
        ),
        method_return_types = entry(
            Selector, return_type(Info), State#class_state.method_return_types
        )
    };
put_info(class, Selector, Info, Source, State) ->
    State#class_state{
        class_methods = entry(Selector, Info, State#class_state.class_methods),
        class_method_source = entry(Selector, Source, State#class_state.class_method_source),
        class_method_signatures = entry(
            Selector, signature(class, Selector, Info, State), State#class_state.class_method_signatures
        ),
        class_method_return_types = entry(
            Selector, return_type(Info), State#class_state.class_method_return_types
        )
    }.

-spec entry(atom(), term(), map()) -> map().
entry(Key, none, Map) -> maps:remove(Key, Map);
entry(Key, Value, Map) -> Map#{Key => Value}.

-spec return_type(map() | none) -> atom().
return_type(none) -> none;
return_type(#{return_type := Type}) -> Type.

-spec signature(side(), atom(), map() | none, class_state()) -> binary() | none.
signature(_, _, none, _) -> none;
signature(_, _, #{block := _}, _) -> none;
signature(Side, Selector, _, #class_state{meta = Meta}) ->
    maps:get(Selector, beamtalk_class_metadata:signatures(Side, Meta), none).

%% After a change of one method: the code, the table, then whoever listens.
-spec changed(side(), atom(), class_state()) -> class_state().
changed(Side, Selector, Changed) ->
    #class_state{name = Class} = State = installed(Side, Selector, Changed),
    Type =
        case methods(Side, State) of
            #{Selector := #{return_type := Known}} -> Known;
            _ -> removed
        end,
    Meta = synthesised(State),
    beamtalk_class_hierarchy_table:put_method(Class, Side, Selector, Type, Meta),
    beamtalk_class_events:registered(Class, Meta),
    State#class_state{is_patched = true}.

-spec method_doc(side(), atom(), binary() | none, class_state()) -> class_state().
method_doc(instance, Selector, Doc, #class_state{method_docs = Docs} = State) ->
    State#class_state{method_docs = entry(Selector, Doc, Docs)};
method_doc(class, Selector, Doc, #class_state{class_method_docs = Docs} = State) ->
    State#class_state{class_method_docs = entry(Selector, Doc, Docs)}.

-spec documented(class_state()) -> class_state().
documented(#class_state{name = Class} = State) ->
    Meta = synthesised(State),
    beamtalk_class_hierarchy_table:patched_metadata(Class, Meta),
    beamtalk_class_events:registered(Class, Meta),
    State#class_state{is_patched = true}.

-spec synthesised(class_state()) -> map().
synthesised(#class_state{meta = Meta} = State) ->
    Meta#{
        meta_version => 2,
        doc => State#class_state.doc,
        method_docs => State#class_state.method_docs,
        class_method_docs => State#class_state.class_method_docs,
        method_info => told(State#class_state.instance_methods, State#class_state.method_source),
        class_method_info => told(State#class_state.class_methods, State#class_state.class_method_source)
    }.

%% Funs stay at home; the source goes along. That the method is not the compiled one
%% is worth knowing where what was compiled is known better.
-spec told(#{atom() => map()}, #{atom() => binary()}) -> #{atom() => map()}.
told(Methods, Sources) ->
    Tell = fun
        (Selector, #{block := _} = Info) ->
            Told = maps:remove(block, Info),
            entry(source, maps:get(Selector, Sources, none), Told#{is_patched => true});
        (_, Info) ->
            Info
    end,
    maps:map(Tell, Methods).

-spec constructible(class_state()) -> boolean().
constructible(#class_state{is_constructible = Known}) when is_boolean(Known) -> Known;
constructible(#class_state{is_abstract = true}) -> false;
constructible(#class_state{meta = #{kind := Kind}}) -> Kind =/= actor.
