%% Primitives of TestCase: assertions, and running the tests of one class. A test
%% is a unary method; it passes, fails or is skipped, and nothing it raises leaves
%% here. What `setUpOnce` answered lies in the dictionary of the process that runs
%% the tests.
-module(beamtalk_test_case).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([class_runAll/1, 'class_run:'/2, run/2, tests/1, summary/2]).
-export([suiteFixture/1, 'assert:equals:'/3, 'should:raise:'/3, 'fail:'/2, 'skip:'/2]).

-export_type([outcome/0]).

-type class() :: beamtalk_class_reference:class().
-type outcome() :: passed | {skipped, binary()} | {failed, binary()}.

-define(FIXTURE, '$beamtalk_suite_fixture').

-spec class_runAll(class()) -> binary().
class_runAll(Class) ->
    timed(Class, tests(Class)).

-spec 'class_run:'(class(), atom()) -> binary().
'class_run:'(Class, Selector) when is_atom(Selector) ->
    timed(Class, [Selector]);
'class_run:'(_, _) ->
    beamtalk_argument:type_error('TestCase', 'run:', <<"Pass the selector of a test as a Symbol">>).

-spec timed(class(), [atom()]) -> binary().
timed(Class, Selectors) ->
    {Microseconds, Outcomes} = timer:tc(fun() -> run(Class, Selectors) end),
    summary(Outcomes, Microseconds / 1_000_000).

%% The unary selectors that start with `test`, inherited ones too, sorted.
-spec tests(class()) -> [atom()].
tests(Class) ->
    [Selector || Selector <- beamtalk_behaviour_intrinsics:allMethods(Class), is_test(Selector)].

-spec is_test(atom()) -> boolean().
is_test(Selector) ->
    string:prefix(atom_to_binary(Selector), "test") =/= nomatch andalso
        beamtalk_selector:arity(Selector) =:= 0.

-spec run(class(), [atom()]) -> [{atom(), outcome()}].
run(Class, Selectors) ->
    Suite = fun() -> beamtalk_dispatch:send(Class, new, []) end,
    case attempt(fun() -> beamtalk_dispatch:send(Suite(), setUpOnce, []) end) of
        {ok, Fixture} ->
            Outer = put(?FIXTURE, Fixture),
            Outcomes = [{Selector, test(Class, Selector)} || Selector <- Selectors],
            _ = attempt(fun() -> beamtalk_dispatch:send(Suite(), tearDownOnce, []) end),
            _ = put(?FIXTURE, Outer),
            Outcomes;
        {raised, Exception} ->
            Outcome = outcome(<<"setUpOnce failed: ">>, Exception),
            [{Selector, Outcome} || Selector <- Selectors]
    end.

-spec test(class(), atom()) -> outcome().
test(Class, Selector) ->
    case attempt(fun() -> set_up(beamtalk_dispatch:send(Class, new, [])) end) of
        {ok, Instance} ->
            Answer = attempt(fun() -> beamtalk_dispatch:send(Instance, Selector, []) end),
            _ = attempt(fun() -> beamtalk_dispatch:send(Instance, tearDown, []) end),
            case Answer of
                {ok, _} -> passed;
                {raised, Exception} -> outcome(<<>>, Exception)
            end;
        {raised, Exception} ->
            outcome(<<"setUp failed: ">>, Exception)
    end.

