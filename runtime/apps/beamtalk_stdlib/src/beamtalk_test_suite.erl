%% The tests of one class, run one after another, each in a process of its own
%% on an instance of its own. Around them stands a process for what the class
%% sets up once: it lives as long as they do, and with it what it started. How
%% each test went is told as it ends; nothing a test does leaves here.
-module(beamtalk_test_suite).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([tests/1, is_serial/1, run/4, fixture/0]).

-export_type([tell/1, options/0]).

-type tell(Outcome) ::
    fun((Test :: atom(), Outcome, Microseconds :: non_neg_integer(), Written :: binary()) -> any()).
%% The owner is monitored by the process that runs the suite.
-type options() :: #{timeout := timeout(), owner := reference()}.

-type outcome() :: beamtalk_test_outcome:outcome().
-type process() :: beamtalk_test_process:process().
%% What was set up once, and the variables that blocks in it share.
-type fixture() :: {Value :: term(), #{beamtalk_cell:cell() => term()}}.
-type readiness() :: {ok, fixture()} | outcome().

-define(FIXTURE, '$beamtalk_suite_fixture').
%% Milliseconds for the questions that a class is asked before its tests run.
-define(ASKING, 5000).

%% The unary selectors that start with `test`, inherited ones too, sorted. Those
%% of an abstract class run in its subclasses only.
-spec tests(Class :: atom()) -> [atom()].
tests(Class) ->
    case beamtalk_class_hierarchy_table:live_metadata(Class) of
        undefined -> [];
        #{is_abstract := true} -> [];
        _ -> [Selector || Selector <- selectors(Class), is_test(Selector)]
    end.

-spec selectors(atom()) -> [atom()].
selectors(Class) ->
    beamtalk_behaviour_intrinsics:allMethods(beamtalk_class_registry:class_object(Class)).

-spec is_test(atom()) -> boolean().
is_test(Selector) ->
    string:prefix(atom_to_binary(Selector), "test") =/= nomatch andalso
        beamtalk_selector:arity(Selector) =:= 0.

%% Whether the class wants no other beside it. One that cannot say does not.
-spec is_serial(Class :: atom()) -> boolean().
is_serial(Class) ->
    asked(Class, serial, make_ref()) =:= {answer, true}.

%% What `setUpOnce` answered, asked in the process of a test.
-spec fixture() -> term().
fixture() ->
    case get(?FIXTURE) of
        undefined -> nil;
        Fixture -> Fixture
    end.

-spec run(Class :: atom(), [atom()], options(), tell(outcome())) -> ok.
run(Class, Tests, #{owner := Owner} = Given, Tell) ->
    Options = Given#{timeout := limit(Class, Given)},
    Stage = beamtalk_test_process:start(Owner, none),
    try
        Readiness = set_up_once(Stage, Class, Options),
        lists:foreach(
            fun(Test) ->
                {Outcome, Microseconds, Written} = timed(Class, Test, Readiness, Options),
                Around = beamtalk_test_process:written(Stage),
                Tell(Test, Outcome, Microseconds, <<Around/binary, Written/binary>>)
            end,
            Tests
        ),
        tear_down_once(Stage, Class, Readiness, Options)
    after
        beamtalk_test_process:stop(Stage)
    end.

%% The class may know better than the options: milliseconds, or #infinity.
-spec limit(atom(), options()) -> timeout().
limit(Class, #{timeout := Default, owner := Owner}) ->
    case asked(Class, timeout, Owner) of
        {answer, Limit} when is_integer(Limit), Limit > 0 -> Limit;
        {answer, infinity} -> infinity;
        _ -> Default
    end.

-spec asked(atom(), atom(), Owner :: reference()) -> beamtalk_test_process:ending(term()).
asked(Class, Selector, Owner) ->
    Ask = fun(State) -> {send_to_class(Class, Selector), State} end,
    {Ending, _} = beamtalk_test_process:perform_once(Owner, none, Ask, ?ASKING),
    Ending.

-spec send_to_class(atom(), atom()) -> term().
send_to_class(Class, Selector) ->
    beamtalk_dispatch:send(beamtalk_class_registry:class_object(Class), Selector, []).

-spec set_up_once(process(), atom(), options()) -> readiness().
set_up_once(Stage, Class, #{timeout := Limit}) ->
    SetUp = fun(State) ->
        Value = beamtalk_dispatch:send(send_to_class(Class, new), setUpOnce, []),
        {{Value, beamtalk_cell:give([Value])}, State}
    end,
    case beamtalk_test_process:perform(Stage, SetUp, Limit) of
        {answer, Fixture} -> {ok, Fixture};
        Ending -> beamtalk_test_outcome:failed(<<"setUpOnce failed: ">>, Ending, Limit)
    end.

-spec tear_down_once(process(), atom(), readiness(), options()) -> ok.
tear_down_once(Stage, Class, Readiness, Options) ->
    TearDown = fun(State) ->
        hold(Readiness),
        {beamtalk_dispatch:send(send_to_class(Class, new), tearDownOnce, []), State}
    end,
    _ = perform_last(Stage, none, TearDown, Options),
    ok.

%% What must be done at the end, if need be in another process than the one that
%% has been there for it. Its errors are ignored.
-spec perform_last(process(), State, fun((State) -> {term(), State}), options()) -> Written :: binary().
perform_last(Process, State, Function, #{timeout := Limit, owner := Owner}) ->
    case beamtalk_test_process:perform(Process, Function, Limit) of
        {ended, noproc} ->
            {_, Written} = beamtalk_test_process:perform_once(Owner, State, Function, Limit),
            Written;
        _ ->
            <<>>
    end.

-spec timed(atom(), atom(), readiness(), options()) -> {outcome(), non_neg_integer(), binary()}.
timed(Class, Test, {ok, _} = Readiness, #{owner := Owner} = Options) ->
    Begun = erlang:monotonic_time(),
    Process = beamtalk_test_process:start(Owner, none),
    {Outcome, Late} = test(Process, Class, Test, Readiness, Options),
    Taken = erlang:monotonic_time() - Begun,
    Written = beamtalk_test_process:stop(Process),
    Microseconds = erlang:convert_time_unit(Taken, native, microsecond),
    {Outcome, Microseconds, <<Written/binary, Late/binary>>};
timed(_, _, Outcome, _) ->
    {Outcome, 0, <<>>}.

-spec test(process(), atom(), atom(), readiness(), options()) -> {outcome(), Written :: binary()}.
test(Process, Class, Test, Readiness, #{timeout := Limit} = Options) ->
    Make = fun(_) ->
        hold(Readiness),
        Made = send_to_class(Class, new),
        {Made, Made}
    end,
    case beamtalk_test_process:perform(Process, Make, Limit) of
        {answer, Made} -> test_instance(Process, Made, Test, Readiness, Options);
        Ending -> {beamtalk_test_outcome:failed(<<"setUp failed: ">>, Ending, Limit), <<>>}
    end.

%% The instance stays in its process. A copy of it is kept here, so that
%% `tearDown` can be sent to it even if that process does not live to do so.
-spec test_instance(process(), map(), atom(), readiness(), options()) -> {outcome(), binary()}.
test_instance(Process, Made, Test, Readiness, #{timeout := Limit} = Options) ->
    SetUp = fun(Instance) ->
        Ready = set_up(Instance),
        {Ready, Ready}
    end,
    Run = fun(Instance) ->
        _ = beamtalk_dispatch:send(Instance, Test, []),
        {done, Instance}
    end,
    TearDown = fun(Instance) ->
        hold(Readiness),
        _ = beamtalk_dispatch:send(Instance, tearDown, []),
        {done, Instance}
    end,
    {Outcome, Instance} =
        case beamtalk_test_process:perform(Process, SetUp, Limit) of
            {answer, Ready} ->
                Ending = beamtalk_test_process:perform(Process, Run, Limit),
                {beamtalk_test_outcome:of_test(Ending, Limit), Ready};
            Ending ->
                {beamtalk_test_outcome:failed(<<"setUp failed: ">>, Ending, Limit), Made}
        end,
    {Outcome, perform_last(Process, Instance, TearDown, Options)}.

%% An instance of the same class takes the place of the one that was asked.
-spec set_up(map()) -> map().
set_up(#{?TAG := Class} = Instance) ->
    case beamtalk_dispatch:send(Instance, setUp, []) of
        #{?TAG := Class} = Other -> Other;
        _ -> Instance
    end.

-spec hold(readiness()) -> ok.
hold({ok, {Value, Cells}}) ->
    _ = put(?FIXTURE, Value),
    beamtalk_cell:take(Cells);
hold(_) ->
    ok.
