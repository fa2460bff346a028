%% What classes say of themselves: the reflection behind Behaviour, Class
%% and Metaclass. Every function takes a class object or a metaclass and
%% means the instance side of the one, the class side of the other. Reads
%% the class table; only documentation is written, by the class's process.
%%
%% One thing although it exports much: each export is one message.
-module(beamtalk_behaviour_intrinsics).

-include("beamtalk.hrl").

-export([name/1, thisClass/1, isKindOf/2]).
-export([superclass/1, allSuperclasses/1, superclassChain/1, subclasses/1, allSubclasses/1]).
-export([inheritsFrom/2, includesBehaviour/2]).
-export([methods/1, allMethods/1, classMethods/1, includesSelector/2, canUnderstand/2]).
-export([whichClassIncludesSelector/2, compiledMethod/2, conformsTo/2, protocols/1]).
-export([fieldNames/1, allFieldNames/1, classVarNames/1, allClassVarNames/1]).
-export([doc/1, setDoc/2, docForMethod/2, setDocForMethod/3, sourceFile/1]).

-type class() :: beamtalk_class_reference:class() | beamtalk_class_reference:metaclass().
-type behaviour() :: beamtalk_metaclass_tower:behaviour().

-spec name(class()) -> atom().
name(Class) ->
    case behaviour(Class, name) of
        {Name, instance} -> Name;
        {Name, class} -> beamtalk_class_reference:tag(Name)
    end.

%% The class that a metaclass describes.
-spec thisClass(beamtalk_class_reference:metaclass()) -> class().
thisClass(Metaclass) ->
    {Name, _} = behaviour(Metaclass, thisClass),
    reference({Name, instance}).

%% Sent to any object; of a class, its metaclass is the class.
-spec isKindOf(term(), class()) -> boolean().
isKindOf(Object, Class) ->
    lists:member(behaviour(Class, 'isKindOf:'), beamtalk_metaclass_tower:kinds(Object)).

-spec superclass(class()) -> class() | nil.
superclass(Class) ->
    case beamtalk_metaclass_tower:superclass(behaviour(Class, superclass)) of
        none -> nil;
        Superclass -> reference(Superclass)
    end.

-spec allSuperclasses(class()) -> [class()].
allSuperclasses(Class) ->
    references(superclasses(behaviour(Class, allSuperclasses))).

%% From the class itself to Object, or to the root for what is not under it.
-spec superclassChain(class()) -> [class()].
superclassChain(Class) ->
    {_, Side} = Behaviour = behaviour(Class, superclassChain),
    references(up_to({'Object', Side}, [Behaviour | superclasses(Behaviour)])).

-spec up_to(behaviour(), [behaviour()]) -> [behaviour()].
up_to(_, []) -> [];
up_to(Last, [Last | _]) -> [Last];
up_to(Last, [Behaviour | Rest]) -> [Behaviour | up_to(Last, Rest)].

-spec subclasses(class()) -> [class()].
subclasses(Class) ->
    {Name, Side} = behaviour(Class, subclasses),
    references([{Sub, Side} || Sub <- beamtalk_class_registry:subclasses(Name)]).

-spec allSubclasses(class()) -> [class()].
allSubclasses(Class) ->
    {Name, Side} = behaviour(Class, allSubclasses),
    references([{Sub, Side} || Sub <- lists:usort(descendants(Name))]).

-spec descendants(atom()) -> [atom()].
descendants(Name) ->
    Direct = beamtalk_class_registry:subclasses(Name),
    Direct ++ lists:flatmap(fun descendants/1, Direct).

-spec inheritsFrom(class(), class()) -> boolean().
inheritsFrom(Class, Other) ->
    Selector = 'inheritsFrom:',
    lists:member(behaviour(Other, Selector), superclasses(behaviour(Class, Selector))).

-spec includesBehaviour(class(), class()) -> boolean().
includesBehaviour(Class, Other) ->
    Selector = 'includesBehaviour:',
    behaviour(Class, Selector) =:= behaviour(Other, Selector) orelse inheritsFrom(Class, Other).

%% The selectors that the class itself defines, sorted.
-spec methods(class()) -> [atom()].
methods(Class) ->
    selectors(behaviour(Class, methods)).

