%% Requests that read, and what was typed.
-module(beamtalk_repl_input_tests).
-include_lib("eunit/include/eunit.hrl").

-import(beamtalk_repl_input, [parse/1, prompt/1, take/2]).

lines_test() ->
    Line = parse({get_line, unicode, "? "}),
    ?assertEqual(<<"? ">>, prompt(Line)),
    ?assertEqual({done, <<"a\n">>, <<"b">>}, take(Line, <<"a\nb">>)),
    {more, Half} = take(Line, <<"a">>),
    ?assertEqual({done, <<"ab\n">>, <<>>}, take(Half, <<"b\n">>)),
    ?assertEqual({done, <<"a">>, eof}, take(Half, eof)),
    ?assertEqual({done, eof, eof}, take(Line, eof)).

characters_test() ->
    Three = parse({get_chars, unicode, '', 3}),
    ?assertEqual({done, <<"aäb"/utf8>>, <<"c">>}, take(Three, <<"aäbc"/utf8>>)),
    {more, Some} = take(Three, <<"aä"/utf8>>),
    ?assertEqual({done, <<"aäb"/utf8>>, <<>>}, take(Some, <<"b">>)),
    ?assertEqual({done, eof, eof}, take(Three, eof)).

readers_test() ->
    Term = parse({get_until, unicode, "", erl_scan, tokens, [1]}),
    {more, Some} = take(Term, <<"{a,\n">>),
    ?assertMatch({done, {ok, [_, _, _, _, _, _], _}, <<"b.\n">>}, take(Some, <<"1}.\nb.\n">>)),
    ?assertMatch({done, {error, _}, _}, take(parse({get_until, unicode, "", no_module, none, []}), <<"x">>)).

not_reading_test_() ->
    [?_assertEqual(none, parse(Request)) || Request <- [{put_chars, unicode, <<"x">>}, getopts, {setopts, []}, nonsense]].

prompts_test_() ->
    [
        ?_assertEqual(Text, prompt(parse({get_line, unicode, Prompt})))
     || {Prompt, Text} <- [{"a", <<"a">>}, {<<"b">>, <<"b">>}, {c, <<"c">>}, {{format, "~p", [1]}, <<"1">>}, {{format, "~p", []}, <<>>}, {odd, <<"odd">>}]
    ].
