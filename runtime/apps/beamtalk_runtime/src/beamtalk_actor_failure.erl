%% What goes wrong with actors: exceptions on their way from an actor to the one
%% who asked, answers that never come, and the log of messages that nobody
%% waits for.
-module(beamtalk_actor_failure).

-include("beamtalk.hrl").

-export([exception/4, raise_again/1, unanswered/2, deadlock/1, log/4]).

-type actor() :: {beamtalk_object, atom(), module(), pid()}.

%% The exception for whatever was raised in a method of an actor. A fault of
%% the host names the actor's class and the method it happened in.
-spec exception(error | exit | throw, term(), list(), actor()) -> beamtalk_error:exception().
exception(throw, {'$beamtalk_return', _, _}, Stacktrace, _) ->
    Error = beamtalk_error:make(dead_return, 'Block', undefined),
    (beamtalk_error:wrap(Error))#{stacktrace => Stacktrace};
exception(error, Reason, Stacktrace, {_, Class, _, _}) when
    not (is_map(Reason) andalso is_map_key(?TAG, Reason)), not is_record(Reason, beamtalk_error)
->
    Selector = innermost(Stacktrace),
    Error = beamtalk_fault:classify_at(Reason, Stacktrace, Class, Selector),
    (beamtalk_error:wrap(Error))#{stacktrace => Stacktrace};
exception(Class, Reason, Stacktrace, _) ->
    beamtalk_error:exception(Class, Reason, Stacktrace).

%% The method of an actor that the trace meets first.
-spec innermost(list()) -> atom().
innermost([]) ->
    unknown;
innermost([{Module, Function, Arity, _} | Callers]) ->
    IsActor = erlang:function_exported(Module, '__dispatch', 0),
    case IsActor andalso beamtalk_method_function:method(Module, Function, Arity) of
        {_, instance, Selector} -> Selector;
        _ -> innermost(Callers)
    end;
innermost([_ | Callers]) ->
    innermost(Callers).

%% In the caller. The trace is that of the actor, where it happened, and then that
%% of whoever waited.
-spec raise_again(beamtalk_error:exception() | term()) -> no_return().
raise_again(#{stacktrace := Stacktrace} = Exception) ->
    {current_stacktrace, [_ | Waiting]} = process_info(self(), current_stacktrace),
    Trace = lists:takewhile(fun is_before_process/1, Stacktrace) ++ Waiting,
    erlang:raise(error, Exception#{stacktrace := Trace}, Trace);
raise_again(Reason) ->
    erlang:error(beamtalk_result:reason(Reason)).

%% How the actor came to its message is no news to anyone.
-spec is_before_process(tuple()) -> boolean().
is_before_process(Frame) ->
    element(1, Frame) =/= beamtalk_actor_process.

%% Why a call brought no answer.
-spec unanswered(term(), atom()) -> no_return().
unanswered(timeout, Selector) ->
    Hint = <<"The actor is busy; give it more time with 'withTimeout:', or do not wait with '!'">>,
    beamtalk_error:raise(timeout, unknown, Selector, Hint);
unanswered(calling_self, Selector) ->
    deadlock(Selector);
unanswered(_, Selector) ->
    Hint = <<"Ask with 'isAlive' first, or have a supervisor start it again">>,
    beamtalk_error:raise(actor_dead, unknown, Selector, Hint).

-spec deadlock(atom()) -> no_return().
deadlock(Selector) ->
    Hint = <<"The receiver waits for this message to end: do not wait with '!', or send it later">>,
    beamtalk_error:raise(deadlock_detected, unknown, Selector, Hint).

%% Class, message and place, for nobody else will hear of it.
-spec log(actor(), atom(), [term()], beamtalk_error:exception()) -> ok.
log({_, Class, _, Pid}, Selector, Args, Exception) ->
    Trace = maps:get(stacktrace, Exception, []),
    Report = #{
        class => Class,
        selector => Selector,
        arguments => Args,
        actor => Pid,
        kind => beamtalk_exception:kind(Exception),
        message => beamtalk_exception:message(Exception),
        place => place(Trace)
    },
    logger:error(
        "~ts ~p failed in '~ts' with ~0tp: ~ts: ~ts~ts",
        [
            Class, Pid, Selector, Args, beamtalk_exception:kind(Exception),
            beamtalk_exception:message(Exception), place(Trace)
        ],
        #{beamtalk => Report}
    ).

%% The first line of Beamtalk in a trace.
-spec place(list()) -> binary().
place(Trace) ->
    Lines = [{File, Line} || {_, _, _, Info} <- Trace, {file, File} <- Info, {line, Line} <- Info, is_source(File)],
    case Lines of
        [{File, Line} | _] -> unicode:characters_to_binary(io_lib:format(" (~ts:~b)", [File, Line]));
        [] -> <<>>
    end.

-spec is_source(string()) -> boolean().
is_source(File) ->
    lists:member(filename:extension(File), [".bt", ".btscript"]).
