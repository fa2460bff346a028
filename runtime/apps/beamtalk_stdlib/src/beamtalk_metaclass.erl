%% Primitives of Metaclass. Its questions are about the class side of the class
%% it describes.
-module(beamtalk_metaclass).

-export([thisClass/1, name/1, superclass/1, allMethods/1, classMethods/1, localClassMethods/1]).
-export(['classIncludesSelector:'/2, packageName/1]).

-type metaclass() :: beamtalk_class_reference:metaclass().

-spec thisClass(metaclass()) -> beamtalk_class_reference:class().
thisClass(Self) -> beamtalk_behaviour_intrinsics:thisClass(Self).

-spec name(metaclass()) -> atom().
name(Self) -> beamtalk_behaviour_intrinsics:name(Self).

-spec superclass(metaclass()) -> metaclass() | beamtalk_class_reference:class().
superclass(Self) -> beamtalk_behaviour_intrinsics:superclass(Self).

-spec allMethods(metaclass()) -> [atom()].
allMethods(Self) -> beamtalk_behaviour_intrinsics:allMethods(Self).

-spec classMethods(metaclass()) -> [atom()].
classMethods(Self) -> beamtalk_behaviour_intrinsics:classMethods(Self).

-spec localClassMethods(metaclass()) -> [atom()].
localClassMethods(Self) -> beamtalk_behaviour_intrinsics:methods(Self).

-spec 'classIncludesSelector:'(metaclass(), atom()) -> boolean().
'classIncludesSelector:'(Self, Selector) ->
    beamtalk_behaviour_intrinsics:includesSelector(Self, Selector).

-spec packageName(metaclass()) -> binary() | nil.
packageName(Self) ->
    case beamtalk_class_hierarchy_table:metadata(beamtalk_class_reference:name(Self)) of
        #{package := none} -> nil;
        #{package := Package} -> atom_to_binary(Package);
        #{} -> nil
    end.
