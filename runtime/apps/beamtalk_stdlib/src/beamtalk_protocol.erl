%% Primitives of Protocol. What is required of the class itself is told from the
%% rest by the word `class` before the selector.
-module(beamtalk_protocol).

-export(['class_requiredMethods:'/2, 'class_conformingClasses:'/2, 'class_isProtocol:'/2, class_allProtocols/1]).
-export([class_requiredMethods/1, class_conformingClasses/1, class_new/1]).

-type class() :: beamtalk_class_reference:class().

-spec 'class_requiredMethods:'(class(), atom()) -> [atom()].
'class_requiredMethods:'(_, Name) ->
    [symbol(Required) || Required <- beamtalk_protocols:required(Name)].

-spec symbol({beamtalk_class_reference:side(), atom()}) -> atom().
symbol({instance, Selector}) -> Selector;
symbol({class, Selector}) -> binary_to_atom(<<"class ", (atom_to_binary(Selector))/binary>>).

-spec 'class_conformingClasses:'(class(), atom()) -> [atom()].
'class_conformingClasses:'(_, Name) ->
    beamtalk_protocols:conforming_classes(Name).

-spec 'class_isProtocol:'(class(), atom()) -> boolean().
'class_isProtocol:'(_, Name) ->
    beamtalk_protocols:is_protocol(Name).

-spec class_allProtocols(class()) -> [atom()].
class_allProtocols(_) ->
    beamtalk_protocols:all().

%% Sent to a protocol itself.
-spec class_requiredMethods(class()) -> [atom()].
class_requiredMethods(Self) ->
    'class_requiredMethods:'(Self, beamtalk_class_reference:name(Self)).

-spec class_conformingClasses(class()) -> [atom()].
class_conformingClasses(Self) ->
    'class_conformingClasses:'(Self, beamtalk_class_reference:name(Self)).

-spec class_new(class()) -> no_return().
class_new(Self) ->
    Hint = <<"A protocol has no instances: any class that understands its messages conforms to it">>,
    beamtalk_error:raise(instantiation_error, beamtalk_class_reference:name(Self), new, Hint).
