%% What match arms and destructuring assignments ask that Erlang's own patterns
%% cannot.
-module(beamtalk_match).

-export([at_key/2, holds/1, no_match/1, rest/2]).

%% A guard; a fault inside it makes it false.
-spec holds(fun(() -> term())) -> boolean().
holds(Test) ->
    try
        Test() =:= true
    catch
        error:_ -> false
    end.

-spec no_match(term()) -> no_return().
no_match(Value) ->
    Shown = beamtalk_printing:print(Value),
    beamtalk_error:raise_message(
        internal_error,
        undefined,
        'match:',
        <<"No arm of match: fits ", Shown/binary>>,
        <<"Add an arm for it, or `_ -> …` for everything else">>
    ).

%% The value under a key of a Dictionary or a Value.
-spec at_key(term(), term()) -> term().
at_key(Map, Key) when is_map(Map) ->
    maps:get(Key, Map);
at_key(Other, _Key) ->
    erlang:error({badmap, Other}).

%% The elements of an Array from a position on, as an Array.
-spec rest(term(), pos_integer()) -> map().
rest(#{'$beamtalk_class' := 'Array', data := Data} = Array, From) ->
    Rest = [maps:get(Index, Data) || Index <- lists:seq(From - 1, map_size(Data) - 1)],
    Array#{data => maps:from_list(lists:zip(lists:seq(0, length(Rest) - 1), Rest))};
rest(Other, _From) ->
    beamtalk_error:raise(type_error, beamtalk_class_of:class_of(Other), 'at:').
