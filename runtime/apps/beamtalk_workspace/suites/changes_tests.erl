%% Live changes in a real project: what the log says of them, and what becomes of the files.
-module(changes_tests).
-include_lib("eunit/include/eunit.hrl").

-define(POT, <<
    "/// A pot.\n"
    "Object subclass: ChangedPot\n"
    "\n"
    "  /// How much.\n"
    "  volume -> Integer =>\n"
    "    // really\n"
    "    3   * 2\n"
    "\n"
    "  class   make => self new\n"
    "\n"
    "/// A lid.\n"
    "Object subclass: ChangedLid\n"
    "  weight => 1\n"
>>).

changes_test_() ->
    prompt:tests([
        {Title, fun(Session) -> in_project(fun(Project) -> Test(Session, Project) end) end}
     || {Title, Test} <- [
            {"a method takes the place of exactly its text", fun patched/2},
            {"a new method goes behind the others", fun added/2},
            {"several changes of a method are one", fun repeated/2},
            {"a method that was removed leaves the file", fun removed/2},
            {"a file that was edited is a conflict", fun conflict/2},
            {"an edit elsewhere in the file is none", fun edited_elsewhere/2},
            {"a file that was edited before the change is a conflict", fun edited_before/2},
            {"a removed class leaves its file when that is confirmed", fun destructive/2},
            {"a file without classes goes", fun emptied/2},
            {"a new class gets a file", fun new_class/2},
            {"where a new class may not be", fun new_class_refused/2},
            {"a trial is never written", fun trial/2},
            {"only what is selected is written", fun selected/2},
            {"changes are written at once if that is wanted", fun autoflush/2},
            {"the log outlives its process", fun restarted/2},
            {"what was pending is pending in the next system", fun next_system/2},
            {"a class that is loaded again has lost its changes", fun reloaded/2},
            {"a change is reverted", fun revert/2},
            {"what cannot be reverted", fun revert_refused/2},
            {"classes that belong to no file of the project", fun homeless/2},
            {"an agent is told from a human", fun authors/2},
            {"the log is cleared", fun clear/2},
            {"what a method would break", fun precheck/2},
            {"what is wrong with the image", fun recheck/2}
        ]
    ]).

patched(Session, _) ->
    print(Session, "ChangedPot >> volume => 7"),
    ?assertEqual(<<"1">>, print(Session, "Workspace changes size")),
    ?assertEqual(<<"#{#ChangedPot => Set(#volume)}">>, print(Session, "Workspace changes dirtyMethods")),
    ?assertEqual(<<"#(#instance, #instance, #durable, true, false, \"src/ChangedPot.bt\")">>,
        prompt:print(Session, ["e := Workspace changes activeEntries first", "#(e kind, e side, e intent, e isFlushable, e isClean, e sourceFile)"])),
    ?assertEqual(<<"1">>, flushed(Session, "flush", "flushed")),
    ?assertEqual(<<"true">>, print(Session, "Workspace changes isEmpty")),
    same(replaced(<<"/// How much.\n  volume -> Integer =>\n    // really\n    3   * 2">>, <<"volume => 7">>)).

added(Session, _) ->
    print(Session, "ChangedPot compile: #fill: source: \"/// Fills.\nfill: n => n\""),
    print(Session, "ChangedPot class compile: #brew source: \"brew => 3\""),
    ?assertEqual(<<"2">>, flushed(Session, "flush", "flushed")),
    Make = <<"  class   make => self new\n">>,
    same(replaced(Make, <<Make/binary, "\n  /// Fills.\n  fill: n => n\n\n  class brew => 3\n">>)),
    ?assertEqual(<<"7">>, print(Session, "ChangedPot new fill: 7")).

