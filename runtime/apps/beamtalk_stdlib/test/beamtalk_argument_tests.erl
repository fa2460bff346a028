-module(beamtalk_argument_tests).
-include("expect.hrl").

block_of_another_arity_test() ->
    Refuse = fun() -> beamtalk_argument:refuse_block(fun(_, _) -> ok end, 1, 'List', 'do:') end,
    ?assertRaises(arity_mismatch, 'Block', Refuse()),
    ?assertMatch(
        #{error := #beamtalk_error{
            message = <<"Wrong number of arguments: block expects 2 but was called with 1">>
        }},
        try Refuse() catch error:Exception -> Exception end
    ).

no_block_at_all_test_() ->
    [
        ?_assertRaises(type_error, 'List', beamtalk_argument:refuse_block(3, Arity, 'List', 'do:'))
     || Arity <- [0, 1, 2]
    ].

index_test_() ->
    Refuse = fun(Index, Size) -> beamtalk_argument:refuse_index(Index, Size, {'List', 'at:'}) end,
    [
        ?_assertRaises(type_error, 'List', Refuse(a, 3)),
        ?_assertRaises(type_error, 'List', Refuse(1.0, 0)),
        ?_assertRaises(index_out_of_bounds, 'List', Refuse(4, 3)),
        ?_assertRaises(index_out_of_bounds, 'List', Refuse(0, 3)),
        ?_assertRaises(index_out_of_bounds, 'List', Refuse(0, 0)),
        ?_assertRaises(empty_collection, 'List', Refuse(1, 0))
    ].
