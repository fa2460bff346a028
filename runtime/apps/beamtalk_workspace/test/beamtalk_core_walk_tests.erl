%% Core that is walked, written by hand: what the compiler makes of a text is walked in
%% the suites.
-module(beamtalk_core_walk_tests).
-include_lib("eunit/include/eunit.hrl").

values_test_() ->
    [
        {Name, ?_assertEqual({true, Value}, {beamtalk_core_walk:is_straight(module(Body)), run(Body)})}
     || {Name, Body, Value} <- [
            {"a literal", literal(3), 3},
            {"a call", call('+', [literal(3), var(x)]), 4},
            {"a let", {c_let, [], [var(y)], literal(2), call('*', [var(y), var(y)])}, 4},
            {"several values at once", {c_let, [], [var(y), var(z)], {c_values, [], [literal(1), literal(2)]}, {c_tuple, [], [var(z), var(y)]}}, {2, 1}},
            {"one after the other", {c_seq, [], call(put, [literal(k), literal(7)]), call(get, [literal(k)])}, 7},
            {"a pattern", choice({c_tuple, [], [literal(a), literal(b)]}, [clause({c_tuple, [], [literal(c), var(y)]}, literal(no)), clause({c_tuple, [], [literal(a), var(y)]}, var(y))]), b},
            {"a map pattern", choice(literal(#{k => 5}), [clause({c_map, [], literal(#{}), [{c_map_pair, [], literal(exact), literal(k), var(y)}], true}, var(y)), clause(var('_'), literal(no))]), 5},
            {"an alias", choice(literal([1, 2]), [clause({c_alias, [], var(all), {c_cons, [], var(h), var(t)}}, {c_tuple, [], [var(all), var(t)]})]), {[1, 2], [2]}},
            {"a guard that fails does not hold",
                choice(literal(a), [{c_clause, [], [var(y)], call('>', [call('+', [var(y), literal(1)]), literal(0)]), literal(no)}, clause(var(z), literal(yes))]), yes},
            {"a place that two ways lead to", {c_letrec, [], [{var({there, 0}), {c_fun, [], [], var(x)}}], {c_apply, [], var({there, 0}), []}}, 1},
            {"a map", {c_map, [], literal(#{a => 1}), [{c_map_pair, [], literal(assoc), literal(b), var(x)}, {c_map_pair, [], literal(exact), literal(a), literal(2)}], false}, #{a => 2, b => 1}}
        ]
    ].

not_straight_test_() ->
    Loop = {c_letrec, [], [{var({loop, 0}), {c_fun, [], [], {c_apply, [], var({loop, 0}), []}}}], {c_apply, [], var({loop, 0}), []}},
    [
        {Name, ?_assertNot(beamtalk_core_walk:is_straight(module(Body)))}
     || {Name, Body} <- [
            {"a loop", Loop},
            {"a block", {c_fun, [], [], literal(1)}},
            {"a binary", {c_binary, [], []}},
            {"a try", {c_try, [], literal(1), [var(a)], var(a), [var(b), var(c), var(d)], literal(2)}},
            {"what nobody knows", {c_receive, [], [], literal(1), literal(2)}},
            {"a loop behind all choices", choice(literal(1), [clause(var(y), Loop)])}
        ]
    ].

%% Behind all choices there may be blocks.
last_choice_test() ->
    Block = {c_fun, [], [var(p)], call('+', [var(p), var(x)])},
    Body = choice(literal(1), [clause(literal(2), literal(no)), clause(var(y), {c_let, [], [var(b)], Block, {c_apply, [], var(b), [literal(10)]}})]),
    ?assert(beamtalk_core_walk:is_straight(module(Body))),
    ?assertEqual(11, run(Body)).

failures_are_placed_in_the_text_test() ->
    Call = {c_call, [7, {file, "<prompt>"}], literal(erlang), literal('+'), [literal(a), literal(1)]},
    try
        run(Call)
    catch
        error:badarith:Stack ->
            ?assertMatch([[{file, "<prompt>"}, {line, 7}]], [Place || {eval, eval, 1, Place} <- Stack])
    end,
    ?assertError({badmatch, 3}, run({c_primop, [], literal(match_fail), [literal({badmatch, 3})]})).

run(Body) ->
    beamtalk_core_walk:call(module(Body), eval, [1]).

module(Body) ->
    {c_module, [], literal(any), [], [], [{var({eval, 1}), {c_fun, [], [var(x)], Body}}]}.

literal(Value) -> {c_literal, [], Value}.
var(Name) -> {c_var, [], Name}.
call(Function, Arguments) -> {c_call, [], literal(erlang), literal(Function), Arguments}.
choice(Subject, Clauses) -> {c_case, [], Subject, Clauses}.
clause(Pattern, Body) -> {c_clause, [], [Pattern], literal(true), Body}.
