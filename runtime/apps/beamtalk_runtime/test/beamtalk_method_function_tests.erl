-module(beamtalk_method_function_tests).
-include_lib("eunit/include/eunit.hrl").

-import(beamtalk_method_function, [parts/1, selector/2]).

functions_are_named_after_methods_test_() ->
    [
        {atom_to_list(Function), fun() ->
            ?assertEqual(Function, beamtalk_selector:method_function(Selector, Side)),
            ?assertEqual({Side, atom_to_binary(Selector), same}, parts(Function))
        end}
     || {Side, Selector, Function} <- [
            {instance, size, size},
            {instance, '/', '/'},
            {class, 'at:put:', 'class_at:put:'},
            {class, class_label, class_class_label},
            {instance, class_label, '$class_label'},
            {instance, module_info, '$module_info'},
            {class, module_info, class_module_info}
        ]
    ].

blocks_and_loops_belong_to_their_method_test_() ->
    [
        ?_assertEqual({instance, <<"per:">>, 2}, parts('-per:/2-fun-0-')),
        ?_assertEqual({instance, <<"/">>, 2}, parts('-//2-fun-12-')),
        ?_assertEqual({class, <<"run">>, 1}, parts('-class_run/1-fun-0-')),
        ?_assertEqual({class, <<"loop:">>, same}, parts('class_loop:$exact')),
        ?_assertEqual({instance, <<"loop:">>, 2}, parts('-loop:$exact/2-fun-1-'))
    ].

the_arity_tells_methods_from_others_test_() ->
    [
        ?_assertEqual({ok, 'at:put:'}, selector('at:put:', 3)),
        ?_assertEqual({ok, 'at:put:'}, selector('-at:put:/3-fun-0-', 1)),
        ?_assertEqual(none, selector(dispatch, 3)),
        ?_assertEqual(none, selector('__new', 0))
    ].
