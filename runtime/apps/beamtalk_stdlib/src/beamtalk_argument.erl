%% What a primitive says of an argument that it cannot take: errors in the name
%% of the class and selector at hand. Primitives test their arguments in guards
%% and come here only when a guard has failed.
-module(beamtalk_argument).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([refuse_block/4, refuse_index/3, type_error/3, argument_error/3]).

%% For an argument that should have been a block of that many parameters.
-spec refuse_block(term(), arity(), atom(), atom()) -> no_return().
refuse_block(Block, Arity, _Class, Selector) when is_function(Block) ->
    Fault = {badarity, {Block, lists:duplicate(Arity, nil)}},
    Error = beamtalk_fault:classify(Fault, []),
    beamtalk_error:raise_error(Error#beamtalk_error{selector = Selector});
refuse_block(_, 0, Class, Selector) ->
    type_error(Class, Selector, <<"Pass a block without parameters">>);
refuse_block(_, 1, Class, Selector) ->
    type_error(Class, Selector, <<"Pass a block with one parameter">>);
refuse_block(_, Arity, Class, Selector) ->
    Count = integer_to_binary(Arity),
    type_error(Class, Selector, <<"Pass a block with ", Count/binary, " parameters">>).

%% For an index, counted from 1, into a collection of that size.
-spec refuse_index(term(), non_neg_integer(), {atom(), atom()}) -> no_return().
refuse_index(Index, _, {Class, Selector}) when not is_integer(Index) ->
    type_error(Class, Selector, <<"An index is an Integer">>);
refuse_index(Index, 0, {Class, Selector}) when Index >= 1 ->
    beamtalk_error:raise(empty_collection, Class, Selector, <<"Ask isEmpty first">>);
refuse_index(_, 0, {Class, Selector}) ->
    beamtalk_error:raise(index_out_of_bounds, Class, Selector, <<"Places are counted from 1">>);
refuse_index(_, Size, {Class, Selector}) ->
    Last = integer_to_binary(Size),
    Hint = <<"An index lies between 1 and ", Last/binary>>,
    beamtalk_error:raise(index_out_of_bounds, Class, Selector, Hint).

-spec type_error(atom(), atom(), binary()) -> no_return().
type_error(Class, Selector, Hint) ->
    beamtalk_error:raise(type_error, Class, Selector, Hint).

-spec argument_error(atom(), atom(), binary()) -> no_return().
argument_error(Class, Selector, Hint) ->
    beamtalk_error:raise(argument_error, Class, Selector, Hint).
