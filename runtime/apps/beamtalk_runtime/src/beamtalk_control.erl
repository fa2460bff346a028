%% Counted loops that are compiled in place: what they check before they start.
-module(beamtalk_control).

-export([check_bounds/3, goes_on/3]).

%% First, last and step of a loop must be numbers, and the step must lead somewhere.
-spec check_bounds(term(), term(), term()) -> ok.
check_bounds(First, Last, Step) when is_number(First), is_number(Last), is_number(Step), Step /= 0 ->
    ok;
check_bounds(First, Last, Step) when is_number(First), is_number(Last), is_number(Step) ->
    beamtalk_error:raise_message(
        user_error,
        'Interval',
        'to:by:do:',
        <<"A step of 0 never arrives">>,
        <<"Use a positive or a negative step">>
    );
check_bounds(First, _Last, _Step) when not is_number(First) ->
    beamtalk_error:raise(does_not_understand, beamtalk_class_of:class_of(First), 'to:do:');
check_bounds(First, _Last, _Step) ->
    beamtalk_error:raise(type_error, beamtalk_class_of:class_of(First), 'to:do:').

-spec goes_on(number(), number(), number()) -> boolean().
goes_on(Index, Last, Step) when Step > 0 -> Index =< Last;
goes_on(Index, Last, _Step) -> Index >= Last.
