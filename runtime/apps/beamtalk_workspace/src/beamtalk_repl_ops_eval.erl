%% Operations that evaluate. Their outcome comes to the connection later.
-module(beamtalk_repl_ops_eval).

-export([handle/3]).

-type context() :: #{session := pid(), connection := pid(), atom() => term()}.
-type result() :: {ok, map()} | {error, beamtalk_repl_error:error()} | {later, reference()}.

-spec handle(binary(), map(), context()) -> result().
handle(<<"eval">>, #{<<"code">> := Code} = Params, Context) ->
    Options = maps:from_list([{Key, maps:get(atom_to_binary(Key), Params, false) =:= true} || Key <- [trace, time]]),
    evaluate(Code, Options, Context);
handle(<<"run-entry">>, #{<<"class">> := Class, <<"selector">> := Selector} = Params, Context) ->
    case entry(Class, Selector, maps:get(<<"args">>, Params, [])) of
        {ok, Code} -> evaluate(Code, #{}, Context);
        {error, _} = Error -> Error
    end;
handle(<<"more">>, _, #{session := Session}) ->
    case beamtalk_repl_session:more(Session) of
        {ok, Text, Left} -> {ok, #{value => Text, left => Left}};
        none -> {error, beamtalk_repl_error:plain(<<"nothing_more">>, <<"There is nothing more to show">>)}
    end.

-spec evaluate(binary(), map(), context()) -> result().
evaluate(Code, Options, #{session := Session, connection := Connection}) ->
    Ref = make_ref(),
    try beamtalk_repl_session:eval(Session, Connection, Ref, Code, Options) of
        ok -> {later, Ref};
        {error, eval_busy} -> {error, busy()}
    catch
        exit:_ -> {error, beamtalk_repl_error:plain(<<"session_down">>, <<"The session has ended">>)}
    end.

-spec busy() -> beamtalk_repl_error:error().
busy() ->
    beamtalk_repl_error:plain(
        <<"eval_busy">>, <<"The session is evaluating something">>, <<"Wait for it, or interrupt it">>
    ).

%% As text, so that it is looked at like anything that is typed: nothing of it is an
%% atom before it has been compiled.
-spec entry(binary(), binary(), [binary()]) -> {ok, binary()} | {error, beamtalk_repl_error:error()}.
entry(Class, Selector, Args) ->
    case {matches(Class, "^[A-Z][A-Za-z0-9_]*$"), matches(Selector, "^[a-z][A-Za-z0-9_]*(:?)$"), binary:last(<<" ", Selector/binary>>)} of
        {true, true, $:} -> {ok, <<Class/binary, " ", Selector/binary, " ", (list(Args))/binary>>};
        {true, true, _} when Args =:= [] -> {ok, <<Class/binary, " ", Selector/binary>>};
        {true, true, _} -> {error, refused(<<"A unary selector takes no arguments">>)};
        _ -> {error, refused(<<"An entry is a class and a unary selector, or a keyword selector of one argument">>)}
    end.

-spec refused(binary()) -> beamtalk_repl_error:error().
refused(Message) ->
    beamtalk_repl_error:plain(<<"invalid_argument">>, Message).

-spec matches(binary(), string()) -> boolean().
matches(Text, Pattern) ->
    re:run(Text, Pattern, [{capture, none}]) =:= match.

-spec list([binary()]) -> binary().
list(Args) ->
    iolist_to_binary(["#(", lists:join(", ", [literal(Arg) || Arg <- Args]), ")"]).

%% By its characters, which need no rules about what is written how.
-spec literal(binary()) -> iodata().
literal(Text) ->
    Characters = [integer_to_binary(It) || It <- unicode:characters_to_list(Text)],
    ["(Erlang unicode characters_to_binary: #(", lists:join(", ", Characters), "))"].