%% Those of its ancestors too; for a metaclass all that its class understands.
-spec allMethods(class()) -> [atom()].
allMethods(Class) ->
    Behaviour = behaviour(Class, allMethods),
    lists:usort(lists:flatmap(fun selectors/1, [Behaviour | superclasses(Behaviour)])).

%% Of a metaclass: what is defined on the class side, by ancestors too.
-spec classMethods(class()) -> [atom()].
classMethods(Class) ->
    {Name, _} = behaviour(Class, classMethods),
    Chain = [Name | beamtalk_class_hierarchy_table:ancestors(Name)],
    lists:usort(lists:flatmap(fun(Each) -> selectors({Each, class}) end, Chain)).

-spec includesSelector(class(), atom()) -> boolean().
includesSelector(Class, Selector) ->
    defines(behaviour(Class, 'includesSelector:'), Selector).

-spec canUnderstand(class(), atom()) -> boolean().
canUnderstand(Class, Selector) ->
    definer(behaviour(Class, 'canUnderstand:'), Selector) =/= none.

-spec whichClassIncludesSelector(class(), atom()) -> class() | nil.
whichClassIncludesSelector(Class, Selector) ->
    case definer(behaviour(Class, 'whichClassIncludesSelector:'), Selector) of
        none -> nil;
        Definer -> reference(Definer)
    end.

%% `aClass >> #selector`.
-spec compiledMethod(class(), atom()) -> map() | nil.
compiledMethod(Class, Selector) ->
    case definer(behaviour(Class, '>>'), Selector) of
        none -> nil;
        Definer -> compiled(Definer, Selector)
    end.

-spec compiled(behaviour(), atom()) -> map().
compiled({_, Side} = Behaviour, Selector) ->
    Meta = metadata(Behaviour),
    Info = maps:get(Selector, beamtalk_class_metadata:methods(Side, Meta), #{}),
    #{
        ?TAG => 'CompiledMethod',
        '__selector__' => Selector,
        '__source__' => maps:get(source, Info, <<>>),
        '__signature__' => maps:get(Selector, beamtalk_class_metadata:signatures(Side, Meta), <<>>),
        '__method_info__' => Info,
        '__doc__' => method_doc(Behaviour, Selector)
    }.

-spec conformsTo(class(), Protocol :: atom()) -> boolean().
conformsTo(Class, Protocol) ->
    beamtalk_protocols:conforms(behaviour(Class, 'conformsTo:'), Protocol).

%% The names of those it conforms to, sorted.
-spec protocols(class()) -> [atom()].
protocols(Class) ->
    beamtalk_protocols:of_behaviour(behaviour(Class, protocols)).

-spec fieldNames(class()) -> [atom()].
fieldNames(Class) ->
    fields(behaviour(Class, fieldNames)).

%% Those of the ancestors first.
-spec allFieldNames(class()) -> [atom()].
allFieldNames(Class) ->
    Behaviour = behaviour(Class, allFieldNames),
    lists:flatmap(fun fields/1, lists:reverse([Behaviour | superclasses(Behaviour)])).

-spec classVarNames(class()) -> [atom()].
classVarNames(Class) ->
    class_variables(behaviour(Class, classVarNames)).

-spec allClassVarNames(class()) -> [atom()].
allClassVarNames(Class) ->
    {Name, _} = behaviour(Class, allClassVarNames),
    Chain = [{Name, instance} | superclasses({Name, instance})],
    lists:flatmap(fun class_variables/1, lists:reverse(Chain)).

-spec doc(class()) -> binary() | nil.
doc(Class) ->
    known(maps:get(doc, metadata(behaviour(Class, doc)), none)).

-spec setDoc(Class, binary() | nil) -> Class when Class :: class().
setDoc(Class, Doc) ->
    {Name, _} = behaviour(Class, 'doc:'),
    ok = beamtalk_object_class:set_doc(process(Name), given(Doc)),
    Class.

%% The nearest documentation of a method, its ancestors' included.
-spec docForMethod(class(), atom()) -> binary() | nil.
docForMethod(Class, Selector) ->
    Behaviour = behaviour(Class, 'docForMethod:'),
    Docs = [method_doc(Each, Selector) || Each <- [Behaviour | superclasses(Behaviour)]],
    hd([Doc || Doc <- Docs, Doc =/= nil] ++ [nil]).

