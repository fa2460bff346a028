%% A BEAM that does nothing but compile. It is started without the applications of
%% Erlang, which take longer to start than a class takes to compile: from a boot
%% script that loads the modules a compilation needs and then calls start/0. Its
%% standard input is a socket, open to both sides, and the conversation with the
%% command; it ends when the command does.
%%
%%   {compile, Id, Core, Speed}   {compiled, Id, Beam} | {refused, Id, Text}
%%   {natives, Id, Folders}       {natives, Id, Table} of `beamtalk_native_signatures`
%%                                | {refused, Id, Text}
%%   {echo, Id}                   {echo, Id}
%%
%% Whoever asks keeps the number of requests on their way within bounds.
-module(beamtalk_lean_compiler).

-export([start/0]).

-type request() ::
    {echo, term()}
    | {natives, Id :: binary(), Folders :: [binary()]}
    | {compile, Id :: binary(), Core :: binary(), beamtalk_core_compiler:speed()}.

%% Called by the boot script, which ends when this returns.
-spec start() -> ok.
start() ->
    _ = spawn(fun() ->
        try
            converse()
        catch
            _:_ -> halt(3)
        end
    end),
    ok.

-spec converse() -> no_return().
converse() ->
    %% A port that cannot write any more ends, and tells it in this way.
    _ = process_flag(trap_exit, true),
    %% For modules that the boot script does not name.
    {ok, _} = code:start_link(),
    Port = open_port({fd, 0, 0}, [binary, {packet, 4}, eof]),
    say(Port, {hello, list_to_binary(erlang:system_info(otp_release))}),
    serve(Port).

-spec serve(port()) -> no_return().
serve(Port) ->
    receive
        {Port, {data, Frame}} ->
            _ = spawn(fun() -> say(Port, answered(binary_to_term(Frame))) end),
            serve(Port);
        {Port, eof} ->
            halt(0, [{flush, false}]);
        {'EXIT', Port, _} ->
            halt(0, [{flush, false}]);
        _ ->
            serve(Port)
    end.

-spec say(port(), tuple()) -> term().
say(Port, Answer) ->
    %% Whoever asked may have gone.
    catch port_command(Port, term_to_binary(Answer)).

%% Every request is answered, or whoever asked would wait for ever.
-spec answered(request()) -> tuple().
answered(Request) ->
    try
        answer(Request)
    catch
        _:Reason ->
            Text = unicode:characters_to_binary(io_lib:format("~tP", [Reason, 20])),
            {refused, element(2, Request), Text}
    end.

-spec answer(request()) -> tuple().
answer({echo, Id}) ->
    {echo, Id};
answer({natives, Id, Folders}) ->
    {natives, Id, beamtalk_native_signatures:table(Folders)};
answer({compile, Id, Core, Speed}) ->
    case beamtalk_core_compiler:compile(Core, Speed) of
        {ok, _, Beam} -> {compiled, Id, Beam};
        {error, Text} -> {refused, Id, Text}
    end.
