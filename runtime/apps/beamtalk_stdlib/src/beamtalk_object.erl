%% Primitives of Object: reflection on any object, its default text, and raising
%% an error in its name.
-module(beamtalk_object).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([class/1, printString/1, hash/1, 'respondsTo:'/2, 'isKindOf:'/2, 'error:'/2]).
-export(['fieldAt:'/2, 'fieldAt:put:'/3, 'perform:'/2, 'perform:withArguments:'/3]).

-type class() :: beamtalk_class_reference:class() | beamtalk_class_reference:metaclass().

-spec class(term()) -> class().
class(Self) ->
    beamtalk_class_of:class(Self).

%% A value that does not print in another way is named by its class.
-spec printString(term()) -> binary().
printString(#{?TAG := Class}) -> atom_to_binary(Class);
printString(Self) -> beamtalk_printing:print(Self).

-spec hash(term()) -> non_neg_integer().
hash(Self) ->
    erlang:phash2(Self).

-spec 'respondsTo:'(term(), atom()) -> boolean().
'respondsTo:'(Self, Selector) ->
    beamtalk_dispatch:responds_to(Self, Selector).

-spec 'isKindOf:'(term(), class()) -> boolean().
'isKindOf:'(Self, Class) ->
    beamtalk_behaviour_intrinsics:isKindOf(Self, Class).

-spec 'error:'(term(), term()) -> no_return().
'error:'(Self, Message) ->
    beamtalk_exception:user_error(Self, undefined, Message).

-spec 'fieldAt:'(term(), atom()) -> term().
'fieldAt:'(#{?TAG := _} = Self, Name) ->
    case is_slot(Self, Name) of
        true -> maps:get(Name, Self, nil);
        false -> nil
    end;
'fieldAt:'({beamtalk_object, _, _, _} = Self, Name) ->
    beamtalk_actor_state:field(Self, Name);
'fieldAt:'(Self, _) ->
    immutable(Self, 'fieldAt:').

-spec is_slot(map(), term()) -> boolean().
is_slot(Self, Name) ->
    is_atom(Name) andalso not beamtalk_slots:is_hidden(Name) andalso
        not beamtalk_exception:is_exception(Self).

-spec 'fieldAt:put:'(term(), atom(), term()) -> term().
'fieldAt:put:'({beamtalk_object, _, _, _} = Self, Name, Value) ->
    case beamtalk_class_reference:side(Self) of
        none -> beamtalk_actor_state:put_field(Self, Name, Value);
        _ -> immutable(Self, 'fieldAt:put:')
    end;
'fieldAt:put:'(Self, _, _) ->
    immutable(Self, 'fieldAt:put:').

-spec immutable(term(), atom()) -> no_return().
immutable(Self, Selector) ->
    Hint = <<"Only actors have fields that change; a value answers a changed copy">>,
    beamtalk_error:raise(immutable_value, beamtalk_class_of:class_of(Self), Selector, Hint).

-spec 'perform:'(term(), atom()) -> term().
'perform:'(Self, Selector) ->
    beamtalk_dispatch:perform(Self, Selector).

-spec 'perform:withArguments:'(term(), atom(), [term()]) -> term().
'perform:withArguments:'(Self, Selector, Arguments) ->
    beamtalk_dispatch:perform(Self, Selector, Arguments).
