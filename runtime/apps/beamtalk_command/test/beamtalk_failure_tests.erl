-module(beamtalk_failure_tests).

-include_lib("eunit/include/eunit.hrl").

raise(Exception, Stack) ->
    beamtalk_failure:describe(beamtalk_error:exception(error, Exception, Stack)).

an_error_is_told_in_texts_test() ->
    Error = beamtalk_error:make_message(user_error, 'Kettle', 'boil:', <<"no water">>, <<"fill it">>),
    ?assertEqual(
        #{
            kind => <<"user_error">>,
            message => <<"no water">>,
            class => <<"Kettle">>,
            selector => <<"boil:">>,
            hint => <<"fill it">>,
            trace => []
        },
        raise(Error, [])
    ).

what_is_not_known_is_left_out_test() ->
    Error = beamtalk_error:make_message(user_error, undefined, undefined, <<"no">>, undefined),
    ?assertEqual([kind, message, trace], lists:sort(maps:keys(raise(Error, [])))).

only_beamtalk_frames_are_told_test() ->
    Error = beamtalk_error:make_message(user_error, undefined, undefined, <<"no">>, undefined),
    Stack = [
        {lists, map, 2, [{file, "lists.erl"}, {line, 3}]},
        {'bt@tea', run, 1, [{file, "tea.btscript"}, {line, 7}]},
        {'bt@tea', run, 1, []}
    ],
    ?assertEqual([#{file => <<"tea.btscript">>, line => 7}], maps:get(trace, raise(Error, Stack))).
