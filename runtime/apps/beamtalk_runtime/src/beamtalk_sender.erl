%% Who has sent the message that is being answered, as far as the stack of this
%% process tells. For hints only: a sender that has jumped away is not seen.
-module(beamtalk_sender).

-export([is_class_method_of/1]).

%% Whether it is a class method that the class has or inherits, and so most
%% likely the class itself.
-spec is_class_method_of(atom()) -> boolean().
is_class_method_of(Class) ->
    {current_stacktrace, Stack} = process_info(self(), current_stacktrace),
    case lists:dropwhile(fun is_underway/1, Stack) of
        [{Module, Function, Arity, _} | _] -> is_above(beamtalk_method_function:method(Module, Function, Arity), Class);
        [] -> false
    end.

%% The runtime, and the classes that the search for a method has gone through.
-spec is_underway(tuple()) -> boolean().
is_underway({_, dispatch, 3, _}) -> true;
is_underway({_, class_dispatch, 3, _}) -> true;
is_underway({Module, _, _, _}) -> is_runtime(atom_to_binary(Module)).

-spec is_runtime(binary()) -> boolean().
is_runtime(<<"beamtalk_", _/binary>>) -> true;
is_runtime(_) -> false.

-spec is_above({atom(), beamtalk_class_reference:side(), atom()} | none, atom()) -> boolean().
is_above({Definer, class, _}, Class) -> beamtalk_class_registry:inherits_from(Class, Definer);
is_above(_, _) -> false.