repeated(Session, _) ->
    print(Session, "ChangedPot class >> make => 1"),
    print(Session, "ChangedPot class >> make => 2"),
    ?assertEqual(<<"1">>, print(Session, "Workspace changes size")),
    ?assertEqual(<<"#(true, false)">>, print(Session, "Workspace changes allEntries collect: [:e | e isShadowed]")),
    ?assertEqual(<<"1">>, flushed(Session, "flush", "flushed")),
    ?assertEqual(<<"0">>, print(Session, "Workspace changes allEntries size")),
    same(replaced(<<"class   make => self new">>, <<"class make => 2">>)),
    %% Back to what the file says now: nothing is to be written.
    print(Session, "ChangedPot class >> make => 3"),
    print(Session, "ChangedPot class >> make => 2"),
    ?assertEqual(<<"true">>, print(Session, "Workspace changes isEmpty")).

removed(Session, _) ->
    print(Session, "ChangedPot removeSelector: #volume"),
    ?assertEqual(<<"#(\"ChangedPot>>volume\", true)">>,
        prompt:print(Session, ["e := Workspace changes activeEntries first", "#(e printString, e isRemoveMethod)"])),
    ?assertEqual(<<"1">>, flushed(Session, "flush", "flushed")),
    same(replaced(<<"  /// How much.\n  volume -> Integer =>\n    // really\n    3   * 2\n\n">>, <<>>)).

conflict(Session, Project) ->
    print(Session, "ChangedPot >> volume => 7"),
    %% What was there is still there, but it goes on.
    Edited = replaced(<<"3   * 2">>, <<"3   * 20">>),
    ok = file:write_file(pot(Project), Edited),
    ?assertEqual(<<"#(#changed_on_disk)">>, flushed(Session, "flush", "conflicts) collect: [:it | it at: #reason]")),
    ?assertEqual(<<"1">>, print(Session, "Workspace changes size")),
    same(Edited),
    ok = file:delete(pot(Project)),
    ?assertEqual(<<"#(#missing_file)">>, flushed(Session, "flush", "conflicts) collect: [:it | it at: #reason]")),
    %% As it was, and it fits again.
    ok = file:write_file(pot(Project), ?POT),
    ?assertEqual(<<"1">>, flushed(Session, "flush", "flushed")).

edited_elsewhere(Session, Project) ->
    print(Session, "ChangedPot class >> make => 2"),
    Edited = replaced(<<"/// A pot.\n">>, <<"/// A round pot, for tea.\n">>),
    ok = file:write_file(pot(Project), Edited),
    ?assertEqual(<<"1">>, flushed(Session, "flush", "flushed")),
    same(binary:replace(Edited, <<"class   make => self new">>, <<"class make => 2">>)).

edited_before(Session, Project) ->
    Edited = replaced(<<"3   * 2">>, <<"4">>),
    ok = file:write_file(pot(Project), Edited),
    print(Session, "ChangedPot >> volume => 7"),
    ?assertEqual(<<"#(#changed_on_disk)">>, flushed(Session, "flush", "conflicts) collect: [:it | it at: #reason]")),
    same(Edited).

destructive(Session, _) ->
    print(Session, "ChangedLid removeFromSystem"),
    ?assertEqual(<<"#(#destructive)">>, flushed(Session, "flush", "skipped) collect: [:it | it at: #reason]")),
    same(?POT),
    ?assertEqual(<<"#(\"ChangedLid (remove-class)\")">>, print(Session, "Workspace changes activeEntries collect: [:e | e printString]")),
    ?assertEqual(<<"#(#ChangedLid)">>, flushed(Session, "flushIncludingDestructive", "removedClasses")),
    same(replaced(<<"\n/// A lid.\nObject subclass: ChangedLid\n  weight => 1\n">>, <<>>)).

emptied(Session, Project) ->
    print(Session, "ChangedLid removeFromSystem"),
    print(Session, "ChangedPot removeFromSystem"),
    ?assertEqual(<<"2">>, flushed(Session, "flush: #'remove-class' confirmDestructive: true", "flushed")),
    ?assertNot(filelib:is_file(pot(Project))).

