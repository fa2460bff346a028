-module(beamtalk_error_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").

-import(fixture, [caught/1, error_of/1, class/1]).

generated_messages_test_() ->
    Rows = [
        {does_not_understand, <<"C does not understand 's:'">>, <<"C does not understand message">>},
        {immutable_value, <<"Cannot call 's:' on C (immutable value)">>, <<"Cannot mutate C (immutable value)">>},
        {arity_mismatch, <<"Wrong number of arguments to 's:' on C">>, any},
        {type_error, <<"Type error in 's:' on C">>, <<"Type error in C">>},
        {empty_collection, <<"'s:': C is empty">>, <<"C is empty">>},
        {index_out_of_bounds, <<"'s:': index out of bounds for C">>, any},
        {not_found, <<"'s:': not found in C">>, any},
        {actor_dead, <<"Cannot send 's:' to C (actor process has terminated)">>, any},
        {instantiation_error, <<"Cannot call 's:' on C">>, <<"Cannot instantiate C">>},
        {file_not_found, <<"C 's:': file not found">>, any},
        {permission_denied, <<"C 's:': permission denied">>, any},
        {io_error, <<"C 's:': I/O error">>, any},
        {class_not_found, <<"Class 'C' not found (while resolving 's:')">>, <<"Class 'C' not found">>},
        {class_already_exists, <<"Class 'C' already exists">>, <<"Class 'C' already exists">>},
        {stdlib_shadowing, <<"Cannot redefine stdlib class 'C'">>, <<"Cannot redefine stdlib class 'C'">>},
        {internal_error, <<"Internal error in 's:' on C">>, any},
        {dispatch_error, <<"Dispatch error for 's:' on C">>, any},
        {callback_failed, <<"Callback 's:' failed for C">>, any},
        {timeout, <<"timeout error in 's:' on C">>, <<"timeout error in C">>}
    ],
    [
        [
            ?_assertEqual(With, beamtalk_error_message:text(Kind, 'C', 's:')),
            ?_assert(Without =:= any orelse Without =:= beamtalk_error_message:text(Kind, 'C', undefined))
        ]
     || {Kind, With, Without} <- Rows
    ].

no_superclass_test() ->
    ?assertMatch(<<"C has no superclass", _/binary>>, beamtalk_error_message:text(no_superclass, 'C', undefined)).

kinds_have_their_class_test_() ->
    Kinds = #{
        'RuntimeError' => [
            does_not_understand, arity_mismatch, immutable_value, runtime_error, index_out_of_bounds,
            empty_collection, empty_queue, not_found, class_not_found, no_superclass, class_already_exists,
            selector_not_found, dispatch_error, callback_failed, actor_dead, internal_error, key_error,
            argument_error, resource_error, process_not_found, timeout_error
        ],
        'TypeError' => [type_error],
        'InstantiationError' => [instantiation_error],
        'ExitError' => [erlang_exit],
        'ThrowError' => [erlang_throw],
        'Error' => [signal, user_error, timeout, deadlock_detected, dead_return, undefined_variable, anything_else]
    },
    [?_assertEqual(Class, beamtalk_error:class_of_kind(Kind)) || {Class, Row} <- maps:to_list(Kinds), Kind <- Row].

