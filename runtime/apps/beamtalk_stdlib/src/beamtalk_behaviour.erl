%% Primitives of Behaviour: what classes and metaclasses say of themselves, and
%% changes to running code. Questions are answered by the runtime; here they get
%% the names of their messages. What needs the compiler is done by the workspace, and
%% refused where there is none.
%%
%% One thing although it exports much: each export is one message.
-module(beamtalk_behaviour).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([new/1, 'new:'/2]).
-export([name/1, '>>'/2, superclass/1, allSuperclasses/1, superclassChain/1]).
-export([subclasses/1, allSubclasses/1, 'inheritsFrom:'/2, 'includesBehaviour:'/2]).
-export([methods/1, allMethods/1, 'canUnderstand:'/2, 'includesSelector:'/2]).
-export(['whichClassIncludesSelector:'/2]).
-export([fieldNames/1, allFieldNames/1, classVarNames/1, allClassVarNames/1]).
-export([doc/1, 'doc:'/2, 'setDocForMethod:to:'/3, 'docForMethod:'/2]).
-export(['conformsTo:'/2, protocols/1, sourceFile/1, reload/1]).
-export(['compile:source:'/3, 'tryCompile:source:'/3, 'precheckCompile:source:'/3]).
-export(['removeSelector:'/2, 'removeSelector:ifAbsent:'/3, removeFromSystem/1, remove_method/3]).

-type class() :: beamtalk_class_reference:class() | beamtalk_class_reference:metaclass().

-spec new(class()) -> map().
new(Class) ->
    ok = beamtalk_construction:check(Class, new),
    #{?TAG => beamtalk_class_reference:name(Class)}.

-spec 'new:'(class(), map()) -> map().
'new:'(Class, Fields) ->
    ok = beamtalk_construction:check(Class, 'new:'),
    (beamtalk_construction:fields(Class, Fields))#{?TAG => beamtalk_class_reference:name(Class)}.

-spec name(class()) -> atom().
name(Self) -> beamtalk_behaviour_intrinsics:name(Self).

-spec '>>'(class(), atom()) -> map() | nil.
'>>'(Self, Selector) -> beamtalk_behaviour_intrinsics:compiledMethod(Self, Selector).

-spec superclass(class()) -> class() | nil.
superclass(Self) -> beamtalk_behaviour_intrinsics:superclass(Self).

-spec allSuperclasses(class()) -> [class()].
allSuperclasses(Self) -> beamtalk_behaviour_intrinsics:allSuperclasses(Self).

-spec superclassChain(class()) -> [class()].
superclassChain(Self) -> beamtalk_behaviour_intrinsics:superclassChain(Self).

-spec subclasses(class()) -> [class()].
subclasses(Self) -> beamtalk_behaviour_intrinsics:subclasses(Self).

-spec allSubclasses(class()) -> [class()].
allSubclasses(Self) -> beamtalk_behaviour_intrinsics:allSubclasses(Self).

-spec 'inheritsFrom:'(class(), class()) -> boolean().
'inheritsFrom:'(Self, Other) -> beamtalk_behaviour_intrinsics:inheritsFrom(Self, Other).

-spec 'includesBehaviour:'(class(), class()) -> boolean().
'includesBehaviour:'(Self, Other) -> beamtalk_behaviour_intrinsics:includesBehaviour(Self, Other).

-spec methods(class()) -> [atom()].
methods(Self) -> beamtalk_behaviour_intrinsics:methods(Self).

-spec allMethods(class()) -> [atom()].
allMethods(Self) -> beamtalk_behaviour_intrinsics:allMethods(Self).

-spec 'canUnderstand:'(class(), atom()) -> boolean().
'canUnderstand:'(Self, Selector) -> beamtalk_behaviour_intrinsics:canUnderstand(Self, Selector).

-spec 'includesSelector:'(class(), atom()) -> boolean().
'includesSelector:'(Self, Selector) -> beamtalk_behaviour_intrinsics:includesSelector(Self, Selector).

-spec 'whichClassIncludesSelector:'(class(), atom()) -> class() | nil.
'whichClassIncludesSelector:'(Self, Selector) ->
    beamtalk_behaviour_intrinsics:whichClassIncludesSelector(Self, Selector).

-spec fieldNames(class()) -> [atom()].
fieldNames(Self) -> beamtalk_behaviour_intrinsics:fieldNames(Self).

-spec allFieldNames(class()) -> [atom()].
allFieldNames(Self) -> beamtalk_behaviour_intrinsics:allFieldNames(Self).

