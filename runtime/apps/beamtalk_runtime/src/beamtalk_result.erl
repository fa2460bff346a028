%% Results, and Erlang's ways of answering success or failure turned into
%% them, one level deep.
-module(beamtalk_result).

-include("beamtalk.hrl").

-export([ok/1, error/1, from_erlang/1, from_tuple/1, reason/1]).

-export_type([result/0]).

-type result() :: #{?TAG := 'Result', isOk := boolean(), okValue := term(), errReason := term()}.

-spec ok(term()) -> result().
ok(Value) ->
    #{?TAG => 'Result', isOk => true, okValue => Value, errReason => nil}.

%% The reason is kept as it is.
-spec error(term()) -> result().
error(Reason) ->
    #{?TAG => 'Result', isOk => false, okValue => nil, errReason => Reason}.

%% What a function of another module answered, as Beamtalk sees it.
-spec from_erlang(term()) -> term().
from_erlang(ok) -> ok(nil);
from_erlang(error) -> ?MODULE:error(reason(nil));
from_erlang({ok, Value}) -> ok(Value);
from_erlang({error, Reason}) -> ?MODULE:error(reason(Reason));
from_erlang(Other) -> Other.

%% `Result fromTuple: t`.
-spec from_tuple(term()) -> result().
from_tuple({ok, Value}) ->
    ok(Value);
from_tuple({error, Reason}) ->
    ?MODULE:error(reason(Reason));
from_tuple(_) ->
    Hint = <<"Expected {#ok, value} or {#error, reason}">>,
    beamtalk_error:raise(type_error, 'Result', 'fromTuple:', Hint).

%% The reason of a failure as an exception object.
-spec reason(term()) -> beamtalk_error:exception().
reason(#{?TAG := _, error := #beamtalk_error{}} = Exception) -> Exception;
reason(#beamtalk_error{} = Error) -> beamtalk_error:wrap(Error);
reason(Reason) -> beamtalk_error:wrap(beamtalk_fault:classify(Reason, [])).
