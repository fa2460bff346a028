%% An extension method as dispatch calls it, whatever its shape: one fun of
%% the arguments and the receiver. A fault of the host in its body comes out
%% as an exception that names the method; exceptions and returns pass.
-module(beamtalk_extension_call).

-include("beamtalk.hrl").

-export([callable/3]).

-spec callable(atom(), atom(), beamtalk_extensions:method()) -> fun(([term()], term()) -> term()).
callable(Class, Selector, Method) ->
    fun(Args, Self) ->
        try
            call(Method, Args, Self)
        catch
            error:#{?TAG := _, error := #beamtalk_error{}} = Exception:Stacktrace ->
                erlang:raise(error, Exception, Stacktrace);
            error:Reason:Stacktrace ->
                Error = beamtalk_fault:classify_in(Reason, Stacktrace, Class, Selector),
                erlang:raise(error, beamtalk_error:wrap(Error), Stacktrace)
        end
    end.

%% The state of an actor belongs to its process; any other receiver is its
%% own state and cannot change.
-spec call(beamtalk_extensions:method(), [term()], term()) -> term().
call(Method, Args, Self) when is_function(Method, 2) ->
    Method(Args, Self);
call(Method, Args, Self) when is_function(Method, 3) ->
    {Result, _State} = Method(Args, Self, Self),
    Result.
