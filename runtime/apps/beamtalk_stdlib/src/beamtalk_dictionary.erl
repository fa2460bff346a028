%% Primitives of Dictionary, which is a map without a class tag. All of them go
%% through it in the order of maps:to_list/1, which is not that of maps:fold/3.
-module(beamtalk_dictionary).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export(['class_new:'/2, size/1, keys/1, values/1, 'at:'/2, 'at:ifAbsent:'/3, 'at:put:'/3]).
-export(['includesKey:'/2, 'removeKey:'/2, 'merge:'/2, 'includes:'/2]).
-export(['do:'/2, 'inject:into:'/3, 'collect:'/2, 'doWithKey:'/2, printString/1]).

-spec 'class_new:'(term(), #{K => V}) -> #{K => V}.
'class_new:'(_, Map) when is_map(Map), not is_map_key(?TAG, Map) -> Map;
'class_new:'(_, _) -> mistyped('new:').

-spec size(map()) -> non_neg_integer().
size(Self) -> map_size(Self).

-spec keys(#{K => term()}) -> [K].
keys(Self) -> maps:keys(Self).

-spec values(#{term() => V}) -> [V].
values(Self) -> maps:values(Self).

-spec 'at:'(#{K => V}, K) -> V.
'at:'(Self, Key) ->
    case Self of
        #{Key := Value} -> Value;
        #{} -> missing(Key)
    end.

-spec missing(term()) -> no_return().
missing(Key) ->
    Text = beamtalk_printing:print(Key),
    beamtalk_error:raise_message(
        key_error,
        'Dictionary',
        'at:',
        <<"key not found: ", Text/binary>>,
        <<"Ask with 'includesKey:' first, or use 'at:ifAbsent:'">>
    ).

-spec 'at:ifAbsent:'(#{K => V}, K, fun(() -> V)) -> V.
'at:ifAbsent:'(Self, Key, Block) ->
    case Self of
        #{Key := Value} -> Value;
        #{} when is_function(Block, 0) -> Block();
        #{} -> beamtalk_argument:refuse_block(Block, 0, 'Dictionary', 'at:ifAbsent:')
    end.

-spec 'at:put:'(#{K => V}, K, V) -> #{K => V}.
'at:put:'(_, ?TAG, _) ->
    Hint = <<"This Symbol marks the class of a value and cannot be a key">>,
    beamtalk_argument:argument_error('Dictionary', 'at:put:', Hint);
'at:put:'(Self, Key, Value) ->
    Self#{Key => Value}.

-spec 'includesKey:'(#{K => term()}, K) -> boolean().
'includesKey:'(Self, Key) -> is_map_key(Key, Self).

-spec 'removeKey:'(#{K => V}, K) -> #{K => V}.
'removeKey:'(Self, Key) -> maps:remove(Key, Self).

-spec 'merge:'(#{K => V}, #{K => V}) -> #{K => V}.
'merge:'(Self, Other) when is_map(Other), not is_map_key(?TAG, Other) -> maps:merge(Self, Other);
'merge:'(_, _) -> mistyped('merge:').

-spec 'includes:'(#{term() => V}, V) -> boolean().
'includes:'(Self, Value) -> beamtalk_list:'includes:'(maps:values(Self), Value).

-spec 'do:'(#{term() => V}, fun((V) -> term())) -> nil.
'do:'(Self, Block) when is_function(Block, 1) -> beamtalk_list:'do:'(maps:values(Self), Block);
'do:'(_, Block) -> beamtalk_argument:refuse_block(Block, 1, 'Dictionary', 'do:').

-spec 'inject:into:'(#{term() => V}, A, fun((A, V) -> A)) -> A.
'inject:into:'(Self, Initial, Block) when is_function(Block, 2) ->
    beamtalk_list:'inject:into:'(maps:values(Self), Initial, Block);
'inject:into:'(_, _, Block) ->
    beamtalk_argument:refuse_block(Block, 2, 'Dictionary', 'inject:into:').

-spec 'collect:'(#{K => V}, fun((V) -> R)) -> #{K => R}.
'collect:'(Self, Block) when is_function(Block, 1) ->
    maps:from_list([{Key, Block(Value)} || {Key, Value} <- maps:to_list(Self)]);
'collect:'(_, Block) -> beamtalk_argument:refuse_block(Block, 1, 'Dictionary', 'collect:').

-spec 'doWithKey:'(#{K => V}, fun((K, V) -> term())) -> nil.
'doWithKey:'(Self, Block) when is_function(Block, 2) ->
    lists:foreach(fun({Key, Value}) -> Block(Key, Value) end, maps:to_list(Self)),
    nil;
'doWithKey:'(_, Block) ->
    beamtalk_argument:refuse_block(Block, 2, 'Dictionary', 'doWithKey:').

-spec printString(map()) -> binary().
printString(Self) -> beamtalk_printing:print(Self).

-spec mistyped(atom()) -> no_return().
mistyped(Selector) ->
    beamtalk_argument:type_error('Dictionary', Selector, <<"Pass a Dictionary">>).
