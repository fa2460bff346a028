%% Faults and load while classes change: processes of the runtime are killed at
%% any moment, actors get many messages, classes are loaded again and again.
%% A few rounds of each; with CHAOS=full in the environment as many as it takes
%% to believe it.
-module(beamtalk_chaos_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").

-import(beamtalk_dispatch, [send/3]).
-import(fixture, [class/1]).

-define(MODULE_OF_MILL, 'bt@test@mill').

chaos_test_() ->
    {foreach, fun start/0, fun stop/1, [
        {timeout, 3600, {"kills of the runtime's processes: the registry is what is loaded", fun kills/0}},
        {timeout, 3600, {"kills during a change: the old class or the new one, never half", fun torn/0}},
        {timeout, 3600, {"changes under load: no message is lost or runs twice", fun load/0}},
        {timeout, 3600, {"thousands of versions leave nothing behind", fun versions/0}},
        {timeout, 3600, {"the same two versions in turn leave nothing behind", fun in_turn/0}}
    ]}.

rounds(Few, Many) ->
    case os:getenv("CHAOS") of
        "full" -> Many;
        _ -> Few
    end.

kills() ->
    ok = mill(0),
    Mill = send(class('Mill'), spawn, []),
    lists:foreach(
        fun(Round) ->
            kill(one_of([beamtalk_class_Mill, beamtalk_class_Point, beamtalk_class_registry, beamtalk_class_sup,
                beamtalk_code_change, beamtalk_extensions, beamtalk_pg])),
            Round rem 3 =:= 0 andalso changed(Round),
            settled(),
            ?assertEqual([], finally(fun disagreements/0, [])),
            ?assertEqual(Round, send(Mill, turn, []))
        end,
        lists:seq(1, rounds(40, 1000))
    ).

%% Whoever changes the class may be the one that dies, or its helpers.
torn() ->
    ok = mill(0),
    Mill = send(class('Mill'), spawn, []),
    lists:foreach(
        fun(Round) ->
            Beam = beam(Round),
            {Changer, Monitor} = spawn_monitor(fun() -> beamtalk_code_change:load(?MODULE_OF_MILL, "test", Beam) end),
            pause(rand:uniform(40) * 100),
            kill(one_of([Changer, Changer, beamtalk_class_registry, beamtalk_class_registry, beamtalk_code_change, beamtalk_class_Mill])),
            receive {'DOWN', Monitor, process, Changer, _} -> ok end,
            settled(),
            ?assertEqual(whole, finally(fun() -> whole(number(Mill), Round) end, whole)),
            ?assertEqual([], finally(fun disagreements/0, [])),
            %% The next round tells old and new apart.
            changed(Round),
            ?assertEqual([Round], finally(fun() -> number(Mill) end, [Round]))
        end,
        lists:seq(1, rounds(30, 500))
    ).

whole([Round], Round) -> whole;
whole([Before], Round) when Before =:= Round - 1 -> whole;
whole(Numbers, _) -> Numbers.

%% All that says which version the class is. A change that was under way when
%% its parts were killed may still come to its end.
number(Mill) ->
    {ok, Meta} = beamtalk_code_version:class_of(?MODULE_OF_MILL),
    lists:usort([
        send(Mill, number, []),
        ?MODULE_OF_MILL:number(Mill),
        send(class('Mill'), number, []),
        binary_to_integer(maps:get(doc, Meta)),
        binary_to_integer(maps:get(doc, beamtalk_class_hierarchy_table:metadata('Mill'))),
        binary_to_integer(maps:get(doc, beamtalk_object_class:metadata(beamtalk_class_registry:whereis_class('Mill'))))
    ]).

load() ->
    ok = mill(0),
    Mills = list_to_tuple([send(class('Mill'), spawn, []) || _ <- lists:seq(1, 100)]),
    Senders = [spawn_monitor(fun() -> exit({sent, turn_until_told(Mills, 0)}) end) || _ <- lists:seq(1, 8)],
    [begin changed(N), pause(2000) end || N <- lists:seq(1, rounds(50, 1000))],
    [Pid ! stop || {Pid, _} <- Senders],
    Sent = [receive {'DOWN', Monitor, process, _, {sent, Count}} -> Count end || {_, Monitor} <- Senders],
    Turns = [send(Mill, turns, []) || Mill <- tuple_to_list(Mills)],
    ?assertEqual(lists:sum(Sent), lists:sum(Turns)),
    ?assert(lists:sum(Sent) > 1000).

turn_until_told(Mills, Sent) ->
    receive
        stop -> Sent
    after 0 ->
        Turns = send(element(rand:uniform(tuple_size(Mills)), Mills), turn, []),
        true = is_integer(Turns),
        turn_until_told(Mills, Sent + 1)
    end.

%% Every version is another, and some actors keep blocks of those they have met.
versions() ->
    Keepers = [begin ok = mill(N), send(class('Mill'), spawn, []) end || N <- lists:seq(1, 5)],
    Change = fun(N) ->
        changed(N),
        New = send(class('Mill'), spawn, []),
        ?assertEqual({grain, N}, send(New, grind, [])),
        ok = send(New, stop, [])
    end,
    bounded(Change),
    ?assertEqual([{grain, N} || N <- lists:seq(1, 5)], [send(Keeper, grind, []) || Keeper <- Keepers]).

in_turn() ->
    ok = mill(0),
    Beams = {beam(1), beam(2)},
    Mill = send(class('Mill'), spawn, []),
    bounded(fun(N) ->
        ok = beamtalk_code_change:load(?MODULE_OF_MILL, "test", element(N rem 2 + 1, Beams)),
        ?assertEqual(N rem 2 + 1, send(Mill, number, []))
    end).

%% What one does a hundred times costs as much as doing it thousands of times.
bounded(Change) ->
    lists:foreach(Change, lists:seq(1001, 1100)),
    First = footprint(),
    lists:foreach(Change, lists:seq(1101, 1100 + rounds(100, 2000))),
    Last = footprint(),
    ?assertEqual([], [
        {What, Before, After}
     || {What, Slack} <- [{modules, 3}, {old, 3}, {atoms, 20}, {processes, 3}, {tables, 10}, {code, 200000}, {terms, 20}, {memory, 4000000}],
        #{What := Before} <- [First],
        #{What := After} <- [Last],
        After > Before * 1.1 + Slack
    ]).

footprint() ->
    settled(),
    [garbage_collect(Pid) || Pid <- processes()],
    pause(150000),
    [garbage_collect(Pid) || Pid <- processes()],
    Loaded = [Module || {Module, _} <- code:all_loaded()],
    #{
        modules => length(Loaded),
        old => length(lists:filter(fun erlang:check_old_code/1, Loaded)),
        atoms => erlang:system_info(atom_count),
        processes => length(processes()),
        tables => lists:sum([ets:info(T, size) || T <- ets:all(), is_integer(ets:info(T, size)), lists:prefix("beamtalk", name(T))]),
        terms => maps:get(count, persistent_term:info()),
        code => erlang:memory(code),
        memory => erlang:memory(total)
    }.

