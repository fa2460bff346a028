%% Primitives of SystemNavigation: what only the class table and the table of
%% extensions know. Questions that classes answer themselves are asked of them, in
%% the language.
-module(beamtalk_system_navigation).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([allClasses/1, 'sidesOf:'/2, 'extensionsOf:'/2, 'classesInPackage:'/2]).

-type class() :: beamtalk_class_reference:class() | beamtalk_class_reference:metaclass().

-spec allClasses(map()) -> [class()].
allClasses(_) ->
    classes(beamtalk_class_registry:all_classes()).

-spec 'sidesOf:'(map(), class()) -> [class()].
'sidesOf:'(_, Behaviour) ->
    Name = beamtalk_class_reference:name(Behaviour),
    [beamtalk_metaclass_tower:reference({Name, Side}) || Side <- [instance, class]].

-spec 'extensionsOf:'(map(), class()) -> [atom()].
'extensionsOf:'(_, Behaviour) ->
    Extensions = beamtalk_extensions:all(beamtalk_behaviour_intrinsics:name(Behaviour)),
    [Selector || {Selector, _Owner} <- Extensions].

-spec 'classesInPackage:'(map(), atom() | binary()) -> [class()].
'classesInPackage:'(_, Package) when
    is_binary(Package); is_atom(Package), Package =/= nil, not is_boolean(Package)
->
    case [Name || Name <- beamtalk_class_registry:all_classes(), is_in(Package, Name)] of
        [] -> refuse(package_not_found, <<"Only packages whose classes are loaded are known">>);
        Names -> classes(Names)
    end;
'classesInPackage:'(_, _) ->
    refuse(user_error, <<"A package is named by a Symbol or a String">>).

-spec is_in(atom() | binary(), atom()) -> boolean().
is_in(Package, Name) when is_atom(Package) ->
    is_in(atom_to_binary(Package), Name);
is_in(Package, Name) ->
    %% A class may go between being listed and being looked at.
    case beamtalk_class_hierarchy_table:live_metadata(Name) of
        #{package := Its} when is_atom(Its), Its =/= none -> atom_to_binary(Its) =:= Package;
        _ -> false
    end.

-spec classes([atom()]) -> [class()].
classes(Names) ->
    [beamtalk_metaclass_tower:reference({Name, instance}) || Name <- lists:sort(Names)].

-spec refuse(atom(), binary()) -> no_return().
refuse(Kind, Hint) ->
    beamtalk_error:raise(Kind, 'SystemNavigation', 'classesInPackage:', Hint).
