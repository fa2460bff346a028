-module(beamtalk_region_tests).
-include_lib("eunit/include/eunit.hrl").

-import(beamtalk_region, [mark/0, leave/2, settle/2, wrote/2]).

%% Each case in a process of its own, which has no cells.
alone(Case) ->
    {_, Ref} = spawn_monitor(fun() -> Case(), exit(done) end),
    receive {'DOWN', Ref, process, _, Reason} -> ?assertEqual(done, Reason) end.

held() ->
    length([Cell || {Cell, ['$beamtalk_cell' | _]} <- get()]).

%% A method that answers `[n := n + 1]`, as it is compiled.
counter() ->
    Mark = mark(),
    Cell = beamtalk_cell:new(0),
    leave(Mark, fun() ->
        beamtalk_cell:enter(Cell, 0),
        beamtalk_cell:put(Cell, beamtalk_cell:get(Cell) + 1)
    end).

method(Body) ->
    Mark = mark(),
    leave(Mark, Body(beamtalk_cell:new(nil))).

regions_test_() ->
    [{Name, fun() -> alone(Case) end} || {Name, Case} <- [
        {"what does not leave is freed", fun() ->
            ?assertEqual(3, method(fun(_) -> 3 end)),
            ?assertEqual([a, #{}, {1, 2}], method(fun(_) -> [a, #{}, {1, 2}] end)),
            ?assertEqual(0, held())
        end},
        {"what leaves is kept, however deep it lies", fun() ->
            Tick = counter(),
            ?assertEqual([1, 2], [Tick(), Tick()]),
            #{in := [{_, Other} | _]} = method(fun(_) -> #{in => [{x, counter()} | tail]} end),
            ?assertEqual(1, Other()),
            ?assertEqual(2, held())
        end},
        {"what survives belongs to the method around", fun() ->
            ?assertEqual(1, method(fun(_) -> (counter())() end)),
            ?assertEqual(0, held())
        end},
        {"cells that lead to each other go together", fun() ->
            method(fun(Cell) ->
                Other = beamtalk_cell:new(fun() -> Cell end),
                beamtalk_cell:put(Cell, fun() -> Other end),
                done
            end),
            ?assertEqual(0, held())
        end},
        {"older cells keep what they are given", fun() ->
            method(fun(Older) ->
                ok = method(fun(Cell) ->
                    beamtalk_cell:put(Older, [fun() -> beamtalk_cell:get(Cell) end]),
                    ok
                end),
                [Block] = beamtalk_cell:get(Older),
                ?assertEqual(nil, Block()),
                ?assertEqual(2, held()),
                beamtalk_cell:put(Older, nil)
            end),
            ?assertEqual(0, held())
        end},
        {"the dictionary keeps what it is said to be given", fun() ->
            method(fun(Cell) ->
                Block = fun() -> beamtalk_cell:get(Cell) end,
                put(slots, #{block => Block}),
                wrote({dictionary, slots}, get(slots)),
                3
            end),
            ?assertEqual(1, held()),
            method(fun(_) -> erase(slots), 3 end),
            ?assertEqual(1, held())
        end},
        {"a great deal was written: the method around looks", fun() ->
            method(fun(Older) ->
                Long = lists:seq(1, 10000),
                method(fun(_) -> beamtalk_cell:put(Older, Long), ok end),
                ?assertEqual(2, held())
            end),
            ?assertEqual(0, held())
        end},
        {"failing leaves cells to the method around", fun() ->
            method(fun(_) -> catch method(fun(_) -> error(oh) end), ?assertEqual(2, held()) end),
            ?assertEqual(0, held())
        end},
        {"a loop does not collect what it drops", fun() ->
            Mark = mark(),
            [begin counter(), settle(Mark, []) end || _ <- lists:seq(1, 1000)],
            ?assert(held() =< 64)
        end},
        {"a loop keeps what it goes on with", fun() ->
            Mark = mark(),
            Add = fun(_, Counters) ->
                counter(),
                All = [counter() | Counters],
                settle(Mark, [All]),
                All
            end,
            Counters = lists:foldl(Add, [], lists:seq(1, 500)),
            ?assertEqual(lists:duplicate(500, 1), [Tick() || Tick <- Counters]),
            ?assert(held() =< 1200)
        end},
        {"an outer loop drops what it leaves around inner ones", fun() ->
            Outer = mark(),
            [begin
                counter(),
                Inner = mark(),
                [begin counter(), settle(Inner, []) end || _ <- lists:seq(1, 100)],
                settle(Outer, [])
            end || _ <- lists:seq(1, 300)],
            ?assert(held() =< 200)
        end},
        {"alternating writes are remembered once", fun() ->
            method(fun(One) ->
                method(fun(Two) ->
                    [begin beamtalk_cell:put(One, [I]), beamtalk_cell:put(Two, [I]) end || I <- lists:seq(1, 5000)],
                    ?assert(erts_debug:flat_size(get('$beamtalk_region')) < 1000)
                end)
            end),
            ?assertEqual(0, held())
        end},
        {"cells of no region stay until they are swept", fun() ->
            beamtalk_cell:take(#{make_ref() => 1}),
            method(fun(_) -> 1 end),
            ?assertEqual(1, held()),
            beamtalk_cell:sweep([]),
            ?assertEqual(0, held())
        end}
    ]].
