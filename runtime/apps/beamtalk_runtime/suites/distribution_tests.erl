%% Actors on two nodes are as actors on one, but for a node that may go away.
-module(distribution_tests).
-include_lib("stdlib/include/assert.hrl").
-include("../include/beamtalk.hrl").

-compile([export_all, nowarn_export_all]).
-import(actors, [send/2, send/3, pid/1, kind/1, error_kind/1, value/1, class/1, beside/1, outcome/1]).
-import(nodes, [eventually/1]).

distribution_test_() ->
    case nodes:distributed() of
        ok ->
            actors:suite(?MODULE, [
                an_actor_lives_on_another_node, a_start_elsewhere_that_fails_spares_both,
                a_node_needs_the_class, blocks_travel, a_block_needs_its_code, exceptions_travel_whole, circles_across_nodes_are_refused,
                links_lead_across_nodes, an_actor_without_a_spawner_ends, a_killed_node_takes_its_actors_along,
                a_name_is_known_everywhere, a_name_moves_when_its_node_is_killed,
                a_group_has_members_everywhere, a_group_shrinks_when_a_node_is_killed
            ]);
        {error, Reason} ->
            io:format(user, "skipped: no distribution (is epmd there?): ~0tp~n", [Reason]),
            []
    end.

%% A node like this one.
elsewhere(Fun) ->
    nodes:with([folders()], fun([Node]) ->
        _ = erpc:call(Node, actors, start, []),
        Fun(Node)
    end).

%% The library's classes stay out: these folders have their own.
folders() ->
    [filename:dirname(code:which(It)) || It <- [beamtalk_dispatch, beamtalk_actor, fixture, actors]].