name(Table) when is_atom(Table) -> atom_to_list(Table);
name(_) -> "".

%% Every class that is loaded is registered with what its code says, and the
%% reverse.
disagreements() ->
    Loaded = [{Module, Meta} || {Module, _} <- code:all_loaded(), {ok, Meta} <- [beamtalk_code_version:class_of(Module)]],
    Classes = [Class || {_, #{class := Class}} <- Loaded],
    [{not_loaded, Class} || Class <- beamtalk_class_registry:all_classes() -- Classes] ++
        [{Class, Why} || {Module, #{class := Class} = Meta} <- Loaded, Why <- wrong(Class, Module, Meta)].

wrong(Class, Module, Meta) ->
    Code = beamtalk_code_version:current(Module),
    {ok, Known} = beamtalk_class_metadata:normalise(Meta),
    Pid = beamtalk_class_registry:whereis_class(Class),
    [module || beamtalk_class_registry:module_of(Class) =/= Module] ++
        [metadata || beamtalk_class_hierarchy_table:metadata(Class) =/= Known] ++
        [dispatch || persistent_term:get(Class) =/= fun Code:dispatch/3] ++
        [object || beamtalk_class_registry:find_class(Class) =:= undefined] ++
        [process || not is_pid(Pid)] ++
        [group || not lists:member(Pid, pg:get_members(beamtalk_pg, beamtalk_classes))] ++
        [state || maps:get(doc, beamtalk_object_class:metadata(Pid), none) =/= maps:get(doc, Known, none)].

mill(N) ->
    beamtalk_code_change:load(?MODULE_OF_MILL, "test", beam(N)).

%% Till it is so, for a part of the runtime may be just dead.
changed(N) ->
    Beam = beam(N),
    case catch beamtalk_code_change:load(?MODULE_OF_MILL, "test", Beam) of
        ok -> ok;
        _ -> pause(1000), changed(N)
    end.

beam(N) ->
    Number = integer_to_list(N),
    live_class:beam('Mill', 'Actor', #{
        doc => integer_to_binary(N),
        %% A slot comes and goes.
        fields => [{turns, "0"}, {block, "fun() -> {grain, " ++ Number ++ "} end"}] ++ [{odd, "1"} || N rem 2 =:= 1],
        methods => [
            {turn, "", "put(Self, turns, get(Self, turns) + 1)"},
            {turns, "", "get(Self, turns)"},
            {grind, "", "(get(Self, block))()"},
            {number, "", Number}
        ],
        class_methods => [{number, "", Number}]
    }).

kill(Name) when is_atom(Name) ->
    case whereis(Name) of
        undefined -> ok;
        Pid -> kill(Pid)
    end;
kill(Pid) ->
    Monitor = monitor(process, Pid),
    exit(Pid, kill),
    receive {'DOWN', Monitor, process, _, _} -> ok end.

%% Until all parts of the runtime answer, each after the one before.
settled() ->
    try
        [_ = sys:get_state(Name) || Name <- [beamtalk_class_sup, beamtalk_class_registry, beamtalk_code_change, beamtalk_extensions]],
        [_ = sys:get_state(beamtalk_class_registry:whereis_class(Class)) || Class <- beamtalk_class_registry:all_classes()],
        #{changing := Changing} = changing(),
        true = Changing =:= #{},
        ok
    catch
        _:_ -> pause(1000), settled()
    end.

changing() ->
    #{changing => element(2, sys:get_state(beamtalk_code_change))}.

%% The answer, or the last one before patience ends. A supervisor may be about
%% to end what still answers.
finally(Ask, Expected) ->
    finally(Ask, Expected, 300).

finally(Ask, Expected, Left) ->
    case catch Ask() of
        Expected -> Expected;
        Other when Left =:= 0 -> Other;
        _ -> pause(10000), finally(Ask, Expected, Left - 1)
    end.

one_of(List) ->
    lists:nth(rand:uniform(length(List)), List).

%% Microseconds.
pause(Time) when Time < 1000 ->
    Until = erlang:monotonic_time(microsecond) + Time,
    spin(Until);
pause(Time) ->
    receive after Time div 1000 -> ok end.

spin(Until) ->
    case erlang:monotonic_time(microsecond) < Until of
        true -> erlang:yield(), spin(Until);
        false -> ok
    end.

start() ->
    Started = fixture:start(),
    logger:set_primary_config(level, none),
    Started.

stop(Started) ->
    settled(),
    _ = beamtalk_class_registry:remove('Mill'),
    logger:set_primary_config(level, notice),
    fixture:stop(Started).
