%% How a test went, from how its process fared: passed, skipped for a reason, or
%% failed with an exception that says why.
-module(beamtalk_test_outcome).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([of_test/2, failed/3, exception/2, ended/1]).

-export_type([outcome/0]).

-type outcome() :: passed | {skipped, Reason :: binary()} | {failed, beamtalk_error:exception()}.
-type ending() :: beamtalk_test_process:ending(term()).

-spec of_test(ending(), Limit :: timeout()) -> outcome().
of_test({answer, _}, _) -> passed;
of_test(Ending, Limit) -> failed(<<>>, Ending, Limit).

%% For what went wrong before the test itself, with words that say so.
-spec failed(Prefix :: binary(), ending(), Limit :: timeout()) -> outcome().
failed(Prefix, Ending, Limit) ->
    #{error := #beamtalk_error{message = Message} = Error} = Exception = exception(Ending, Limit),
    case Error#beamtalk_error.kind of
        test_skipped -> {skipped, Message};
        _ -> {failed, Exception#{error := Error#beamtalk_error{message = <<Prefix/binary, Message/binary>>}}}
    end.

%% Of an ending that is no answer.
-spec exception(ending(), Limit :: timeout()) -> beamtalk_error:exception().
exception({raised, Exception}, _) ->
    Exception;
exception({ended, Reason}, _) ->
    ended(Reason);
exception({timed_out, Stacktrace}, Limit) ->
    Message = <<"did not end within ", (duration(Limit))/binary>>,
    (made(timeout, Message))#{stacktrace => Stacktrace}.

%% Of a process that was ended from outside, by a signal.
-spec ended(Reason :: term()) -> beamtalk_error:exception().
ended(killed) ->
    made(erlang_exit, <<"the process of the test was killed">>);
ended(Reason) ->
    #{error := #beamtalk_error{message = Message}} = Cause = cause(Reason),
    Exception = made(erlang_exit, <<"the process of the test was ended: ", Message/binary>>),
    maps:merge(maps:with([stacktrace], Cause), Exception).

%% A process that crashes tells those linked to it where.
-spec cause(term()) -> beamtalk_error:exception().
cause({Reason, [{_, _, _, _} | _] = Stacktrace}) -> beamtalk_error:exception(error, Reason, Stacktrace);
cause(Reason) -> beamtalk_error:exception(exit, Reason, []).

-spec made(atom(), binary()) -> beamtalk_error:exception().
made(Kind, Message) ->
    beamtalk_error:wrap(beamtalk_error:make_message(Kind, undefined, undefined, Message, undefined)).

-spec duration(timeout()) -> binary().
duration(Milliseconds) when Milliseconds < 1000 ->
    <<(integer_to_binary(Milliseconds))/binary, " ms">>;
duration(Milliseconds) when Milliseconds rem 1000 =:= 0 ->
    <<(integer_to_binary(Milliseconds div 1000))/binary, " s">>;
duration(Milliseconds) ->
    iolist_to_binary(io_lib:format("~.1f s", [Milliseconds / 1000])).