new_class(Session, Project) ->
    File = filename:join(Project, "src/deep/ChangedTea.bt"),
    Text = "Object subclass: ChangedTea\n  grams => 3\n",
    ?assertEqual(<<"#(ChangedTea)">>, print(Session, ["Workspace newClass: \"", Text, "\" at: \"src/deep/ChangedTea.bt\""])),
    ?assertNot(filelib:is_file(File)),
    ?assertEqual(<<"3">>, print(Session, "ChangedTea new grams")),
    print(Session, "ChangedTea >> grams => 4"),
    ?assertEqual(<<"#(#ChangedTea)">>, flushed(Session, "flush", "newClasses")),
    ?assertEqual({ok, <<"Object subclass: ChangedTea\n  grams => 4\n">>}, file:read_file(File)),
    ?assertEqual(<<"true">>, print(Session, "Workspace changes isEmpty")),
    print(Session, "ChangedTea removeFromSystem").

new_class_refused(Session, _) ->
    New = fun(Text, Path) -> print(Session, ["Workspace newClass: \"", Text, "\" at: \"", Path, "\""]) end,
    ?assertEqual(<<"! already_exists">>, New("Object subclass: ChangedNew", "src/ChangedPot.bt")),
    ?assertEqual(<<"! invalid_path">>, New("Object subclass: ChangedNew", "../ChangedNew.bt")),
    ?assertEqual(<<"! invalid_path">>, New("Object subclass: ChangedNew", "ChangedNew.bt")),
    ?assertEqual(<<"! invalid_path">>, New("Object subclass: ChangedNew", "src/ChangedNew.txt")),
    ?assertEqual(<<"! class_already_exists">>, New("Object subclass: ChangedPot", "src/ChangedNew.bt")),
    ?assertEqual(<<"! compile_failed">>, New("Object subclass: ChangedNew\n  a => (", "src/ChangedNew.bt")),
    ?assertEqual(<<"true">>, print(Session, "Workspace changes isEmpty")).

trial(Session, _) ->
    print(Session, "ChangedPot tryCompile: #volume source: \"volume => 7\""),
    ?assertEqual(<<"#(7, true)">>, print(Session, "#(ChangedPot new volume, Workspace changes activeEntries first isEphemeral)")),
    ?assertEqual(<<"0">>, flushed(Session, "flush", "flushed")),
    ?assertEqual(<<"0">>, print(Session, "Workspace changes allEntries size")),
    same(?POT),
    print(Session, "ChangedPot tryCompile: #volume source: \"volume => 7\""),
    print(Session, "ChangedPot compile: #volume source: \"volume => 7\""),
    ?assertEqual(<<"1">>, flushed(Session, "flush", "flushed")),
    %% What is meant to stay is written also if something else is tried meanwhile.
    print(Session, "ChangedPot compile: #volume source: \"volume => 8\""),
    print(Session, "ChangedPot tryCompile: #volume source: \"volume => 9\""),
    ?assertEqual(<<"1">>, flushed(Session, "flush", "flushed")),
    same(replaced(<<"/// How much.\n  volume -> Integer =>\n    // really\n    3   * 2">>, <<"volume => 8">>)),
    print(Session, "ChangedPot compile: #volume source: \"volume => 10\""),
    ?assertEqual(<<"1">>, flushed(Session, "flush", "flushed")).

selected(Session, _) ->
    print(Session, "ChangedPot >> volume => 7"),
    print(Session, "ChangedPot class >> make => 2"),
    print(Session, "ChangedLid >> weight => 2"),
    ?assertEqual(<<"0">>, flushed(Session, "flush: #'new-class'", "flushed")),
    ?assertEqual(<<"0">>, flushed(Session, "flush: #{#file => \"src/Other.bt\"}", "flushed")),
    ?assertEqual(<<"1">>, flushed(Session, "flush: ChangedLid", "flushed")),
    same(replaced(<<"weight => 1">>, <<"weight => 2">>)),
    ?assertEqual(<<"1">>, flushed(Session, "changes flushKinds: #(#class)", "flushed")),
    ?assertEqual(<<"#(\"src/ChangedPot.bt\")">>, flushed(Session, "flush: #{#file => \"src/ChangedPot.bt\"}", "files")).

