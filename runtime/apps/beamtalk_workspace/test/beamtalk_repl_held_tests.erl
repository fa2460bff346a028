%% What the compiler is told of values.
-module(beamtalk_repl_held_tests).
-include_lib("eunit/include/eunit.hrl").

type_test_() ->
    prompt_world:with([
        {lists:flatten(io_lib:format("~0tP", [Value, 12])), ?_assertEqual(Expected, beamtalk_repl_held:type(Value))}
     || {Value, Expected} <- [
            {3, is('Integer')},
            {[], is('List')},
            {#{}, is('Dictionary')},
            {[1, 2], of_('List', [[is('Integer')]])},
            {[1, nil], of_('List', [[is('Integer'), is('UndefinedObject')]])},
            {[true, false], of_('List', [[is('Boolean')]])},
            {#{a => <<"x">>}, of_('Dictionary', [[is('Symbol')], [is('String')]])},
            {[[1]], of_('List', [[of_('List', [[is('Integer')]])]])},
            {[[[[1]]]], of_('List', [[of_('List', [[of_('List', [[is('List')]])]])]])},
            %% Of too many sorts, or of one that has no class here, nothing is said.
            {[1, 1.5, <<"x">>, a, nil], is('List')},
            {#{a => 1, <<"b">> => 2, 3 => 3, 1.5 => 4, nil => 5}, of_('Dictionary', [[], [is('Integer')]])},
            {[1, make_ref() | improper], of_('List', [[is('Integer'), is('Reference')]])},
            %% Only the beginning of a long list is looked at.
            {lists:duplicate(100000, 1) ++ [<<"x">>], of_('List', [[is('Integer')]])},
            {beamtalk_result:ok(<<"x">>), of_('Result', [[is('String')], []])}
        ]
    ]).

is(Class) -> {instance, atom_to_binary(Class)}.

of_(Class, Arguments) -> {instance, atom_to_binary(Class), Arguments}.
