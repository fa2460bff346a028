%% Pid, Port and Reference.
-module(beamtalk_process_tests).
-include("expect.hrl").

text_test_() ->
    Port = hd(erlang:ports()),
    [
        ?_assertEqual(iolist_to_binary(["#Pid", pid_to_list(self())]), beamtalk_pid:printString(self())),
        ?_assertEqual(beamtalk_pid:printString(self()), beamtalk_pid:asString(self())),
        ?_assertMatch(<<"#Ref<", _/binary>>, beamtalk_reference:printString(make_ref())),
        ?_assertMatch(<<"#Ref<", _/binary>>, beamtalk_reference:asString(make_ref())),
        ?_assertMatch(<<"#Port<", _/binary>>, beamtalk_port:printString(Port)),
        ?_assertMatch(<<"#Port<", _/binary>>, beamtalk_port:asString(Port))
    ].

comparing_test_() ->
    Things = [{beamtalk_pid, self()}, {beamtalk_reference, make_ref()}, {beamtalk_port, hd(erlang:ports())}],
    [
        [
            ?_assert(Module:'=:='(Thing, Thing)),
            ?_assertNot(Module:'=/='(Thing, Thing)),
            ?_assert(Module:'/='(Thing, 3)),
            ?_assertEqual(erlang:phash2(Thing), Module:hash(Thing))
        ]
     || {Module, Thing} <- Things
    ].

ending_a_process_test_() ->
    [
        ?_test(begin
            {Pid, Monitor} = spawn_monitor(fun() -> receive never -> ok end end),
            ?assert(beamtalk_pid:isAlive(Pid)),
            ?assert(End(Pid)),
            ?assertEqual(Reason, receive {'DOWN', Monitor, process, Pid, Why} -> Why end),
            ?assertNot(beamtalk_pid:isAlive(Pid)),
            ?assert(End(Pid))
        end)
     || {End, Reason} <- [{fun beamtalk_pid:kill/1, killed}, {fun(Pid) -> beamtalk_pid:'exit:'(Pid, spilt) end, spilt}]
    ].

demonitor_forgets_the_message_test() ->
    {Pid, First} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', First, process, Pid, normal} -> ok end,
    Monitor = monitor(process, Pid),
    ?assert(beamtalk_reference:demonitor(Monitor)),
    ?assertEqual({messages, []}, process_info(self(), messages)),
    ?assert(beamtalk_reference:demonitor(Monitor)),
    ?assert(beamtalk_reference:demonitor(make_ref())).
