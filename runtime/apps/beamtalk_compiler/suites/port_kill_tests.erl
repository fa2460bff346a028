%% The compiler is killed at any moment, while four clients define classes, patch them,
%% ask for types and have lines looked at. All of them are answered, in time and
%% rightly; no class and no patch is forgotten. A few kills; with CHAOS=full in the
%% environment a thousand.
-module(port_kill_tests).
-include_lib("stdlib/include/assert.hrl").

-export([kill_test_/0]).

%% Milliseconds from a kill to the next answer, for nineteen in twenty.
-define(RECOVERED, 250).

kill_test_() ->
    real_port:tests(#{completion => 5000, compile => 20000, probe => 5000}, [
        {"kills under load", fun() -> kills(fake:rounds(40, 1000)) end},
        {"a hundred kills in a row", fun in_a_row/0},
        {"a hundred classes are there again", fun recovery/0}
    ]).

kills(Rounds) ->
    bystanders(20),
    Sup = whereis(beamtalk_compiler_sup),
    Server = whereis(beamtalk_compiler_server),
    Clients = [spawn_monitor(fun() -> client(Name) end) || Name <- ["Kettle", "Teapot", "Saucer", "Urn"]],
    Times = [killed(Round) || Round <- lists:seq(1, Rounds)],
    [Client ! stop || {Client, _} <- Clients],
    Done = [receive {'DOWN', Monitor, process, _, Reason} -> Reason end || {_, Monitor} <- Clients],
    Turns = [Turn || {done, Turn} <- Done],
    ?assertEqual([], [Reason || Reason <- Done, element(1, Reason) =/= done]),
    io:format(user, "  ~b turns of clients under ~b kills~n", [lists:sum(Turns), Rounds]),
    ?assert(lists:sum(Turns) > Rounds),
    ?assertMatch(#{p95 := P95} when P95 < ?RECOVERED, real_port:times("recovery under load", Times)),
    %% Neither of them has noticed.
    ?assertEqual({Sup, Server}, {whereis(beamtalk_compiler_sup), whereis(beamtalk_compiler_server)}).

killed(Round) ->
    receive after rand:uniform(150) -> ok end,
    kill(),
    {Time, Answer} = timer:tc(fun beamtalk_compiler_server:ping/0),
    ?assertEqual({ok, #{}}, Answer),
    Name = bystander(1 + Round rem 20),
    ?assertEqual(<<"Integer">>, real_port:type("it age", #{<<"it">> => Name})),
    Time.

%% One that is just starting has no number yet.
kill() ->
    case beamtalk_compiler_port:os_pid(fake:port()) of
        undefined -> kill();
        OsPid -> os:cmd("kill -KILL " ++ integer_to_list(OsPid))
    end.

%% Classes that nobody touches.
bystanders(Count) ->
    [ok = made_class:define(binary_to_atom(bystander(N)), #{superclass => 'Object', methods => #{age => {[], 'Integer'}}})
     || N <- lists:seq(1, Count)].

bystander(N) ->
    <<"Bystander", (integer_to_binary(N))/binary>>.

%% Each has a class of its own, so it knows what the answers must be.
client(Name) ->
    client(Name, 0).

client(Name, Turn) ->
    receive
        stop -> exit({done, Turn})
    after 0 ->
        turn(Name, Turn),
        client(Name, Turn + 1)
    end.

turn(Name, Turn) ->
    Returns = lists:nth(1 + Turn rem 3, [<<"Integer">>, <<"String">>, <<"Symbol">>]),
    ok = real_port:define(text(Name, Turn rem 3)),
    It = fun(Message) -> real_port:type(["it ", Message], #{<<"it">> => list_to_binary(Name)}) end,
    ?assertEqual({Turn, Returns}, {Turn, It("drink")}),
    ?assertEqual({Turn, <<"Float">>}, {Turn, It("steep: 3")}),
    Wrong = <<"Argument 1 of `", (list_to_binary(Name))/binary, " steep:` must be `Integer`, not `String`">>,
    ?assertMatch([{Wrong, _}], real_port:problems([Name, " new steep: \"x\""])),
    ok = beamtalk_object_class:put_method(made_class:pid(list_to_atom(Name)), drink, fun(Self) -> Self end, #{return_type => 'Character'}),
    ?assertEqual({Turn, <<"Character">>}, {Turn, It("drink")}),
    ?assertEqual({Turn, <<"Float">>}, {Turn, It("steep: 3")}).

text(Name, Which) ->
    ["Object subclass: ", Name, "\n  drink => ", lists:nth(1 + Which, ["3", "\"x\"", "#x"]),
        "\n  steep: minutes :: Integer -> Float => minutes / 2.0\n"].

%% As fast as they die, others come.
in_a_row() ->
    bystanders(20),
    Server = whereis(beamtalk_compiler_server),
    Times = [begin kill(), element(1, timer:tc(fun() -> {ok, #{}} = beamtalk_compiler_server:ping() end)) end || _ <- lists:seq(1, 100)],
    _ = real_port:times("recovery in a row", Times),
    ?assertEqual(Server, whereis(beamtalk_compiler_server)),
    [?assertEqual(<<"Integer">>, real_port:type("it age", #{<<"it">> => bystander(N)})) || N <- lists:seq(1, 20)].

recovery() ->
    Methods = maps:from_list([{list_to_atom("age" ++ integer_to_list(N)), {[], 'Integer'}} || N <- lists:seq(1, 19)]),
    [ok = made_class:define(binary_to_atom(bystander(N)), #{superclass => 'Object', methods => Methods#{age => {[], 'Integer'}}})
     || N <- lists:seq(1, 100)],
    Known = fun() -> <<"Integer">> = real_port:type("it age", #{<<"it">> => bystander(100)}) end,
    Rounds = lists:seq(1, fake:rounds(20, 200)),
    Port = [begin kill(), element(1, timer:tc(Known)) end || _ <- Rounds],
    Server = [element(1, timer:tc(fun() -> fake:kill_server(), Known() end)) || _ <- Rounds],
    ?assertMatch(#{p95 := P95} when P95 < ?RECOVERED, real_port:times("a hundred classes, port killed", Port)),
    ?assertMatch(#{p95 := P95} when P95 < ?RECOVERED, real_port:times("a hundred classes, server killed", Server)).
