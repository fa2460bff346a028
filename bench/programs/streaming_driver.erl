%% What it costs the compiler to see what is alive: classes that are streamed to the
%% port as they change, beside classes that every request brings along, and an empty
%% port. Times are in nanoseconds, each the middle one of many, of the quietest of
%% several rounds.
-module(streaming_driver).

-export([main/0]).

-import(pairs, [figure/3]).

-define(COUNTS, [10, 100, 1000]).
-define(ROUNDS, 9).
-define(SERVER, beamtalk_compiler_server).

main() ->
    ok = pairs:start(),
    ok = logger:set_primary_config(level, error),
    {ok, _} = application:ensure_all_started(beamtalk_compiler),
    round_trip(),
    Classes = classes(lists:max(?COUNTS)),
    Measured = [requests(Count, Classes) || _ <- lists:seq(1, ?ROUNDS), Count <- ?COUNTS],
    requests_told([{Count, together([M || {C, M} <- Measured, C =:= Count])} || Count <- ?COUNTS]),
    lists:foreach(fun({_, Meta}) -> load(Meta) end, Classes),
    visibility(),
    recovery("the port is killed", fun kill_port/0, 15),
    recovery("the server is killed", fun() -> exit(whereis(?SERVER), kill) end, 15).

%% The same frame both ways, and then once more on the way that everybody takes.
round_trip() ->
    {ok, {Path, Arguments}} = beamtalk_compiler_program:find(),
    Port = open_port({spawn_executable, Path}, [{args, Arguments}, {packet, 4}, binary]),
    Echo = streaming_baseline:open(),
    Ping = term_to_binary(#{command => ping, id => 1}),
    Trip = fun(To) ->
        true = port_command(To, Ping),
        receive
            {To, {data, _}} -> ok
        end
    end,
    Ask = fun() -> {ok, _} = ?SERVER:ping() end,
    %% Many in a row: after a pause the system has to wake up first.
    Row = fun(Work) -> [time(Work) || _ <- lists:seq(1, 200)] end,
    Rows = [{Row(fun() -> Trip(Port) end), Row(fun() -> Trip(Echo) end), Row(Ask)} || _ <- lists:seq(1, 25)],
    {OfPort, OfEcho, OfServer} = lists:unzip3(Rows),
    [PortTrip, EchoTrip, ServerTrip] = [quietest(Rounds) || Rounds <- [OfPort, OfEcho, OfServer]],
    figure("round trip to the port", PortTrip, EchoTrip),
    figure("round trip through the server", ServerTrip, EchoTrip),
    [port_close(Each) || Each <- [Port, Echo]].

%% As the compiler describes a class, under many names.
classes(Count) ->
    #{class := 'Ledger'} = Meta = 'bt@ledger':'__beamtalk_meta'(),
    [{Name, Meta#{class => Name}} || Number <- lists:seq(1, Count), Name <- [name("Ledger", Number)]].

name(Prefix, Number) ->
    list_to_atom(Prefix ++ integer_to_list(Number)).

%% So many classes in the port and in no request, then in the request and not in
%% the port.
requests(Count, All) ->
    Classes = lists:sublist(All, Count),
    ok = ?SERVER:clear_classes(),
    lists:foreach(fun({Name, Meta}) -> ?SERVER:register_class(Name, Meta) end, Classes),
    Line = measured(fun() -> compile(Count, #{}) end, 300),
    Completion = measured(fun() -> known(name("Ledger", Count)) end, 300),
    ok = ?SERVER:clear_classes(),
    %% As much as the port is told of each, and made so beforehand.
    Brought = #{class_hierarchy => maps:from_list([{N, beamtalk_compiler_classes:described(M)} || {N, M} <- Classes])},
    Injected = measured(fun() -> compile(Count, Brought) end, 10),
    {Count, #{line => Line, completion => Completion, injected => Injected}}.

%% Streamed beside injected, then many streamed classes beside few.
requests_told(Measured) ->
    lists:foreach(
        fun({Count, #{line := {Time, Bytes}, injected := {InjectedTime, InjectedBytes}}}) ->
            figure(io_lib:format("time of a line, ~b classes", [Count]), Time, InjectedTime),
            figure(io_lib:format("bytes of a line, ~b classes", [Count]), Bytes, InjectedBytes)
        end,
        Measured
    ),
    [{10, Few} | _] = Measured,
    {1000, Many} = lists:last(Measured),
    lists:foreach(
        fun({Name, Key}) ->
            {TimeOfMany, BytesOfMany} = maps:get(Key, Many),
            {TimeOfFew, BytesOfFew} = maps:get(Key, Few),
            figure(["time of ", Name, ", 1000 classes against 10"], TimeOfMany, TimeOfFew),
            figure(["bytes of ", Name, ", 1000 classes against 10"], BytesOfMany, BytesOfFew)
        end,
        [{"a line", line}, {"a completion", completion}]
    ).

%% The rounds as one.
together(Rounds) ->
    maps:map(
        fun(Key, _) ->
            {Times, Bytes} = lists:unzip([maps:get(Key, Round) || Round <- Rounds]),
            {quietest(Times), median(Bytes)}
        end,
        hd(Rounds)
    ).

%% A line that is right only where the last of the classes is known.
compile(Count, Options) ->
    Line = [atom_to_binary(name("Ledger", Count)), <<" new balance">>],
    {ok, #{core := _, warnings := []}} = ?SERVER:compile_expression(Line, <<"line">>, [], Options).

%% How long each took, and how many bytes went both ways for one.
measured(Work, Times) ->
    %% What it took to register the classes has been cleaned up after these.
    [Work() || _ <- lists:seq(1, Times)],
    Before = traffic(),
    Took = [time(Work) || _ <- lists:seq(1, Times)],
    {Took, (traffic() - Before) div Times}.

traffic() ->
    Port = port(),
    {output, Out} = erlang:port_info(Port, output),
    {input, In} = erlang:port_info(Port, input),
    Out + In.

port() ->
    Server = whereis(?SERVER),
    [Port] = [Port || Port <- erlang:ports(), {connected, Server} =:= erlang:port_info(Port, connected)],
    Port.

%% A class of the running system: what is asked of it here is its description.
load(#{class := Class} = Meta) ->
    Module = list_to_atom("bt@" ++ string:lowercase(atom_to_list(Class))),
    Forms = [
        {attribute, 1, module, Module},
        {attribute, 1, export, [{'__beamtalk_meta', 0}, {register_class, 0}]},
        {attribute, 1, on_load, {register_class, 0}},
        function('__beamtalk_meta', erl_parse:abstract(Meta)),
        function(
            register_class,
            {call, 1, {remote, 1, {atom, 1, beamtalk_class_registry}, {atom, 1, register}}, [
                {atom, 1, Module}, {call, 1, {atom, 1, '__beamtalk_meta'}, []}
            ]}
        )
    ],
    {ok, Module, Beam} = compile:forms(Forms, [no_ssa_opt]),
    {module, Module} = code:load_binary(Module, "bench", Beam).

function(Name, Body) ->
    {function, 1, Name, 0, [{clause, 1, [], [], [Body]}]}.

%% From the registration of a class to an answer that knows it, beside the answer
%% alone.
visibility() ->
    Meta = 'bt@ledger':'__beamtalk_meta'(),
    Times = [
        begin
            Name = name("Fresh", Number),
            Registered = time(fun() ->
                ?SERVER:register_class(Name, Meta#{class => Name}),
                known(Name)
            end),
            Known = time(fun() -> known(Name) end),
            ?SERVER:remove_class(Name),
            {Registered, Known}
        end
     || Number <- lists:seq(1, 500)
    ],
    {Registered, Known} = lists:unzip(Times),
    figure("registration to visibility", median(Registered), median(Known)).

known(Name) ->
    Text = atom_to_binary(Name),
    {ok, #{types := [#{class_name := Text}]}} = ?SERVER:resolve_completion_type([Text, <<" new">>]).

%% Until an answer knows the classes again, beside one of a port that is well.
recovery(What, Kill, Times) ->
    Count = lists:max(?COUNTS),
    Quiet = [time(fun() -> compile(Count, #{}) end) || _ <- lists:seq(1, 100)],
    Took = [
        time(fun() ->
            Kill(),
            eventually(fun() -> compile(Count, #{}) end)
        end)
     || _ <- lists:seq(1, Times)
    ],
    figure(["recovery of 1,000 classes, ", What], median(Took), median(Quiet)).

kill_port() ->
    {os_pid, OsPid} = erlang:port_info(port(), os_pid),
    "" = os:cmd("kill -9 " ++ integer_to_list(OsPid)).

%% While there is no server, or its port died of something else, whoever asked is told so.
eventually(Work) ->
    try
        Work()
    catch
        error:{badmatch, {error, _}} ->
            erlang:yield(),
            eventually(Work)
    end.

time(Work) ->
    Begun = erlang:monotonic_time(nanosecond),
    _ = Work(),
    erlang:monotonic_time(nanosecond) - Begun.

quietest(Rounds) ->
    lists:min(lists:map(fun median/1, Rounds)).

median(Values) ->
    lists:nth((length(Values) + 1) div 2, lists:sort(Values)).
