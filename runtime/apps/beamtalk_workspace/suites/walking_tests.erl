%% Walking over code and compiling it come to the same, whatever is typed.
-module(walking_tests).
-define(PROPER_NO_TRANS, true).
-include_lib("proper/include/proper.hrl").
-include_lib("eunit/include/eunit.hrl").

walking_test_() ->
    prompt:tests([
        {"walked or compiled, the same values and bindings", fun same/1},
        {"straight code is walked, and loops are not", fun straight/1}
    ]).

same(_) ->
    Cases = case prompt:is_full() of true -> 5000; false -> 30 end,
    ?assertEqual(true, proper:quickcheck(alike(), [{numtests, Cases}, quiet, long_result])).

alike() ->
    ?FORALL(Lines, non_empty(list(line())), begin
        Walked = evaluated(Lines, walk),
        Compiled = evaluated(Lines, compile),
        ?WHENFAIL(io:format(user, "~ts~n~tp~n~tp~n", [lists:join("\n", Lines), Walked, Compiled]), Walked =:= Compiled)
    end).

%% In a process of its own, for variables live in dictionaries.
evaluated(Lines, How) ->
    {Pid, Monitor} = spawn_monitor(fun() -> exit({done, lists:foldl(fun(Line, Before) -> evaluate(Line, How, Before) end, {[], #{}}, Lines)}) end),
    receive
        {'DOWN', Monitor, process, Pid, {done, {Outcomes, Bindings}}} -> {Outcomes, Bindings};
        {'DOWN', Monitor, process, Pid, Reason} -> Reason
    end.

evaluate(Line, How, {Outcomes, Values}) ->
    Bindings = beamtalk_bindings:from_values(Values),
    Known = [atom_to_binary(Name) || Name <- maps:keys(Values)],
    case beamtalk_compiler_server:compile_expression(Line, <<"any">>, Known) of
        {ok, #{core := Core}} ->
            Term = beamtalk_repl_core:read(Core),
            case beamtalk_core_walk:is_straight(Term) of
                true -> ran(Term, How, Bindings, Outcomes, Values);
                false -> {[not_straight | Outcomes], Values}
            end;
        {error, _} ->
            {[refused | Outcomes], Values}
    end.

ran(Term, How, Bindings, Outcomes, Values) ->
    try beamtalk_repl_core:How(Term, Bindings) of
        {Value, Bound} ->
            {[Value | Outcomes], maps:map(fun(Name, _) -> element(2, beamtalk_bindings:value(Bound, Name)) end, Bound)}
    catch
        Class:Reason:Stack ->
            Exception = beamtalk_error:exception(Class, Reason, Stack),
            %% Not where: OTP's compiler loses the place of a call that ends a branch.
            #{kind := Kind, message := Message} = beamtalk_repl_error:raised(Exception),
            {[{Kind, Message} | Outcomes], Values}
    end.

line() ->
    ?LET(Statements, non_empty(list(statement())), unicode:characters_to_binary(lists:join(". ", Statements))).

statement() ->
    frequency([
        {3, expression()},
        {3, ?LET({Name, E}, {name(), expression()}, [Name, " := ", E])},
        {1, ?LET({A, B, X, Y}, {name(), name(), expression(), expression()}, ["#[", A, ", ", B, "] := #[", X, ", ", Y, "]"])}
    ]).

expression() ->
    ?SIZED(Size, expression(min(Size, 12))).

expression(0) ->
    leaf();
expression(Size) ->
    Half = ?LAZY(expression(Size div 2)),
    frequency([
        {2, leaf()},
        {4, ?LET({A, Op, B}, {Half, operator(), Half}, ["(", A, " ", Op, " ", B, ")"])},
        {3, ?LET({A, S}, {Half, unary()}, ["(", A, " ", S, ")"])},
        {2, ?LET({A, S, B}, {Half, keyword(), Half}, ["(", A, " ", S, " ", B, ")"])},
        {2, ?LET({A, B, C}, {Half, Half, Half}, ["((", A, " > ", B, ") ifTrue: [", B, "] ifFalse: [", C, "])"])},
        {1, ?LET({A, B}, {Half, Half}, ["(", A, " ifTrue: [", B, "])"])},
        {1, ?LET({A, B}, {Half, Half}, ["((", A, " < 3) and: [", B, "])"])},
        {1, ?LET({A, B}, {Half, Half}, ["(", A, " isNil ifTrue: [", B, "])"])},
        {1, ?LET({A, B}, {Half, Half}, ["#(", A, ", ", B, ")"])},
        {1, ?LET({A, B}, {Half, Half}, ["#{", A, " => ", B, "}"])},
        {1, ?LET(A, Half, ["\"<{", A, "}>\""])},
        {1, ?LET({A, N}, {Half, name()}, ["[", N, " := ", A, "] value"])},
        {1, ?LET({A, B}, {Half, Half}, ["(", A, " size; yourself; == ", B, ")"])},
        {1, ?LET({A, B}, {Half, Half}, ["(", A, " match: [0 -> ", B, "; n when: [n > 1] -> n; #[h, t] -> t; _ -> #other])"])}
    ]).

leaf() ->
    oneof([
        ?LET(N, integer(), integer_to_list(N)),
        ?LET(N, range(-5, 5), io_lib:format("~.1f", [N * 1.0])),
        oneof(["true", "false", "nil", "#sym", "\"text\"", "\"\"", "#()", "Integer", "Nobody"]),
        name()
    ]).

name() -> oneof(["a", "b", "c"]).
operator() -> oneof(["+", "-", "*", "/", "<", ">", "<=", ">=", "==", "=:=", "/=", "++", "->"]).
unary() -> oneof(["size", "isNil", "notNil", "class", "printString", "abs", "negated", "isEmpty", "first", "hash", "frob"]).
keyword() -> oneof(["at:", "max:", "min:", "includes:", "frob:"]).

straight(_) ->
    [
        begin
            {ok, #{core := Core}} = beamtalk_compiler_server:compile_expression(Line, <<"any">>, [<<"x">>]),
            ?assertEqual({Line, Is}, {Line, beamtalk_core_walk:is_straight(beamtalk_repl_core:read(Core))})
        end
     || {Line, Is} <- [
            {<<"3 + 4">>, true},
            {<<"x size">>, true},
            {<<"x := x at: 3 put: #(1, x)">>, true},
            {<<"x > 3 ifTrue: [1] ifFalse: [2]">>, true},
            {<<"x > 3 ifTrue: [1] ifFalse: [x + 1]">>, true},
            {<<"x isNil ifTrue: [1]">>, true},
            {<<"\"a {x} b\"">>, true},
            {<<"x foo; bar">>, true},
            {<<"x do: [:e | e]">>, false},
            {<<"[x > 3] whileTrue: [x := x - 1]">>, false},
            {<<"[x foo] ensure: [x bar]">>, false}
        ]
    ].
