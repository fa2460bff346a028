-module(beamtalk_timer_tests).
-include("expect.hrl").

-import(beamtalk_timer, ['class_after:do:'/3, 'class_every:do:'/3, 'class_sleep:'/2, cancel/1, isActive/1]).

%% However many ask, one of them ended it, or it fired.
fires_or_was_cancelled_test_() ->
    {timeout, 30, [?_test(once(Delay)) || Delay <- [0, 1, 2, 3], _ <- lists:seq(1, 20)]}.

once(Delay) ->
    Test = self(),
    Token = make_ref(),
    Timer = 'class_after:do:'(class, Delay, fun() -> Test ! {fired, Token} end),
    Ask = fun() -> Test ! {cancelled, Token, cancel(Timer)} end,
    _ = [spawn(Ask) || _ <- lists:seq(1, 4)],
    Answers = [receive {cancelled, Token, Answer} -> Answer end || _ <- lists:seq(1, 4)],
    case length([true || true <- Answers]) of
        0 -> receive {fired, Token} -> ok end;
        1 -> receive {fired, Token} -> error(both) after 10 -> ok end
    end.

times_test_() ->
    [
        ?_assertEqual(nil, 'class_sleep:'(class, 0)),
        ?_assertRaises(type_error, 'Timer', 'class_sleep:'(class, -1)),
        ?_assertRaises(type_error, 'Timer', 'class_every:do:'(class, 0, fun() -> ok end)),
        ?_assertRaises(type_error, 'Timer', 'class_after:do:'(class, 1, fun(X) -> X end))
    ].

%% Longer than the VM can wait at a stretch.
far_away_test_() ->
    Far = 16#ffffffff,
    [
        ?_assertEqual({last, Far}, beamtalk_milliseconds:until(Far, 0)),
        ?_assertEqual({stretch, Far}, beamtalk_milliseconds:until(Far + 1, 0)),
        ?_assertEqual({last, 0}, beamtalk_milliseconds:until(1, 5)),
        ?_test(begin
            Timer = 'class_after:do:'(class, 1 bsl 70, fun() -> ok end),
            ?assert(isActive(Timer)),
            ?assert(cancel(Timer))
        end)
    ].

ends_with_its_creator_test_() ->
    [?_test(ends_with_creator(Reason)) || Reason <- [normal, shutdown, kill]].

ends_with_creator(Reason) ->
    Test = self(),
    Creator = spawn(fun() ->
        Test ! {timer, 'class_every:do:'(class, 60000, fun() -> ok end)},
        receive {end_with, How} -> exit(How) end
    end),
    #{process := Process} = Timer = receive {timer, It} -> It end,
    Monitor = monitor(process, Process),
    case Reason of
        kill -> exit(Creator, kill);
        _ -> Creator ! {end_with, Reason}
    end,
    receive {'DOWN', Monitor, process, Process, _} -> ok end,
    ?assertNot(isActive(Timer)).
