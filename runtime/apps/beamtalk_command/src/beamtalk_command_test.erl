%% Runs tests for the command: which suites and how goes in, what happens comes
%% out as events of texts and numbers, one call of the report for each. A suite is
%% a class or a script of compiled cases. The modules are loaded already.
-module(beamtalk_command_test).

-export([run/3, tests/1, test_classes/1]).

-export_type([suite/0, options/0, event/0, outcome/0, failure/0]).

-type suite() ::
    {class, Class :: atom(), [Selector :: atom()] | all}
    | {script, Name :: binary(), module(), [Function :: atom()], serial | parallel}.
%% 0 jobs are as many as there are schedulers; the time limit of a test is in
%% milliseconds.
-type options() :: #{jobs => non_neg_integer(), timeout => timeout()}.
%% Suites are counted from 1; a suite that has started says how many tests it has.
-type event() ::
    {suite_started, Index :: pos_integer(), Total :: non_neg_integer()}
    | {test, Index :: pos_integer(), Name :: binary(), outcome(), Microseconds :: non_neg_integer(), Output :: binary()}
    | {suite_done, Index :: pos_integer()}.
-type outcome() ::
    passed
    | {skipped, Reason :: binary()}
    | {failed, failure()}
    | {value, Printed :: binary()}
    | {raised, failure()}.
%% With the place in the test that failed, where it is known.
-type failure() :: #{
    message := binary(),
    kind := binary(),
    trace := [beamtalk_failure:frame()],
    class => binary(),
    selector => binary(),
    hint => binary(),
    file => binary(),
    line => pos_integer()
}.

-define(TIMEOUT, 60000).
%% Between a test and what went wrong in it may be many calls.
-define(DEPTH, 64).

-spec run([suite()], options(), fun((event()) -> any())) -> ok.
run(Suites, Options, Report) ->
    _ = erlang:system_flag(backtrace_depth, ?DEPTH),
    Timeout = maps:get(timeout, Options, ?TIMEOUT),
    Runnable = [runnable(Suite, Timeout) || Suite <- Suites],
    Classes = list_to_tuple([class(Suite) || Suite <- Suites]),
    Tell = fun(Event, ok) ->
        _ = Report(told(Event, Classes)),
        ok
    end,
    beamtalk_test_run:fold(Runnable, maps:get(jobs, Options, 0), Tell, ok).

%% The tests that a class runs, inherited ones too, sorted; none if it is abstract.
-spec tests(Class :: atom()) -> [Selector :: atom()].
tests(Class) ->
    beamtalk_test_suite:tests(Class).

%% The test classes among the modules, in the order of these.
-spec test_classes([module()]) -> [Class :: atom()].
test_classes(Modules) ->
    [
        Class
     || Module <- Modules,
        erlang:function_exported(Module, '__beamtalk_meta', 0),
        #{class := Class} <- [Module:'__beamtalk_meta'()],
        beamtalk_class_registry:module_of(Class) =:= Module,
        beamtalk_test_runner:is_test_class(Class)
    ].

-spec runnable(suite(), timeout()) -> beamtalk_test_run:suite().
runnable({class, Class, all}, Timeout) ->
    runnable({class, Class, tests(Class)}, Timeout);
runnable({class, Class, Tests}, Timeout) ->
    beamtalk_test_run:class_suite(Class, lists:sort(Tests), Timeout);
runnable({script, _, Module, Functions, Order}, Timeout) ->
    #{
        tests => Functions,
        serial => Order =:= serial,
        run => fun(Owner, Tell) ->
            beamtalk_test_script:run(Module, Functions, #{owner => Owner, timeout => Timeout}, Tell)
        end
    }.

-spec class(suite()) -> atom().
class({class, Class, _}) -> Class;
class({script, _, _, _, _}) -> none.

-spec told(beamtalk_test_run:event(), tuple()) -> event().
told({test, Index, Test, Outcome, Microseconds, Written}, Classes) ->
    Told = outcome(Outcome, element(Index, Classes)),
    {test, Index, atom_to_binary(Test), Told, Microseconds, Written};
told(Event, _) ->
    Event.

-spec outcome(term(), Class :: atom()) -> outcome().
outcome({failed, Exception}, none) -> {raised, beamtalk_failure:describe(Exception)};
outcome({failed, Exception}, Class) -> {failed, placed(beamtalk_failure:describe(Exception), Class)};
outcome(Outcome, _) -> Outcome.

-spec placed(beamtalk_failure:failure(), Class :: atom()) -> failure().
placed(#{trace := Trace} = Failure, Class) ->
    case place(Trace, Class) of
        [#{file := File, line := Line} | _] -> Failure#{file => File, line => Line};
        [] -> Failure
    end.

%% The innermost calls: in the test class, or in one between it and TestCase whose
%% test it inherits, or else in any other. What TestCase itself does is no place.
-spec place([beamtalk_failure:frame()], Class :: atom()) -> [beamtalk_failure:frame()].
place(Trace, Class) ->
    Ancestors = [Class | beamtalk_class_hierarchy_table:ancestors(Class)],
    Tests = [atom_to_binary(Each) || Each <- lists:takewhile(fun(Each) -> Each =/= 'TestCase' end, Ancestors)],
    Inside = [Frame || #{class := In} = Frame <- Trace, lists:member(In, Tests)],
    Inside ++ [Frame || #{class := In} = Frame <- Trace, In =/= <<"TestCase">>].