-spec classVarNames(class()) -> [atom()].
classVarNames(Self) -> beamtalk_behaviour_intrinsics:classVarNames(Self).

-spec allClassVarNames(class()) -> [atom()].
allClassVarNames(Self) -> beamtalk_behaviour_intrinsics:allClassVarNames(Self).

-spec doc(class()) -> binary() | nil.
doc(Self) -> beamtalk_behaviour_intrinsics:doc(Self).

-spec 'doc:'(class(), binary() | nil) -> class().
'doc:'(Self, Text) when is_binary(Text); Text =:= nil ->
    beamtalk_behaviour_intrinsics:setDoc(Self, Text);
'doc:'(_, _) ->
    beamtalk_argument:type_error('Behaviour', 'doc:', <<"Pass a String, or nil">>).

-spec 'setDocForMethod:to:'(class(), atom(), binary() | nil) -> class().
'setDocForMethod:to:'(Self, Selector, Text) when
    is_atom(Selector), is_binary(Text) orelse Text =:= nil
->
    beamtalk_behaviour_intrinsics:setDocForMethod(Self, Selector, Text);
'setDocForMethod:to:'(_, _, _) ->
    Hint = <<"Pass a Symbol and a String, or nil">>,
    beamtalk_argument:type_error('Behaviour', 'setDocForMethod:to:', Hint).

-spec 'docForMethod:'(class(), atom()) -> binary() | nil.
'docForMethod:'(Self, Selector) -> beamtalk_behaviour_intrinsics:docForMethod(Self, Selector).

-spec 'conformsTo:'(class(), atom()) -> boolean().
'conformsTo:'(Self, Protocol) -> beamtalk_behaviour_intrinsics:conformsTo(Self, Protocol).

-spec protocols(class()) -> [atom()].
protocols(Self) -> beamtalk_behaviour_intrinsics:protocols(Self).

-spec sourceFile(class()) -> binary() | nil.
sourceFile(Self) -> beamtalk_behaviour_intrinsics:sourceFile(Self).

-spec reload(class()) -> class().
reload(Self) ->
    Name = beamtalk_class_reference:name(Self),
    case sourceFile(Self) of
        nil ->
            Text = atom_to_binary(Name),
            Message = <<Text/binary, " has no source file; only classes from files can be reloaded">>,
            beamtalk_error:raise_message(no_source_file, Name, reload, Message, undefined);
        _ ->
            done(Self, reload, fun(Service) -> Service:reload(Name) end)
    end.

-spec 'compile:source:'(class(), atom(), binary()) -> class().
'compile:source:'(Self, Selector, Text) ->
    compile(Self, Selector, Text, durable, 'compile:source:').

-spec 'tryCompile:source:'(class(), atom(), binary()) -> class().
'tryCompile:source:'(Self, Selector, Text) ->
    compile(Self, Selector, Text, ephemeral, 'tryCompile:source:').

-spec 'precheckCompile:source:'(class(), atom(), binary()) -> map().
'precheckCompile:source:'(Self, Selector, Text) when is_atom(Selector), is_binary(Text) ->
    Name = beamtalk_class_reference:name(Self),
    Side = beamtalk_class_reference:side(Self),
    done(Self, 'precheckCompile:source:', fun(Service) -> Service:precheck(Name, Side, Selector, Text) end);
'precheckCompile:source:'(Self, _, _) ->
    no_method(Self, 'precheckCompile:source:').

-spec compile(class(), term(), term(), durable | ephemeral, atom()) -> class().
compile(Self, Selector, Text, Intent, Sent) when is_atom(Selector), is_binary(Text) ->
    Name = beamtalk_class_reference:name(Self),
    Side = beamtalk_class_reference:side(Self),
    done(Self, Sent, fun(Service) -> Service:compile(Name, Side, Selector, Text, Intent) end);
compile(Self, _, _, _, Sent) ->
    no_method(Self, Sent).

-spec no_method(class(), atom()) -> no_return().
no_method(Self, Sent) ->
    Hint = <<"Pass the selector as a Symbol and the source as a String">>,
    beamtalk_argument:type_error(beamtalk_class_reference:name(Self), Sent, Hint).

