%% Primitives of Array: a tagged map whose `data` maps places, counted from 0, to
%% elements. Arrays with the same elements are the same term.
-module(beamtalk_array).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export(['class_withAll:'/2, size/1, 'at:'/2, first/1, last/1, 'at:put:'/3, 'includes:'/2]).
-export(['do:'/2, 'collect:'/2, 'select:'/2, 'inject:into:'/3, printString/1]).

-type array(E) :: #{?TAG := 'Array', data := #{non_neg_integer() => E}}.
-type block(Answer) :: fun((term()) -> Answer).

-spec 'class_withAll:'(term(), [E]) -> array(E).
'class_withAll:'(_, List) when length(List) >= 0 ->
    from_list(List);
'class_withAll:'(_, _) ->
    beamtalk_argument:type_error('Array', 'withAll:', <<"Pass a List">>).

-spec from_list([E]) -> array(E).
from_list(List) ->
    #{?TAG => 'Array', data => maps:from_list(numbered(List, 0))}.

-spec numbered([E], non_neg_integer()) -> [{non_neg_integer(), E}].
numbered([Element | Rest], Place) -> [{Place, Element} | numbered(Rest, Place + 1)];
numbered([], _) -> [].

-spec to_list(array(E)) -> [E].
to_list(#{data := Data}) ->
    from(map_size(Data) - 1, Data, []).

-spec from(integer(), #{non_neg_integer() => E}, [E]) -> [E].
from(-1, _, List) -> List;
from(Place, Data, List) -> from(Place - 1, Data, [map_get(Place, Data) | List]).

-spec size(array(term())) -> non_neg_integer().
size(#{data := Data}) -> map_size(Data).

-spec 'at:'(array(E), pos_integer()) -> E.
'at:'(Self, Index) -> at(Self, Index, 'at:').

-spec at(array(E), pos_integer(), atom()) -> E.
at(#{data := Data}, Index, _) when is_integer(Index), is_map_key(Index - 1, Data) ->
    map_get(Index - 1, Data);
at(#{data := Data}, Index, Selector) ->
    beamtalk_argument:refuse_index(Index, map_size(Data), {'Array', Selector}).

-spec first(array(E)) -> E.
first(Self) -> at(Self, 1, first).

-spec last(array(E)) -> E.
last(#{data := Data} = Self) -> at(Self, max(1, map_size(Data)), last).

-spec 'at:put:'(array(E), pos_integer(), E) -> array(E).
'at:put:'(#{data := Data} = Self, Index, Element) when is_integer(Index), is_map_key(Index - 1, Data) ->
    Self#{data := Data#{Index - 1 := Element}};
'at:put:'(_, Index, _) when is_integer(Index) ->
    Hint = <<"at:put: replaces an element; it adds none">>,
    beamtalk_error:raise(index_out_of_bounds, 'Array', 'at:put:', Hint);
'at:put:'(_, _, _) ->
    beamtalk_argument:type_error('Array', 'at:put:', <<"An index is an Integer">>).

-spec 'includes:'(array(E), E) -> boolean().
'includes:'(Self, Element) -> beamtalk_list:'includes:'(to_list(Self), Element).

-spec 'do:'(array(term()), block(term())) -> nil.
'do:'(#{data := Data}, Block) when is_function(Block, 1) -> each(0, map_size(Data), Data, Block);
'do:'(_, Block) -> refuse_block(Block, 'do:').

-spec each(non_neg_integer(), non_neg_integer(), #{non_neg_integer() => term()}, block(term())) -> nil.
each(Size, Size, _, _) ->
    nil;
each(Place, Size, Data, Block) ->
    _ = Block(map_get(Place, Data)),
    each(Place + 1, Size, Data, Block).

-spec 'collect:'(array(term()), block(R)) -> array(R).
'collect:'(Self, Block) when is_function(Block, 1) -> from_list(lists:map(Block, to_list(Self)));
'collect:'(_, Block) -> refuse_block(Block, 'collect:').

-spec 'select:'(array(E), block(boolean())) -> array(E).
'select:'(Self, Block) when is_function(Block, 1) ->
    from_list([Each || Each <- to_list(Self), Block(Each) =:= true]);
'select:'(_, Block) ->
    refuse_block(Block, 'select:').

-spec 'inject:into:'(array(E), A, fun((A, E) -> A)) -> A.
'inject:into:'(#{data := Data}, Initial, Block) when is_function(Block, 2) ->
    inject(0, map_size(Data), Data, Block, Initial);
'inject:into:'(_, _, Block) ->
    beamtalk_argument:refuse_block(Block, 2, 'Array', 'inject:into:').

-spec inject(non_neg_integer(), non_neg_integer(), #{non_neg_integer() => E}, fun((A, E) -> A), A) -> A.
inject(Size, Size, _, _, Value) ->
    Value;
inject(Place, Size, Data, Block, Value) ->
    inject(Place + 1, Size, Data, Block, Block(Value, map_get(Place, Data))).

-spec printString(array(term())) -> binary().
printString(Self) -> beamtalk_printing:print(Self).

-spec refuse_block(term(), atom()) -> no_return().
refuse_block(Block, Selector) ->
    beamtalk_argument:refuse_block(Block, 1, 'Array', Selector).
