-module(beamtalk_erlang_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").

-import(beamtalk_erlang, [call/3, call_function/3, native/5]).
-import(fixture, [caught/1, error_of/1]).

-export([raise_record/0, charlist/0]).

raise_record() ->
    error(beamtalk_error:make(not_found, 'Set', 'remove:')).

charlist() ->
    "abc".

calls_test_() ->
    Rows = [
        {maps, 'merge:with:', [#{a => 1}, #{b => 2}], #{a => 1, b => 2}},
        {lists, 'reverse:', [[1, 2]], [2, 1]},
        {erlang, self, [], self()},
        {"strings are retried as charlists", erlang, 'list_to_integer:', [<<"42">>], 42},
        {"a charlist becomes a String", erlang, 'integer_to_list:', [42], <<"42">>},
        {"an empty list stays one", lists, 'reverse:', [[]], []},
        {"numbers that do not print stay a list", lists, 'reverse:', [[1, 2]], [2, 1]},
        {"ours mean lists", ?MODULE, charlist, [], "abc"},
        {"so does the payload of a pair", erlang, 'apply:', [fun() -> {ok, "abc"} end, []], beamtalk_result:ok(<<"abc">>)},
        {"ok", erlang, 'apply:', [fun() -> ok end, []], beamtalk_result:ok(nil)},
        {"other tuples stay", erlang, 'apply:', [fun() -> {a, b, c} end, []], {a, b, c}},
        {"undefined stays", erlang, 'whereis:', [nobody_at_all], undefined},
        {"one level only", erlang, 'apply:', [fun() -> {ok, {ok, 1}} end, []], beamtalk_result:ok({ok, 1})},
        {"an actor stands for its process", erlang, 'is_process_alive:', [{beamtalk_object, 'A', m, self()}], true}
    ],
    {setup, fun fixture:start/0, fun fixture:stop/1, [row(Row) || Row <- Rows]}.

row({Module, Selector, Args, Expected}) ->
    row({atom_to_list(Selector), Module, Selector, Args, Expected});
row({Name, erlang, self, [], _}) ->
    {Name, fun() -> ?assertEqual(self(), call(erlang, self, [])) end};
row({Name, Module, Selector, Args, Expected}) ->
    {Name, fun() -> ?assertEqual(Expected, call(Module, Selector, Args)) end}.

failures_become_results_test() ->
    #{isOk := false, errReason := Reason} = beamtalk_result:from_erlang({error, enoent}),
    ?assertMatch(#{?TAG := 'RuntimeError', error := #beamtalk_error{kind = runtime_error, message = <<"enoent">>}}, Reason),
    ?assertMatch(#{isOk := false, errReason := #{error := #beamtalk_error{}}}, beamtalk_result:from_erlang(error)),
    Kept = beamtalk_error:wrap(beamtalk_error:make(not_found, 'Set', 'remove:')),
    ?assertMatch(#{errReason := Kept}, beamtalk_result:from_erlang({error, Kept})).

from_tuple_test() ->
    ?assertEqual(beamtalk_result:ok(1), beamtalk_result:from_tuple({ok, 1})),
    ?assertMatch(#{isOk := false}, beamtalk_result:from_tuple({error, 1})),
    ?assertMatch(#beamtalk_error{kind = type_error, class = 'Result'}, error_of(fun() -> beamtalk_result:from_tuple(1) end)).

missing_targets_test() ->
    ?assertMatch(
        #beamtalk_error{kind = does_not_understand, class = 'ErlangModule', hint = <<"Module 'nowhere_at_all' is not loaded">>},
        error_of(fun() -> call(nowhere_at_all, foo, []) end)
    ),
    ?assertMatch(
        #beamtalk_error{kind = does_not_understand, selector = nothing_here},
        error_of(fun() -> call(lists, nothing_here, []) end)
    ),
    ?assertMatch(
        #beamtalk_error{
            kind = arity_mismatch, hint = <<"lists:reverse/1, 2 exists but was called with 3 arguments">>
        },
        error_of(fun() -> call(lists, 'reverse:and:and:', [1, 2, 3]) end)
    ).

errors_test() ->
    ?assertMatch(
        #beamtalk_error{
            kind = type_error, class = 'ErlangModule', selector = atom_to_list,
            message = <<"Type error in 'atom_to_list' on ErlangModule">>,
            hint = <<"Erlang error in erlang:atom_to_list: badarg">>,
            details = #{erlang_error := badarg, erlang_stacktrace := [_ | _]}
        },
        error_of(fun() -> call(erlang, 'atom_to_list:', [1]) end)
    ),
    ?assertMatch(
        #beamtalk_error{kind = arity_mismatch, selector = map},
        error_of(fun() -> call(lists, 'map:over:', [1, 2]) end)
    ),
    ?assertMatch(
        #beamtalk_error{kind = key_error, selector = get, message = <<"ErlangModule>>get: key not found: k">>},
        error_of(fun() -> call(maps, 'get:from:', [k, #{}]) end)
    ),
    ?assertMatch(#{?TAG := 'RuntimeError', error := #beamtalk_error{kind = not_found}}, caught(fun() -> call(?MODULE, raise_record, []) end)),
    ?assertMatch(#{?TAG := 'ExitError'}, caught(fun() -> call(erlang, 'exit:', [why]) end)),
    ?assertMatch(#{?TAG := 'ThrowError'}, caught(fun() -> call(erlang, 'throw:', [ball]) end)).

%% What fails deeper down is not the target of the call.
undef_inside_is_no_missing_target_test() ->
    ?assertMatch(
        #beamtalk_error{kind = runtime_error, message = <<"ErlangModule>>map: Undefined function: ", _/binary>>},
        error_of(fun() -> call(lists, 'map:over:', [fun nowhere_at_all:f/1, [1]]) end)
    ).

native_methods_are_named_in_their_errors_test() ->
    ?assertEqual(<<"42">>, native(erlang, integer_to_list, [42], 'Mill', 'grind:')),
    ?assertMatch(
        #beamtalk_error{kind = type_error, class = 'Mill', selector = 'grind:', message = <<"Type error in 'grind:' on Mill">>},
        error_of(fun() -> native(erlang, atom_to_list, [1], 'Mill', 'grind:') end)
    ).

methods_are_listed_test() ->
    Methods = beamtalk_erlang:methods(lists),
    ?assert(lists:member(<<"reverse/1">>, Methods)),
    ?assertEqual(lists:sort(Methods), Methods),
    ?assertEqual([], beamtalk_erlang:methods(nowhere_at_all)).

selectors_test_() ->
    Arities = [{size, 0}, {'+', 1}, {'->', 1}, {'at:', 1}, {'at:put:', 2}, {'', 0}],
    [?_assertEqual(N, beamtalk_selector:arity(S)) || {S, N} <- Arities] ++
        [?_assertEqual({ok, merge}, beamtalk_selector:function('merge:with:'))] ++
        [?_assertEqual(S, beamtalk_selector:of_function(<<"put">>, N)) || {N, S} <- [{0, <<"put">>}, {1, <<"put:">>}, {3, <<"put:with:with:">>}]].
