%% What the server is made of, each part alone.
-module(beamtalk_compiler_data_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../src/beamtalk_compiler_request.hrl").

-import(beamtalk_compiler_pending, [new/0, add/2, take/2, sent/2, unsent/1, lost/1]).

ids(Requests) -> [Id || #request{id = Id} <- Requests].

request(Id) ->
    #request{id = Id, asker = {self(), make_ref()}, frame = <<>>, patience = query}.

requests_are_sent_in_order_and_at_most_twice_test() ->
    Three = lists:foldl(fun beamtalk_compiler_pending:add/2, new(), [request(3), request(1), request(2)]),
    ?assertEqual([1, 2, 3], ids(unsent(Three))),
    Sent = lists:foldl(fun beamtalk_compiler_pending:sent/2, Three, [1, 2]),
    ?assertEqual([3], ids(unsent(Sent))),
    {[], Again} = lost(Sent),
    ?assertEqual([1, 2, 3], ids(unsent(Again))),
    {Failed, Left} = lost(lists:foldl(fun beamtalk_compiler_pending:sent/2, Again, [1, 3])),
    ?assertEqual([1], ids(Failed)),
    ?assertEqual([2, 3], ids(unsent(Left))).

a_probe_goes_with_its_port_test() ->
    Probe = #request{id = 1, frame = <<>>, patience = probe},
    Pending = sent(1, add(Probe, new())),
    ?assert(beamtalk_compiler_pending:has_probe(Pending)),
    ?assertEqual({[], #{}}, lost(Pending)).

what_is_taken_leaves_nothing_behind_test() ->
    {_, Empty} = take(7, add(request(7), new())),
    ?assertEqual(new(), Empty),
    ?assertEqual(none, take(7, Empty)),
    ?assertEqual([], element(2, process_info(self(), monitors))).

the_end_of_time_and_of_askers_is_told_test() ->
    application:set_env(beamtalk_compiler, deadlines, #{query => 1}),
    {Asker, Monitor} = spawn_monitor(fun() -> receive stop -> ok end end),
    _ = add((request(8))#request{asker = {Asker, x}}, new()),
    receive {timeout, _, {deadline, 8}} -> ok end,
    Asker ! stop,
    receive {'DOWN', Monitor, process, _, _} -> ok end,
    receive {{asker_gone, 8}, _, process, Asker, _} -> ok end,
    application:unset_env(beamtalk_compiler, deadlines).

pauses_grow_and_stay_bearable_test() ->
    ?assertEqual([0, 0, 50, 100, 200, 400, 800, 1000, 1000], [beamtalk_compiler_patience:pause(N) || N <- lists:seq(0, 8)]).

answers_are_values_test_() ->
    Ok = {answer, #{id => 1, status => ok, lines => [1]}},
    No = {answer, #{id => 1, status => error, diagnostics => [#{message => <<"no">>}]}},
    Malformed = {error, [#{message => <<"Compiler port response is malformed">>}]},
    [
        ?_assertEqual({ok, #{lines => [1]}}, beamtalk_compiler_answer:whole(Ok)),
        ?_assertEqual({ok, [1]}, beamtalk_compiler_answer:field(lines, Ok)),
        ?_assertEqual(Malformed, beamtalk_compiler_answer:field(sends, Ok)),
        ?_assertEqual({error, [#{message => <<"no">>}]}, beamtalk_compiler_answer:field(lines, No)),
        ?_assertEqual(Malformed, beamtalk_compiler_answer:whole({answer, #{id => 1, status => odd}})),
        ?_assertEqual({error, type_unknown}, beamtalk_compiler_answer:type(No)),
        ?_assertEqual({error, type_unknown}, beamtalk_compiler_answer:type({failed, timed_out})),
        ?_assertEqual({not_found, <<"w">>}, beamtalk_compiler_answer:type({answer, #{id => 1, status => not_found, reason => <<"w">>}})),
        ?_assertEqual(
            {error, #{reason => ambiguous, message => <<"two">>}},
            beamtalk_compiler_answer:span({answer, #{id => 1, status => error, reason => ambiguous, message => <<"two">>}})
        ),
        ?_assertEqual(
            {error, #{reason => error, message => <<"Compiler port timed out">>}},
            beamtalk_compiler_answer:span({failed, timed_out})
        )
    ].

the_program_is_the_first_that_is_named_test() ->
    Before = os:getenv("BEAMTALK_PORT"),
    os:putenv("BEAMTALK_PORT", "/somewhere/beamtalk"),
    ?assertEqual({ok, {"/somewhere/beamtalk", ["compiler-port"]}}, beamtalk_compiler_program:find()),
    application:set_env(beamtalk_compiler, port_command, {"/bin/cat", []}),
    ?assertEqual({ok, {"/bin/cat", []}}, beamtalk_compiler_program:find()),
    application:set_env(beamtalk_compiler, port_command, "/bin/beamtalk"),
    ?assertEqual({ok, {"/bin/beamtalk", ["compiler-port"]}}, beamtalk_compiler_program:find()),
    application:unset_env(beamtalk_compiler, port_command),
    case Before of
        false -> os:unsetenv("BEAMTALK_PORT");
        _ -> os:putenv("BEAMTALK_PORT", Before)
    end.

%% Each pair is what a class says of a method, and what the port is told.
a_port_is_told_what_does_not_go_without_saying_test_() ->
    Plain = #{arity => 1, is_sealed => false, is_inferred => false, is_generated => false, visibility => public},
    [
        {Name, fun() ->
            Meta = #{class => 'Boat', is_sealed => false, method_info => #{'sail:' => Said}, class_method_info => odd},
            Expected = Meta#{method_info => #{'sail:' => Told}},
            ?assertEqual(Expected, beamtalk_compiler_classes:described(Meta))
        end}
     || {Name, Said, Told} <- [
            {"nothing special", Plain, #{arity => 1}},
            {"bodies are for others", #{source => <<"s">>, self_sends => [x], doc => <<"d">>}, #{doc => <<"d">>}},
            {"what is special", #{is_sealed => true, visibility => internal}, #{is_sealed => true, visibility => internal}},
            {"a type is told as text",
                #{return_type => 'A', return_type_text => <<"A">>, param_types => ['B'], param_type_texts => [<<"B">>]},
                #{return_type_text => <<"A">>, param_type_texts => [<<"B">>]}},
            {"or as a name, where one has no text",
                #{return_type => 'A', return_type_text => none, param_types => ['B', 'C'], param_type_texts => [none, <<"C">>]},
                #{return_type => 'A', return_type_text => none, param_types => ['B', 'C'], param_type_texts => [none, <<"C">>]}},
            {"a patch as it is", Plain#{is_patched => true, source => <<"s">>}, Plain#{is_patched => true, source => <<"s">>}},
            {"what is no description", odd, odd}
        ]
    ].

frames_are_kept_as_long_as_their_class_test() ->
    Meta = #{class => 'Boat'},
    {[Frame], Classes} = Registered = beamtalk_compiler_classes:register('Boat', Meta, #{}),
    Frames = beamtalk_compiler_classes:kept('Boat', Registered, #{}),
    ?assertEqual(#{'Boat' => Frame}, Frames),
    Self = self(),
    Tell = fun(Told) -> Self ! {told, Told}, ok end,
    ?assertEqual(Frames, beamtalk_compiler_classes:replay(Classes, #{}, #{}, #{}, Tell)),
    ?assertEqual(Frames, beamtalk_compiler_classes:replay(Classes, Frames, #{}, #{}, Tell)),
    ?assertEqual([[], [Frame], [], [Frame]], [receive {told, Told} -> Told end || _ <- lists:seq(1, 4)]),
    Removed = beamtalk_compiler_classes:remove('Boat', Classes),
    ?assertEqual(#{}, beamtalk_compiler_classes:kept('Boat', Removed, Frames)).

core_erlang_is_linted_test() ->
    Core = fun(Body) ->
        Name = fun(F, A) -> cerl:c_fname(F, A) end,
        cerl:c_module(cerl:c_atom(made_of_core), [Name(f, 0)], [], [{Name(f, 0), cerl:c_fun([], Body)}])
    end,
    ?assertMatch({ok, made_of_core, <<"FOR1", _/binary>>}, beamtalk_compiler_server:compile_core_erlang(Core(cerl:c_int(1)))),
    ?assertMatch({ok, made_of_core, _}, beamtalk_compiler_server:compile_core_erlang(term_to_binary(Core(cerl:c_int(1))))),
    {error, Why} = beamtalk_compiler_server:compile_core_erlang(Core(cerl:c_var('X'))),
    ?assertNotEqual(nomatch, binary:match(Why, <<"unbound_var">>)),
    ?assertMatch({error, _}, beamtalk_compiler_server:compile_core_erlang(<<"no term">>)),
    ?assertMatch({error, _}, beamtalk_compiler_server:compile_core_erlang(no_core)).

%% Whoever types wants the place, or a word on why there is none.
places_test_() ->
    [
        ?_assertEqual(Expected, beamtalk_compiler_answer:place(Outcome))
     || {Expected, Outcome} <- [
            {{ok, #{position => name}}, {answer, #{id => 1, status => ok, position => name}}},
            {{not_found, <<"why">>}, {answer, #{id => 1, status => not_found, reason => <<"why">>}}},
            {{error, not_understood}, {answer, #{id => 1, status => error, diagnostics => []}}},
            {{error, timed_out}, {failed, timed_out}},
            {{error, unavailable}, {failed, unavailable}},
            {{error, unavailable}, {failed, {exited, <<"why">>}}}
        ]
    ].
