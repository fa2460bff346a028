%% Classes and metaclasses as one kind of thing: a name and a side. The
%% metaclasses inherit as their classes do, and the root's metaclass inherits
%% from Class, so that both hierarchies end in ProtoObject.
-module(beamtalk_metaclass_tower).

-export([behaviour/2, reference/1, superclass/1, superclasses/1, kinds/1]).

-export_type([behaviour/0]).

-type behaviour() :: {Class :: atom(), beamtalk_class_reference:side()}.

%% What a class object or a metaclass stands for. Anything else is a mistake
%% of whoever sent the message.
-spec behaviour(term(), Selector :: atom()) -> behaviour().
behaviour(Reference, Selector) ->
    case beamtalk_class_reference:side(Reference) of
        none ->
            Hint = <<"Expected a class">>,
            beamtalk_error:raise(type_error, beamtalk_class_of:class_of(Reference), Selector, Hint);
        Side ->
            {beamtalk_class_reference:name(Reference), Side}
    end.

-spec reference(behaviour()) ->
    beamtalk_class_reference:class() | beamtalk_class_reference:metaclass().
reference({Class, instance}) ->
    beamtalk_class_registry:class_object(Class);
reference({Class, class}) ->
    beamtalk_class_reference:metaclass(beamtalk_class_registry:class_object(Class)).

-spec superclass(behaviour()) -> behaviour() | none.
superclass({Class, Side}) ->
    case {beamtalk_class_registry:superclass_of(Class), Side} of
        {none, instance} -> none;
        {none, class} -> {'Class', instance};
        {Superclass, _} -> {Superclass, Side}
    end.

%% Nearest first, without the behaviour itself.
-spec superclasses(behaviour()) -> [behaviour()].
superclasses({Class, instance}) ->
    [{Name, instance} || Name <- beamtalk_class_hierarchy_table:ancestors(Class)];
superclasses({Class, class}) ->
    Parallel = [{Name, class} || Name <- beamtalk_class_hierarchy_table:ancestors(Class)],
    Parallel ++ [{'Class', instance} | superclasses({'Class', instance})].

%% The behaviours a term is an instance of.
-spec kinds(term()) -> [behaviour()].
kinds(Term) ->
    case beamtalk_class_reference:side(Term) of
        none -> with_superclasses({beamtalk_class_of:class_of(Term), instance});
        instance -> with_superclasses({beamtalk_class_reference:name(Term), class});
        class -> [{'Metaclass', instance} | with_superclasses({beamtalk_class_reference:name(Term), class})]
    end.

-spec with_superclasses(behaviour()) -> [behaviour()].
with_superclasses(Behaviour) ->
    [Behaviour | superclasses(Behaviour)].
