%% What the functions of those modules of Erlang take and answer that a text names, so that
%% whoever asks about it need not wait until all modules there are have been read. In goes a
%% text, out comes a table as `beamtalk_native_signatures` writes it, or nothing where the
%% text calls no Erlang.
%%
%% A module is read when it is first named, in a process of its own: who is in a hurry goes
%% without, and the next one who asks finds it. It is looked at again when its file changes.
%% Loads no module, and reads none that there is not.
-module(beamtalk_native_named).

-export([create/0, table/2]).

%% Who reads more modules at once writes no line at a prompt.
-define(MOST_MODULES, 16).

-spec create() -> ok.
create() ->
    ?MODULE = ets:new(?MODULE, [named_table, public, set, {read_concurrency, true}]),
    ok.

-spec table(Text :: binary(), Milliseconds :: timeout()) -> binary() | none.
table(Text, Milliseconds) ->
    case binary:match(Text, <<"Erlang">>) of
        nomatch -> none;
        _ -> named(modules(Text), deadline(Milliseconds))
    end.

-spec modules(binary()) -> [binary()].
modules(Text) ->
    case re:run(Text, "\\bErlang\\s+([a-z]\\w*)", [global, {capture, all_but_first, binary}]) of
        {match, Found} -> lists:sublist(lists:usort(lists:append(Found)), ?MOST_MODULES);
        nomatch -> []
    end.

-spec named([binary()], Deadline :: integer()) -> binary() | none.
named([], _) ->
    none;
named(Modules, Deadline) ->
    try [told(Module, Deadline) || Module <- Modules] of
        Told -> table_of(Told)
    catch
        %% The table goes with the application.
        error:_ -> none
    end.

%% Without one of them nothing is said, rather than that there were no such module.
-spec table_of([[beamtalk_native_signatures:text()] | not_yet]) -> binary() | none.
table_of(Told) ->
    case lists:member(not_yet, Told) of
        true -> none;
        false -> beamtalk_native_signatures:joined(lists:append(Told))
    end.

-spec told(binary(), Deadline :: integer()) -> [beamtalk_native_signatures:text()] | not_yet.
told(Module, Deadline) ->
    case code:where_is_file(unicode:characters_to_list(<<Module/binary, ".beam">>)) of
        non_existing -> [];
        File -> kept(File, filelib:last_modified(File), Deadline)
    end.

-spec kept(file:filename(), Version :: term(), Deadline :: integer()) -> [beamtalk_native_signatures:text()] | not_yet.
kept(File, Version, Deadline) ->
    case ets:lookup(?MODULE, File) of
        [{_, Version, Texts}] -> Texts;
        _ -> read(File, Version, Deadline)
    end.

-spec read(file:filename(), Version :: term(), Deadline :: integer()) -> [beamtalk_native_signatures:text()] | not_yet.
read(File, Version, Deadline) ->
    {_, Monitor} = spawn_monitor(fun() ->
        Texts = [{Name, iolist_to_binary(Text)} || {Name, Text} <- beamtalk_native_signatures:module(File)],
        ets:insert(?MODULE, {File, Version, Texts}),
        exit({done, Texts})
    end),
    receive
        {'DOWN', Monitor, process, _, {done, Texts}} -> Texts;
        {'DOWN', Monitor, process, _, _} -> []
    after max(0, Deadline - erlang:monotonic_time(millisecond)) ->
        erlang:demonitor(Monitor, [flush]),
        not_yet
    end.

-spec deadline(timeout()) -> integer().
deadline(Milliseconds) ->
    erlang:monotonic_time(millisecond) + Milliseconds.
