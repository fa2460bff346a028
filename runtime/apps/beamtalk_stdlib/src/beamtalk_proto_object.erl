%% Primitives of ProtoObject: comparing, the class of an object, and sending
%% messages by name.
-module(beamtalk_proto_object).

-export(['=='/2, '/='/2, '=:='/2, '=/='/2, class/1, 'doesNotUnderstand:args:'/3]).
-export(['perform:withArguments:'/3, 'performLocally:withArguments:'/3]).
-export(['perform:withArguments:timeout:'/4]).

-type class() :: beamtalk_class_reference:class() | beamtalk_class_reference:metaclass().

-spec '=='(term(), term()) -> boolean().
'=='(Self, Other) -> Self == Other.

-spec '/='(term(), term()) -> boolean().
'/='(Self, Other) -> Self /= Other.

-spec '=:='(term(), term()) -> boolean().
'=:='(Self, Other) -> Self =:= Other.

-spec '=/='(term(), term()) -> boolean().
'=/='(Self, Other) -> Self =/= Other.

-spec class(term()) -> class().
class(Self) ->
    beamtalk_class_of:class(Self).

-spec 'doesNotUnderstand:args:'(term(), atom(), [term()]) -> no_return().
'doesNotUnderstand:args:'(Self, Selector, Arguments) ->
    beamtalk_dispatch:does_not_understand(Self, Selector, Arguments).

-spec 'perform:withArguments:'(term(), atom(), [term()]) -> term().
'perform:withArguments:'(Self, Selector, Arguments) ->
    beamtalk_dispatch:perform(Self, Selector, Arguments).

-spec 'performLocally:withArguments:'(term(), atom(), [term()]) -> term().
'performLocally:withArguments:'(Self, Selector, Arguments) ->
    beamtalk_dispatch:perform_locally(Self, Selector, Arguments).

-spec 'perform:withArguments:timeout:'(term(), atom(), [term()], timeout()) -> term().
'perform:withArguments:timeout:'(Self, Selector, Arguments, Timeout) ->
    beamtalk_dispatch:perform(Self, Selector, Arguments, Timeout).