%% An instance of the same class takes the place of the one that was asked.
-spec set_up(map()) -> map().
set_up(#{?TAG := Class} = Instance) ->
    case beamtalk_dispatch:send(Instance, setUp, []) of
        #{?TAG := Class} = Other -> Other;
        _ -> Instance
    end.

-spec attempt(fun(() -> Answer)) -> {ok, Answer} | {raised, beamtalk_error:exception()}.
attempt(Function) ->
    try
        {ok, Function()}
    catch
        Class:Reason:Stacktrace -> {raised, beamtalk_error:exception(Class, Reason, Stacktrace)}
    end.

-spec outcome(binary(), beamtalk_error:exception()) -> outcome().
outcome(Prefix, Exception) ->
    Message = beamtalk_exception:message(Exception),
    case beamtalk_exception:kind(Exception) of
        test_skipped -> {skipped, Message};
        _ -> {failed, <<Prefix/binary, Message/binary>>}
    end.

%% `3 tests, 1 passed, 1 skipped, 1 failed (0.1s)` and a line for each failure.
-spec summary([{atom(), outcome()}], Seconds :: float()) -> binary().
summary(Outcomes, Seconds) ->
    Failures = [{Selector, Text} || {Selector, {failed, Text}} <- Outcomes],
    Skipped = length([Selector || {Selector, {skipped, _}} <- Outcomes]),
    Failed = length(Failures),
    unicode:characters_to_binary([
        io_lib:format("~b tests, ~b passed", [length(Outcomes), length(Outcomes) - Skipped - Failed]),
        [io_lib:format(", ~b skipped", [Skipped]) || Skipped > 0],
        [io_lib:format(", ~b failed", [Failed]) || Failed > 0],
        io_lib:format(" (~.1fs)", [Seconds]),
        [io_lib:format("\nFAILED ~ts: ~ts", [Selector, Text]) || {Selector, Text} <- Failures]
    ]).

-spec suiteFixture(map()) -> term().
suiteFixture(_) ->
    case get(?FIXTURE) of
        undefined -> nil;
        Fixture -> Fixture
    end.

-spec 'assert:equals:'(map(), term(), term()) -> nil.
'assert:equals:'(Self, Actual, Expected) ->
    case beamtalk_equality:eq(Actual, Expected) of
        true ->
            nil;
        false ->
            [Wanted, Got] = [beamtalk_printing:print(Value) || Value <- [Expected, Actual]],
            'fail:'(Self, <<"Expected ", Wanted/binary, ", got ", Got/binary>>)
    end.

-spec 'should:raise:'(map(), fun(() -> term()), atom()) -> nil.
'should:raise:'(Self, Block, Kind) when is_function(Block, 0), is_atom(Kind) ->
    Expected = atom_to_binary(Kind),
    case raised(Block) of
        Kind ->
            nil;
        none ->
            Text = <<"Expected block to raise ", Expected/binary, " but it completed normally">>,
            'fail:'(Self, Text);
        Other ->
            Got = atom_to_binary(Other),
            'fail:'(Self, <<"Expected error kind ", Expected/binary, " but got ", Got/binary>>)
    end;
'should:raise:'(_, Block, Kind) when is_atom(Kind) ->
    beamtalk_argument:refuse_block(Block, 0, 'TestCase', 'should:raise:');
'should:raise:'(_, _, _) ->
    beamtalk_argument:type_error('TestCase', 'should:raise:', <<"Pass the kind as a Symbol">>).

%% Faults of the VM that nobody has named yet go by their own name.
-spec raised(fun(() -> term())) -> atom().
raised(Block) ->
    try
        _ = Block(),
        none
    catch
        error:Fault when is_atom(Fault) ->
            Fault;
        Class:Reason:Stacktrace ->
            beamtalk_exception:kind(beamtalk_error:exception(Class, Reason, Stacktrace))
    end.

-spec 'fail:'(map(), binary()) -> no_return().
'fail:'(Self, Message) ->
    raise(assertion_failed, Self, 'fail:', Message).

-spec 'skip:'(map(), binary()) -> no_return().
'skip:'(Self, Reason) ->
    raise(test_skipped, Self, 'skip:', Reason).

-spec raise(atom(), map(), atom(), term()) -> no_return().
raise(Kind, #{?TAG := Class}, Selector, Text) when is_binary(Text) ->
    beamtalk_error:raise_message(Kind, Class, Selector, Text, undefined);
raise(Kind, Self, Selector, Value) ->
    raise(Kind, Self, Selector, beamtalk_printing:display(Value)).