autoflush(Session, Project) ->
    ?assertEqual(<<"false">>, print(Session, "Workspace autoflush")),
    ?assertEqual(<<"true">>, print(Session, "Workspace autoflush: true")),
    restart(Project),
    ?assertEqual(<<"true">>, print(Session, "Workspace autoflush")),
    print(Session, "ChangedPot tryCompile: #volume source: \"volume => 8\""),
    same(?POT),
    print(Session, "ChangedPot >> volume => 7"),
    same(replaced(<<"/// How much.\n  volume -> Integer =>\n    // really\n    3   * 2">>, <<"volume => 7">>)),
    print(Session, "ChangedLid removeFromSystem"),
    ?assertEqual(<<"1">>, print(Session, "Workspace changes size")).

restarted(Session, Project) ->
    print(Session, "ChangedPot >> volume => 7"),
    print(Session, "ChangedPot tryCompile: #other source: \"other => 8\""),
    Index = filename:join(Project, "state/changes/index"),
    {ok, Written} = file:read_file(Index),
    ok = file:write_file(Index, [Written, <<"{\"event\":\"chan">>]),
    restart(Project),
    ?assertEqual(<<"#(false, false)">>, print(Session, "Workspace changes activeEntries collect: [:e | e isPriorEpoch]")),
    print(Session, "ChangedPot >> volume => 8"),
    ?assertEqual(<<"#(1, 2, 3)">>, print(Session, "Workspace changes allEntries collect: [:e | e seq]")),
    ?assertEqual(<<"1">>, flushed(Session, "flush", "flushed")).

%% The index as another system would have left it.
next_system(Session, Project) ->
    print(Session, "ChangedPot >> volume => 7"),
    print(Session, "ChangedPot tryCompile: #other source: \"other => 8\""),
    print(Session, "Object subclass: ChangedTyped\n  a => 1\n"),
    stop(),
    Index = filename:join(Project, "state/changes/index"),
    {ok, Written} = file:read_file(Index),
    ok = file:write_file(Index, re:replace(Written, "\"epoch\":\"[^\"]*\"", "\"epoch\":\"before\"", [global])),
    ok = op(Project),
    start(Project),
    ?assertEqual(<<"#(\"ChangedPot>>volume\", \"ChangedTyped (new-class)\")">>, print(Session, "Workspace changes allEntries collect: [:e | e printString]")),
    ?assertEqual(<<"#(true)">>, print(Session, "Workspace changes activeEntries collect: [:e | e isPriorEpoch]")),
    ?assertEqual(<<"1">>, flushed(Session, "flush", "flushed")),
    same(replaced(<<"/// How much.\n  volume -> Integer =>\n    // really\n    3   * 2">>, <<"volume => 7">>)).

reloaded(Session, _) ->
    print(Session, "ChangedPot >> volume => 7"),
    print(Session, "ChangedPot reload"),
    ?assertEqual(<<"6">>, print(Session, "ChangedPot new volume")),
    ?assertEqual(<<"#(true, 1)">>, print(Session, "#(Workspace changes isEmpty, Workspace changes allEntries size)")),
    ?assertEqual(<<"0">>, flushed(Session, "flush", "flushed")),
    same(?POT).

revert(Session, _) ->
    Last = "Workspace changes revert: Workspace changes activeEntries last",
    print(Session, "ChangedPot >> volume => 7"),
    print(Session, "ChangedPot >> volume => 8"),
    print(Session, Last),
    ?assertEqual(<<"#(7, 1)">>, print(Session, "#(ChangedPot new volume, Workspace changes size)")),
    print(Session, Last),
    ?assertEqual(<<"#(6, 0, \"How much.\")">>, print(Session, "#(ChangedPot new volume, Workspace changes size, (ChangedPot >> #volume) doc)")),
    print(Session, "ChangedPot class >> fresh => 1"),
    print(Session, Last),
    ?assertEqual(<<"false">>, print(Session, "ChangedPot respondsTo: #fresh")),
    print(Session, "ChangedPot class removeSelector: #make"),
    print(Session, Last),
    ?assertEqual(<<"ChangedPot">>, print(Session, "ChangedPot make class")).

