%% A TestCase made of toys, and running classes that inherit from it.
-module(toy_case).

-export([with/1, start/0, define/2, define/3, run/1, run/2, run/3, events/2, messages/1]).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

%% An EUnit test that may define classes.
with(Test) ->
    {setup, fun start/0, fun toy:stop/1, Test}.

start() ->
    Started = toy:start(),
    Quiet = fun(_, []) -> nil end,
    Methods = #{
        setUp => fun(Self, []) -> Self end,
        tearDown => Quiet,
        setUpOnce => Quiet,
        tearDownOnce => Quiet,
        'fail:' => fun(Self, [Text]) -> beamtalk_test_case:'fail:'(Self, Text) end
    },
    Class = #{serial => fun(_, []) -> false end, timeout => Quiet},
    toy:define('TestCase', 'Value', Methods, #{class => Class}),
    Started.

define(Name, Methods) ->
    define(Name, Methods, #{}).

define(Name, Methods, More) ->
    toy:define(Name, 'TestCase', Methods, More).

%% How the tests of a class went: `passed`, `{skipped, Reason}` or
%% `{failed, Message}`, with what was written.
run(Class) ->
    run(Class, beamtalk_test_suite:tests(Class)).

run(Class, Tests) ->
    run(Class, Tests, 5000).

run(Class, Tests, Timeout) ->
    Suite = beamtalk_test_run:class_suite(Class, Tests, Timeout),
    [{Test, plain(Outcome), Written} || {test, 1, Test, Outcome, _, Written} <- events([Suite], 1)].

plain({failed, #{error := #beamtalk_error{message = Message}}}) -> {failed, Message};
plain(Outcome) -> Outcome.

events(Suites, Jobs) ->
    lists:reverse(beamtalk_test_run:fold(Suites, Jobs, fun(Event, Told) -> [Event | Told] end, [])).

%% The messages that have arrived, in their order.
messages(Found) ->
    receive
        Message -> messages([Message | Found])
    after 0 -> lists:reverse(Found)
    end.
