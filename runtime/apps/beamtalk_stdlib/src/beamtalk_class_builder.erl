%% Primitives of ClassBuilder, an actor whose slots are what it was told. They run in
%% its process. Every setter answers what it has stored. A builder ends when its class
%% is registered, or with the process that made it.
%%
%% One thing although it exports much: each export is one message.
-module(beamtalk_class_builder).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([initialize/1, 'handleInfo:'/2, register/1]).
-export(['name:'/2, 'superclass:'/2, 'fields:'/2, 'methods:'/2, 'classMethods:'/2, 'classVars:'/2]).
-export(['methodSource:'/2, 'classMethodSource:'/2, 'methodSignatures:'/2, 'classMethodSignatures:'/2]).
-export(['methodReturnTypes:'/2, 'classMethodReturnTypes:'/2, 'methodDocs:'/2, 'classMethodDocs:'/2]).
-export(['classDoc:'/2, 'meta:'/2, 'isConstructible:'/2, 'native:'/2, 'modifier:'/2]).
-export(['addField:default:'/3, 'addMethod:body:'/3, 'addClassMethod:body:'/3, 'addClassState:default:'/3]).
-export(['removeMethod:'/2, 'removeClassMethod:'/2]).

-type builder() :: {beamtalk_object, atom(), module(), pid()}.

%% A link would end it only if its maker failed.
-spec initialize(builder()) -> nil.
initialize(_) ->
    [Maker | _] = get('$ancestors'),
    _ = monitor(process, Maker),
    nil.

-spec 'handleInfo:'(builder(), term()) -> nil.
'handleInfo:'(_, {'DOWN', _, process, _, _}) ->
    ending();
'handleInfo:'(_, _) ->
    nil.

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
    Definition = beamtalk_class_definition:checked(told(Self)),
    case beamtalk_built_class:define(Definition) of
        {ok, Class} ->
            nil = ending(),
            Class;
        {error, #beamtalk_error{message = Message}} ->
            beamtalk_error:raise(internal_error, 'ClassBuilder', register, Message)
    end.

-spec told(builder()) -> beamtalk_class_definition:told().
told(Self) ->
    Slots = [
        className, superclassRef, backingModule, classDoc, meta, isConstructible, modifiers,
        fieldSpecs, methodSpecs, methodSource, classMethods, classMethodSource, classState,
        methodSignatures, classMethodSignatures, methodReturnTypes, classMethodReturnTypes,
        methodDocs, classMethodDocs
    ],
    maps:from_list([{Slot, beamtalk_actor_state:get(Self, Slot)} || Slot <- Slots]).

%% After the message that is being handled, and before any that comes later.
-spec ending() -> nil.
ending() ->
    ok = gen_server:cast(self(), stop),
    nil.

-spec put(builder(), atom(), atom(), Value) -> Value.
put(Self, Selector, Slot, Value) ->
    change(Self, Selector, Slot, fun(_) -> Value end).

-spec add(builder(), atom(), atom(), term(), term()) -> map().
add(Self, Selector, Slot, Name, Value) ->
    change(Self, Selector, Slot, fun(Known) when is_map(Known) -> Known#{Name => Value} end).

-spec remove(builder(), atom(), atom(), term()) -> map().
remove(Self, Selector, Slot, Name) ->
    change(Self, Selector, Slot, fun(Known) when is_map(Known) -> maps:remove(Name, Known) end).

-spec change(builder(), atom(), atom(), fun((term()) -> Value)) -> Value.
change(Self, Selector, Slot, Change) ->
    try Change(beamtalk_actor_state:get(Self, Slot)) of
        Value -> beamtalk_class_definition:shown(beamtalk_actor_state:put(Self, Slot, Value))
    catch
        error:function_clause ->
            beamtalk_argument:type_error('ClassBuilder', Selector, <<"What was set before is no Dictionary">>)
    end.
