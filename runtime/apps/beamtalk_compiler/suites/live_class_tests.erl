%% What the compiler itself says of a class that is alive: the same whichever way the
%% class came, and whoever has died since.
-module(live_class_tests).
-include_lib("stdlib/include/assert.hrl").

-export([live_class_test_/0]).

-import(real_port, [define/1, problems/1]).

-define(MISSPELT, {<<"`Kettle` does not understand `litrs`">>, <<"Did you mean `litres`?">>}).

live_class_test_() ->
    real_port:tests([
        {"a class is as its text says, however it was loaded", fun routes/0},
        {"so it stays, whoever dies", fun deaths/0},
        {"a patch leaves the other methods as they are", fun patch/0},
        {"a class of a ClassBuilder is a class", fun built/0},
        {"another text, another class", fun redefined/0},
        {"what was removed is not there", fun removed/0},
        {"one class is seen by the text of another", fun others/0},
        {"a protocol typed at the prompt is asked for", fun protocol/0},
        {"what is typed can be run, and what it defines is known", fun evaluated/0},
        {"a class that came while nobody listened is known", fun unheard/0},
        {"the clearing of all classes leaves the library", fun cleared/0}
    ]).

kettle() ->
    kettle(<<"litres => self.litres\n">>).

%% With a method in the place of the one that has no annotation.
kettle(Method) ->
    <<
        "Actor subclass: Kettle\n"
        "  state: litres :: Integer = 0\n"
        "\n"
        "  ", Method/binary,
        "  label => \"kettle\"\n"
        "  fill: amount :: Integer -> Kettle => self.litres := self.litres + amount. self\n"
    >>.

