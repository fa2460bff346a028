%% Collections whose contents are equal are equal, however they came to be.
-module(beamtalk_collection_properties_tests).
-include("../../beamtalk_runtime/test/properties.hrl").
-include_lib("beamtalk_runtime/include/beamtalk.hrl").

collections_test_() ->
    {setup, fun toy:start/0, fun toy:stop/1, [
        ?_property("an Array is its elements, whatever edits made it", 100, arrays()),
        ?_property("a Set is its elements, whatever their order", 100, sets()),
        ?_property("equal objects have one hash", 100, hashes())
    ]}.

arrays() ->
    ?FORALL({Start, Edits}, {non_empty(list(integer())), list({pos_integer(), integer()})}, begin
        Size = length(Start),
        Put = fun({Place, Value}, {Array, List}) ->
            Index = (Place rem Size) + 1,
            {beamtalk_array:'at:put:'(Array, Index, Value), replaced(Index, Value, List)}
        end,
        {Edited, Model} = lists:foldl(Put, {array(Start), Start}, Edits),
        Edited =:= array(Model)
    end).

array(List) ->
    beamtalk_array:'class_withAll:'(none, List).

replaced(1, Value, [_ | Rest]) -> [Value | Rest];
replaced(Index, Value, [First | Rest]) -> [First | replaced(Index - 1, Value, Rest)].

%% Integers and Floats of the same number are two elements.
sets() ->
    Element = oneof([range(0, 4), ?LET(N, range(0, 4), float(N)), elements([a, b])]),
    ?FORALL({Elements, More}, {list(Element), list(Element)}, begin
        Set = set(Elements ++ More),
        Added = lists:foldl(fun(Each, To) -> beamtalk_set:'add:'(To, Each) end, set(More), Elements),
        Strict = lists:foldl(fun(Each, Seen) -> Seen#{Each => []} end, #{}, Elements ++ More),
        Set =:= set(lists:reverse(More) ++ Elements) andalso Set =:= Added andalso
            length(maps:get(elements, Set)) =:= map_size(Strict)
    end).

set(List) ->
    beamtalk_set:'class_withAll:'(none, List).

hashes() ->
    ?FORALL(Term, term(), beamtalk_object:hash(Term) =:= beamtalk_object:hash(binary_to_term(term_to_binary(Term)))).
