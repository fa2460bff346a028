%% Primitives of Set: a tagged map whose `elements` are an ordered list.
-module(beamtalk_set).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export(['class_withAll:'/2, 'includes:'/2, 'add:'/2, 'remove:'/2]).
-export(['union:'/2, 'intersection:'/2, 'difference:'/2, 'isSubsetOf:'/2, printString/1]).

-type set() :: #{?TAG := 'Set', elements := beamtalk_term_order:ordered()}.

-spec 'class_withAll:'(term(), [term()]) -> set().
'class_withAll:'(_, List) when length(List) >= 0 ->
    #{?TAG => 'Set', elements => beamtalk_term_order:unique(List)};
'class_withAll:'(_, _) ->
    beamtalk_argument:type_error('Set', 'withAll:', <<"Pass a List">>).

-spec 'includes:'(set(), term()) -> boolean().
'includes:'(#{elements := Elements}, Element) -> lists:member(Element, Elements).

-spec 'add:'(set(), term()) -> set().
'add:'(#{elements := Elements} = Self, Element) ->
    Self#{elements := beamtalk_term_order:add(Element, Elements)}.

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

-spec printString(set()) -> binary().
printString(Self) -> beamtalk_printing:print(Self).
