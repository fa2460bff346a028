%% Slots of objects, read by name.
-module(beamtalk_slots).

-export([get/2, put/3]).

-spec get(term(), atom()) -> term().
get(Object, Slot) ->
    case Object of
        #{Slot := Value} -> Value;
        #{} -> erlang:error({badkey, Slot});
        _ -> beamtalk_error:raise(immutable_value, beamtalk_class_of:class_of(Object), 'fieldAt:')
    end.

-spec put(term(), atom(), term()) -> no_return().
put(Object, _Slot, _Value) ->
    beamtalk_error:raise(immutable_value, beamtalk_class_of:class_of(Object), 'fieldAt:put:').