revert_refused(Session, _) ->
    First = "Workspace changes revert: Workspace changes allEntries first",
    print(Session, "e := nil"),
    print(Session, "ChangedPot >> volume => 7"),
    print(Session, "ChangedPot >> volume => 8"),
    ?assertEqual(<<"! revert_not_possible">>, print(Session, First)),
    ?assertEqual(<<"! type_error">>, print(Session, "Workspace changes revert: 3")),
    print(Session, "e := Workspace changes allEntries first"),
    print(Session, "Workspace changes clear"),
    ?assertEqual(<<"! revert_not_possible">>, print(Session, "Workspace changes revert: e")),
    print(Session, "ChangedLid removeFromSystem"),
    ?assertEqual(<<"! unsupported_revert_kind">>, print(Session, First)).

homeless(Session, Project) ->
    print(Session, "Integer compile: #changedHalf source: \"changedHalf => self / 2\""),
    print(Session, "Object subclass: ChangedTyped\n  a => 1\n"),
    print(Session, "ChangedTyped >> a => 2"),
    load(Project, "_build/Built.bt", "Object subclass: ChangedBuilt\n  a => 1\n"),
    print(Session, "ChangedBuilt >> a => 2"),
    ok = filelib:ensure_dir(filename:join(Project, "libs/milk/src/it")),
    ok = file:write_file(filename:join(Project, "libs/milk/beamtalk.toml"), "[package]\nname = \"milk\"\n"),
    load(Project, "libs/milk/src/Milk.bt", "Object subclass: ChangedMilk\n  a => 1\n"),
    print(Session, "ChangedMilk >> a => 2"),
    ?assertEqual(<<"#(false, false, false, false, false)">>, print(Session, "Workspace changes allEntries collect: [:e | e isFlushable]")),
    ?assertEqual(<<"#(#no_source_file, #no_source_file, #no_source_file, #no_source_file, #no_source_file)">>,
        flushed(Session, "flush", "skipped) collect: [:it | it at: #reason]")),
    %% What it hid is found again, and nothing was changed in the end.
    print(Session, "Integer removeSelector: #changedHalf"),
    [print(Session, [Class, " removeFromSystem"]) || Class <- ["ChangedTyped", "ChangedBuilt", "ChangedMilk"]].

authors(Session, _) ->
    print(Session, "ChangedPot >> volume => 7"),
    ?assertEqual(<<"#human">>, print(Session, "Workspace changes activeEntries first authorKind")),
    {ok, Agent, _} = beamtalk_session_sup:start_session(#{kind => <<"mcp">>, peer => <<>>}),
    print(Agent, "ChangedPot >> volume => 8"),
    ?assertEqual(<<"#agent">>, print(Session, "Workspace changes activeEntries first authorKind")),
    beamtalk_repl_session:close(Agent).

clear(Session, _) ->
    print(Session, "ChangedPot >> volume => 7"),
    ?assertEqual(<<"ChangeLog with 0 entries">>, print(Session, "Workspace changes clear")),
    ?assertEqual(<<"#(0, 7)">>, print(Session, "#(Workspace changes allEntries size, ChangedPot new volume)")),
    same(?POT),
    print(Session, "ChangedPot >> volume => 8"),
    ?assertEqual(<<"1">>, flushed(Session, "flush", "flushed")).

precheck(Session, Project) ->
    load(Project, "src/ChangedRim.bt", "Object subclass: ChangedRim\n  total: pot :: ChangedPot -> Integer => pot volume + 1\n"),
    ?assertEqual(<<"#()">>, print(Session, "(ChangedPot precheckCompile: #volume source: \"volume -> Integer => 9\") at: #findings")),
    ?assertEqual(<<"#(#ChangedRim, #ChangedPot, #volume, #signature_changed, #(#{#line => 2, #method => #total:}))">>,
        prompt:print(Session, ["f := ((ChangedPot precheckCompile: #volume source: \"volume -> Symbol => #x\") at: #findings) first", "#(f at: #owner, f at: #changedClass, f at: #selector, f at: #classification, f at: #sites)"])),
    ?assertEqual(<<"! compile_failed">>, print(Session, "ChangedPot precheckCompile: #volume source: \"volume => (\"")),
    ?assertEqual(<<"#(6, true)">>, print(Session, "#(ChangedPot new volume, Workspace changes isEmpty)")),
    print(Session, "ChangedRim removeFromSystem").

recheck(Session, Project) ->
    load(Project, "src/ChangedRim.bt", "Object subclass: ChangedRim\n  total: pot :: ChangedPot -> Integer => pot volume + 1\n"),
    Owners = "((Workspace recheckImage at: #findings) select: [:it | (it at: #owner) =:= #ChangedRim]) size",
    ?assertEqual(<<"0">>, print(Session, Owners)),
    print(Session, "ChangedPot >> volume -> Symbol => #x"),
    ?assertEqual(<<"1">>, print(Session, Owners)),
    print(Session, "ChangedRim removeFromSystem").

print(Session, Line) ->
    prompt:print(Session, [Line]).

flushed(Session, How, What) ->
    Closed = case lists:member($), What) of true -> What; false -> What ++ ")" end,
    print(Session, ["((Workspace ", How, ") at: #", Closed]).

