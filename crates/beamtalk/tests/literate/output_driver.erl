%% Runs the programs of the literate cases: from the file `programs` in this
%% folder to the file `outputs`.
-module(output_driver).

-export([main/0]).

-define(LIMIT, 10000).

main() ->
    ok = beamtalk_command_run:prepare([]),
    {ok, Bytes} = file:read_file("programs"),
    Outputs = [output(Program) || Program <- binary_to_term(Bytes)],
    ok = file:write_file("outputs", term_to_binary(Outputs)).

%% Nothing that a program leaves behind may be met by the next.
output({Cores, Module, Functions}) ->
    Classes = beamtalk_class_registry:all_classes(),
    Extensions = ets:tab2list(beamtalk_extensions),
    Protocols = beamtalk_protocols:all(),
    {Modules, Refusals} = load(Cores),
    Output = run(Refusals, fun() -> statements(Module, Functions, #{}) end),
    AddedProtocols = beamtalk_protocols:all() -- Protocols,
    Added = beamtalk_class_registry:all_classes() -- Classes,
    % A protocol's name is a class of the library to the registry, which keeps it.
    ok = remove(Added -- AddedProtocols),
    [
        beamtalk_extensions:unregister(Class, Selector)
     || {{Class, Selector}, _, _, _} <- ets:tab2list(beamtalk_extensions) -- Extensions
    ],
    [ets:delete(beamtalk_protocols, Protocol) || Protocol <- AddedProtocols],
    [code:delete(Loaded) andalso code:purge(Loaded) || Loaded <- Modules],
    Output.

%% A class goes after its subclasses.
remove([]) ->
    ok;
remove(Classes) ->
    Left = [Class || Class <- Classes, beamtalk_class_registry:remove(Class) =/= ok],
    true = length(Left) < length(Classes),
    remove(Left).

load(Cores) ->
    Loaded = [beamtalk_core_compiler:load(Core) || Core <- Cores],
    {[Module || {ok, Module} <- Loaded], [Reason || {error, Reason} <- Loaded]}.

%% A program that does not load is a failure of its case, not of the run.
run([], Program) -> collect(Program);
run(Refusals, _) -> iolist_to_binary([["! refused: ", Reason, $\n] || Reason <- Refusals]).

%% What a process and those it starts write.
collect(Program) ->
    Collector = self(),
    {Pid, Monitor} = spawn_monitor(fun() ->
        group_leader(Collector, self()),
        Program()
    end),
    unicode:characters_to_binary(lists:reverse(listen(Pid, Monitor, []))).

listen(Pid, Monitor, Written) ->
    receive
        {io_request, From, Ref, Request} ->
            From ! {io_reply, Ref, ok},
            listen(Pid, Monitor, [text(Request) | Written]);
        {'DOWN', Monitor, process, Pid, normal} ->
            Written;
        {'DOWN', Monitor, process, Pid, Reason} ->
            [io_lib:format("! ended: ~tp~n", [Reason]) | Written]
    after ?LIMIT ->
        exit(Pid, kill),
        ["! it did not end\n" | Written]
    end.

text({put_chars, _, Text}) -> Text;
text({put_chars, _, Module, Function, Arguments}) -> apply(Module, Function, Arguments);
text(_) -> [].

statements(_, [], _) ->
    ok;
statements(Module, [Function | Rest], Bindings) ->
    try Module:Function(Bindings) of
        {nil, Bound} ->
            statements(Module, Rest, Bound);
        {Value, Bound} ->
            io:put_chars([beamtalk_printing:print(Value), $\n]),
            statements(Module, Rest, Bound)
    catch
        Class:Reason:Stack ->
            Exception = beamtalk_error:exception(Class, Reason, Stack),
            Kind = atom_to_binary(beamtalk_exception:kind(Exception)),
            io:put_chars(["! ", Kind, ": ", beamtalk_exception:message(Exception), $\n]),
            statements(Module, Rest, Bindings)
    end.