%% By the workspace, if there is one.
-spec done(class(), atom(), fun((module()) -> ok | {ok, map()} | {error, beamtalk_workspace_service:problem()})) -> class() | map().
done(Self, Sent, Work) ->
    Name = beamtalk_class_reference:name(Self),
    Service = beamtalk_workspace_service:module(),
    case Service =/= none andalso Work(Service) of
        ok -> Self;
        {ok, Answer} -> Answer;
        {error, {Kind, Message, Hint}} -> beamtalk_error:raise_message(Kind, Name, Sent, Message, Hint);
        false -> needs_workspace(Name, Sent)
    end.

-spec needs_workspace(atom(), atom()) -> no_return().
needs_workspace(Name, Selector) ->
    Message = <<"Changing compiled classes needs a running workspace">>,
    beamtalk_error:raise_message(runtime_error, Name, Selector, Message, undefined).

%% That the block only fails is its purpose.
-dialyzer({no_return, 'removeSelector:'/2}).
-spec 'removeSelector:'(class(), atom()) -> class().
'removeSelector:'(Self, Selector) ->
    'removeSelector:ifAbsent:'(Self, Selector, fun() -> no_selector(Self, Selector) end).

-spec no_selector(class(), atom()) -> no_return().
no_selector(Self, Selector) ->
    Hint = <<"Ask with includesSelector: first, or use removeSelector:ifAbsent:">>,
    Name = beamtalk_class_reference:name(Self),
    Message = <<(atom_to_binary(Name))/binary, " has no method '", (atom_to_binary(Selector))/binary, "' of its own">>,
    beamtalk_error:raise_message(selector_not_found, Name, 'removeSelector:', Message, Hint).

%% An extension hides nothing but what is inherited, and goes first; then what
%% was put into the running class, then what was compiled.
-spec 'removeSelector:ifAbsent:'(class(), atom(), fun(() -> Value)) -> class() | Value.
'removeSelector:ifAbsent:'(Self, Selector, Block) when is_function(Block, 0) ->
    Name = beamtalk_class_reference:name(Self),
    Side = beamtalk_class_reference:side(Self),
    Remove = fun() -> remove_method(Self, Side, Selector) end,
    Removed =
        case beamtalk_workspace_service:module() of
            none -> Remove();
            Service -> Service:removing(Name, Side, Selector, Remove)
        end,
    case Removed of
        removed -> Self;
        absent -> Block()
    end;
'removeSelector:ifAbsent:'(Self, _, Block) ->
    Name = beamtalk_class_reference:name(Self),
    beamtalk_argument:refuse_block(Block, 0, Name, 'removeSelector:ifAbsent:').

%% Without anyone being told. A workspace that compiles the class again must not bring the
%% method back.
-spec remove_method(class(), beamtalk_class_reference:side(), atom()) -> removed | absent.
remove_method(Self, Side, Selector) ->
    Name = beamtalk_class_reference:name(Self),
    case remove(Name, Side, Selector) of
        removed -> removed;
        absent -> delete(beamtalk_lookup:local(Name, Side, Selector), Name, Side, Selector)
    end.

-spec delete(none | term(), atom(), beamtalk_class_reference:side(), atom()) -> removed | absent.
delete(none, _, _, _) ->
    absent;
delete(_, Name, Side, Selector) ->
    ok = beamtalk_object_class:delete_method(beamtalk_class_registry:whereis_class(Name), Side, Selector),
    case beamtalk_workspace_service:module() of
        none -> ok;
        Service -> Service:forget(Name, Side, Selector)
    end,
    removed.

-spec remove(atom(), beamtalk_class_reference:side(), atom()) -> removed | absent.
remove(Name, Side, Selector) ->
    Key =
        case Side of
            instance -> Name;
            class -> beamtalk_class_reference:tag(Name)
        end,
    case beamtalk_extensions:unregister(Key, Selector) of
        ok -> removed;
        not_found -> remove_patch(beamtalk_class_registry:whereis_class(Name), Side, Selector)
    end.

-spec remove_patch(pid(), beamtalk_class_reference:side(), atom()) -> removed | absent.
remove_patch(ClassPid, Side, Selector) ->
    case beamtalk_object_class:remove_method(ClassPid, Side, Selector) of
        ok -> removed;
        {error, not_patched} -> absent
    end.

-spec removeFromSystem(class()) -> nil.
removeFromSystem(Self) ->
    Name = beamtalk_class_reference:name(Self),
    Remove = fun() -> beamtalk_class_registry:remove(Name) end,
    Removed =
        case beamtalk_workspace_service:module() of
            none -> Remove();
            Service -> Service:removing_class(Name, Remove)
        end,
    case Removed of
        ok -> nil;
        {error, Error} -> beamtalk_error:raise_error(Error)
    end.
