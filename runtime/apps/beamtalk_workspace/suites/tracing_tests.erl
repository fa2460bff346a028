%% What is seen of the messages that actors get, over the socket, with actors that run.
-module(tracing_tests).
-include_lib("stdlib/include/assert.hrl").

-export([tracing_test_/0]).

-define(CUP, <<
    "Actor subclass: TracedCup\n"
    "  state: sips = 0\n"
    "\n"
    "  sip => self.sips := self.sips + self one\n"
    "  one => 1\n"
    "  spill => nil frobnicate\n"
    "  wait => Timer sleep: 30\n"
>>).

tracing_test_() ->
    front:whole_tests([
        {Title, fun() -> with_cup(Test) end}
     || {Title, Test} <- [
            {"messages, how long they took and what became of them", fun seen/1},
            {"only what is asked for", fun filters/1},
            {"sums for each actor and selector", fun sums/1},
            {"nothing is seen before and after", fun off/1},
            {"a file with all of it", fun exported/1},
            {"what was kept is bounded", fun bounded/1},
            {"whoever traces is ended, and nothing is traced", fun killed/1},
            {"what cannot be asked", fun refused/1}
        ]
    ]).

with_cup(Test) ->
    Socket = front:open(),
    #{<<"classes">> := [_]} = front:ask(Socket, #{op => 'load-source', source => ?CUP}),
    evaluate(Socket, <<"cup := TracedCup spawn">>),
    #{<<"enabled">> := true, <<"stopped_by">> := null} = value(Socket, #{op => 'enable-tracing'}),
    try
        Test(Socket)
    after
        #{<<"enabled">> := false} = value(Socket, #{op => 'disable-tracing'}),
        evaluate(Socket, <<"cup stop">>),
        front:close(Socket)
    end.

