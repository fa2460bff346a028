%% A tree of counters that get messages at random while their class is loaded
%% again, patched and built anew, parts of the runtime and counters are killed:
%% a counter holds what the messages say that were answered.
-module(beamtalk_live_properties_tests).
-include("properties.hrl").
-include("../include/beamtalk.hrl").

-define(LEAVES, 4).

live_test_() ->
    {setup, fun start/0, fun stop/1, [
        ?_property("counters hold what was answered", cases(), live())
    ]}.

cases() ->
    case os:getenv("CHAOS") of
        "full" -> 400;
        _ -> 40
    end.

command() ->
    frequency([
        {10, {add, leaf(), integer(1, 9)}},
        {4, {fail, leaf(), integer(1, 9)}},
        {3, {cast, leaf(), integer(1, 9)}},
        {3, add_all},
        {3, {load, integer(1, 50)}},
        {2, {patch, integer(1, 50)}},
        {1, unpatch},
        {1, {kill_leaf, leaf()}},
        {2, {kill, elements([beamtalk_class_Leaf, beamtalk_class_registry, beamtalk_code_change, beamtalk_extensions])}}
    ]).

leaf() ->
    integer(1, ?LEAVES).

live() ->
    ?FORALL(Commands, list(command()), begin
        ok = retried(fun() -> load(0) end),
        Leaves = maps:from_list([{N, leaf(N)} || N <- lists:seq(1, ?LEAVES)]),
        Root = alone(send(fixture:class('Root'), 'spawnWith:', [#{leaves => maps:values(Leaves)}])),
        Model = #{sums => maps:map(fun(_, _) -> 0 end, Leaves), leaves => Leaves, root => Root},
        {#{leaves := Last, root := LastRoot}, Agree} = lists:foldl(fun step/2, {Model, true}, Commands),
        [exit(Pid, kill) || {_, _, _, Pid} <- [LastRoot | maps:values(Last)]],
        Agree
    end).

step(Command, {Model, Agree}) ->
    New = run(Command, Model),
    {New, Agree andalso agrees(New)}.

run({add, N, Much}, #{sums := Sums} = Model) ->
    Sum = maps:get(N, Sums) + Much,
    Sum = send(leaf(N, Model), 'add:', [Much]),
    Model#{sums := Sums#{N := Sum}};
run({fail, N, Much}, Model) ->
    #beamtalk_error{} = fixture:error_of(fun() -> send(leaf(N, Model), 'addAndFail:', [Much]) end),
    Model;
run({cast, N, Much}, #{sums := Sums} = Model) ->
    nil = beamtalk_actor_call:cast(leaf(N, Model), 'add:', [Much]),
    Model#{sums := maps:update_with(N, fun(Sum) -> Sum + Much end, Sums)};
run(add_all, #{sums := Sums, root := Root} = Model) ->
    New = maps:map(fun(_, Sum) -> Sum + 1 end, Sums),
    Total = lists:sum(maps:values(New)),
    Total = send(Root, 'addAll:', [1]),
    Model#{sums := New};
run({load, Version}, Model) ->
    ok = retried(fun() -> load(Version) end),
    Model;
run({patch, Version}, Model) ->
    ok = retried(fun() -> beamtalk_object_class:put_method(process(), version, fun(_) -> {patched, Version} end) end),
    Model;
run(unpatch, Model) ->
    _ = retried(fun() -> beamtalk_object_class:remove_method(process(), instance, version) end),
    Model;
run({kill_leaf, N}, #{sums := Sums, leaves := Leaves, root := Root} = Model) ->
    kill(element(4, leaf(N, Model))),
    New = Leaves#{N := leaf(N)},
    _ = send(Root, 'leaves:', [maps:values(New)]),
    Model#{sums := Sums#{N := 0}, leaves := New};
run({kill, Name}, Model) ->
    case whereis(Name) of
        undefined -> ok;
        Pid -> kill(Pid)
    end,
    Model.

agrees(#{sums := Sums, root := Root} = Model) ->
    maps:map(fun(N, _) -> send(leaf(N, Model), sum, []) end, Sums) =:= Sums andalso
        send(Root, total, []) =:= lists:sum(maps:values(Sums)).

leaf(N, #{leaves := Leaves}) ->
    maps:get(N, Leaves).

leaf(_) ->
    alone(send(fixture:class('Leaf'), spawn, [])).

%% Nobody here dies with it.
alone({_, _, _, Pid} = Actor) ->
    unlink(Pid),
    Actor.

send(Receiver, Selector, Args) ->
    beamtalk_dispatch:send(Receiver, Selector, Args).

process() ->
    beamtalk_class_registry:whereis_class('Leaf').

kill(Pid) ->
    Monitor = monitor(process, Pid),
    exit(Pid, kill),
    receive {'DOWN', Monitor, process, _, _} -> ok end.

%% A part of the runtime may be just dead.
retried(Fun) ->
    try Fun() of
        {error, _} = Error when Error =/= {error, not_patched} -> receive after 5 -> retried(Fun) end;
        Answer -> Answer
    catch
        _:_ -> receive after 5 -> retried(Fun) end
    end.

%% Versions differ in their slots and in how they are written.
load(Version) ->
    Number = integer_to_list(Version),
    Fields = [{sum, "0"}, {block, "fun() -> " ++ Number ++ " end"}] ++ [{extra, Number} || Version rem 3 =:= 0],
    live_class:load('Leaf', #{
        fields => Fields,
        methods => [
            {'add:', "Much", "put(Self, sum, get(Self, sum) + Much)"},
            {'addAndFail:', "Much", "put(Self, sum, get(Self, sum) + Much), error(no)"},
            {sum, "", "get(Self, sum)"},
            {version, "", Number}
        ]
    }).

start() ->
    Started = fixture:start(),
    logger:set_primary_config(level, none),
    ok = live_class:load('Root', #{
        fields => [{leaves, "[]"}],
        methods => [
            {'leaves:', "Leaves", "put(Self, leaves, Leaves)"},
            {'addAll:', "Much", "lists:sum([beamtalk_dispatch:send(Leaf, 'add:', [Much]) || Leaf <- get(Self, leaves)])"},
            {total, "", "lists:sum([beamtalk_dispatch:send(Leaf, sum, []) || Leaf <- get(Self, leaves)])"}
        ]
    }),
    Started.

stop(Started) ->
    retried(fun() -> beamtalk_class_registry:remove('Leaf') end),
    retried(fun() -> beamtalk_class_registry:remove('Root') end),
    logger:set_primary_config(level, notice),
    fixture:stop(Started).
