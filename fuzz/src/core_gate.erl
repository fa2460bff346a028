%% Asks OTP whether it takes modules of Core Erlang.
%%
%% In come batches of modules on standard input, out go the refusals of each on
%% standard output, both in packets with four bytes of length before them:
%%   <<Batch:32, (Form:8, Size:32, Module:Size/binary)...>>
%%   <<Batch:32, Atoms:32,
%%     (Index:32, Size:32, Kind:Size/binary, Size:32, Words:Size/binary)...>>
%% A module is a term to lint, a term to lint and compile, or a text. The kind of a
%% refusal is the same for all that are refused for the same reason. Batches run at
%% the same time, and are answered in any order.
-module(core_gate).
-export([main/0]).

-define(TERM, 0).
-define(COMPILED_TERM, 1).
-define(TEXT, 2).

-define(COMPILE_MILLISECONDS, 30_000).
-define(COMPILE_WORDS, 128 * 1024 * 1024).

-spec main() -> no_return().
main() ->
    %% Nothing else may write to standard output; the compiler has words for people.
    ok = logger:set_primary_config(level, none),
    true = group_leader(whereis(standard_error), self()),
    loop(open_port({fd, 0, 1}, [binary, eof, {packet, 4}])).

loop(Port) ->
    receive
        {Port, {data, <<Batch:32, Modules/binary>>}} ->
            spawn_link(fun() -> port_command(Port, answer(Batch, Modules)) end),
            loop(Port);
        {Port, eof} ->
            halt()
    end.

answer(Batch, Modules) ->
    Refusals = refusals(0, Modules),
    [<<Batch:32, (erlang:system_info(atom_count)):32>> | Refusals].

refusals(_, <<>>) -> [];
refusals(Index, <<Form, Size:32, Module:Size/binary, Rest/binary>>) ->
    case verdict(Form, Module) of
        taken -> refusals(Index + 1, Rest);
        {Kind, Words} -> [<<Index:32>>, sized(Kind), sized(Words) | refusals(Index + 1, Rest)]
    end.

sized(Text) ->
    Bytes = unicode:characters_to_binary(Text),
    <<(byte_size(Bytes)):32, Bytes/binary>>.

verdict(Form, Module) ->
    try
        Core = read(Form, Module),
        case core_lint:module(Core, []) of
            {ok, _} when Form =:= ?COMPILED_TERM -> compiled(Core);
            {ok, _} -> taken;
            {error, Errors, _} -> refused("lint", Errors)
        end
    catch
        _:Reason:Stack -> crashed("read or lint", Reason, Stack)
    end.

read(?TEXT, Text) ->
    {ok, Tokens, _} = core_scan:string(binary_to_list(Text)),
    {ok, Core} = core_parse:parse(Tokens),
    Core;
read(_, Term) ->
    binary_to_term(Term).

%% In a process of its own, because the compiler may not end.
compiled(Core) ->
    Limits = [monitor, {max_heap_size, #{size => ?COMPILE_WORDS, error_logger => false}}],
    Options = [from_core, binary, return_errors],
    {Pid, Monitor} = spawn_opt(fun() -> exit({done, compile:noenv_forms(Core, Options)}) end, Limits),
    receive
        {'DOWN', Monitor, _, _, {done, {ok, _, _}}} -> taken;
        {'DOWN', Monitor, _, _, {done, {error, Errors, _}}} -> refused("compile", Errors);
        {'DOWN', Monitor, _, _, Reason} -> crashed("compile", Reason, [])
    after ?COMPILE_MILLISECONDS ->
        erlang:demonitor(Monitor, [flush]),
        exit(Pid, kill),
        {"compile never ends", "compiling takes too long"}
    end.

refused(Stage, [{_, [{_, _, {crash, Pass, Reason, Stack}} | _]} | _]) ->
    crashed([Stage, $ , atom_to_list(Pass)], Reason, Stack);
refused(Stage, [{_, [{_, By, What} | _]} | _] = Errors) ->
    Kind = io_lib:format("~ts ~tp ~tp", [Stage, By, tag(What)]),
    {Kind, io_lib:format("~ts~n~tP", [By:format_error(What), Errors, 60])};
refused(Stage, Errors) ->
    {[Stage, " other"], io_lib:format("~tP", [Errors, 60])}.

crashed(Stage, Reason, Stack) ->
    Places = [{M, F} || {M, F, _, _} <- lists:sublist(Stack, 1)],
    Kind = io_lib:format("~ts crash ~tp ~tp", [Stage, tag(Reason), Places]),
    {Kind, io_lib:format("~tP~n~tP", [Reason, 40, Stack, 60])}.

%% What tells one reason from others. Of a variable, its name without its number.
tag({unbound_var, Name, {Function, _}}) ->
    Letters = [Letter || Letter <- atom_to_list(Name), Letter < $0 orelse Letter > $9],
    Place = hd(string:split(atom_to_list(Function), ":")),
    {unbound_var, hd(string:split(Letters, "_")), lists:prefix("__", Place) andalso Place};
tag(What) when is_tuple(What), tuple_size(What) > 0 -> tag(element(1, What));
tag(What) when is_atom(What) -> What;
tag(_) -> other.
