%% Primitives of ClassBuilder. A builder is a process that keeps what it was
%% told; it ends when its class is registered, or with the process that made it.
%% Every setter answers what it has stored. Building happens in the caller.
%%
%% One thing although it exports much: each export is one message.
-module(beamtalk_class_builder).
-behaviour(gen_server).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([class_spawn/1, register/1]).
-export(['name:'/2, 'superclass:'/2, 'fields:'/2, 'methods:'/2, 'classMethods:'/2, 'classVars:'/2]).
-export(['methodSource:'/2, 'classMethodSource:'/2, 'methodSignatures:'/2, 'classMethodSignatures:'/2]).
-export(['methodReturnTypes:'/2, 'classMethodReturnTypes:'/2, 'methodDocs:'/2, 'classMethodDocs:'/2]).
-export(['classDoc:'/2, 'meta:'/2, 'isConstructible:'/2, 'native:'/2, 'modifier:'/2]).
-export(['addField:default:'/3, 'addMethod:body:'/3, 'addClassMethod:body:'/3, 'addClassState:default:'/3]).
-export(['removeMethod:'/2, 'removeClassMethod:'/2]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

-type builder() :: #{?TAG := 'ClassBuilder', '$process' := pid()}.

-record(state, {maker :: reference(), told :: beamtalk_class_definition:told()}).

-spec class_spawn(beamtalk_class_reference:class()) -> builder().
class_spawn(Class) ->
    {ok, Pid} = gen_server:start(?MODULE, self(), []),
    #{?TAG => beamtalk_class_reference:name(Class), '$process' => Pid}.

-spec 'name:'(builder(), Value) -> Value.
'name:'(Self, Name) -> put(Self, 'name:', className, Name).

-spec 'superclass:'(builder(), Value) -> Value.
'superclass:'(Self, Class) -> put(Self, 'superclass:', superclassRef, Class).

-spec 'fields:'(builder(), Value) -> Value.
'fields:'(Self, Defaults) -> put(Self, 'fields:', fieldSpecs, Defaults).

-spec 'methods:'(builder(), Value) -> Value.
'methods:'(Self, Blocks) -> put(Self, 'methods:', methodSpecs, Blocks).

-spec 'classMethods:'(builder(), Value) -> Value.
'classMethods:'(Self, Blocks) -> put(Self, 'classMethods:', classMethods, Blocks).

-spec 'classVars:'(builder(), Value) -> Value.
'classVars:'(Self, Defaults) -> put(Self, 'classVars:', classState, Defaults).

-spec 'methodSource:'(builder(), Value) -> Value.
'methodSource:'(Self, Texts) -> put(Self, 'methodSource:', methodSource, Texts).

-spec 'classMethodSource:'(builder(), Value) -> Value.
'classMethodSource:'(Self, Texts) -> put(Self, 'classMethodSource:', classMethodSource, Texts).

-spec 'methodSignatures:'(builder(), Value) -> Value.
'methodSignatures:'(Self, Texts) -> put(Self, 'methodSignatures:', methodSignatures, Texts).

-spec 'classMethodSignatures:'(builder(), Value) -> Value.
'classMethodSignatures:'(Self, Texts) -> put(Self, 'classMethodSignatures:', classMethodSignatures, Texts).

-spec 'methodReturnTypes:'(builder(), Value) -> Value.
'methodReturnTypes:'(Self, Types) -> put(Self, 'methodReturnTypes:', methodReturnTypes, Types).

-spec 'classMethodReturnTypes:'(builder(), Value) -> Value.
'classMethodReturnTypes:'(Self, Types) -> put(Self, 'classMethodReturnTypes:', classMethodReturnTypes, Types).

-spec 'methodDocs:'(builder(), Value) -> Value.
'methodDocs:'(Self, Texts) -> put(Self, 'methodDocs:', methodDocs, Texts).

-spec 'classMethodDocs:'(builder(), Value) -> Value.
'classMethodDocs:'(Self, Texts) -> put(Self, 'classMethodDocs:', classMethodDocs, Texts).

-spec 'classDoc:'(builder(), Value) -> Value.
'classDoc:'(Self, Text) -> put(Self, 'classDoc:', classDoc, Text).

-spec 'meta:'(builder(), Value) -> Value.
'meta:'(Self, Meta) -> put(Self, 'meta:', meta, Meta).

-spec 'isConstructible:'(builder(), Value) -> Value.
'isConstructible:'(Self, Is) -> put(Self, 'isConstructible:', isConstructible, Is).

-spec 'native:'(builder(), Value) -> Value.
'native:'(Self, Module) -> put(Self, 'native:', backingModule, Module).

-spec 'modifier:'(builder(), atom()) -> [atom()].
'modifier:'(Self, Modifier) ->
    change(Self, 'modifier:', modifiers, fun(Modifiers) -> Modifiers ++ [Modifier] end).

-spec 'addField:default:'(builder(), atom(), term()) -> map().
'addField:default:'(Self, Name, Default) -> add(Self, 'addField:default:', fieldSpecs, Name, Default).

-spec 'addMethod:body:'(builder(), atom(), term()) -> map().
'addMethod:body:'(Self, Selector, Block) -> add(Self, 'addMethod:body:', methodSpecs, Selector, Block).

-spec 'addClassMethod:body:'(builder(), atom(), term()) -> map().
'addClassMethod:body:'(Self, Selector, Block) -> add(Self, 'addClassMethod:body:', classMethods, Selector, Block).

-spec 'addClassState:default:'(builder(), atom(), term()) -> map().
'addClassState:default:'(Self, Name, Default) -> add(Self, 'addClassState:default:', classState, Name, Default).

-spec 'removeMethod:'(builder(), atom()) -> map().
'removeMethod:'(Self, Selector) -> remove(Self, 'removeMethod:', methodSpecs, Selector).

-spec 'removeClassMethod:'(builder(), atom()) -> map().
'removeClassMethod:'(Self, Selector) -> remove(Self, 'removeClassMethod:', classMethods, Selector).

%% What is wrong leaves the builder as it is, to be told better.
-spec register(builder()) -> beamtalk_class_reference:class().
register(Self) ->
    Definition = beamtalk_class_definition:checked(ask(Self, register, told)),
    case beamtalk_built_class:define(Definition) of
        {ok, Class} ->
            ok = ask(Self, register, stop),
            Class;
        {error, #beamtalk_error{message = Message}} ->
            beamtalk_error:raise(internal_error, 'ClassBuilder', register, Message)
    end.

-spec put(builder(), atom(), atom(), Value) -> Value.
put(Self, Selector, Key, Value) ->
    change(Self, Selector, Key, fun(_) -> Value end).

-spec add(builder(), atom(), atom(), term(), term()) -> map().
add(Self, Selector, Key, Name, Value) ->
    change(Self, Selector, Key, fun(Known) when is_map(Known) -> Known#{Name => Value} end).

-spec remove(builder(), atom(), atom(), term()) -> map().
remove(Self, Selector, Key, Name) ->
    change(Self, Selector, Key, fun(Known) when is_map(Known) -> maps:remove(Name, Known) end).

-spec change(builder(), atom(), atom(), fun((term()) -> Value)) -> Value.
change(Self, Selector, Key, Change) ->
    case ask(Self, Selector, {change, Key, Change}) of
        {ok, Value} ->
            beamtalk_class_definition:shown(Value);
        refused ->
            beamtalk_argument:type_error('ClassBuilder', Selector, <<"What was set before is no Dictionary">>)
    end.

-spec ask(builder(), atom(), term()) -> term().
ask(#{'$process' := Pid}, Selector, Request) ->
    try
        gen_server:call(Pid, Request, infinity)
    catch
        exit:{Reason, _} when Reason =:= noproc; Reason =:= normal ->
            beamtalk_error:raise(actor_dead, unknown, Selector, <<"A builder ends when its class is registered">>)
    end.

-spec init(pid()) -> {ok, #state{}}.
init(Maker) ->
    {ok, #state{maker = monitor(process, Maker), told = nothing_told()}}.

-spec nothing_told() -> beamtalk_class_definition:told().
nothing_told() ->
    Nil = [className, superclassRef, backingModule, classDoc, meta, isConstructible],
    Dictionaries = [
        fieldSpecs, methodSpecs, methodSource, classMethods, classMethodSource, classState,
        methodSignatures, classMethodSignatures, methodReturnTypes, classMethodReturnTypes,
        methodDocs, classMethodDocs
    ],
    maps:from_list([{modifiers, []}] ++ [{Key, nil} || Key <- Nil] ++ [{Key, #{}} || Key <- Dictionaries]).

-spec handle_call(told | stop | {change, atom(), fun()}, gen_server:from(), #state{}) ->
    {reply, term(), #state{}} | {stop, normal, ok, #state{}}.
handle_call(told, _From, #state{told = Told} = State) ->
    {reply, Told, State};
handle_call(stop, _From, State) ->
    {stop, normal, ok, State};
handle_call({change, Key, Change}, _From, #state{told = Told} = State) ->
    try Change(maps:get(Key, Told)) of
        Value -> {reply, {ok, Value}, State#state{told = Told#{Key := Value}}}
    catch
        error:function_clause -> {reply, refused, State}
    end.

-spec handle_cast(term(), #state{}) -> {noreply, #state{}}.
handle_cast(_, State) ->
    {noreply, State}.

-spec handle_info(term(), #state{}) -> {stop, normal, #state{}} | {noreply, #state{}}.
handle_info({'DOWN', Maker, process, _, _}, #state{maker = Maker} = State) ->
    {stop, normal, State};
handle_info(_, State) ->
    {noreply, State}.
