%% Primitives of Collection. They know of the receiver only what any collection
%% understands.
-module(beamtalk_collection).

-export(['includes:'/2, 'inject:into:'/3, sum/1, average/1, 'parallelCollect:'/2, 'parallelCollect:maxConcurrency:'/3]).
-export(['requireBlock:taking:in:'/4, 'requireBlock:limit:'/3]).

-spec 'includes:'(term(), term()) -> boolean().
'includes:'(Self, Element) ->
    Test = fun(Each) -> beamtalk_equality:eq(Each, Element) end,
    beamtalk_dispatch:send(Self, 'anySatisfy:', [Test]).

%% What stands between two elements is kept by the process, for `do:` may be anyone's.
-spec 'inject:into:'(term(), A, fun((A, term()) -> A)) -> A.
'inject:into:'(Self, Initial, Block) when is_function(Block, 2) ->
    Place = make_ref(),
    put(Place, Initial),
    try
        Next = fun(Each) -> put(Place, Block(get(Place), Each)) end,
        _ = beamtalk_dispatch:send(Self, 'do:', [Next]),
        get(Place)
    after
        erase(Place)
    end;
'inject:into:'(Self, _, Block) ->
    beamtalk_argument:refuse_block(Block, 2, beamtalk_class_of:class_of(Self), 'inject:into:').

%% Numbers alone can be added up, and 0 is the sum of none.
-spec sum(term()) -> number().
sum(Self) ->
    total(elements(Self), 0, Self, sum).

-spec average(term()) -> float().
average(Self) ->
    case elements(Self) of
        [] ->
            beamtalk_error:raise(empty_collection, 'Collection', average, <<"Ask isEmpty first">>);
        Elements ->
            total(Elements, 0, Self, average) / length(Elements)
    end.

-spec total([term()], number(), term(), atom()) -> number().
total([Each | Rest], Sum, Self, Selector) when is_number(Each) ->
    total(Rest, Sum + Each, Self, Selector);
total([], Sum, _, _) ->
    Sum;
total(_, _, Self, Selector) ->
    Class = beamtalk_class_of:class_of(Self),
    beamtalk_argument:type_error(Class, Selector, <<"All elements must be numbers">>).

-spec elements(term()) -> [term()].
elements(Self) when is_list(Self) -> Self;
elements(Self) -> beamtalk_dispatch:send(Self, asList, []).

-spec 'parallelCollect:'(term(), fun((term()) -> term())) -> term().
'parallelCollect:'(Self, Block) when is_function(Block, 1) ->
    collect(Self, Block, infinity);
'parallelCollect:'(Self, Block) ->
    refuse_block(Self, Block, 'parallelCollect:').

-spec 'parallelCollect:maxConcurrency:'(term(), fun((term()) -> term()), pos_integer()) -> term().
'parallelCollect:maxConcurrency:'(Self, Block, Limit) ->
    nil = 'requireBlock:limit:'(Self, Block, Limit),
    collect(Self, Block, Limit).

-spec collect(term(), fun((term()) -> term()), pos_integer() | infinity) -> term().
collect(Self, Block, Limit) ->
    Answers = beamtalk_parallel:map(Block, elements(Self), Limit),
    Species = beamtalk_dispatch:send(Self, species, []),
    beamtalk_dispatch:send(Species, 'withAll:', [Answers]).

%% Before anything is done with it: a collection without elements would take anything.
-spec 'requireBlock:taking:in:'(term(), term(), arity(), atom()) -> nil.
'requireBlock:taking:in:'(_, Block, Count, _) when is_function(Block, Count) ->
    nil;
'requireBlock:taking:in:'(Self, Block, Count, Selector) ->
    beamtalk_argument:refuse_block(Block, Count, beamtalk_class_of:class_of(Self), Selector).

-spec 'requireBlock:limit:'(term(), term(), term()) -> nil.
'requireBlock:limit:'(_, Block, Limit) when is_function(Block, 1), is_integer(Limit), Limit > 0 ->
    nil;
'requireBlock:limit:'(Self, Block, _) when is_function(Block, 1) ->
    Class = beamtalk_class_of:class_of(Self),
    beamtalk_argument:type_error(Class, 'parallelCollect:maxConcurrency:', <<"Pass a positive Integer">>);
'requireBlock:limit:'(Self, Block, _) ->
    refuse_block(Self, Block, 'parallelCollect:maxConcurrency:').

-spec refuse_block(term(), term(), atom()) -> no_return().
refuse_block(Self, Block, Selector) ->
    beamtalk_argument:refuse_block(Block, 1, beamtalk_class_of:class_of(Self), Selector).
