%% What supervisors promise about life and death. Plans are made by hand here: how a
%% class becomes one is told by cases in the language itself.
-module(supervision_tests).
-include_lib("eunit/include/eunit.hrl").

supervision_test_() ->
    {foreach, fun begun/0, fun done/1, [
        {"outlives who started it", fun outlives_who_started_it/0},
        {"starts once", fun starts_once/0},
        {"ends newest first with the runtime", fun ends_newest_first_with_the_runtime/0},
        {"children may start supervisors", fun children_may_start_supervisors/0},
        {"failed start leaves nothing", fun failed_start_leaves_nothing/0},
        {"too many restarts end it", fun too_many_restarts_end_it/0},
        {"nested one stays stopped", fun nested_one_stays_stopped/0},
        {"start after stop is fresh", fun start_after_stop_is_fresh/0},
        {"survives the death of the registry", fun survives_the_death_of_the_registry/0},
        {"answers about its children", fun answers_about_its_children/0},
        {"dead one is stale", fun dead_one_is_stale/0},
        {"ends with those who share its group leader", fun ends_with_its_group_leader/0},
        {"reports in words", fun reports_in_words/0}
    ]}.

begun() ->
    #{level := Level} = logger:get_primary_config(),
    logger:set_primary_config(level, none),
    {ok, _} = application:ensure_all_started(beamtalk_runtime),
    supervised = ets:new(supervised, [named_table, public, ordered_set]),
    Level.

done(Level) ->
    _ = application:stop(beamtalk_runtime),
    ets:delete(supervised),
    logger:set_primary_config(level, Level).

outlives_who_started_it() ->
    {Starter, Monitor} = spawn_monitor(fun() -> exit({done, start(house, [child(a)])}) end),
    receive
        {'DOWN', Monitor, process, Starter, {done, {fresh, Pid}}} -> ok
    end,
    ?assertEqual([a], running(Pid)).

starts_once() ->
    Test = self(),
    Start = fun() -> Test ! {outcome, start(house, [child(a)])} end,
    _ = [spawn(Start) || _ <- lists:seq(1, 20)],
    Outcomes = [receive {outcome, Outcome} -> Outcome end || _ <- lists:seq(1, 20)],
    ?assertEqual(1, length([fresh || {fresh, _} <- Outcomes])),
    ?assertMatch([_], lists:usort([Pid || {_, Pid} <- Outcomes])).

%% Trees one after another, children within a tree one after another, and a tree
%% within a tree as a whole in its place.
ends_newest_first_with_the_runtime() ->
    {fresh, _} = start(house, [child(a), tree(kitchen, [child(b), child(c)]), child(d)]),
    {fresh, _} = start(garden, [child(e), child(f)]),
    ok = application:stop(beamtalk_runtime),
    ?assertEqual([{f, shutdown}, {e, shutdown}, {d, shutdown}, {c, shutdown}, {b, shutdown}, {a, shutdown}], ended()).

children_may_start_supervisors() ->
    Inner = fun() -> {fresh, _} = start(garden, [child(b)]) end,
    {fresh, House} = start(house, [child(a, Inner)]),
    ?assertEqual([a], running(House)),
    ?assertEqual([b], running(whereis(garden))).

failed_start_leaves_nothing() ->
    Failing = fun() -> exit(no_water) end,
    ?assertMatch(
        {error, {shutdown, {failed_to_start_child, b, _}}},
        start(house, [child(a), child(b, Failing)])
    ),
    ?assertEqual([{a, shutdown}], ended()),
    ?assertEqual(undefined, whereis(house)),
    ?assertMatch({fresh, _}, start(house, [child(a)])).

too_many_restarts_end_it() ->
    {fresh, Pid} = start(house, [child(a)]),
    Monitor = monitor(process, Pid),
    kill_until_gone(Monitor),
    ?assertEqual(undefined, whereis(house)),
    {fresh, New} = start(house, [child(a)]),
    ?assertNotEqual(Pid, New).

%% Each life of the child is killed once.
kill_until_gone(Monitor) ->
    case whereis(a) of
        undefined -> ok;
        Child -> exit(Child, kill)
    end,
    receive
        {'DOWN', Monitor, process, _, shutdown} -> ok
    after 0 ->
        erlang:yield(),
        kill_until_gone(Monitor)
    end.

nested_one_stays_stopped() ->
    {fresh, House} = start(house, [tree(kitchen, [child(a)]), child(b)]),
    ok = beamtalk_supervisor_handle:stop(handle(kitchen, whereis(kitchen))),
    ?assertEqual(undefined, whereis(kitchen)),
    ?assertEqual([b], running(House)).

