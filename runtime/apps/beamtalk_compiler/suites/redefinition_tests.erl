%% The server is killed at any moment of a redefinition. Whoever looks sees the class
%% as it was or as it is to be, and after a while as it is: never some methods of one
%% and some of the other. A few kills; with CHAOS=full in the environment five hundred.
-module(redefinition_tests).
-include_lib("stdlib/include/assert.hrl").

-export([redefinition_test_/0]).

redefinition_test_() ->
    real_port:tests([
        {"the server dies in the middle", fun() -> torn(fun fake:kill_server/0, fake:rounds(40, 500)) end},
        {"the port dies in the middle", fun() -> torn(fun() -> catch fake:signal("-KILL") end, fake:rounds(40, 500)) end},
        {"both do", fun() -> torn(fun kill_both/0, fake:rounds(20, 250)) end}
    ]).

torn(Kill, Rounds) ->
    Versions = {version("3", "Integer"), version("\"x\"", "String")},
    ok = load(element(1, Versions)),
    Observers = [spawn_monitor(fun() -> observe(0) end) || _ <- [1, 2]],
    Usual = lists:min([element(1, timer:tc(fun() -> load(element(2, Versions)) end)) || _ <- [1, 2, 3, 4, 5]]),
    until(Rounds, Kill, Usual, Versions),
    [Observer ! stop || {Observer, _} <- Observers],
    Seen = [receive {'DOWN', Monitor, process, _, Reason} -> Reason end || {_, Monitor} <- Observers],
    ?assertMatch([{seen, A}, {seen, B}] when A > 0 andalso B > 0, Seen).

kill_both() ->
    Number = integer_to_list(fake:os_pid()),
    _ = spawn(fun() -> os:cmd("kill -KILL " ++ Number ++ " 2>/dev/null") end),
    fake:kill_server().

%% All methods answer the same, in the whole class.
version(Value, Type) ->
    Text = ["Object subclass: Kettle\n", [["  ", Name, " => ", Value, "\n"] || Name <- names()], "  class ", hd(names()), " => ", Value, "\n",
        [["  other", integer_to_list(N), ": x => x + ", integer_to_list(N), "\n"] || N <- lists:seq(1, 100)]],
    %% The others are there for it to take its time.
    {list_to_binary(Type), real_port:compiled(Text)}.

names() ->
    ["one", "two", "three", "four"].

load({_, Modules}) ->
    [ok = made_class:load(Module, Beam) || {Module, Beam} <- Modules],
    ok.

%% Only kills that came before the redefinition had ended are counted.
until(0, _, _, _) ->
    ok;
until(Left, Kill, Usual, {Version, Other}) ->
    case redefined(Kill, Usual, Version) of
        true -> until(Left - 1, Kill, Usual, {Other, Version});
        false -> until(Left, Kill, Usual, {Other, Version})
    end.

redefined(Kill, Usual, {Type, _} = Version) ->
    {Loader, Monitor} = spawn_monitor(fun() -> exit(load(Version)) end),
    pause(rand:uniform(Usual)),
    IsInTheMiddle = is_process_alive(Loader),
    _ = Kill(),
    receive {'DOWN', Monitor, process, Loader, Reason} -> ?assertEqual(ok, Reason) end,
    %% It has been loaded, and whoever asks from now on knows.
    ?assertEqual([Type], seen()),
    IsInTheMiddle.

%% Microseconds, which no timer has.
pause(Time) ->
    pause(Time, erlang:monotonic_time(microsecond)).

pause(Time, Since) ->
    erlang:monotonic_time(microsecond) - Since < Time andalso pause(Time, Since).

observe(Seen) ->
    receive
        stop -> exit({seen, Seen})
    after 0 ->
        case seen() of
            [_] -> observe(Seen + 1);
            no_answer -> observe(Seen);
            Torn -> exit({torn, Torn})
        end
    end.

%% What the class's methods answer, as one request and as one look at the server see
%% it.
seen() ->
    Line = [["v", Name, " :: Float := Kettle new ", Name, "\n"] || Name <- names()],
    Both = [Line, "v :: Float := Kettle ", hd(names()), "\n"],
    case beamtalk_compiler_server:diagnostics(Both) of
        {ok, #{diagnostics := Found}} when length(Found) =:= 5 ->
            lists:usort([lists:nth(2, binary:split(Message, <<"`">>, [global])) || #{message := Message} <- Found]);
        {ok, #{diagnostics := Found}} ->
            {partial, Found};
        %% The server has died, and with it what it was asked.
        {error, [#{message := <<"Compiler port ", _/binary>>}]} ->
            no_answer
    end.