%% Each row: how it fails, the kind, how the message begins, is there a hint.
classification_test_() ->
    Id = fun(X) -> X end,
    Rows = [
        {fun() -> 1 / Id(0) end, type_error, <<"bad arithmetic operation">>, true},
        {fun() -> maps:get(k, Id(#{})) end, key_error, <<"key not found: k">>, true},
        {fun() -> maps:get(k, Id(3)) end, type_error, <<"expected a Dictionary but got a non-map value">>, true},
        {fun() -> atom_to_list(Id(3)) end, argument_error, <<"invalid argument">>, true},
        {fun() -> (Id(fun(X) -> X end))() end, arity_mismatch,
            <<"Wrong number of arguments: block expects 1 but was called with 0">>, true},
        {fun() -> apply(Id(nowhere), f, [1]) end, runtime_error, <<"Undefined function: nowhere:f/1">>, true},
        {fun() -> error(function_clause) end, internal_error, <<"internal error (function_clause) - ">>, true},
        {fun() -> error(if_clause) end, internal_error, <<"internal error (if_clause) - ">>, true},
        {fun() -> error({case_clause, 1}) end, internal_error, <<"internal error (case_clause) - ">>, true},
        {fun() -> {ok, _} = Id(no) end, internal_error, <<"internal error (badmatch) - ">>, true},
        {fun() -> error({try_clause, 1}) end, internal_error, <<"internal error (try_clause) - ">>, true},
        {fun() -> error(system_limit) end, resource_error, <<"a system limit was reached">>, false},
        {fun() -> error({noproc, x}) end, process_not_found, <<"the target process no longer exists">>, false},
        {fun() -> error(timeout) end, timeout_error, <<"the operation timed out">>, false},
        {fun() -> error({odd, <<"ö"/utf8>>}) end, runtime_error, <<"{odd,<<\"ö\"/utf8>>}"/utf8>>, false},
        {fun() -> exit(why) end, erlang_exit, <<"why">>, false},
        {fun() -> throw(ball) end, erlang_throw, <<"ball">>, false}
    ],
    [{atom_to_list(Kind), fun() -> check(Fun, Kind, Message, HasHint) end} || {Fun, Kind, Message, HasHint} <- Rows].

check(Fun, Kind, Begin, HasHint) ->
    #{?TAG := Class, error := Error, stacktrace := [_ | _]} = caught(Fun),
    ?assertEqual(beamtalk_error:class_of_kind(Kind), Class),
    ?assertEqual(Kind, Error#beamtalk_error.kind),
    ?assertEqual({0, byte_size(Begin)}, binary:match(Error#beamtalk_error.message, Begin)),
    ?assertEqual(nomatch, binary:match(Error#beamtalk_error.message, <<"badarith">>)),
    ?assertEqual(HasHint, is_binary(Error#beamtalk_error.hint)).

a_fault_in_a_known_method_is_located_test() ->
    ?assertMatch(
        #beamtalk_error{
            kind = type_error, class = 'Mill', selector = 'grind:',
            message = <<"Mill>>grind:: bad arithmetic operation">>
        },
        beamtalk_fault:classify_in(badarith, [], 'Mill', 'grind:')
    ).

a_huge_reason_is_cut_test() ->
    #beamtalk_error{message = Message} = beamtalk_fault:classify({big, lists:seq(1, 100000)}, []),
    ?assert(byte_size(Message) < 3000).

exceptions_test_() ->
    {setup, fun fixture:start/0, fun fixture:stop/1, [
        {"an exception that was caught keeps its first trace", fun() ->
            First = caught(fun() -> beamtalk_error:raise(not_found, 'Set', 'remove:') end),
            ?assertEqual(First, caught(fun() -> beamtalk_exception:resignal(First) end))
        end},
        {"a return is no exception", fun() ->
            Return = {'$beamtalk_return', make_ref(), 1},
            ?assertThrow(Return, beamtalk_error:exception(throw, Return, []))
        end},
        {"signal: makes one of its class", fun() ->
            Exception = caught(fun() -> beamtalk_dispatch:send(class('BadLuck'), 'signal:', [<<"rain">>]) end),
            ?assertMatch(#{?TAG := 'BadLuck'}, Exception),
            ?assertEqual(signal, beamtalk_exception:kind(Exception)),
            ?assertEqual(<<"rain">>, beamtalk_exception:message(Exception)),
            ?assertEqual('BadLuck', beamtalk_exception:error_class(Exception)),
            ?assertEqual(nil, beamtalk_exception:hint(Exception)),
            ?assertEqual(nil, beamtalk_exception:selector(Exception)),
            ?assertMatch([#{?TAG := 'StackFrame'} | _], beamtalk_exception:stack_trace(Exception))
        end},
        {"signal kinds", fun() ->
            ?assertMatch(#beamtalk_error{kind = type_error}, error_of(fun() -> beamtalk_exception:signal('TypeError') end)),
            ?assertMatch(
                #beamtalk_error{kind = instantiation_error, message = <<"InstantiationError">>},
                error_of(fun() -> beamtalk_exception:signal('InstantiationError') end)
            ),
            ?assertMatch(
                #{?TAG := 'RuntimeError', error := #beamtalk_error{message = <<"'at:': index out of bounds for List">>, hint = <<"h">>}},
                caught(fun() -> beamtalk_exception:signal_kind(index_out_of_bounds, 'List', 'at:', <<"h">>) end)
            )
        end},
        {"error: is a user error of the receiver's class", fun() ->
            ?assertMatch(
                #{?TAG := 'Error', error := #beamtalk_error{kind = user_error, class = 'Point', message = <<"#(1)">>}},
                caught(fun() -> beamtalk_exception:user_error(fixture:point(1, 2), 'error:', [1]) end)
            )
        end},
        {"a handler is for its class and those below", fun() ->
            Luck = caught(fun() -> beamtalk_exception:signal('BadLuck') end),
            Type = caught(fun() -> beamtalk_error:raise(type_error, 'C', s) end),
            Matches = fun(Handled) -> {beamtalk_exception:matches(Luck, Handled), beamtalk_exception:matches(Type, Handled)} end,
            ?assertEqual({true, false}, Matches(class('BadLuck'))),
            ?assertEqual({true, false}, Matches('BadLuck')),
            ?assertEqual({true, true}, Matches(class('Error'))),
            ?assertEqual({true, true}, Matches('Exception')),
            ?assertEqual({false, true}, Matches('TypeError')),
            ?assertEqual({false, false}, Matches('RuntimeError')),
            ?assertEqual({true, true}, Matches(nil)),
            ?assertEqual({true, true}, Matches(42))
        end},
        {"exits and throws are BEAMErrors", fun() ->
            Exit = caught(fun() -> exit(why) end),
            ?assert(beamtalk_exception:matches(Exit, 'BEAMError')),
            ?assertNot(beamtalk_exception:matches(Exit, 'ThrowError'))
        end},
        {"printing shows the hint, and for a class-side message a better one", fun() ->
            Plain = caught(fun() -> beamtalk_error:raise(not_found, 'Set', 'remove:', <<"look">>) end),
            ?assertEqual(<<"'remove:': not found in Set\nHint: look">>, beamtalk_exception:print_string(Plain)),
            Dnu = caught(fun() -> beamtalk_dispatch:send(5, superclass, []) end),
            ?assertEqual(
                <<"Integer does not understand 'superclass'\nHint: 'superclass' is a class-side message; try 'class superclass'">>,
                beamtalk_exception:print_string(Dnu)
            )
        end},
        {"one that was made and not signalled says what its class would signal", fun() ->
            Made = #{?TAG => 'BadLuck'},
            ?assertEqual(
                {signal, <<"BadLuck">>, nil, nil, 'BadLuck', []},
                {
                    beamtalk_exception:kind(Made), beamtalk_exception:message(Made), beamtalk_exception:hint(Made),
                    beamtalk_exception:selector(Made), beamtalk_exception:error_class(Made),
                    beamtalk_exception:stack_trace(Made)
                }
            ),
            ?assertEqual(<<"BadLuck">>, beamtalk_exception:print_string(Made)),
            ?assertEqual(type_error, beamtalk_exception:kind(#{?TAG => 'TypeError'})),
            Caught = caught(fun() -> beamtalk_exception:resignal(Made) end),
            ?assertMatch(#{?TAG := 'BadLuck', error := #beamtalk_error{kind = signal}, stacktrace := [_ | _]}, Caught)
        end},
        {"a signalled kind of an exception class is of that class", fun() ->
            Caught = caught(fun() -> beamtalk_exception:signal_kind(timeout, 'BadLuck', wait, nil) end),
            ?assertMatch(#{?TAG := 'BadLuck', error := #beamtalk_error{kind = timeout, hint = undefined}}, Caught)
        end},
        {"the calls that raise are no part of the trace", fun() ->
            Caught = caught(fun() -> {beamtalk_dispatch:send(5, fly, [])} end),
            [#{moduleName := First} | _] = beamtalk_exception:stack_trace(Caught),
            ?assertEqual(<<"beamtalk_error_tests">>, First),
            Only = [{beamtalk_error, raise_error, 1, []}],
            ?assertMatch([#{method := raise_error}], beamtalk_stack_frame:frames(Only))
        end},
        {"nor are those that run the program", fun() ->
            Modules = fun(Trace) -> [Module || #{moduleName := Module} <- beamtalk_stack_frame:frames([{M, f, 1, []} || M <- Trace])] end,
            Runs = [
                {[lists, eval_1, beamtalk_repl_modules, beamtalk_repl_line, beamtalk_repl_evaluation], [<<"lists">>, <<"eval_1">>]},
                {['bt@point', beamtalk_core_walk, beamtalk_core_walk, beamtalk_repl_evaluation], [<<"bt@point">>]},
                {['bt@point', beamtalk_actor_process, gen_server, proc_lib], [<<"bt@point">>]},
                %% A server that is asked is not one that runs this.
                {[gen_server, 'bt@point', gen_server, proc_lib], [<<"gen_server">>, <<"bt@point">>]},
                {[main, beamtalk_command_run], [<<"main">>]},
                {[beamtalk_repl_service, gen_server], [<<"beamtalk_repl_service">>, <<"gen_server">>]}
            ],
            [?assertEqual(Left, Modules(Trace)) || {Trace, Left} <- Runs]
        end},
        {"frames print", fun() ->
            Frame = hd(beamtalk_stack_frame:frames([{'bt@test@point', x, 1, [{file, "p.bt"}, {line, 3}]}])),
            ?assertEqual(<<"Point>>x/0 (p.bt:3)">>, beamtalk_stack_frame:print_string(Frame)),
            Host = hd(beamtalk_stack_frame:frames([{lists, map, [a, b], []}])),
            ?assertEqual(<<"?>>map/2">>, beamtalk_stack_frame:print_string(Host))
        end}
    ]}.
