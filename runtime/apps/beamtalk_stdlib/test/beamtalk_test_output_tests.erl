-module(beamtalk_test_output_tests).
-include_lib("eunit/include/eunit.hrl").

-export([shout/1]).

%% What is kept of what a process writes to an output of its own.
written(Fun) ->
    written(1000, Fun).

written(Limit, Fun) ->
    Output = beamtalk_test_output:open(Limit),
    {Pid, Monitor} = spawn_monitor(fun() ->
        group_leader(Output, self()),
        exit({done, Fun()})
    end),
    receive
        {'DOWN', Monitor, process, Pid, {done, Answer}} -> {Answer, beamtalk_test_output:close(Output)}
    end.

ask(Request) ->
    Ref = make_ref(),
    group_leader() ! {io_request, self(), Ref, Request},
    receive
        {io_reply, Ref, Reply} -> Reply
    end.

shout(Text) -> string:uppercase(Text).

writing_test_() ->
    [
        {Title, ?_assertEqual({Reply, Kept}, written(fun() -> ask(Request) end))}
     || {Title, Request, Reply, Kept} <- [
            {"characters", {put_chars, unicode, "caf\x{e9}"}, ok, <<"café"/utf8>>},
            {"bytes that are UTF-8", {put_chars, unicode, <<"café"/utf8>>}, ok, <<"café"/utf8>>},
            {"latin1", {put_chars, latin1, <<"caf", 233>>}, ok, <<"café"/utf8>>},
            {"without an encoding", {put_chars, <<"tea">>}, ok, <<"tea">>},
            {"made by a function", {put_chars, unicode, ?MODULE, shout, ["tea"]}, ok, <<"TEA">>},
            {"made by a function, without an encoding", {put_chars, ?MODULE, shout, ["tea"]}, ok, <<"TEA">>},
            {"several", {requests, [{put_chars, unicode, "a"}, getopts, {put_chars, unicode, "b"}]}, ok, <<"ab">>},
            {"several, up to one that fails", {requests, [nonsense, {put_chars, unicode, "b"}]}, {error, request}, <<>>},
            {"not characters", {put_chars, unicode, [tea]}, {error, put_chars}, <<>>},
            {"not UTF-8", {put_chars, unicode, <<255, 255>>}, {error, {no_translation, unicode, unicode}}, <<>>},
            {"a function that fails", {put_chars, unicode, erlang, error, [spilt]}, {error, spilt}, <<>>},
            {"nothing to read, by line", {get_line, unicode, "? "}, eof, <<>>},
            {"nothing to read, by count", {get_chars, unicode, "? ", 3}, eof, <<>>},
            {"nothing to read, by rule", {get_until, unicode, "? ", erl_scan, tokens, [1]}, eof, <<>>},
            {"nothing to read, as of old", {get_line, "? "}, eof, <<>>},
            {"options", getopts, [{binary, true}, {encoding, unicode}], <<>>},
            {"setting options", {setopts, [binary]}, ok, <<>>},
            {"no terminal", {get_geometry, columns}, {error, enotsup}, <<>>},
            {"nonsense", {nonsense, 3}, {error, request}, <<>>}
        ]
    ].

the_library_of_erlang_is_content_test() ->
    ?assertEqual(
        {{ok, eof}, <<"3 teas: grün\n"/utf8>>},
        written(fun() -> {io:format("~b ~ts: ~ts~n", [3, "teas", <<"grün"/utf8>>]), io:get_line("? ")} end)
    ).

the_rest_is_counted_test() ->
    {ok, Text} = written(5, fun() ->
        io:put_chars("abc"),
        io:put_chars("defg"),
        io:put_chars("hij")
    end),
    ?assertEqual(<<"abcde\n[5 more bytes of output were cut]\n">>, Text).

no_character_is_cut_in_two_test() ->
    {ok, Text} = written(4, fun() -> io:put_chars("abcé") end),
    ?assertEqual(<<"abc\n[2 more bytes of output were cut]\n">>, Text).

%% What was cut takes no memory.
much_output_test() ->
    Line = binary:copy(<<"tea ">>, 250_000),
    {ok, Text} = written(fun() -> lists:foreach(fun(_) -> io:put_chars(Line) end, lists:seq(1, 100)) end),
    ?assertEqual(<<"\n[99999000 more bytes of output were cut]\n">>, binary:part(Text, 1000, byte_size(Text) - 1000)).

taking_begins_anew_test() ->
    Output = beamtalk_test_output:open(3),
    ok = io:put_chars(Output, "abcd"),
    ?assertMatch(<<"abc\n[1 ", _/binary>>, beamtalk_test_output:take(Output)),
    ok = io:put_chars(Output, "ef"),
    ?assertEqual(<<"ef">>, beamtalk_test_output:take(Output)),
    ?assertEqual(<<>>, beamtalk_test_output:close(Output)).

one_that_was_ended_is_empty_test() ->
    Output = beamtalk_test_output:open(),
    exit(Output, kill),
    ?assertEqual(<<>>, beamtalk_test_output:close(Output)).

one_that_hangs_is_ended_test() ->
    Output = beamtalk_test_output:open(),
    Output ! {io_request, self(), make_ref(), {put_chars, unicode, timer, sleep, [infinity]}},
    ?assertEqual(<<>>, beamtalk_test_output:close(Output)),
    ?assertNot(is_process_alive(Output)).

ends_with_its_owner_test() ->
    Test = self(),
    {_, Owner} = spawn_monitor(fun() -> Test ! {output, beamtalk_test_output:open()} end),
    receive
        {output, Output} ->
            Monitor = monitor(process, Output),
            receive
                {'DOWN', Owner, process, _, normal} -> ok
            end,
            receive
                {'DOWN', Monitor, process, Output, _} -> ok
            end
    end.