-spec setDocForMethod(Class, atom(), binary() | nil) -> Class when Class :: class().
setDocForMethod(Class, Selector, Doc) ->
    {Name, Side} = behaviour(Class, 'setDocForMethod:to:'),
    ok = beamtalk_object_class:set_method_doc(process(Name), Side, Selector, given(Doc)),
    Class.

%% Library classes have none, though they were made from files.
-spec sourceFile(class()) -> binary() | nil.
sourceFile(Class) ->
    {Name, _} = behaviour(Class, sourceFile),
    Module = beamtalk_class_registry:module_of(Name),
    case {beamtalk_class_hierarchy_table:is_builtin(Module), erlang:module_loaded(Module)} of
        {false, true} -> source(proplists:get_value(beamtalk_source, (beamtalk_code_version:current(Module)):module_info(attributes)));
        _ -> nil
    end.

-spec source(term()) -> binary() | nil.
source([Path | _]) when is_binary(Path) -> Path;
source([_ | _] = Path) -> unicode:characters_to_binary(Path);
source(_) -> nil.

-spec behaviour(term(), atom()) -> behaviour().
behaviour(Class, Selector) ->
    beamtalk_metaclass_tower:behaviour(Class, Selector).

-spec superclasses(behaviour()) -> [behaviour()].
superclasses(Behaviour) ->
    beamtalk_metaclass_tower:superclasses(Behaviour).

-spec reference(behaviour()) -> class().
reference(Behaviour) ->
    beamtalk_metaclass_tower:reference(Behaviour).

-spec references([behaviour()]) -> [class()].
references(Behaviours) ->
    [reference(Behaviour) || Behaviour <- Behaviours].

-spec selectors(behaviour()) -> [atom()].
selectors({Name, Side}) ->
    beamtalk_class_hierarchy_table:selectors(Name, Side).

-spec defines(behaviour(), atom()) -> boolean().
defines({Name, Side}, Selector) ->
    beamtalk_class_hierarchy_table:return_type(Name, Side, Selector) =/= not_local.

-spec definer(behaviour(), atom()) -> behaviour() | none.
definer(Behaviour, Selector) ->
    Chain = [Behaviour | superclasses(Behaviour)],
    hd([Each || Each <- Chain, defines(Each, Selector)] ++ [none]).

-spec metadata(behaviour()) -> beamtalk_class_metadata:metadata().
metadata({Name, _}) ->
    case beamtalk_class_hierarchy_table:live_metadata(Name) of
        undefined -> beamtalk_error:raise(class_not_found, Name, undefined);
        Meta -> Meta
    end.

%% The slots of a metaclass are the class variables of its class.
-spec fields(behaviour()) -> [atom()].
fields({_, instance} = Behaviour) -> maps:get(fields, metadata(Behaviour));
fields({_, class} = Behaviour) -> class_variables(Behaviour).

-spec class_variables(behaviour()) -> [atom()].
class_variables(Behaviour) ->
    maps:get(class_variables, metadata(Behaviour)).

%% What was set at run time hides what was compiled; it may be for a
%% selector that nobody defines.
-spec method_doc(behaviour(), atom()) -> binary() | nil.
method_doc({_, Side} = Behaviour, Selector) ->
    Meta = metadata(Behaviour),
    Key = maps:get(Side, #{instance => method_docs, class => class_method_docs}),
    case Meta of
        #{Key := Docs} -> known(maps:get(Selector, Docs, none));
        _ -> known(maps:get(Selector, beamtalk_class_metadata:texts(doc, Side, Meta), none))
    end.

-spec known(binary() | none) -> binary() | nil.
known(none) -> nil;
known(Text) -> Text.

-spec given(binary() | nil) -> binary() | none.
given(nil) -> none;
given(Text) -> Text.

-spec process(atom()) -> pid().
process(Name) ->
    case beamtalk_class_registry:whereis_class(Name) of
        undefined -> beamtalk_error:raise(class_not_found, Name, undefined);
        Pid -> Pid
    end.
