%% Where in a file classes, methods and what protocols require stand, with the compiler that is asked for it. Without one
%% these tests are left out, and that is said.
-module(source_place_tests).
-include_lib("stdlib/include/assert.hrl").

-export([place_test_/0]).

-define(TEXT, <<
    "/// Keeps a room warm.\n"
    "Value subclass: RoomThermostat\n"
    "  field: target :: Integer = 20\n"
    "\n"
    "  /// What it aims at, doubled.\n"
    "  ///\n"
    "  /// Nobody needs it.\n"
    "  doubled -> Integer => self.target * 2\n"
    "  class standard -> RoomThermostat => RoomThermostat new\n"
    "\n"
    "/// Feels how warm it is.\n"
    "Protocol define: RoomSensing\n"
    "  /// In degrees.\n"
    "  degrees -> Integer\n"
    "  class inRoom: name :: String -> Object\n"
    "\n"
    "Protocol define: RoomRecording\n"
    "  extending: RoomSensing\n"
    "  keep: number :: Integer -> Nil\n"
>>).

place_test_() ->
    case beamtalk_compiler_program:find() of
        {ok, _} -> {setup, fun start/0, fun stop/1, fun(Folder) -> {timeout, 60, fun() -> places(Folder) end} end};
        {error, Why} -> io:format(user, "left out: no compiler to test with, ~ts~n", [Why]), []
    end.

start() ->
    Folder = front:folder(),
    ok = beamtalk_workspace_library:start(none, none),
    Path = filename:join(Folder, "RoomThermostat.bt"),
    ok = file:write_file(Path, ?TEXT),
    {ok, #{modules := Modules}} = beamtalk_compiler_server:compile(?TEXT, #{source_path => Path}),
    [load(Core) || #{core := Core} <- Modules],
    Folder.

load(Core) ->
    {ok, Module, Beam} = beamtalk_core_compiler:compile(Core, quick),
    {module, Module} = code:load_binary(Module, "made", Beam).

stop(Folder) ->
    _ = beamtalk_class_registry:remove('RoomThermostat'),
    logger:set_primary_config(level, none),
    ok = application:stop(beamtalk_compiler),
    logger:set_primary_config(level, notice),
    ok = file:del_dir_r(Folder).

places(Folder) ->
    Path = filename:join(Folder, "RoomThermostat.bt"),
    Source = fun(Selector) ->
        {ok, #{value := Value}} = beamtalk_repl_ops_browse:handle(
            <<"browse-method-source">>, #{<<"class">> => <<"RoomThermostat">>, <<"selector">> => Selector}, #{}
        ),
        maps:with([class, line, source_file], Value)
    end,
    ?assertEqual(#{class => 'RoomThermostat', line => 8, source_file => Path}, Source(<<"doubled">>)),
    ?assertEqual(#{class => 'Object', line => null, source_file => null}, Source(<<"isNil">>)),
    {ok, #{docs := Docs}} = beamtalk_repl_ops_browse:handle(<<"help">>, #{<<"topic">> => <<"RoomThermostat doubled">>}, #{}),
    ?assertNotEqual(nomatch, string:find(Docs, ["Defined in: RoomThermostat, ", Path, ":8\n"])),
    Info = fun(Symbol) ->
        {ok, #{info := Found}} = beamtalk_repl_ops_browse:handle(<<"info">>, #{<<"symbol">> => Symbol}, #{}),
        maps:with([kind, source, line], Found)
    end,
    ?assertEqual(#{kind => class, source => Path, line => 2}, Info(<<"RoomThermostat">>)),
    ?assertEqual(#{kind => protocol, source => Path, line => 12}, Info(<<"RoomSensing">>)),
    ?assertEqual(#{kind => class, source => null, line => null}, Info(<<"Integer">>)),
    Help = fun(Topic) ->
        {ok, #{docs := Shown}} = beamtalk_repl_ops_browse:handle(<<"help">>, #{<<"topic">> => Topic}, #{}),
        Shown
    end,
    ?assertEqual(
        iolist_to_binary(["== RoomSensing >> degrees ==\n[required]\n  degrees -> Integer\n\nIn degrees.\n\nDeclared in: RoomSensing, ", Path, ":14\n"]),
        Help(<<"RoomSensing degrees">>)
    ),
    ?assertEqual(
        iolist_to_binary(["== RoomRecording class >> inRoom: ==\n[required]\n(inherited from RoomSensing class)\n  inRoom: name :: String -> Object\n\nDeclared in: RoomSensing, ", Path, ":15\n"]),
        Help(<<"RoomRecording class inRoom:">>)
    ),
    ?assertEqual(Help(<<"RoomRecording class inRoom:">>), Help(<<"RoomRecording inRoom:">>)),
    %% A file that is gone has no lines.
    ok = file:delete(Path),
    ?assertEqual(#{class => 'RoomThermostat', line => null, source_file => Path}, Source(<<"doubled">>)).
