%% Classes from texts, files and built modules; tests of them.
-module(loading_tests).
-include_lib("eunit/include/eunit.hrl").

loading_test_() ->
    prompt:tests([
        {"a text with classes", fun source/1},
        {"a text with problems", fun problems/1},
        {"a file, loaded again when it has changed", fun reload/1},
        {"a method that is typed goes into the text of its file", fun patched_file/1},
        {"built modules, those that have changed", fun modules/1},
        {"a project, with its tests", fun project/1},
        {"a broken file holds up no other", fun broken_file/1},
        {"what was removed comes back, what has no file goes", fun in_line_with_files/1},
        {"a class is taken out", fun unload/1},
        {"what cannot be loaded", fun refused/1},
        {"tests of a class", fun tests/1},
        {"evaluating by operation", fun operations/1}
    ]).

source(Session) ->
    Text = <<"type LoadedSize = Integer\n\nObject subclass: LoadedCup\n  size -> LoadedSize => 3\n\nLoadedCup subclass: LoadedMug\n">>,
    {ok, #{classes := Classes, warnings := []}} = op(<<"load-source">>, #{<<"source">> => Text}),
    ?assertEqual([<<"LoadedCup">>, <<"LoadedMug">>], Classes),
    ?assertEqual(<<"3">>, prompt:print(Session, ["LoadedMug new size"])),
    ?assertEqual(<<"9">>, prompt:print(Session, ["LoadedCup >> size -> LoadedSize => 9", "LoadedMug new size"])).

problems(_) ->
    {error, #{kind := <<"undefined_variable">>, line := 2, diagnostics := [_, _ | _]}} =
        op(<<"load-source">>, #{<<"source">> => <<"Object subclass: LoadedBad\n  one => nobody\n  two => noone\n">>, <<"path">> => <<"bad.bt">>}).

reload(Session) ->
    in_folder(fun(Folder) ->
        File = filename:join(Folder, "LoadedFile.bt"),
        ok = file:write_file(File, "Object subclass: LoadedFile\n  value => 1\n"),
        {ok, #{classes := [<<"LoadedFile">>]}} = op(<<"load-source">>, #{<<"source">> => element(2, file:read_file(File)), <<"path">> => File}),
        ok = file:write_file(File, "Object subclass: LoadedFile\n  value => 2\n"),
        {ok, #{classes := [<<"LoadedFile">>]}} = op(<<"reload">>, #{<<"class">> => <<"LoadedFile">>}),
        ?assertEqual(<<"2">>, prompt:print(Session, ["LoadedFile new value"])),
        ok = file:write_file(File, "Object subclass: LoadedOther\n"),
        ?assertMatch({error, #{kind := <<"reload_failed">>}}, op(<<"reload">>, #{<<"class">> => <<"LoadedFile">>})),
        ok = file:delete(File),
        ?assertMatch({error, #{kind := <<"file_not_found">>}}, op(<<"reload">>, #{<<"class">> => <<"LoadedFile">>}))
    end).

patched_file(Session) ->
    in_folder(fun(Folder) ->
        File = filename:join(Folder, "LoadedPatched.bt"),
        Text = <<"Object subclass: LoadedPatched\n  value => 1\n\n  fail => self frobnicate\n">>,
        {ok, _} = op(<<"load-source">>, #{<<"source">> => Text, <<"path">> => File}),
        prompt:print(Session, ["LoadedPatched >> value => 5"]),
        ?assertEqual(<<"5">>, prompt:print(Session, ["LoadedPatched new value"])),
        #{stack := [#{<<"selector">> := <<"fail">>, <<"file">> := At} | _]} = prompt:error(Session, "LoadedPatched new fail"),
        ?assertEqual(File, At)
    end).

modules(Session) ->
    in_folder(fun(Folder) ->
        built(Folder, "Object subclass: LoadedBase\n  value => 1\n\nLoadedBase subclass: LoadedAbove\n  other => self value\n"),
        {ok, #{loaded := First, unchanged := 0, classes := Classes}} = op(<<"load-modules">>, #{<<"folder">> => Folder}),
        ?assertEqual([<<"bt@loaded_above">>, <<"bt@loaded_base">>], lists:sort(First)),
        ?assertEqual([<<"LoadedAbove">>, <<"LoadedBase">>], lists:sort(Classes)),
        ?assertEqual(<<"1">>, prompt:print(Session, ["LoadedAbove new other"])),
        ?assertMatch({ok, #{loaded := [], unchanged := 2}}, op(<<"load-modules">>, #{<<"folder">> => Folder})),
        built(Folder, "Object subclass: LoadedBase\n  value => 2\n\nLoadedBase subclass: LoadedAbove\n  other => self value\n"),
        ?assertMatch({ok, #{loaded := [<<"bt@loaded_base">>], unchanged := 1}}, op(<<"load-modules">>, #{<<"folder">> => Folder})),
        ?assertEqual(<<"2">>, prompt:print(Session, ["LoadedAbove new other"])),
        %% Such a class has no text, and its methods are replaced all the same.
        ?assertEqual(<<"7">>, prompt:print(Session, ["LoadedBase >> value => 7", "LoadedAbove new other"])),
        code:del_path(binary_to_list(Folder))
    end).

built(Folder, Text) ->
    {ok, #{modules := Modules}} = beamtalk_compiler_server:compile(Text, #{}),
    [
        begin
            {ok, Module, Beam} = beamtalk_core_compiler:compile(Core, optimised),
            ok = file:write_file(filename:join(Folder, atom_to_list(Module) ++ ".beam"), Beam)
        end
     || #{core := Core} <- Modules
    ].

project(Session) ->
    in_project(fun(Folder, Write) ->
        Write("src/LoadedStall.bt", "Value subclass: LoadedStall\n  open => 8\n"),
        Write("test/LoadedStallTest.bt", "TestCase subclass: LoadedStallTest\n  testOpen => self assert: LoadedStall new open equals: 8\n"),
        Load = fun(More) -> op(<<"load-project">>, More#{<<"path">> => unicode:characters_to_binary(Folder)}) end,
        ?assertMatch({ok, #{classes := [<<"LoadedStall">>], errors := []}}, Load(#{})),
        ?assertEqual(<<"8">>, prompt:print(Session, ["LoadedStall new open"])),
        ?assertMatch({ok, #{classes := [<<"LoadedStallTest">>], errors := []}}, Load(#{<<"include_tests">> => true})),
        Write("src/LoadedBroken.bt", "Object subclass: LoadedBroken\n  a => )\n"),
        ?assertMatch({ok, #{errors := [#{path := <<"src/LoadedBroken.bt">>, line := 2}]}}, Load(#{}))
    end),
    ?assertMatch({error, #{kind := <<"no_project">>}}, op(<<"load-project">>, #{<<"path">> => <<"/nowhere">>})).

broken_file(Session) ->
    in_project(fun(Folder, Write) ->
        Sync = fun() -> synced(Folder, false) end,
        Write("src/SyncedA.bt", "Value subclass: SyncedA\n  a => 1\n\nValue subclass: SyncedA2\n\nSyncedA >> more => 2\n"),
        Write("src/SyncedB.bt", "Value subclass: SyncedB\n  b => )\n"),
        Write("src/SyncedC.bt", "Value subclass: SyncedC\n  c => 1\n"),
        %% Files are counted, whatever is in them.
        #{errors := [#{path := <<"src/SyncedB.bt">>, line := 2, message := <<_, _/binary>>}]} = First = Sync(),
        ?assertEqual({<<"Reloaded 2 of 3 files">>, ['SyncedA', 'SyncedA2', 'SyncedC']}, {maps:get(summary, First), maps:get(classes, First)}),
        ?assertEqual(<<"2">>, prompt:print(Session, ["SyncedA new a + SyncedC new c"])),
        Write("src/SyncedB.bt", "Value subclass: SyncedB\n  b => 1\n"),
        ?assertMatch(#{summary := <<"Reloaded 1 of 3 files (2 unchanged)">>, errors := []}, Sync()),
        %% What was live before stays so.
        Write("src/SyncedB.bt", "Value subclass: SyncedB\n  b => nobody\n"),
        Write("src/SyncedC.bt", "Value subclass: SyncedC\n  c => 5\n"),
        #{summary := Summary, 'changedCount' := 1, 'unchangedCount' := 1, errors := [_]} = Sync(),
        ?assertEqual(<<"Reloaded 1 of 3 files (1 unchanged)">>, Summary),
        ?assertEqual(<<"6">>, prompt:print(Session, ["SyncedB new b + SyncedC new c"]))
    end).

in_line_with_files(Session) ->
    in_project(fun(Folder, Write) ->
        Write("src/SyncedPot.bt", "Value subclass: SyncedPot\n  cups => 3\n\nSyncedPot subclass: SyncedUrn\n"),
        Write("src/SyncedLid.bt", "Value subclass: SyncedLid\n\nSyncedLid subclass: SyncedKnob\n"),
        Write("src/SyncedName.bt", "type SyncedName = String\n"),
        ?assertMatch(#{summary := <<"Reloaded 2 of 3 files (1 unchanged)">>}, synced(Folder, false)),
        ?assertMatch(#{summary := <<"Reloaded 0 of 3 files (3 unchanged)">>, classes := []}, synced(Folder, false)),
        prompt:print(Session, ["SyncedUrn removeFromSystem"]),
        {ok, _} = op(<<"unload">>, #{<<"module">> => <<"SyncedPot">>}),
        %% Who only joins brings nothing back; who brings in line does.
        Built = filename:join(Folder, "_build/dev/ebin"),
        ?assertMatch({ok, #{loaded := []}}, op(<<"load-modules">>, #{<<"folder">> => Built})),
        ?assertMatch(#{summary := <<"Reloaded 1 of 3 files (2 unchanged)">>, classes := ['SyncedPot', 'SyncedUrn']}, synced(Folder, false)),
        ?assertEqual(<<"3">>, prompt:print(Session, ["SyncedUrn new cups"])),
        %% A class that has left its file is not a file that is gone.
        Write("src/SyncedPot.bt", "Value subclass: SyncedPot\n  cups => 3\n"),
        ok = file:delete(filename:join(Folder, "src/SyncedLid.bt")),
        Then = synced(Folder, false),
        ?assertMatch(#{summary := <<"Reloaded 1 of 2 files (1 unchanged, 1 deleted)">>, 'deletedCount' := 1}, Then),
        [?assertEqual(<<"! class_not_found">>, prompt:print(Session, [[Class, " new"]])) || Class <- ["SyncedUrn", "SyncedLid", "SyncedKnob"]],
        %% What is forced is loaded though nothing has changed, and patches go.
        prompt:print(Session, ["SyncedPot >> cups => 9"]),
        ?assertMatch(#{summary := <<"Reloaded 0 of 2 files (2 unchanged)">>}, synced(Folder, false)),
        ?assertEqual(<<"9">>, prompt:print(Session, ["SyncedPot new cups"])),
        ?assertMatch(#{summary := <<"Reloaded 1 of 2 files (1 unchanged)">>, classes := ['SyncedPot']}, synced(Folder, true)),
        ?assertEqual(<<"3">>, prompt:print(Session, ["SyncedPot new cups"])),
        %% A class that was typed since is nobody's file.
        prompt:print(Session, ["Object subclass: SyncedPot\n  cups => 12\n"]),
        ok = file:delete(filename:join(Folder, "src/SyncedPot.bt")),
        _ = synced(Folder, false),
        ?assertEqual(<<"12">>, prompt:print(Session, ["SyncedPot new cups"]))
    end).

synced(Folder, IsForced) ->
    {ok, Synced} = beamtalk_project_sync:sync(Folder, IsForced),
    Synced.

in_project(Test) ->
    in_folder(fun(Folder) ->
        Write = fun(Name, Text) ->
            Path = filename:join(Folder, Name),
            ok = filelib:ensure_dir(Path),
            ok = file:write_file(Path, Text)
        end,
        Write("beamtalk.toml", "[package]\nname = \"stall\"\nversion = \"0.1.0\"\n"),
        Test(Folder, Write)
    end).

unload(Session) ->
    prompt:print(Session, ["Object subclass: LoadedGone\n  value => 1\n"]),
    ?assertEqual({ok, #{value => <<"LoadedGone">>}}, op(<<"unload">>, #{<<"module">> => <<"LoadedGone">>})),
    ?assertEqual(<<"! class_not_found">>, prompt:print(Session, ["LoadedGone new"])),
    ?assertMatch({error, #{kind := <<"class_not_found">>}}, op(<<"unload">>, #{<<"module">> => <<"LoadedGone">>})),
    ?assertMatch({error, #{kind := <<"runtime_error">>}}, op(<<"unload">>, #{<<"module">> => <<"Integer">>})).

refused(_) ->
    ?assertMatch({error, #{kind := <<"class_not_found">>}}, op(<<"reload">>, #{<<"class">> => <<"NeverAClassOfOurs">>})),
    ?assertMatch({error, #{kind := <<"no_source_file">>}}, op(<<"reload">>, #{<<"class">> => <<"Integer">>})),
    ?assertMatch({error, #{kind := <<"file_not_found">>}}, op(<<"load-modules">>, #{<<"folder">> => <<"/nowhere">>})).

tests(_) ->
    Text = <<"TestCase subclass: LoadedTest\n  testGood => self assert: 1 equals: 1\n  testBad => self assert: 1 equals: 2\n  testSkipped => self skip: \"later\"\n">>,
    {ok, _} = op(<<"load-source">>, #{<<"source">> => Text, <<"path">> => <<"test/LoadedTest.bt">>}),
    {ok, #{results := Results, status := [<<"done">>, <<"test-error">>]}} = test(#{<<"class">> => <<"LoadedTest">>}),
    ?assertMatch(#{class := <<"LoadedTest">>, total := 3, passed := 1, failed := 1, skipped := 1}, Results),
    #{tests := Rows} = Results,
    ?assertMatch([#{status := <<"fail">>, file := <<"test/LoadedTest.bt">>, line := 3, error := <<_, _/binary>>}], [Row || #{name := 'testBad'} = Row <- Rows]),
    {ok, #{results := #{total := 1, passed := 1}}} = test(#{<<"class">> => <<"LoadedTest">>, <<"method">> => <<"testGood">>}),
    ?assertMatch({error, #{hint := <<"Did you mean testSkipped?">>}}, test(#{<<"class">> => <<"LoadedTest">>, <<"method">> => <<"testSkiped">>})),
    ?assertMatch({error, #{kind := <<"class_not_found">>}}, test(#{<<"class">> => <<"LoadedTst">>})),
    ?assertMatch({error, #{kind := <<"invalid_argument">>}}, test(#{<<"class">> => <<"Integer">>})),
    {ok, #{value := #{classes := Listed}}} = beamtalk_repl_ops_test:handle(<<"list-tests">>, #{}, #{}),
    ?assert(lists:any(fun(#{class := Class}) -> Class =:= 'LoadedTest' end, Listed)),
    {ok, _} = op(<<"unload">>, #{<<"module">> => <<"LoadedTest">>}).

operations(Session) ->
    Context = #{session => Session, connection => self(), session_id => <<>>, id => undefined},
    {later, Ref} = beamtalk_repl_ops_eval:handle(<<"eval">>, #{<<"code">> => <<"3 + 4">>}, Context),
    ?assertMatch(#{value := 7}, prompt:outcome(Ref)),
    prompt:print(Session, ["Object subclass: LoadedMain\n  class run => 1\n  class run: args => args\n"]),
    Entry = fun(Params) -> beamtalk_repl_ops_eval:handle(<<"run-entry">>, Params#{<<"class">> => <<"LoadedMain">>}, Context) end,
    {later, Plain} = Entry(#{<<"selector">> => <<"run">>}),
    ?assertMatch(#{value := 1}, prompt:outcome(Plain)),
    Words = [<<"a">>, <<"say \"hi\" {1 + 1} \\ ü"/utf8>>],
    {later, Given} = Entry(#{<<"selector">> => <<"run:">>, <<"args">> => Words}),
    ?assertMatch(#{value := Words}, prompt:outcome(Given)),
    ?assertMatch({error, #{kind := <<"invalid_argument">>}}, Entry(#{<<"selector">> => <<"at:put:">>})),
    ?assertMatch({error, #{kind := <<"invalid_argument">>}}, Entry(#{<<"selector">> => <<"run">>, <<"args">> => [<<"x">>]})),
    ?assertMatch({error, #{kind := <<"nothing_more">>}}, beamtalk_repl_ops_eval:handle(<<"more">>, #{}, Context)).

op(Op, Params) ->
    beamtalk_repl_ops_load:handle(Op, Params, #{}).

test(Params) ->
    beamtalk_repl_ops_test:handle(<<"test">>, Params, #{}).

in_folder(Test) ->
    Folder = filename:join(os:getenv("TMPDIR", "/tmp"), "beamtalk-loading-" ++ os:getpid() ++ "-" ++ integer_to_list(erlang:unique_integer([positive]))),
    ok = file:make_dir(Folder),
    try
        Test(list_to_binary(Folder))
    after
        file:del_dir_r(Folder)
    end.