type(Expression) ->
    real_port:type(Expression, #{<<"kettle">> => <<"Kettle">>}).

-define(assertKettle(), begin
    ?assertEqual([?MISSPELT], problems("Kettle spawn litrs")),
    ?assertEqual([], problems("(Kettle spawn fill: 3) litres + 1")),
    ?assertMatch([{<<"Argument 1 of `Kettle fill:` must be `Integer`", _/binary>>, _}], problems("Kettle spawn fill: \"x\"")),
    ?assertEqual([<<"Integer">>, <<"String">>, <<"Kettle">>], [type(It) || It <- ["kettle litres", "kettle label", "kettle fill: 3"]])
end).

%% Of a class that is not there nothing is said of its messages.
unknown() ->
    ?assertEqual([], problems("Kettle spawn litrs")),
    ?assertEqual(unknown, type("kettle litres")).

routes() ->
    [{Module, Beam}] = real_port:compiled(kettle()),
    Folder = filename:dirname(fake:file()),
    File = filename:join(Folder, atom_to_list(Module)),
    ok = file:write_file(File ++ ".beam", Beam),
    true = code:add_patha(Folder),
    Routes = [
        fun() -> ok = made_class:load(Module, Beam) end,
        fun() -> {module, Module} = code:load_binary(Module, "", Beam) end,
        fun() -> {module, Module} = code:load_file(Module) end,
        fun() -> {module, Module} = code:load_abs(File) end,
        fun() -> {module, Module} = code:ensure_loaded(Module) end
    ],
    lists:foreach(
        fun(Load) ->
            unknown(),
            Load(),
            %% A way around the runtime does not wait until all have heard.
            fake:eventually(fun() -> type("kettle litres") =:= <<"Integer">> end),
            ?assertKettle(),
            ok = made_class:remove('Kettle'),
            made_class:remove_all()
        end,
        Routes
    ),
    true = code:del_path(Folder).

deaths() ->
    ok = define(kettle()),
    ?assertKettle(),
    Deaths = [
        fun fake:kill_port/0,
        fun() -> exit(fake:port(), kill) end,
        fun() -> catch port_close(fake:port()) end,
        fun fake:kill_server/0,
        fun() -> fake:signal("-KILL"), fake:kill_server() end,
        fun() -> exit(made_class:pid('Kettle'), kill) end,
        fun() -> exit(whereis(beamtalk_class_registry), kill) end,
        fun() -> exit(whereis(beamtalk_compiler_sup), kill), again() end
    ],
    lists:foreach(fun(Kill) -> Kill(), ?assertKettle() end, Deaths).

%% The application ends with its supervisor.
again() ->
    fake:eventually(fun() -> lists:keymember(beamtalk_compiler, 1, application:which_applications()) =:= false end),
    ok = application:start(beamtalk_compiler).

patch() ->
    ok = define(kettle()),
    Pid = made_class:pid('Kettle'),
    ok = beamtalk_object_class:put_method(Pid, label, fun(_) -> 1 end, #{source => <<"label -> Integer => 1">>, return_type => 'Integer'}),
    Patched = fun() ->
        ?assertEqual([<<"Integer">>, <<"Integer">>, <<"Kettle">>], [type(It) || It <- ["kettle litres", "kettle label", "kettle fill: 3"]]),
        ?assertMatch([{<<"Argument 1 of `Kettle fill:` must be `Integer`", _/binary>>, _}], problems("Kettle spawn fill: \"x\""))
    end,
    Patched(),
    fake:kill_port(),
    Patched(),
    fake:kill_server(),
    Patched(),
    ok = beamtalk_object_class:remove_method(Pid, instance, label),
    ?assertKettle(),
    %% A method that was not there, and its end.
    ok = beamtalk_object_class:put_method(Pid, whistle, fun(Self) -> Self end, #{return_type => 'String'}),
    ?assertEqual(<<"String">>, type("kettle whistle")),
    ok = beamtalk_object_class:delete_method(Pid, instance, whistle),
    ?assertEqual(unknown, type("kettle whistle")),
    ?assertKettle().

%% The state of a ClassBuilder that was only just made.
nothing_told() ->
    Empty = [fieldSpecs, methodSpecs, methodSource, classMethods, classMethodSource, classState, methodSignatures,
        classMethodSignatures, methodReturnTypes, classMethodReturnTypes, methodDocs, classMethodDocs, meta],
    maps:merge(
        maps:from_list([{Slot, #{}} || Slot <- Empty]),
        #{className => nil, superclassRef => nil, backingModule => nil, classDoc => nil, isConstructible => nil, modifiers => []}
    ).

built() ->
    Build = fun(Returns) ->
        Told = #{className => 'Teapot', superclassRef => 'Object', methodSpecs => #{spout => fun(_) -> 1 end},
            methodReturnTypes => #{spout => Returns}, meta => #{package => made}},
        {ok, _} = beamtalk_built_class:define(beamtalk_class_definition:checked(maps:merge(nothing_told(), Told)))
    end,
    Known = fun(Type) ->
        ?assertEqual(Type, real_port:type("pot spout", #{<<"pot">> => <<"Teapot">>})),
        ?assertEqual([{<<"`Teapot` does not understand `spuot`">>, <<"Did you mean `spout`?">>}], problems("Teapot new spuot"))
    end,
    %% It need not be there as it is in the library.
    ok = made_class:library('Object', #{}),
    Build('Integer'),
    Known(<<"Integer">>),
    fake:kill_port(),
    Known(<<"Integer">>),
    Build('String'),
    Known(<<"String">>),
    fake:kill_server(),
    Known(<<"String">>).

redefined() ->
    ok = define(kettle()),
    ok = define(kettle(<<"litres => \"many\"\n  handle => 3\n">>)),
    Other = fun() -> ?assertEqual([<<"String">>, <<"Integer">>, <<"Kettle">>], [type(It) || It <- ["kettle litres", "kettle handle", "kettle fill: 1"]]) end,
    Other(),
    fake:kill_server(),
    Other(),
    ok = define(kettle()),
    ?assertEqual(unknown, type("kettle handle")),
    fake:kill_port(),
    ?assertEqual(unknown, type("kettle handle")),
    ?assertKettle().

removed() ->
    ok = define(kettle()),
    ?assertKettle(),
    ok = made_class:remove('Kettle'),
    unknown(),
    fake:kill_port(),
    unknown(),
    fake:kill_server(),
    unknown().

others() ->
    ok = define(kettle()),
    Host = <<"Object subclass: Host\n  pour: kettle :: Kettle -> String => kettle litrs\n  name: kettle :: Kettle => kettle label\n">>,
    {ok, #{warning_details := Details}} = beamtalk_compiler_server:compile_expression(Host, m, [], #{package => <<"made">>}),
    ?assertEqual([?MISSPELT], [{Message, Hint} || #{message := Message, hint := Hint} <- Details]),
    ok = define(Host),
    %% Inferred through the other class.
    ?assertEqual(<<"String">>, real_port:type("host name: 1", #{<<"host">> => <<"Host">>})),
    Both = <<"Kettle subclass: Samovar\n  tap => self label size\n">>,
    ok = define(Both),
    ?assertEqual(<<"Integer">>, real_port:type("samovar tap", #{<<"samovar">> => <<"Samovar">>})),
    ?assertEqual([{<<"`Samovar` does not understand `litrs`">>, <<"Did you mean `litres`?">>}], problems("Samovar spawn litrs")).

protocol() ->
    ok = define(kettle()),
    {ok, #{modules := Modules}} = beamtalk_compiler_server:compile_expression("Protocol define: Boiling\n  whistle -> String\n", m, [], #{package => <<"made">>}),
    Loaded = [begin {ok, Module} = beamtalk_core_compiler:load(Core), Module end || #{core := Core} <- Modules],
    try
        asked_for()
    after
        [begin code:delete(Module), code:purge(Module) end || Module <- Loaded]
    end.

asked_for() ->
    Asked = fun() ->
        [{Message, _}] = problems("it :: Boiling := Kettle spawn"),
        ?assert(binary:match(Message, <<"Boiling">>) =/= nomatch)
    end,
    Asked(),
    fake:kill_port(),
    Asked(),
    fake:kill_server(),
    Asked(),
    ok = beamtalk_object_class:put_method(made_class:pid('Kettle'), whistle, fun(_) -> <<"wheee">> end, #{return_type => 'String'}),
    ?assertEqual([], problems("it :: Boiling := Kettle spawn")).

evaluated() ->
    ok = define(kettle()),
    {ok, #{core := Core}} = beamtalk_compiler_server:compile_expression("41 + 1", 'bt@made@turn', []),
    {ok, Module} = beamtalk_core_compiler:load(Core),
    ?assertMatch({42, _}, Module:eval(beamtalk_bindings:from_values(#{}))),
    {ok, #{}} = beamtalk_compiler_server:compile_method(kettle(), <<"whistle => 1">>, #{package => <<"made">>}),
    ?assertKettle().

unheard() ->
    [{Module, Beam}] = real_port:compiled(kettle()),
    ok = supervisor:terminate_child(beamtalk_compiler_sup, beamtalk_compiler_server),
    {module, Module} = code:load_binary(Module, "", Beam),
    {ok, _} = supervisor:restart_child(beamtalk_compiler_sup, beamtalk_compiler_server),
    ?assertKettle().

cleared() ->
    ok = define(kettle()),
    ok = beamtalk_compiler_server:clear_classes(),
    unknown(),
    ?assertEqual(<<"Integer">>, type("3 abs")),
    fake:kill_server(),
    ?assertKettle().