clerk_on(Node) -> clerk_on(Node, #{}).
clerk_on(Node, State) -> send(class('Clerk'), 'spawnOn:with:', [Node, State]).

an_actor_lives_on_another_node() ->
    elsewhere(fun(Node) ->
        Clerk = send(class('Clerk'), 'spawnOn:', [Node]),
        ?assertEqual([Node, 1, 2, true], [node(pid(Clerk)), send(Clerk, tick), send(Clerk, tick), send(Clerk, isAlive)]),
        ?assert(beamtalk_pid:isAlive(pid(Clerk))),
        nil = beamtalk_actor_call:cast(Clerk, tick, []),
        ?assertEqual(3, send(Clerk, n)),
        Monitor = send(Clerk, monitor),
        ?assertEqual([ok, false, ok], [send(Clerk, stop), send(Clerk, isAlive), send(Clerk, stop)]),
        ?assertEqual(normal, receive {'DOWN', Monitor, process, _, Reason} -> Reason end),
        ?assertEqual(actor_dead, kind(fun() -> send(Clerk, n) end)),
        ?assertNot(beamtalk_pid:isAlive(pid(Clerk)))
    end).

a_start_elsewhere_that_fails_spares_both() ->
    fails_on('gone@127.0.0.1', #{}, instantiation_error, <<"cannot be reached">>),
    fails_on(<<"kitchen">>, #{}, type_error, <<"Symbol">>),
    elsewhere(fun(Node) ->
        fails_on(Node, #{start => fun(_) -> error(broken) end}, instantiation_error, <<"broken">>),
        fails_on(Node, not_a_dictionary, type_error, <<"Pass the state as">>),
        ?assertEqual([], erpc:call(Node, beamtalk_actor_instances, all, []))
    end).

%% Nodes that know nothing, and everything but the class.
a_node_needs_the_class() ->
    nodes:with([[]], fun([Node]) ->
        fails_on(Node, #{}, instantiation_error, <<"Beamtalk does not run on">>)
    end),
    nodes:with([lists:droplast(folders())], fun([Node]) ->
        _ = erpc:call(Node, fixture, start, []),
        fails_on(Node, #{}, instantiation_error, <<"does not have this class">>)
    end).

%% And the one who asks finds nothing in its mailbox.
fails_on(Node, State, Kind, Words) ->
    {Error, Mailbox} = outcome(beside(fun() ->
        process_flag(trap_exit, true),
        {fixture:error_of(fun() -> clerk_on(Node, State) end), process_info(self(), messages)}
    end)),
    ?assertMatch({#beamtalk_error{kind = Kind}, {messages, []}}, {Error, Mailbox}),
    ?assertMatch({_, {_, _}}, {Error, binary:match(Error#beamtalk_error.hint, Words)}).

blocks_travel() ->
    elsewhere(fun(Node) ->
        Clerk = clerk_on(Node),
        Count = blocks:counter(),
        ?assertEqual(6, send(Clerk, 'run:', [blocks:total([1, 2, 3])])),
        %% There it begins with what the variable was, here it goes on.
        ?assertEqual([1, 1, 2], [Count(), send(Clerk, 'run:', [Count]), Count()]),
        ?assertEqual(Node, send(Clerk, 'do:', [fun(_) -> node() end])),
        Here = actors:make('Clerk'),
        ?assertEqual(1, send(Clerk, 'do:', [fun(_) -> send(Here, tick) end])),
        ?assertEqual(1, send(Here, n))
    end).

a_block_needs_its_code() ->
    elsewhere(fun(Node) ->
        Clerk = clerk_on(Node),
        {Here, There} = {module_of_blocks("here"), module_of_blocks("there")},
        {module, _} = load(node(), Here),
        Fails = fun() ->
            Error = fixture:error_of(fun() -> send(Clerk, 'run:', [some_blocks:block()]) end),
            ?assertMatch(#beamtalk_error{kind = runtime_error, class = 'Clerk'}, Error),
            Words = <<"the code of this block is not on this node: some_blocks">>,
            ?assertMatch({_, {_, _}}, {Error, binary:match(Error#beamtalk_error.message, Words)})
        end,
        Fails(),
        {module, _} = load(Node, There),
        Fails(),
        {module, _} = load(Node, Here),
        ?assertEqual(here, send(Clerk, 'run:', [some_blocks:block()]))
    end).

load(Node, Beam) -> erpc:call(Node, code, load_binary, [some_blocks, "some_blocks", Beam]).

%% Answers a block whose value is the word.
module_of_blocks(Word) ->
    Form = fun(Text) ->
        {ok, Tokens, _} = erl_scan:string(Text),
        {ok, Parsed} = erl_parse:parse_form(Tokens),
        Parsed
    end,
    {ok, some_blocks, Beam} = compile:forms([
        Form("-module(some_blocks)."), Form("-export([block/0])."), Form("block() -> fun() -> " ++ Word ++ " end.")
    ]),
    Beam.

exceptions_travel_whole() ->
    elsewhere(fun(Node) ->
        Clerk = clerk_on(Node),
        Caught = fun(Fun) -> fixture:caught(fun() -> send(Clerk, 'do:', [fun(_) -> Fun() end]) end) end,
        Own = Caught(fun() -> beamtalk_exception:signal('BadLuck', <<"a black cat">>) end),
        ?assertEqual(
            {'BadLuck', signal, <<"a black cat">>},
            {maps:get(?TAG, Own), beamtalk_exception:kind(Own), beamtalk_exception:message(Own)}
        ),
        Raise = fun() -> beamtalk_error:raise(key_error, 'Point', 'at:', <<"look first">>) end,
        ?assertMatch(
            #{error := #beamtalk_error{kind = key_error, class = 'Point', selector = 'at:', hint = <<"look first">>}},
            Caught(Raise)
        ),
        Fault = Caught(fun() -> length(node()) end),
        ?assertMatch(#{error := #beamtalk_error{class = 'Clerk'}, stacktrace := [_ | _]}, Fault),
        ?assertEqual([erlang_exit, erlang_throw], [
            beamtalk_exception:kind(Caught(Fun)) || Fun <- [fun() -> exit(broken) end, fun() -> throw(broken) end]
        ]),
        ?assertEqual(does_not_understand, kind(fun() -> send(Clerk, whatever) end)),
        ?assertEqual(0, send(Clerk, n))
    end).

circles_across_nodes_are_refused() ->
    elsewhere(fun(Node) ->
        {Here, There} = {actors:make('Clerk'), clerk_on(Node)},
        Circle = fun(A, B) -> send(A, 'do:', [fun(_) -> send(B, 'do:', [fun(_) -> send(A, n) end]) end]) end,
        ?assertEqual([deadlock_detected, deadlock_detected], [
            kind(fun() -> Circle(Here, There) end), kind(fun() -> Circle(There, Here) end)
        ]),
        ?assertEqual([0, 0], [send(Here, n), send(There, n)])
    end).

links_lead_across_nodes() ->
    elsewhere(fun(Node) ->
        Test = self(),
        {Spawner, _} = beside(fun() -> Test ! {made, clerk_on(Node)}, receive never -> ok end end),
        Clerk = receive {made, Made} -> Made end,
        Monitor = erlang:monitor(process, pid(Clerk)),
        exit(Spawner, kill),
        ?assertEqual(killed, receive {'DOWN', Monitor, process, _, Reason} -> Reason end),
        ?assertEqual({died, killed}, outcome(beside(fun() -> send(clerk_on(Node), kill), receive never -> ok end end)))
    end).

%% The spawner dies while the actor begins.
an_actor_without_a_spawner_ends() ->
    elsewhere(fun(Node) ->
        Test = self(),
        Start = fun(_) -> Test ! {beginning, self()}, receive go -> ok end end,
        {Spawner, Ended} = beside(fun() -> clerk_on(Node, #{start => Start}) end),
        Beginning = receive {beginning, Pid} -> Pid end,
        exit(Spawner, kill),
        receive {'DOWN', Ended, process, _, _} -> ok end,
        Monitor = erlang:monitor(process, Beginning),
        Beginning ! go,
        ?assertEqual(noproc, receive {'DOWN', Monitor, process, _, Reason} -> Reason end)
    end).

a_killed_node_takes_its_actors_along() ->
    elsewhere(fun(Node) ->
        Test = self(),
        Clerk = clerk_on(Node),
        unlink(pid(Clerk)),
        Linked = beside(fun() -> _ = clerk_on(Node), Test ! linked, receive never -> ok end end),
        receive linked -> ok end,
        ok = send(Clerk, 'onExit:', [fun(Reason) -> Test ! {told, Reason} end]),
        Monitor = send(Clerk, monitor),
        Asking = beside(fun() ->
            kind(fun() -> send(Clerk, 'do:', [fun(_) -> Test ! inside, receive never -> ok end end]) end)
        end),
        receive inside -> ok end,
        nodes:kill(Node),
        ?assertEqual(actor_dead, outcome(Asking)),
        ?assertEqual(noconnection, receive {'DOWN', Monitor, process, _, Reason} -> Reason end),
        ?assertEqual(noconnection, receive {told, Told} -> Told end),
        ?assertEqual({died, noconnection}, outcome(Linked)),
        ?assertEqual(actor_dead, kind(fun() -> send(Clerk, n) end)),
        ?assertEqual([false, nil, ok, ok], [
            send(Clerk, isAlive), beamtalk_actor_call:cast(Clerk, tick, []), send(Clerk, stop), send(Clerk, kill)
        ])
    end).

a_name_is_known_everywhere() ->
    elsewhere(fun(Node) ->
        Clerk = clerk_on(Node, #{n => 7}),
        Clerk = value(send(Clerk, 'registerGloballyAs:', [theDesk])),
        Desk = value(send(class('Clerk'), 'globallyNamed:', [theDesk])),
        ?assertEqual([7, true], [send(Desk, n), send(Desk, isAlive)]),
        ?assertEqual('Clerk', beamtalk_class_of:class_of(Desk)),
        ?assertEqual(class('Clerk'), beamtalk_class_of:class(Desk)),
        ?assertEqual(<<"Actor(Clerk, global, theDesk)">>, iolist_to_binary(beamtalk_printing:element(Desk))),
        ?assertEqual(beamtalk_printing:print(Clerk), beamtalk_printing:print(Desk)),
        ?assertEqual(pid(Clerk), erpc:call(Node, actors, pid, [Desk])),
        Refusals = [
            {name_registered, fun() -> send(actors:make('Clerk'), 'registerGloballyAs:', [theDesk]) end},
            {type_error, fun() -> send(Clerk, 'registerGloballyAs:', [anotherDesk]) end},
            {type_error, fun() -> send(Clerk, 'registerGloballyAs:', [<<"desk">>]) end},
            {wrong_class, fun() -> send(class('HeadClerk'), 'globallyNamed:', [theDesk]) end},
            {name_not_registered, fun() -> send(class('Clerk'), 'globallyNamed:', [noDesk]) end},
            {type_error, fun() -> send(class('Clerk'), 'globallyNamed:', [1]) end}
        ],
        ?assertEqual([Kind || {Kind, _} <- Refusals], [error_kind(Ask()) || {_, Ask} <- Refusals]),
        yes = global:register_name(aProcess, self()),
        ?assertEqual(wrong_class, error_kind(send(class('Clerk'), 'globallyNamed:', [aProcess]))),
        ?assertEqual([ok, ok], [send(Clerk, unregisterGlobally), send(Clerk, unregisterGlobally)]),
        ?assertEqual(no_such_process, kind(fun() -> send(Desk, n) end)),
        ?assertEqual([false, true], [send(Desk, isAlive), send(Clerk, isAlive)])
    end).

a_name_moves_when_its_node_is_killed() ->
    elsewhere(fun(Node) ->
        There = clerk_on(Node, #{n => 1}),
        unlink(pid(There)),
        There = value(send(There, 'registerGloballyAs:', [theDesk])),
        Desk = value(send(class('Clerk'), 'globallyNamed:', [theDesk])),
        ?assertEqual(1, send(Desk, n)),
        nodes:kill(Node),
        Here = actors:make('Clerk', #{n => 2}),
        eventually(fun() -> Here = value(send(Here, 'registerGloballyAs:', [theDesk])) end),
        ?assertEqual(2, send(Desk, n))
    end).

group() -> [pid(It) || It <- send(class('Clerk'), 'inGroup:', [desks])].

a_group_has_members_everywhere() ->
    elsewhere(fun(Node) ->
        [Here, There] = Clerks = [actors:make('Clerk'), clerk_on(Node)],
        Head = send(class('HeadClerk'), 'spawnOn:with:', [Node, #{rank => 1}]),
        %% Joining twice makes no two members.
        ?assertEqual([ok, ok, ok, ok], [send(It, 'joinGroup:', [desks]) || It <- [Here | Clerks] ++ [Head]]),
        Members = lists:sort([pid(It) || It <- [Head | Clerks]]),
        eventually(fun() -> ?assertEqual(Members, lists:sort(group())) end),
        ?assertEqual([Head], send(class('HeadClerk'), 'inGroup:', [desks])),
        ?assertEqual([], send(class('Clerk'), 'inGroup:', [others])),
        ?assertEqual([ok, ok], [send(There, 'leaveGroup:', [desks]), send(There, 'leaveGroup:', [desks])]),
        eventually(fun() -> ?assertEqual(lists:sort([pid(Here), pid(Head)]), lists:sort(group())) end),
        ok = send(Head, stop),
        eventually(fun() -> ?assertEqual([pid(Here)], group()) end),
        ?assertEqual(type_error, kind(fun() -> send(Here, 'joinGroup:', [<<"desks">>]) end)),
        ok = send(Here, stop)
    end).

a_group_shrinks_when_a_node_is_killed() ->
    elsewhere(fun(Node) ->
        [Here, There] = Clerks = [actors:make('Clerk'), clerk_on(Node)],
        unlink(pid(There)),
        _ = [ok = send(It, 'joinGroup:', [desks]) || It <- Clerks],
        eventually(fun() -> ?assertEqual(2, length(group())) end),
        nodes:kill(Node),
        eventually(fun() -> ?assertEqual([pid(Here)], group()) end)
    end).
