%% Primitives of TestResult, the outcomes of a run as a value, and making one by
%% running tests. What the tests write goes where the caller writes.
-module(beamtalk_test_result).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([of_run/2, passed/1, failed/1, skipped/1, total/1, duration/1, failures/1]).
-export([hasPassed/1, summary/1, printString/1]).

-export_type([result/0]).

-type row() :: {Class :: atom(), Test :: atom(), beamtalk_test_outcome:outcome()}.
-type result() :: #{?TAG := 'TestResult', rows := [row()], seconds := float()}.

%% Milliseconds for a test of a class that does not say how long one may take.
-define(TIMEOUT, 60000).

%% Rows come by class in the order given, whichever was done first.
-spec of_run([{Class :: atom(), [atom()]}], Jobs :: non_neg_integer()) -> result().
of_run(Classes, Jobs) ->
    Begun = erlang:monotonic_time(),
    Suites = [beamtalk_test_run:class_suite(Class, Tests, ?TIMEOUT) || {Class, Tests} <- Classes],
    Told = lists:reverse(beamtalk_test_run:fold(Suites, Jobs, fun collect/2, [])),
    Taken = erlang:convert_time_unit(erlang:monotonic_time() - Begun, native, microsecond),
    #{
        ?TAG => 'TestResult',
        rows => [
            {Class, Test, Outcome}
         || {Index, {Class, _}} <- lists:zip(lists:seq(1, length(Classes)), Classes),
            {Of, Test, Outcome} <- Told,
            Of =:= Index
        ],
        seconds => Taken / 1.0e6
    }.

-spec collect(beamtalk_test_run:event(), [Told]) -> [Told] when
    Told :: {Index :: pos_integer(), Test :: atom(), beamtalk_test_outcome:outcome()}.
collect({test, Index, Test, Outcome, _, Written}, Told) ->
    Written =:= <<>> orelse io:put_chars(Written),
    [{Index, Test, Outcome} | Told];
collect(_, Told) ->
    Told.

-spec passed(result()) -> non_neg_integer().
passed(Result) -> total(Result) - skipped(Result) - failed(Result).

-spec failed(result()) -> non_neg_integer().
failed(#{rows := Rows}) -> length([Test || {_, Test, {failed, _}} <- Rows]).

-spec skipped(result()) -> non_neg_integer().
skipped(#{rows := Rows}) -> length([Test || {_, Test, {skipped, _}} <- Rows]).

-spec total(result()) -> non_neg_integer().
total(#{rows := Rows}) -> length(Rows).

-spec duration(result()) -> float().
duration(#{seconds := Seconds}) -> Seconds.

-spec failures(result()) -> [#{name := atom(), class := atom(), error := binary()}].
failures(#{rows := Rows}) ->
    [
        #{class => Class, name => Test, error => beamtalk_exception:message(Exception)}
     || {Class, Test, {failed, Exception}} <- Rows
    ].

-spec hasPassed(result()) -> boolean().
hasPassed(Result) -> failed(Result) =:= 0.

%% `3 tests, 1 passed, 1 skipped, 1 failed (0.1s)`.
-spec summary(result()) -> binary().
summary(Result) ->
    iolist_to_binary([
        io_lib:format("~b tests, ~b passed", [total(Result), passed(Result)]),
        [io_lib:format(", ~b skipped", [skipped(Result)]) || skipped(Result) > 0],
        [io_lib:format(", ~b failed", [failed(Result)]) || failed(Result) > 0],
        io_lib:format(" (~.1fs)", [duration(Result)])
    ]).

-spec printString(result()) -> binary().
printString(Result) ->
    Failures = [
        [<<"\n  ✗ "/utf8>>, atom_to_binary(Class), <<">>">>, atom_to_binary(Test), <<": ">>, Message]
     || #{class := Class, name := Test, error := Message} <- failures(Result)
    ],
    iolist_to_binary([<<"TestResult(">>, summary(Result), <<")">> | Failures]).