evaluate(Socket, Code) ->
    front:ask(Socket, #{op => eval, code => Code}).

value(Socket, Request) ->
    #{<<"value">> := Value} = front:ask(Socket, Request),
    Value.

%% They are counted in a process of their own, after they have been answered.
traces(Socket, Filters, Count) ->
    Ask = fun() -> maps:get(<<"traces">>, value(Socket, Filters#{op => 'get-traces', class => 'TracedCup'})) end,
    front:eventually(fun() -> length(Ask()) >= Count end),
    Ask().

names(Traces) ->
    [{Selector, Kind, Outcome} || #{<<"selector">> := Selector, <<"kind">> := Kind, <<"outcome">> := Outcome} <- Traces].

seen(Socket) ->
    [evaluate(Socket, Code) || Code <- [<<"cup sip">>, <<"cup spill">>, <<"cup sip!">>, <<"cup wait">>]],
    Traces = traces(Socket, #{}, 4),
    ?assertEqual(
        [{<<"wait">>, <<"call">>, <<"ok">>}, {<<"sip">>, <<"cast">>, <<"ok">>}, {<<"spill">>, <<"call">>, <<"error">>}, {<<"sip">>, <<"call">>, <<"ok">>}],
        names(Traces)
    ),
    [#{<<"duration_ns">> := Waited, <<"actor">> := Actor, <<"started_at">> := <<"20", _/binary>>} | _] = Traces,
    ?assert(Waited >= 30000000),
    #{<<"actors">> := Actors} = front:ask(Socket, #{op => actors}),
    ?assertEqual([Actor], [Pid || #{<<"class">> := <<"TracedCup">>, <<"pid">> := Pid} <- Actors]).

filters(Socket) ->
    evaluate(Socket, <<"other := TracedCup spawn. nil">>),
    [evaluate(Socket, Code) || Code <- [<<"cup sip">>, <<"cup spill">>, <<"cup wait">>, <<"other sip">>]],
    [#{<<"actor">> := Other} | _] = traces(Socket, #{}, 4),
    Selectors = fun(Filters) -> [Selector || {Selector, _, _} <- names(traces(Socket, Filters, 0))] end,
    [
        ?assertEqual({Filters, Expected}, {Filters, Selectors(Filters)})
     || {Filters, Expected} <- [
            {#{selector => sip}, [<<"sip">>, <<"sip">>]},
            {#{actor => Other}, [<<"sip">>]},
            {#{actor => <<"<", Other/binary, ">">>, selector => wait}, []},
            {#{outcome => error}, [<<"spill">>]},
            {#{outcome => ok, limit => 2}, [<<"sip">>, <<"wait">>]},
            {#{min_duration_ns => 30000000}, [<<"wait">>]},
            {#{limit => 0}, []},
            {#{selector => <<"nobodySaysThis">>}, []}
        ]
    ],
    evaluate(Socket, <<"other stop">>).

sums(Socket) ->
    [evaluate(Socket, Code) || Code <- [<<"cup sip">>, <<"cup sip">>, <<"cup spill">>, <<"cup wait">>]],
    Traces = traces(Socket, #{}, 4),
    #{<<"stats">> := [Most | _] = Stats} = value(Socket, #{op => 'actor-stats', class => 'TracedCup'}),
    ?assertMatch(#{<<"selector">> := <<"wait">>, <<"calls">> := 1}, Most),
    Total = fun(Selector) -> lists:sum([Time || #{<<"selector">> := Its, <<"duration_ns">> := Time} <- Traces, Its =:= Selector]) end,
    [
        ?assertMatch(
            [#{<<"calls">> := Calls, <<"errors">> := Errors, <<"total_ns">> := Time, <<"average_ns">> := Average}] when Average =:= Time div Calls,
            [It || #{<<"selector">> := Its} = It <- Stats, Its =:= Selector]
        )
     || {Selector, Calls, Errors} <- [{<<"sip">>, 2, 0}, {<<"spill">>, 1, 1}], Time <- [Total(Selector)]
    ],
    ?assertMatch([_], maps:get(<<"stats">>, value(Socket, #{op => 'actor-stats', class => 'TracedCup', selector => sip}))).

off(Socket) ->
    evaluate(Socket, <<"cup sip">>),
    [_] = traces(Socket, #{}, 1),
    #{<<"enabled">> := false} = value(Socket, #{op => 'disable-tracing'}),
    evaluate(Socket, <<"cup sip">>),
    %% It stays what was seen, until it is on again.
    ?assertMatch([_], traces(Socket, #{}, 0)),
    ?assertEqual({traced, false}, erlang:trace_info({beamtalk_actor_process, answer, 3}, traced)),
    ?assertEqual({flags, []}, erlang:trace_info(self(), flags)),
    _ = value(Socket, #{op => 'enable-tracing'}),
    ?assertEqual([], traces(Socket, #{}, 0)).

exported(Socket) ->
    Folder = front:folder(),
    Path = filename:join(Folder, "traces.jsonl"),
    [evaluate(Socket, Code) || Code <- [<<"cup sip">>, <<"cup spill">>]],
    Traces = traces(Socket, #{}, 2),
    ?assertEqual(#{<<"path">> => Path, <<"count">> => 2}, value(Socket, #{op => 'export-traces', path => Path, class => 'TracedCup'})),
    {ok, Text} = file:read_file(Path),
    Lines = [element(2, {ok, _} = beamtalk_json:decode(Line)) || Line <- string:lexemes(Text, "\n")],
    ?assertEqual(lists:reverse(Traces), Lines),
    ?assertMatch(#{<<"count">> := 1}, value(Socket, #{op => 'export-traces', path => Path, class => 'TracedCup', outcome => error})),
    ?assertMatch(#{<<"kind">> := <<"io_error">>}, front:ask(Socket, #{op => 'export-traces', path => filename:join(Path, "below")})),
    ok = file:del_dir_r(Folder).

bounded(Socket) ->
    evaluate(Socket, <<"1 to: 11000 do: [:i | cup sip]">>),
    front:eventually(fun() ->
        #{<<"stats">> := Stats} = value(Socket, #{op => 'actor-stats', class => 'TracedCup'}),
        [11000] =:= [Calls || #{<<"calls">> := Calls} <- Stats]
    end),
    ?assertEqual(10000, length(beamtalk_actor_trace:traces())).

killed(Socket) ->
    Old = whereis(beamtalk_actor_trace),
    exit(Old, kill),
    front:eventually(fun() -> is_pid(whereis(beamtalk_actor_trace)) andalso whereis(beamtalk_actor_trace) =/= Old end),
    ?assertMatch(#{<<"value">> := 1}, evaluate(Socket, <<"cup sip">>)),
    ?assertMatch(#{<<"enabled">> := false, <<"traces">> := []}, value(Socket, #{op => 'get-traces'})),
    _ = value(Socket, #{op => 'enable-tracing'}),
    evaluate(Socket, <<"cup sip">>),
    ?assertMatch([_], traces(Socket, #{}, 1)).

refused(Socket) ->
    [
        ?assertMatch(#{<<"kind">> := <<"invalid_argument">>, <<"error">> := Words}, front:ask(Socket, Request))
     || {Request, Words} <- [
            {#{op => 'get-traces', outcome => good}, <<"outcome is ok or error">>},
            {#{op => 'get-traces', limit => <<"3">>}, <<"get-traces needs limit as an integer">>},
            {#{op => 'export-traces'}, <<"export-traces needs path">>}
        ]
    ].