replaced(Old, New) ->
    Text = binary:replace(?POT, Old, New),
    ?assertNotEqual(?POT, Text),
    Text.

same(Expected) ->
    {ok, Text} = file:read_file(pot(get(project))),
    ?assertEqual(Expected, Text).

pot(Project) ->
    filename:join(Project, "src/ChangedPot.bt").

load(Project, Name, Text) ->
    Path = filename:join(Project, Name),
    ok = filelib:ensure_dir(Path),
    ok = file:write_file(Path, Text),
    {ok, _} = beamtalk_repl_ops_load:handle(<<"load-source">>, #{<<"source">> => iolist_to_binary(Text), <<"path">> => unicode:characters_to_binary(Path)}, #{}).

%% A package with one file, a log for it, and the classes of the file.
in_project(Test) ->
    Name = "beamtalk-changes-" ++ os:getpid() ++ "-" ++ integer_to_list(erlang:unique_integer([positive])),
    Project = unicode:characters_to_binary(filename:join(os:getenv("TMPDIR", "/tmp"), Name)),
    ok = filelib:ensure_dir(filename:join(Project, "src/it")),
    ok = file:write_file(filename:join(Project, "beamtalk.toml"), "[package]\nname = \"changed\"\n"),
    ok = application:set_env(beamtalk_workspace, config, #{project_path => Project}),
    put(project, Project),
    ok = beamtalk_repl_service:start(),
    ok = beamtalk_session_sup:create(),
    {ok, Sessions} = beamtalk_session_sup:start_link(),
    start(Project),
    ok = op(Project),
    try
        Test(Project)
    after
        stop(),
        ok = gen_server:stop(Sessions),
        true = ets:delete(beamtalk_session_sup),
        [beamtalk_class_registry:remove(Class) || Class <- ['ChangedPot', 'ChangedLid'], beamtalk_class_registry:find_class(Class) =/= undefined],
        beamtalk_repl_service:stop(),
        application:unset_env(beamtalk_workspace, config),
        file:del_dir_r(Project)
    end.

%% The classes of the file, as they are there.
op(Project) ->
    {ok, _} = load(Project, "src/ChangedPot.bt", ?POT),
    ok.

start(Project) ->
    {ok, Pid} = beamtalk_workspace_changelog:start_link(#{project_path => Project, dir => filename:join(Project, "state")}),
    true = unlink(Pid).

stop() ->
    Pid = whereis(beamtalk_workspace_changelog),
    Monitor = monitor(process, Pid),
    exit(Pid, kill),
    receive {'DOWN', Monitor, process, Pid, _} -> ok end.

restart(Project) ->
    stop(),
    start(Project).
