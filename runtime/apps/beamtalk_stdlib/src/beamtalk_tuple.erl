%% Primitives of Tuple, which is an Erlang tuple.
-module(beamtalk_tuple).

-export(['class_withAll:'/2, size/1, 'at:'/2, isOk/1, isError/1, 'do:'/2, atRandom/1, printString/1]).

-spec 'class_withAll:'(term(), [term()]) -> tuple().
'class_withAll:'(_, List) when length(List) >= 0 ->
    list_to_tuple(List);
'class_withAll:'(_, _) ->
    beamtalk_argument:type_error('Tuple', 'withAll:', <<"Pass a List">>).

-spec size(tuple()) -> non_neg_integer().
size(Self) -> tuple_size(Self).

%% A place that is not there is a message that is not understood.
-spec 'at:'(tuple(), pos_integer()) -> term().
'at:'(Self, Index) when is_integer(Index), Index >= 1, Index =< tuple_size(Self) ->
    element(Index, Self);
'at:'(Self, Index) when is_integer(Index) ->
    Count = integer_to_binary(tuple_size(Self)),
    Hint = <<"Index out of bounds: the Tuple has ", Count/binary, " elements">>,
    beamtalk_error:raise(does_not_understand, 'Tuple', 'at:', Hint);
'at:'(_, _) ->
    beamtalk_argument:type_error('Tuple', 'at:', <<"An index is an Integer">>).

-spec isOk(tuple()) -> boolean().
isOk({ok, _}) -> true;
isOk(_) -> false.

-spec isError(tuple()) -> boolean().
isError({error, _}) -> true;
isError(_) -> false.

-spec 'do:'(tuple(), fun((term()) -> term())) -> nil.
'do:'(Self, Block) when is_function(Block, 1) -> beamtalk_list:'do:'(tuple_to_list(Self), Block);
'do:'(_, Block) -> beamtalk_argument:refuse_block(Block, 1, 'Tuple', 'do:').

-spec atRandom(tuple()) -> term().
atRandom({}) ->
    beamtalk_argument:type_error('Tuple', atRandom, <<"An empty Tuple has no element to choose">>);
atRandom(Self) ->
    element(rand:uniform(tuple_size(Self)), Self).

-spec printString(tuple()) -> binary().
printString(Self) -> beamtalk_printing:print(Self).
