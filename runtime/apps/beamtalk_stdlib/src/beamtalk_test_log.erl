%% Reports of the logger about processes of a test, such as one that crashed,
%% belong to the output of the test and not on the terminal. A report tells the
%% group leader of its process; by that it is known.
-module(beamtalk_test_log).

-export([capture/0, filter/2]).

-define(FORMAT, #{template => ["[", level, "] ", msg, "\n"]}).

%% Once is enough, and there is no need to end it: only outputs of tests are
%% affected, and they are gone with the tests.
-spec capture() -> ok.
capture() ->
    case logger:add_primary_filter(?MODULE, {fun ?MODULE:filter/2, none}) of
        ok -> ok;
        {error, {already_exist, ?MODULE}} -> ok
    end.

-spec filter(logger:log_event(), none) -> logger:filter_return().
filter(#{meta := #{gl := Leader}} = Event, none) when is_pid(Leader), node(Leader) =:= node() ->
    case beamtalk_test_output:is_output(Leader) of
        true ->
            beamtalk_test_output:add(Leader, logger_formatter:format(Event, ?FORMAT)),
            stop;
        false ->
            ignore
    end;
filter(_, none) ->
    ignore.
