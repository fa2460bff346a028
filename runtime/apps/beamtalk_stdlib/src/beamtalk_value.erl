%% Primitives of Value: making instances of the class that got the message, and
%% their text.
-module(beamtalk_value).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([class_new/1, class_basicNew/1, 'class_new:'/2, printString/1]).

-type class() :: beamtalk_class_reference:class().

-spec class_new(class()) -> map().
class_new(Class) ->
    defaults(Class, new).

-spec class_basicNew(class()) -> map().
class_basicNew(Class) ->
    defaults(Class, basicNew).

%% Keys that are no fields are kept.
-spec 'class_new:'(class(), map()) -> map().
'class_new:'(Class, Fields) ->
    Instance = defaults(Class, 'new:'),
    maps:merge(Instance, beamtalk_construction:fields(Class, Fields)).

-spec defaults(class(), atom()) -> map().
defaults({beamtalk_object, _, Module, _} = Class, Selector) ->
    ok = beamtalk_construction:check(Class, Selector),
    Module:'__new'().

-spec printString(map()) -> binary().
printString(Self) ->
    beamtalk_printing:value(Self).
