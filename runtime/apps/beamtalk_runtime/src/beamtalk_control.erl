%% Counted loops that are compiled in place: what they check before they start.
-module(beamtalk_control).

-export([check_bounds/3, goes_on/3]).

%% First, last and step of a loop must be numbers.
-spec check_bounds(term(), term(), term()) -> ok.
check_bounds(First, Last, Step) when is_number(First), is_number(Last), is_number(Step) ->
    ok;
check_bounds(First, _Last, _Step) when not is_number(First) ->
    beamtalk_error:raise(does_not_understand, beamtalk_class_of:class_of(First), 'to:do:');
check_bounds(First, _Last, _Step) ->
    beamtalk_error:raise(type_error, beamtalk_class_of:class_of(First), 'to:do:').

%% A step of 0 leads nowhere: such a loop does nothing.
-spec goes_on(number(), number(), number()) -> boolean().
goes_on(Index, Last, Step) when Step > 0 -> Index =< Last;
goes_on(Index, Last, Step) when Step < 0 -> Index >= Last;
goes_on(_Index, _Last, _Step) -> false.
