%% Primitives of Timer. A timer is a process that waits, runs the block and, if it
%% is periodic, waits again. It ends with its creator: linked to it for the case
%% that it fails, watching it for the case that it ends well.
%%
%% Whether a timer is still pending is a number that both sides change in one step,
%% so that it either fires or was cancelled.
-module(beamtalk_timer).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export(['class_after:do:'/3, 'class_every:do:'/3, 'class_sleep:'/2]).
-export([cancel/1, isActive/1, printString/1]).

-type class() :: beamtalk_class_reference:class().
-type timer() :: #{?TAG := 'Timer', process := pid(), state := atomics:atomics_ref()}.

-define(PENDING, 0).
-define(OVER, 1).

-spec 'class_after:do:'(class(), term(), fun(() -> term())) -> timer().
'class_after:do:'(_, Delay, Block) ->
    Time = time(Delay, 0, 'after:do:'),
    check(Block, 'after:do:'),
    start(fun(State) ->
        await(now_ms() + Time, State) =:= fire andalso close(State) andalso run(Block)
    end).

-spec 'class_every:do:'(class(), term(), fun(() -> term())) -> timer().
'class_every:do:'(_, Interval, Block) ->
    Time = time(Interval, 1, 'every:do:'),
    check(Block, 'every:do:'),
    start(fun(State) -> repeat(now_ms() + Time, Time, Block, State) end).

-spec 'class_sleep:'(class(), term()) -> nil.
'class_sleep:'(_, Time) ->
    ok = beamtalk_milliseconds:sleep(time(Time, 0, 'sleep:')),
    nil.

-spec time(term(), Least :: 0 | 1, atom()) -> non_neg_integer().
time(Given, Least, Selector) ->
    case beamtalk_milliseconds:of_term(Given) of
        Time when is_integer(Time), Time >= Least ->
            Time;
        _ when Least =:= 0 ->
            beamtalk_argument:type_error('Timer', Selector, <<"Pass milliseconds or a Duration, not negative">>);
        _ ->
            beamtalk_argument:type_error('Timer', Selector, <<"Pass milliseconds or a Duration, more than zero">>)
    end.

-spec check(term(), atom()) -> ok.
check(Block, _) when is_function(Block, 0) -> ok;
check(_, Selector) -> beamtalk_argument:type_error('Timer', Selector, <<"Pass a block without parameters">>).

-spec start(fun((atomics:atomics_ref()) -> term())) -> timer().
start(Work) ->
    State = atomics:new(1, []),
    Creator = self(),
    Process = spawn_link(fun() ->
        _ = monitor(process, Creator),
        Work(State)
    end),
    #{?TAG => 'Timer', process => Process, state => State}.

%% A block that takes longer than the interval makes up for nothing.
-spec repeat(integer(), pos_integer(), fun(() -> term()), atomics:atomics_ref()) -> ok.
repeat(Moment, Interval, Block, State) ->
    case await(Moment, State) of
        fire ->
            _ = run(Block),
            repeat(max(Moment + Interval, now_ms()), Interval, Block, State);
        over ->
            ok
    end.

%% Until the moment, the end of the creator, or a word from who has cancelled.
-spec await(integer(), atomics:atomics_ref()) -> fire | over.
await(Moment, State) ->
    {Which, Time} = beamtalk_milliseconds:until(Moment, now_ms()),
    receive
        {'DOWN', _, process, _, _} -> over;
        cancelled -> over
    after Time ->
        case {Which, atomics:get(State, 1)} of
            {_, ?OVER} -> over;
            {stretch, _} -> await(Moment, State);
            {last, _} -> fire
        end
    end.

%% Whether it was us who ended it.
-spec close(atomics:atomics_ref()) -> boolean().
close(State) ->
    atomics:compare_exchange(State, 1, ?PENDING, ?OVER) =:= ok.

%% Nobody waits for the answer, nor for an error.
-spec run(fun(() -> term())) -> ok.
run(Block) ->
    try
        _ = Block(),
        ok
    catch
        _:_ -> ok
    end.

-spec cancel(timer()) -> boolean().
cancel(#{process := Process, state := State} = Self) ->
    WasActive = isActive(Self) andalso close(State),
    Process ! cancelled,
    WasActive.

-spec isActive(timer()) -> boolean().
isActive(#{process := Process, state := State}) ->
    atomics:get(State, 1) =:= ?PENDING andalso is_process_alive(Process).

-spec printString(timer()) -> binary().
printString(Self) ->
    case isActive(Self) of
        true -> <<"Timer(active)">>;
        false -> <<"Timer(inactive)">>
    end.

-spec now_ms() -> integer().
now_ms() ->
    erlang:monotonic_time(millisecond).
