%% Slots of objects, read by name, and what is one.
-module(beamtalk_slots).

-export([get/2, put/3, is_hidden/1]).

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

%% What the runtime keeps beside the slots is not for others to see.
-spec is_hidden(Name :: atom() | binary()) -> boolean().
is_hidden(Name) when is_atom(Name) -> is_hidden(atom_to_binary(Name));
is_hidden(<<"$", _/binary>>) -> true;
is_hidden(<<"__", _/binary>>) -> true;
is_hidden(_) -> false.
