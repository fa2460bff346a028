-module(beamtalk_collection_tests).
-include("expect.hrl").

%% A collection of one's own: it holds a list and says what it is asked.
collection_test_() ->
    {setup,
        fun() ->
            Started = toy:start(),
            toy:define('Shelf', 'Value', #{
                asList => fun(#{items := Items}, []) -> Items end,
                species => fun(_, []) -> toy:class('Shelf') end,
                'anySatisfy:' => fun(#{items := Items}, [Block]) -> lists:any(Block, Items) end
            }, #{
                class => #{'withAll:' => fun(_, [List]) -> #{?TAG => 'Shelf', items => List} end}
            }),
            Started
        end,
        fun toy:stop/1, fun(_) ->
            Shelf = #{?TAG => 'Shelf', items => [1, 2, 3]},
            Collect = 'parallelCollect:',
            Limited = 'parallelCollect:maxConcurrency:',
            Tenfold = fun(N) -> N * 10 end,
            [
                ?_assert(beamtalk_collection:'includes:'(Shelf, 2)),
                ?_assertNot(beamtalk_collection:'includes:'(Shelf, 2.0)),
                ?_assertEqual(#{?TAG => 'Shelf', items => [10, 20, 30]}, beamtalk_collection:Collect(Shelf, Tenfold)),
                ?_assertEqual(#{?TAG => 'Shelf', items => [10, 20, 30]}, beamtalk_collection:Limited(Shelf, Tenfold, 2)),
                ?_assertRaises(type_error, 'Shelf', beamtalk_collection:Collect(Shelf, a)),
                ?_assertRaises(type_error, 'Shelf', beamtalk_collection:Limited(Shelf, Tenfold, 0)),
                ?_assertRaises(type_error, 'Shelf', beamtalk_collection:Limited(Shelf, Tenfold, a)),
                ?_assertRaises(arity_mismatch, 'Block', beamtalk_collection:Limited(Shelf, fun() -> a end, 2))
            ]
        end}.
