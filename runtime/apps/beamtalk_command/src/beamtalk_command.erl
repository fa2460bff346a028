%% The BEAM behind one run of the command. It connects to the socket that the
%% command listens on, does what it is asked, each request in a process of its
%% own, and ends when the command does. Standard input and output belong to the
%% program that is run, never to this conversation.
%%
%% Requests and answers are terms in frames; an answer carries the id of its
%% request, and answers come in any order:
%%
%%   {echo, Id}                   {echo, Id}
%%   {compile, Id, Core, Speed}   {compiled, Id, Beam} | {refused, Id, Text}
%%   {natives, Id, Folders}       {natives, Id, Table} of `beamtalk_native_signatures`
%%   {load, Id, Core}             {loaded, Id} | {refused, Id, Text}
%%   {start, Id, Modules}         {started, Id}: the runtime, the library, these classes
%%   {send, Id, Class, Selector, Arguments}
%%                                {ended, Id, Outcome} of `beamtalk_command_run`
%%   {evaluate, Id, Module, Parts}
%%                                {part, Id, Function, Outcome} for some, then {ended, …}
%%   {test, Id, Suites, Options}  {tested, Id, Event} for each of `beamtalk_command_test`,
%%                                then {ended, Id, tests}
%%   {run, Id, Package}           {begun, Id}, then {ended, Id, Ending} of
%%                                `beamtalk_command_application`
%%   {stop, Id}                   {stopping, Id}: what is run ends
%%   {begin_checks, Id}           {checking, Id}: `beamtalk_soundness` counts
%%   {findings, Id}               {findings, Id, Report} of it
%%   any that breaks              {broken, Id, Text}
-module(beamtalk_command).

-export([start/0]).

-type id() :: non_neg_integer() | binary().
-type request() ::
    {echo, id()}
    | {compile, id(), Core :: binary(), beamtalk_core_compiler:speed()}
    | {natives, id(), Folders :: [binary()]}
    | {load, id(), Core :: binary()}
    | {start, id(), [module()]}
    | {send, id(), Class :: binary(), Selector :: binary(), [binary()]}
    | {evaluate, id(), module(), [{atom(), must_work | may_fail}]}
    | {test, id(), [beamtalk_command_test:suite()], beamtalk_command_test:options()}
    | {run, id(), Package :: atom()}
    | {stop, id()}
    | {begin_checks, id()}
    | {findings, id()}.

%% Called by `erl -s`, which goes on when this returns. The path of the socket is
%% the only plain argument.
-spec start() -> ok.
start() ->
    [Path] = init:get_plain_arguments(),
    _ = spawn(fun() -> converse(Path) end),
    ok.

-spec converse(string()) -> no_return().
converse(Path) ->
    %% Whatever the locale says: source is UTF-8, and so is what it prints.
    _ = [io:setopts(Device, [{encoding, unicode}]) || Device <- [standard_io, standard_error]],
    Connected = gen_tcp:connect({local, Path}, 0, [binary, {packet, 4}, {active, once}]),
    %% The command removes both, unless it was killed while it waited for us.
    _ = file:delete(Path),
    _ = file:del_dir(filename:dirname(Path)),
    case Connected of
        {ok, Socket} ->
            say(Socket, {hello, list_to_binary(erlang:system_info(otp_release))}),
            serve(Socket, 0);
        {error, _} ->
            halt(3)
    end.

-spec serve(gen_tcp:socket(), Busy :: non_neg_integer()) -> no_return().
serve(Socket, Busy) ->
    receive
        {tcp, Socket, Frame} ->
            Request = binary_to_term(Frame),
            Say = fun(Answer) -> say(Socket, Answer) end,
            _ = spawn_monitor(fun() -> Say(guarded(Request, Say)) end),
            listen(Socket, Busy + 1),
            serve(Socket, Busy + 1);
        {'DOWN', _, process, _, _} ->
            %% At the limit nobody listens; one less, and we do again.
            Busy =:= limit() andalso listen(Socket, Busy - 1),
            serve(Socket, Busy - 1);
        {tcp_closed, Socket} ->
            ok = beamtalk_command_application:leave(),
            halt(0);
        {tcp_error, Socket, _} ->
            halt(3)
    end.

%% More than this at once would only take memory.
-spec limit() -> pos_integer().
limit() ->
    4 * erlang:system_info(schedulers_online).

-spec listen(gen_tcp:socket(), non_neg_integer()) -> ok.
listen(Socket, Busy) ->
    Busy < limit() andalso inet:setopts(Socket, [{active, once}]),
    ok.

%% Nobody is left to hear that the command has gone.
-spec say(gen_tcp:socket(), tuple()) -> ok.
say(Socket, Answer) ->
    _ = gen_tcp:send(Socket, term_to_binary(Answer)),
    ok.

%% Every request is answered, one that breaks something with what it broke.
-spec guarded(request(), fun((tuple()) -> ok)) -> tuple().
guarded(Request, Say) ->
    try
        answer(Request, Say)
    catch
        Class:Reason:Stack ->
            Text = io_lib:format("~tP", [{Class, Reason, Stack}, 40]),
            {broken, element(2, Request), unicode:characters_to_binary(Text)}
    end.

-spec answer(request(), fun((tuple()) -> ok)) -> tuple().
answer({echo, Id}, _) ->
    {echo, Id};
answer({compile, Id, Core, Speed}, _) ->
    case beamtalk_core_compiler:compile(Core, Speed) of
        {ok, _, Beam} -> {compiled, Id, Beam};
        {error, Text} -> {refused, Id, Text}
    end;
answer({natives, Id, Folders}, _) ->
    {natives, Id, beamtalk_native_signatures:table(Folders)};
answer({load, Id, Core}, _) ->
    case beamtalk_core_compiler:load(Core) of
        {ok, _} -> {loaded, Id};
        {error, Text} -> {refused, Id, Text}
    end;
answer({start, Id, Modules}, _) ->
    ok = beamtalk_command_run:prepare(Modules),
    {started, Id};
answer({send, Id, Class, Selector, Arguments}, _) ->
    {ended, Id, beamtalk_command_run:send(Class, Selector, Arguments)};
answer({evaluate, Id, Module, Parts}, Say) ->
    Report = fun(Function, Outcome) -> Say({part, Id, Function, Outcome}) end,
    {ended, Id, beamtalk_command_run:evaluate(Module, Parts, Report)};
answer({test, Id, Suites, Options}, Say) ->
    ok = beamtalk_command_test:run(Suites, Options, fun(Event) -> Say({tested, Id, Event}) end),
    {ended, Id, tests};
answer({run, Id, Package}, Say) ->
    {ended, Id, beamtalk_command_application:run(Package, fun() -> Say({begun, Id}) end)};
answer({stop, Id}, _) ->
    ok = beamtalk_command_application:ask_to_stop(),
    {stopping, Id};
answer({begin_checks, Id}, _) ->
    ok = beamtalk_soundness:start(),
    {checking, Id};
answer({findings, Id}, _) ->
    {findings, Id, beamtalk_soundness:report()}.
