%% Other nodes on this machine, for suites about several. They are controlled over
%% their standard input and output, so that one can be killed or cut off.
-module(nodes).

-export([distributed/0, with/2, start/1, kill/1, eventually/1]).

%% Makes this VM a node, or says why it cannot be one.
distributed() ->
    _ = os:cmd("epmd -daemon"),
    Name = list_to_atom("beamtalk_" ++ os:getpid() ++ "@127.0.0.1"),
    case is_alive() orelse net_kernel:start([Name, longnames]) of
        true ->
            ok;
        {ok, _} ->
            true = erlang:set_cookie(node(), list_to_atom("beamtalk_" ++ os:getpid())),
            ok;
        {error, Reason} ->
            {error, Reason}
    end.

%% Nodes that see these folders of code, while a fun runs.
with(Folders, Fun) ->
    Peers = [start(It) || It <- Folders],
    try
        Fun([Node || {_, Node} <- Peers])
    after
        %% Those who are linked to a process there survive the end of the test.
        process_flag(trap_exit, true),
        [catch peer:stop(Peer) || {Peer, _} <- Peers]
    end.

start(Folders) ->
    {ok, Peer, Node} = peer:start(#{
        name => peer:random_name(),
        host => "127.0.0.1",
        longnames => true,
        connection => standard_io,
        args => ["-setcookie", atom_to_list(erlang:get_cookie()) | lists:append([["-pa", It] || It <- Folders])]
    }),
    pong = net_adm:ping(Node),
    ok = global:sync(),
    {Peer, Node}.

%% As by a failing machine: nobody says goodbye.
kill(Node) ->
    true = erlang:monitor_node(Node, true),
    _ = os:cmd("kill -9 " ++ erpc:call(Node, os, getpid, [])),
    receive
        {nodedown, Node} -> ok
    end.

%% Nodes hear of each other's groups and names a little later.
eventually(Fun) -> eventually(Fun, 1000).

eventually(Fun, 0) -> Fun();
eventually(Fun, Left) ->
    try
        Fun()
    catch
        error:_ ->
            receive after 5 -> eventually(Fun, Left - 1) end
    end.
