%% Calls of Erlang functions from Beamtalk. A module, a selector and the
%% arguments go in; the answer comes out with its results and strings in
%% Beamtalk's shape, and Erlang's errors as exceptions. Exits and throws
%% pass through.
-module(beamtalk_erlang).

-include("beamtalk.hrl").

-export([module/1, call/3, call_function/3, native/5, methods/1]).

-record(place, {module :: module(), function :: atom(), class :: atom(), selector :: atom()}).

%% The proxy that stands for a module; the module need not exist.
-spec module(atom()) -> map().
module(Module) ->
    #{?TAG => 'ErlangModule', module => Module}.

%% The first keyword names the function; the others only part arguments.
-spec call(module(), atom(), [term()]) -> term().
call(Module, Selector, Args) ->
    %% Only a module that is loaded has made the names of its functions.
    _ = code:ensure_loaded(Module),
    case beamtalk_selector:function(Selector) of
        {ok, Function} -> call_function(Module, Function, Args);
        error -> missing(place(Module, Selector), Args)
    end.

-spec call_function(module(), atom(), [term()]) -> term().
call_function(Module, Function, Args) ->
    call_at(place(Module, Function), Args).

-spec place(module(), atom()) -> #place{}.
place(Module, Function) ->
    #place{module = Module, function = Function, class = 'ErlangModule', selector = Function}.

%% A method with the body `self delegate`: the error names the method.
-spec native(module(), atom(), [term()], atom(), atom()) -> term().
native(Module, Function, Args, Class, Selector) ->
    call_at(#place{module = Module, function = Function, class = Class, selector = Selector}, Args).

-spec call_at(#place{}, [term()]) -> term().
call_at(#place{module = Module, function = Function} = Place, Args) ->
    try
        answer(Module, apply(Module, Function, Args))
    catch
        error:badarg:Stacktrace -> retry(Place, Args, Stacktrace);
        error:Reason:Stacktrace -> fail(Place, Args, Reason, Stacktrace)
    end.

%% Many functions want a charlist or a pid where Beamtalk has a String or an
%% actor: once more with those.
-spec retry(#place{}, [term()], list()) -> term().
retry(#place{module = Module, function = Function} = Place, Args, Stacktrace) ->
    case [host(Arg) || Arg <- Args] of
        Args ->
            fail(Place, Args, badarg, Stacktrace);
        Hosted ->
            try
                answer(Module, apply(Module, Function, Hosted))
            catch
                error:Reason:Trace -> fail(Place, Hosted, Reason, Trace)
            end
    end.

-spec host(term()) -> term().
host(Binary) when is_binary(Binary) ->
    case unicode:characters_to_list(Binary) of
        List when is_list(List) -> List;
        _ -> Binary
    end;
host({beamtalk_object, _, _, Pid}) when is_pid(Pid) ->
    Pid;
host({beamtalk_object, _, _, {_, _}} = Reference) ->
    case beamtalk_class_reference:side(Reference) =:= none andalso beamtalk_actor_call:pid(Reference) of
        Pid when is_pid(Pid) -> Pid;
        _ -> Reference
    end;
host(Arg) ->
    Arg.

-spec answer(module(), term()) -> term().
answer(Module, [_ | _] = List) -> text(Module, List);
answer(Module, {ok, [_ | _] = List}) -> beamtalk_result:ok(text(Module, List));
answer(Module, {error, [_ | _] = List}) -> beamtalk_result:from_erlang({error, text(Module, List)});
answer(_, Other) -> beamtalk_result:from_erlang(Other).

%% Charlists become Strings, unless a module of ours means a list.
-spec text(module(), list()) -> term().
text(Module, List) ->
    case io_lib:printable_unicode_list(List) andalso not is_ours(atom_to_binary(Module)) of
        true -> unicode:characters_to_binary(List);
        false -> List
    end.

-spec is_ours(binary()) -> boolean().
is_ours(<<"beamtalk_", _/binary>>) -> true;
is_ours(<<"bt@", _/binary>>) -> true;
is_ours(_) -> false.

-spec fail(#place{}, [term()], term(), list()) -> no_return().
fail(_, _, #{?TAG := _, error := #beamtalk_error{}} = Exception, Stacktrace) ->
    erlang:raise(error, Exception, Stacktrace);
fail(_, _, #beamtalk_error{} = Error, Stacktrace) ->
    erlang:raise(error, beamtalk_error:wrap(Error), Stacktrace);
fail(#place{module = M, function = F} = Place, Args, undef, [{M, F, A, _} | _] = Stacktrace) ->
    case A =:= Args orelse A =:= length(Args) of
        true -> missing(Place, Args);
        false -> raise(Place, undef, Stacktrace)
    end;
fail(Place, _, Reason, Stacktrace) ->
    raise(Place, Reason, Stacktrace).

-spec raise(#place{}, term(), list()) -> no_return().
raise(#place{class = Class, selector = Selector} = Place, Reason, Stacktrace) ->
    Error =
        case {kind(Reason), beamtalk_fault_place:crossed(Stacktrace)} of
            {Kind, none} when Kind =/= other -> beamtalk_error:make(Kind, Class, Selector, hint(Place, Reason));
            _ -> beamtalk_fault:classify_in(Reason, Stacktrace, Class, Selector)
        end,
    Details = #{erlang_error => Reason, erlang_stacktrace => Stacktrace},
    erlang:raise(error, beamtalk_error:wrap(Error#beamtalk_error{details = Details}), Stacktrace).

-spec kind(term()) -> atom().
kind(badarg) -> type_error;
kind(badarith) -> type_error;
kind(function_clause) -> arity_mismatch;
kind(_) -> other.

-spec hint(#place{}, atom()) -> binary().
hint(#place{module = Module, function = Function}, Reason) ->
    format("Erlang error in ~ts:~ts: ~ts", [Module, Function, Reason]).

%% Nothing to call: no module, no such function, or none of that arity.
-spec missing(#place{}, [term()]) -> no_return().
missing(#place{module = Module, function = Function, class = Class, selector = Selector}, Args) ->
    case arities(Module, Function) of
        not_loaded ->
            Hint = format("Module '~ts' is not loaded", [Module]),
            beamtalk_error:raise(does_not_understand, Class, Selector, Hint);
        [] ->
            Hint = format("Module '~ts' has no function '~ts'", [Module, Function]),
            beamtalk_error:raise(does_not_understand, Class, Selector, Hint);
        Arities ->
            Known = lists:join(", ", [integer_to_list(N) || N <- Arities]),
            Hint = format("~ts:~ts/~ts exists but was called with ~b arguments", [
                Module, Function, Known, length(Args)
            ]),
            beamtalk_error:raise(arity_mismatch, Class, Selector, Hint)
    end.

-spec arities(module(), atom()) -> not_loaded | [arity()].
arities(Module, Function) ->
    case code:ensure_loaded(Module) of
        {module, _} -> lists:sort([N || {F, N} <- Module:module_info(exports), F =:= Function]);
        {error, _} -> not_loaded
    end.

%% What a proxy answers to `methods`: sorted "name/arity".
-spec methods(module()) -> [binary()].
methods(Module) ->
    case code:ensure_loaded(Module) of
        {module, _} -> lists:sort([format("~ts/~b", [F, N]) || {F, N} <- Module:module_info(exports)]);
        {error, _} -> []
    end.

-spec format(string(), [term()]) -> binary().
format(Format, Args) ->
    unicode:characters_to_binary(io_lib:format(Format, Args)).
