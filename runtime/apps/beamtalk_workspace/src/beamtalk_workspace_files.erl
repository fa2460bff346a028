%% The files of a running workspace, in its folder: `token`, which is read, and `pid`,
%% `port` and `startup.log`, which are written so that only their owner can read them
%% and nobody ever sees half of one.
-module(beamtalk_workspace_files).

-include_lib("kernel/include/file.hrl").

-export([token_check/1, write_port/3, delete_port/1, write_pid/1, write_failure/2]).

-type folder() :: file:name_all().

%% As long as 16 random bytes in hexadecimal digits, at least.
-define(SHORTEST_TOKEN, 32).

%% A fun that knows the token. A file that others can read, or one too short to be
%% random, is as good as none.
-spec token_check(folder()) -> {ok, beamtalk_repl_server:token_check()} | {error, binary()}.
token_check(Folder) ->
    Path = filename:join(Folder, "token"),
    case {file:read_file_info(Path), file:read_file(Path)} of
        {{ok, Info}, {ok, Text}} -> checked(is_private(Info), string:trim(Text));
        {_, {error, Why}} -> {error, iolist_to_binary(["the file token cannot be read: ", file:format_error(Why)])};
        {{error, Why}, _} -> {error, iolist_to_binary(["the file token cannot be read: ", file:format_error(Why)])}
    end.

%% On Windows the mode says nothing.
-spec is_private(file:file_info()) -> boolean().
is_private(#file_info{mode = Mode}) ->
    Mode band 8#077 =:= 0 orelse element(1, os:type()) =:= win32.

-spec checked(boolean(), binary()) -> {ok, beamtalk_repl_server:token_check()} | {error, binary()}.
checked(false, _) ->
    {error, <<"others can read the file token; remove it and start again">>};
checked(true, Token) when byte_size(Token) < ?SHORTEST_TOKEN ->
    {error, <<"the file token holds no token; remove it and start again">>};
checked(true, Token) ->
    {ok, fun(Given) -> beamtalk_token:is_equal(Given, Token) end}.

%% Two lines: the port, and which start it belongs to.
-spec write_port(folder(), inet:port_number(), Nonce :: binary()) -> ok.
write_port(Folder, Port, Nonce) ->
    write(Folder, "port", [integer_to_binary(Port), $\n, Nonce, $\n]).

-spec delete_port(folder()) -> ok.
delete_port(Folder) ->
    _ = file:delete(filename:join(Folder, "port")),
    ok.

-spec write_pid(folder()) -> ok.
write_pid(Folder) ->
    write(Folder, "pid", [os:getpid(), $\n]).

-spec write_failure(folder(), unicode:chardata()) -> ok.
write_failure(Folder, Text) ->
    write(Folder, "startup.log", unicode:characters_to_binary(Text)).

%% A draft that takes the place of the file when it is complete.
-spec write(folder(), string(), iodata()) -> ok.
write(Folder, Name, Text) ->
    Path = filename:join(Folder, Name),
    Draft = filename:join(Folder, Name ++ ".draft"),
    _ = file:delete(Draft),
    {ok, File} = file:open(Draft, [write, exclusive, raw]),
    ok = file:change_mode(Draft, 8#600),
    ok = file:write(File, Text),
    ok = file:close(File),
    ok = file:rename(Draft, Path).
