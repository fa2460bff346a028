%% Primitives of Collection. They know of the receiver only what any collection
%% understands.
-module(beamtalk_collection).

-export(['includes:'/2, 'parallelCollect:'/2, 'parallelCollect:maxConcurrency:'/3]).

-spec 'includes:'(term(), term()) -> boolean().
'includes:'(Self, Element) ->
    Test = fun(Each) -> beamtalk_equality:eq(Each, Element) end,
    beamtalk_dispatch:send(Self, 'anySatisfy:', [Test]).

-spec 'parallelCollect:'(term(), fun((term()) -> term())) -> term().
'parallelCollect:'(Self, Block) when is_function(Block, 1) ->
    collect(Self, Block, infinity);
'parallelCollect:'(Self, Block) ->
    refuse_block(Self, Block, 'parallelCollect:').

-spec 'parallelCollect:maxConcurrency:'(term(), fun((term()) -> term()), pos_integer()) -> term().
'parallelCollect:maxConcurrency:'(Self, Block, Limit) when
    is_function(Block, 1), is_integer(Limit), Limit > 0
->
    collect(Self, Block, Limit);
'parallelCollect:maxConcurrency:'(Self, Block, _) when is_function(Block, 1) ->
    Class = beamtalk_class_of:class_of(Self),
    Hint = <<"Pass a positive Integer">>,
    beamtalk_argument:type_error(Class, 'parallelCollect:maxConcurrency:', Hint);
'parallelCollect:maxConcurrency:'(Self, Block, _) ->
    refuse_block(Self, Block, 'parallelCollect:maxConcurrency:').

-spec collect(term(), fun((term()) -> term()), pos_integer() | infinity) -> term().
collect(Self, Block, Limit) ->
    Answers = beamtalk_parallel:map(Block, beamtalk_dispatch:send(Self, asList, []), Limit),
    Species = beamtalk_dispatch:send(Self, species, []),
    beamtalk_dispatch:send(Species, 'withAll:', [Answers]).

-spec refuse_block(term(), term(), atom()) -> no_return().
refuse_block(Self, Block, Selector) ->
    beamtalk_argument:refuse_block(Block, 1, beamtalk_class_of:class_of(Self), Selector).