start_after_stop_is_fresh() ->
    [
        begin
            {fresh, Pid} = start(house, [child(a)]),
            ok = beamtalk_supervisor_handle:stop(handle(house, Pid))
        end
     || _ <- lists:seq(1, 50)
    ],
    ?assertEqual(undefined, whereis(house)).

survives_the_death_of_the_registry() ->
    {fresh, Pid} = start(house, [child(a)]),
    Registry = whereis(beamtalk_class_registry),
    Monitor = monitor(process, Registry),
    exit(Registry, kill),
    receive {'DOWN', Monitor, process, _, _} -> ok end,
    %% Answered only when the restart is over.
    _ = supervisor:which_children(beamtalk_runtime_sup),
    ?assertEqual([a], running(Pid)),
    ?assertMatch({running, Pid}, start(house, [child(a)])).

answers_about_its_children() ->
    {fresh, Pid} = start(house, [child(a), tree(kitchen, [child(b)]), child(c)]),
    House = handle(house, Pid),
    ?assertEqual([a, kitchen, c], running(Pid)),
    ?assertEqual({ok, 3}, beamtalk_supervisor_handle:count(House)),
    ok = beamtalk_supervisor_handle:terminate(House, a),
    ok = beamtalk_supervisor_handle:terminate(House, a),
    ok = beamtalk_supervisor_handle:terminate(House, nobody),
    ?assertEqual([kitchen, c], running(Pid)),
    ?assertEqual({ok, 2}, beamtalk_supervisor_handle:count(House)).

dead_one_is_stale() ->
    {fresh, Pid} = start(house, [child(a)]),
    House = handle(house, Pid),
    ok = beamtalk_supervisor_handle:stop(House),
    ?assertEqual(stale, beamtalk_supervisor_handle:children(House)),
    ?assertEqual(stale, beamtalk_supervisor_handle:count(House)),
    ?assertEqual(stale, beamtalk_supervisor_handle:terminate(House, a)),
    ?assertEqual(stale, beamtalk_supervisor_handle:start_child(House, spawn, [])),
    ?assertEqual(stale, beamtalk_supervisor_handle:stop(House)),
    ?assertNot(beamtalk_supervisor_handle:is_alive(House)).

ends_with_its_group_leader() ->
    {fresh, _} = start(garden, [child(b)]),
    Leader = spawn(fun() -> receive stop -> ok end end),
    Start = fun() ->
        group_leader(Leader, self()),
        exit(start(house, [child(a)]))
    end,
    {_, Monitor} = spawn_monitor(Start),
    receive {'DOWN', Monitor, process, _, {fresh, _}} -> ok end,
    ?assertEqual({group_leader, Leader}, process_info(whereis(a), group_leader)),
    ok = beamtalk_supervisor_root:stop_of(Leader),
    ?assertEqual(undefined, whereis(a)),
    ?assertNotEqual(undefined, whereis(b)),
    exit(Leader, kill).

reports_in_words() ->
    Offender = [{pid, self()}, {id, 'Oven'}],
    Report = #{label => {supervisor, child_terminated}, report => [{reason, killed}, {offender, Offender}]},
    Event = #{level => error, msg => {report, Report}, meta => #{}},
    ?assertEqual(ignore, beamtalk_supervisor_log:filter(Event, [])),
    put('$beamtalk_supervisor', 'Bakery'),
    #{msg := {string, Text}} = beamtalk_supervisor_log:filter(Event, []),
    erase('$beamtalk_supervisor'),
    ?assertEqual("Bakery: Oven " ++ pid_to_list(self()) ++ " has ended: killed", Text).

start(Name, Children) ->
    beamtalk_supervisor_root:start(Name, plan(Name, Children)).

plan(Name, Children) ->
    Flags = #{strategy => one_for_one, intensity => 3, period => 60},
    #{class => Name, module => Name, flags => Flags, children => Children}.

tree(Name, Children) ->
    #{
        id => Name,
        start => {beamtalk_supervisor_tree, start_link, [plan(Name, Children)]},
        type => supervisor,
        shutdown => infinity
    }.

child(Name) ->
    child(Name, fun() -> ok end).

child(Name, First) ->
    #{id => Name, start => {supervised, start_link, [Name, First]}}.

handle(Name, Pid) ->
    {beamtalk_supervisor, Name, Name, Pid}.

running(Pid) ->
    {ok, Children} = beamtalk_supervisor_handle:children(handle(house, Pid)),
    [Id || {Id, _, _, _} <- Children].

ended() ->
    [Ended || {_, Ended} <- ets:tab2list(supervised)].
