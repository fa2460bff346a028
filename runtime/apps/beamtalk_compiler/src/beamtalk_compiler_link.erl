%% The server's end of the pipe: the port, if there is one, what has come from it
%% that is not yet a whole frame, and how well it went lately. Opens, sends, takes
%% apart, ends. Knows nothing of requests.
-module(beamtalk_compiler_link).

-export([new/0, open/1, is_open/1, is_of/2, send/2, received/2, proven/1, ended/1, end_of/2, lost/1, close/1]).
-export([is_failing/1, is_hopeless/1]).

-export_type([link/0]).

-record(link, {
    port :: port() | undefined,
    path = "" :: string(),
    %% As long as it runs, and as far as it is known.
    os_pid :: beamtalk_compiler_port:os_pid(),
    received = <<>> :: binary(),
    %% Whether this port has ever answered.
    is_proven = false :: boolean(),
    %% How many in a row have not.
    failures = 0 :: non_neg_integer()
}).

-opaque link() :: #link{}.

%% So many ports in a row that died at once, and another one is opened only when
%% somebody wants something.
-define(HOPELESS, 6).

-spec new() -> link().
new() ->
    #link{}.

-spec open(link()) -> {ok, link()} | {error, Why :: binary()}.
open(#link{port = undefined} = Link) ->
    case beamtalk_compiler_program:find() of
        {ok, {Path, _} = Program} -> opened(beamtalk_compiler_port:open(Program, folder()), Link#link{path = Path});
        {error, _} = Error -> Error
    end.

-spec opened({ok, port()} | {error, binary()}, link()) -> {ok, link()} | {error, binary()}.
opened({ok, Port}, Link) ->
    {ok, Link#link{port = Port, os_pid = beamtalk_compiler_port:os_pid(Port), received = <<>>, is_proven = false}};
opened({error, _} = Error, _) ->
    Error.

%% The port reads the settings of the project from the folder it runs in.
-spec folder() -> string() | undefined.
folder() ->
    application:get_env(beamtalk_compiler, project_path, undefined).

-spec is_open(link()) -> boolean().
is_open(#link{port = Port}) ->
    Port =/= undefined.

%% Earlier ports may have left messages.
-spec is_of(port(), link()) -> boolean().
is_of(Port, #link{port = Current}) ->
    Port =:= Current.

-spec send([binary()], link()) -> ok.
send(_, #link{port = undefined}) -> ok;
send(Frames, #link{port = Port}) -> lists:foreach(fun(Frame) -> beamtalk_compiler_port:send(Port, Frame) end, Frames).

%% What the port has said, as far as it is whole.
-spec received(binary(), link()) -> {[Frame :: binary()], link()} | malformed.
received(Bytes, #link{received = Before} = Link) ->
    case beamtalk_compiler_port:frames(<<Before/binary, Bytes/binary>>) of
        {Frames, Rest} -> {Frames, Link#link{received = Rest}};
        malformed -> malformed
    end.

-spec proven(link()) -> link().
proven(#link{is_proven = true} = Link) ->
    Link;
proven(#link{port = Port} = Link) ->
    Link#link{is_proven = true, failures = 0, os_pid = beamtalk_compiler_port:os_pid(Port)}.

%% The program has ended: its number may soon be that of another.
-spec ended(link()) -> link().
ended(Link) ->
    Link#link{os_pid = undefined}.

%% A program that has never answered is perhaps not what it should be: it is named.
-spec end_of({exit_status, integer()} | {exited, term()}, link()) -> exited | {exited, Why :: binary()}.
end_of(_, #link{is_proven = true}) ->
    exited;
end_of(Exit, #link{path = Path}) ->
    {exited, unicode:characters_to_binary([Path, " ended", status(Exit), " before it answered anything"])}.

-spec status({exit_status, integer()} | {exited, term()}) -> string().
status({exit_status, Status}) -> " with status " ++ integer_to_list(Status);
status(_) -> "".

%% The port has died, or is to. After how many milliseconds to open another one.
-spec lost(link()) -> {Pause :: non_neg_integer(), link()}.
lost(Link) ->
    close(Link),
    Failures = failures(Link),
    {beamtalk_compiler_patience:pause(Failures), #link{failures = Failures}}.

-spec failures(link()) -> non_neg_integer().
failures(#link{is_proven = true}) -> 0;
failures(#link{failures = Failures}) -> Failures + 1.

-spec close(link()) -> ok.
close(#link{port = undefined}) ->
    ok;
close(#link{port = Port, os_pid = OsPid}) ->
    case beamtalk_compiler_port:os_pid(Port) of
        undefined -> beamtalk_compiler_port:close(Port, OsPid);
        Known -> beamtalk_compiler_port:close(Port, Known)
    end.

%% Whether the port before this one has failed as well.
-spec is_failing(link()) -> boolean().
is_failing(#link{failures = Failures}) ->
    Failures > 0.

-spec is_hopeless(link()) -> boolean().
is_hopeless(#link{failures = Failures}) ->
    Failures >= ?HOPELESS.
