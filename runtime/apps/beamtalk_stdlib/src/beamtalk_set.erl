%% Primitives of Set: a tagged map whose `elements` are an ordered list.
-module(beamtalk_set).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export(['class_withAll:'/2, 'includes:'/2, 'add:'/2, 'remove:'/2]).
-export(['do:'/2, 'collect:'/2, 'inject:into:'/3]).
-export(['union:'/2, 'intersection:'/2, 'difference:'/2, 'isSubsetOf:'/2, printString/1]).

-type set() :: #{?TAG := 'Set', elements := beamtalk_term_order:ordered()}.

-spec 'class_withAll:'(term(), [term()]) -> set().
'class_withAll:'(_, List) ->
    case beamtalk_term_order:unique(List) of
        improper -> beamtalk_argument:type_error('Set', 'withAll:', <<"Pass a List">>);
        Elements -> #{?TAG => 'Set', elements => Elements}
    end.

-spec 'includes:'(set(), term()) -> boolean().
'includes:'(#{elements := Elements}, Element) -> lists:member(Element, Elements).

-spec 'add:'(set(), term()) -> set().
'add:'(#{elements := Elements} = Self, Element) ->
    % Looking is many times faster than copying what comes before it.
    case lists:member(Element, Elements) of
        true -> Self;
        false -> Self#{elements := beamtalk_term_order:add(Element, Elements)}
    end.

-spec 'remove:'(set(), term()) -> set().
'remove:'(#{elements := Elements} = Self, Element) ->
    Self#{elements := beamtalk_term_order:remove(Element, Elements)}.

-spec 'union:'(set(), set()) -> set().
'union:'(#{elements := Elements} = Self, Other) ->
    Self#{elements := beamtalk_term_order:union(Elements, elements(Other, 'union:'))}.

-spec 'intersection:'(set(), set()) -> set().
'intersection:'(#{elements := Elements} = Self, Other) ->
    Self#{elements := beamtalk_term_order:intersection(Elements, elements(Other, 'intersection:'))}.

-spec 'difference:'(set(), set()) -> set().
'difference:'(#{elements := Elements} = Self, Other) ->
    Self#{elements := beamtalk_term_order:difference(Elements, elements(Other, 'difference:'))}.

-spec 'isSubsetOf:'(set(), set()) -> boolean().
'isSubsetOf:'(#{elements := Elements}, Other) ->
    beamtalk_term_order:is_subset(Elements, elements(Other, 'isSubsetOf:')).

-spec elements(term(), atom()) -> beamtalk_term_order:ordered().
elements(#{?TAG := 'Set', elements := Elements}, _) -> Elements;
elements(_, Selector) -> beamtalk_argument:type_error('Set', Selector, <<"Pass a Set">>).

-spec 'do:'(set(), fun((term()) -> term())) -> nil.
'do:'(#{elements := Elements}, Block) when is_function(Block, 1) -> beamtalk_list:'do:'(Elements, Block);
'do:'(_, Block) -> beamtalk_argument:refuse_block(Block, 1, 'Set', 'do:').

-spec 'collect:'(set(), fun((term()) -> term())) -> set().
'collect:'(#{elements := Elements} = Self, Block) when is_function(Block, 1) ->
    Self#{elements := beamtalk_term_order:unique(lists:map(Block, Elements))};
'collect:'(_, Block) ->
    beamtalk_argument:refuse_block(Block, 1, 'Set', 'collect:').

-spec 'inject:into:'(set(), A, fun((A, term()) -> A)) -> A.
'inject:into:'(#{elements := Elements}, Initial, Block) when is_function(Block, 2) ->
    beamtalk_list:'inject:into:'(Elements, Initial, Block);
'inject:into:'(_, _, Block) ->
    beamtalk_argument:refuse_block(Block, 2, 'Set', 'inject:into:').

-spec printString(set()) -> binary().
printString(Self) -> beamtalk_printing:print(Self).
