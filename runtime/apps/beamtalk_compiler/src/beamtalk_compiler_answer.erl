%% Answers of the port, or the lack of one, as values for whoever asked. A failure is
%% a list of diagnostics like those of a text, so that it is shown the same way.
-module(beamtalk_compiler_answer).

-export([whole/1, field/2, type/1, type_of/1, place/1, span/1, failure/1]).

-export_type([outcome/0, diagnostic/0, failure/0]).

-type diagnostic() :: #{message := binary(), atom() => term()}.
-type outcome() :: {answer, beamtalk_compiler_port:answer()} | {failed, failure()}.
-type failure() ::
    exited | timed_out | malformed | too_large | busy | unavailable | {exited | unavailable, Why :: binary()}.

%% All that the port has said.
-spec whole(outcome()) -> {ok, map()} | {error, [diagnostic()]}.
whole({answer, #{status := ok} = Answer}) -> {ok, maps:without([id, status], Answer)};
whole({answer, #{diagnostics := Diagnostics}}) when is_list(Diagnostics) -> {error, Diagnostics};
whole({answer, #{message := Message}}) -> {error, [#{message => Message}]};
whole({answer, _}) -> error_of(malformed);
whole({failed, Failure}) -> error_of(Failure).

%% One thing of it.
-spec field(atom(), outcome()) -> {ok, term()} | {error, [diagnostic()]}.
field(Key, Outcome) ->
    case whole(Outcome) of
        {ok, #{Key := Value}} -> {ok, Value};
        {ok, _} -> error_of(malformed);
        Error -> Error
    end.

%% What a receiver is, or why that is not known.
-spec type(outcome()) ->
    {ok, #{types := [map()]} | #{selectors := [binary()]}} | {not_found, Why :: binary()} | {error, type_unknown}.
type({answer, #{status := ok, types := Types}}) -> {ok, #{types => Types}};
type({answer, #{status := ok, selectors := Selectors}}) -> {ok, #{selectors => Selectors}};
type({answer, #{status := not_found, reason := Why}}) -> {not_found, Why};
type(_) -> {error, type_unknown}.

%% The same of a text that may be refused.
-spec type_of(outcome()) ->
    {ok, map()} | {not_found, Why :: binary()} | {refused, [diagnostic(), ...]} | {error, type_unknown}.
type_of({answer, #{status := error, diagnostics := [#{message := _} | _] = Diagnostics}}) -> {refused, Diagnostics};
type_of(Outcome) -> type(Outcome).

%% What a place in a text is, or why there is no answer; those who type have no use for more.
-spec place(outcome()) -> {ok, map()} | {not_found, Why :: binary()} | {error, unavailable | timed_out | not_understood}.
place({answer, #{status := ok} = Answer}) -> {ok, maps:without([id, status], Answer)};
place({answer, #{status := not_found, reason := Why}}) when is_binary(Why) -> {not_found, Why};
place({answer, _}) -> {error, not_understood};
place({failed, timed_out}) -> {error, timed_out};
place({failed, _}) -> {error, unavailable}.

%% Where a method stands in its text.
-spec span(outcome()) -> {ok, map()} | {error, #{reason := atom(), message := binary()}}.
span({answer, #{status := error, reason := Reason, message := Message}}) ->
    {error, #{reason => Reason, message => Message}};
span(Outcome) ->
    case whole(Outcome) of
        {ok, _} = Found -> Found;
        {error, [#{message := Message} | _]} -> {error, #{reason => error, message => Message}};
        {error, _} -> {error, #{reason => error, message => failure(malformed)}}
    end.

-spec error_of(failure()) -> {error, [diagnostic()]}.
error_of(Failure) ->
    {error, [#{message => failure(Failure)}]}.

-spec failure(failure()) -> binary().
failure(exited) -> <<"Compiler port exited unexpectedly">>;
failure(timed_out) -> <<"Compiler port timed out">>;
failure(malformed) -> <<"Compiler port response is malformed">>;
failure(too_large) -> <<"Compiler port takes no request of more than 64 MiB">>;
failure(busy) -> <<"Compiler port is not available: too many requests are waiting">>;
failure(unavailable) -> <<"Compiler port is not available">>;
failure({Failure, Why}) -> <<(failure(Failure))/binary, ": ", Why/binary>>.
