%% What an editor or a browser learns of the classes that are loaded, over the socket, with
%% the compiler that reads their texts.
-module(navigation_tests).
-include_lib("stdlib/include/assert.hrl").

-export([navigation_test_/0]).

-define(TEXT, <<
    "type NavSize = Integer | Nil\n"
    "\n"
    "/// Boils water.\n"
    "typed Value subclass: NavKettle\n"
    "  field: litres :: NavSize = 2\n"
    "  classState: made :: Integer = 0\n"
    "\n"
    "  /// What is in it,\n"
    "  /// doubled.\n"
    "  navDoubled -> Integer =>\n"
    "    // navFill: is no message here, nor is \"navTwice:over:\".\n"
    "    text := \"navFill: NavKettle\"\n"
    "    self navTwice: 1\n"
    "      over: (self navFill: 2)\n"
    "\n"
    "  navTwice: a over: b => a\n"
    "  navFill: a => a\n"
    "\n"
    "  @expect type \"as a trial\"\n"
    "  navOdd =>\n"
    "    self navFill: 7\n"
    "\n"
    "  class navMake -> NavKettle =>\n"
    "    NavKettle new navFill: 1; navFill: 2\n"
    "    NavKettle new\n"
    "\n"
    "NavKettle subclass: NavPot\n"
    "  navFill: a =>\n"
    "    super navFill: a\n"
>>).

navigation_test_() ->
    front:whole_tests([
        %% First, while no change is being checked by code that has to be loaded for it.
        {"no atoms come from the wire", fun atoms/0},
        {"senders, wherever they are", fun senders/0},
        {"implementors, on both sides", fun implementors/0},
        {"who names a class", fun references/0},
        {"classes of the library have no file", fun library/0},
        {"a method that was changed stands where its file has it", fun patched/0},
        {"a file with one class, also when it was edited", fun single/0},
        {"a method from outside", fun extension/0},
        {"all classes and methods", fun symbols/0},
        {"classes for a browser", fun classes/0},
        {"how a class was defined", fun definition/0},
        {"protocols and who conforms to them", fun protocols/0},
        {"names of types", fun aliases/0},
        {"native modules", fun natives/0},
        {"what cannot be asked", fun refused/0}
    ]).

%% A client, with the classes of a file that is there until the test ends.
with_file(Test) ->
    Folder = front:folder(),
    Path = filename:join(Folder, "NavKettle.bt"),
    ok = file:write_file(Path, ?TEXT),
    Socket = front:open(),
    #{<<"classes">> := [_, _]} = front:ask(Socket, #{op => 'load-source', source => ?TEXT, path => Path}),
    try
        Test(Socket, Path)
    after
        [front:ask(Socket, #{op => unload, module => Class}) || Class <- ['NavPot', 'NavKettle']],
        front:close(Socket),
        ok = file:del_dir_r(Folder)
    end.

value(Socket, Request) ->
    #{<<"value">> := Value} = front:ask(Socket, Request),
    Value.

sites(Socket, Query) ->
    #{<<"sites">> := Sites} = value(Socket, Query#{op => 'nav-query'}),
    Sites.

short(Sites) ->
    [{Class, IsClassSide, Method, Line} || #{<<"class">> := Class, <<"class_side">> := IsClassSide, <<"method">> := Method, <<"line">> := Line} <- Sites].

senders() ->
    with_file(fun(Socket, Path) ->
        Sites = sites(Socket, #{kind => senders, selector => 'navFill:'}),
        ?assertEqual(
            [
                {<<"NavKettle">>, false, <<"navDoubled">>, 14},
                {<<"NavKettle">>, false, <<"navOdd">>, 21},
                {<<"NavKettle">>, true, <<"navMake">>, 24},
                {<<"NavPot">>, false, <<"navFill:">>, 29}
            ],
            short(Sites)
        ),
        ?assertEqual([Path], lists:usort([File || #{<<"source_file">> := File} <- Sites])),
        ?assertEqual(
            [{<<"NavKettle">>, false, <<"navDoubled">>, 13}],
            short(sites(Socket, #{kind => senders, selector => 'navTwice:over:'}))
        ),
        ?assertEqual([], sites(Socket, #{kind => senders, selector => 'navTwice:'})),
        ?assertEqual([], sites(Socket, #{kind => senders, selector => <<"nobodySaysThis">>}))
    end).

implementors() ->
    with_file(fun(Socket, _) ->
        ?assertEqual(
            [{<<"NavKettle">>, false, <<"navFill:">>, 17}, {<<"NavPot">>, false, <<"navFill:">>, 28}],
            short(sites(Socket, #{kind => implementors, selector => 'navFill:'}))
        ),
        ?assertEqual([{<<"NavKettle">>, true, <<"navMake">>, 23}], short(sites(Socket, #{kind => implementors, selector => navMake}))),
        ?assertEqual([], sites(Socket, #{kind => implementors, selector => <<"nobodySaysThis">>}))
    end).

references() ->
    with_file(fun(Socket, _) ->
        ?assertEqual(
            [{<<"NavKettle">>, true, <<"navMake">>, 23}, {<<"NavKettle">>, true, <<"navMake">>, 24}, {<<"NavKettle">>, true, <<"navMake">>, 25}],
            short(sites(Socket, #{kind => references, class => 'NavKettle'}))
        ),
        ?assertEqual([], sites(Socket, #{kind => references, class => 'NavPot'}))
    end).

library() ->
    Socket = front:open(),
    Sites = sites(Socket, #{kind => senders, selector => 'sidesOf:'}),
    ?assertMatch(
        [#{<<"method">> := <<"allBehaviours">>, <<"line">> := null, <<"method_line">> := 2, <<"source_file">> := null} | _],
        Sites
    ),
    ?assertMatch([#{<<"line">> := null}], sites(Socket, #{kind => implementors, selector => 'sleep:'})).

%% The file has a line for where the method begins, and none for what is new in it.
patched() ->
    with_file(fun(Socket, _) ->
        #{<<"status">> := [<<"done">>]} = front:ask(Socket, #{op => eval, code => <<"NavPot >> navFill: a =>\n  one := 1\n  self navDoubled">>}),
        ?assertMatch(
            [#{<<"class">> := <<"NavPot">>, <<"line">> := null, <<"method_line">> := 3}],
            sites(Socket, #{kind => senders, selector => navDoubled})
        ),
        ?assertMatch([_, {<<"NavPot">>, false, <<"navFill:">>, 28}], short(sites(Socket, #{kind => implementors, selector => 'navFill:'})))
    end).

single() ->
    Folder = front:folder(),
    Path = filename:join(Folder, "NavCup.bt"),
    Text = <<"Object subclass: NavCup\n  // navStir => 7\n\n  @expect type \"a trial\"\n  navStir =>\n    self\n    self navStir\n\n  class navStir => 7\n">>,
    ok = file:write_file(Path, Text),
    Socket = front:open(),
    #{<<"classes">> := [_]} = front:ask(Socket, #{op => 'load-source', source => Text, path => Path}),
    Lines = fun() -> {short(sites(Socket, #{kind => senders, selector => navStir})), short(sites(Socket, #{kind => implementors, selector => navStir}))} end,
    Site = fun(IsClassSide, Line) -> {<<"NavCup">>, IsClassSide, <<"navStir">>, Line} end,
    ?assertEqual({[Site(false, 7)], [Site(false, 5), Site(true, 9)]}, Lines()),
    %% It stands elsewhere now.
    ok = file:write_file(Path, [<<"// One line more.\n">>, Text]),
    ?assertEqual({[Site(false, 8)], [Site(false, 6), Site(true, 10)]}, Lines()),
    %% It is another one now.
    ok = file:write_file(Path, binary:replace(Text, <<"    self\n">>, <<"    // Well.\n    self\n">>)),
    ?assertMatch({[{_, _, _, null}], [{_, _, _, 4}, {_, _, _, 10}]}, Lines()),
    _ = front:ask(Socket, #{op => unload, module => 'NavCup'}),
    ok = file:del_dir_r(Folder).

extension() ->
    with_file(fun(Socket, _) ->
        #{<<"status">> := [<<"done">>]} = front:ask(Socket, #{op => eval, code => <<"Integer >> navFilled =>\n  NavKettle new navFill: self">>}),
        Site = #{<<"class">> => <<"Integer">>, <<"class_side">> => false, <<"method">> => <<"navFilled">>, <<"line">> => null, <<"source_file">> => null},
        ?assert(lists:member(Site#{<<"method_line">> => 2}, sites(Socket, #{kind => senders, selector => 'navFill:'}))),
        ?assertEqual([Site#{<<"method_line">> => 1}], sites(Socket, #{kind => implementors, selector => navFilled})),
        _ = front:ask(Socket, #{op => eval, code => <<"Integer removeSelector: #navFilled">>})
    end).

symbols() ->
    with_file(fun(Socket, Path) ->
        #{<<"classes">> := All} = value(Socket, #{op => 'nav-symbols'}),
        ?assertEqual(All, maps:get(<<"classes">>, value(Socket, #{op => 'nav-symbols', scope => all}))),
        #{<<"classes">> := Users} = value(Socket, #{op => 'nav-symbols', scope => user}),
        ?assertMatch([#{<<"name">> := <<"NavKettle">>, <<"source_file">> := Path, <<"line">> := 4}, #{<<"name">> := <<"NavPot">>, <<"line">> := 27}], nav(Users)),
        ?assertEqual(nav(Users), nav(All)),
        Has = fun(Name, Classes) -> lists:member(Name, [It || #{<<"name">> := It} <- Classes]) end,
        ?assertEqual({true, false}, {Has(<<"Integer">>, All), Has(<<"Integer">>, Users)}),
        [#{<<"methods">> := Methods} | _] = nav(Users),
        ?assertEqual(
            [{<<"navDoubled">>, false, 10}, {<<"navFill:">>, false, 17}, {<<"navOdd">>, false, 20}, {<<"navTwice:over:">>, false, 16}, {<<"navMake">>, true, 23}],
            [{Selector, Side, Line} || #{<<"selector">> := Selector, <<"class_side">> := Side, <<"line">> := Line} <- Methods]
        )
    end).

nav(Classes) ->
    [Class || #{<<"name">> := <<"Nav", _/binary>>} = Class <- Classes].

classes() ->
    with_file(fun(Socket, _) ->
        #{<<"classes">> := Classes} = value(Socket, #{op => 'browse-classes'}),
        Named = maps:from_list([{Name, Class} || #{<<"name">> := Name} = Class <- Classes]),
        ?assertMatch(#{<<"superclass">> := <<"NavKettle">>, <<"kind">> := <<"value">>, <<"builtin">> := false, <<"package">> := null}, maps:get(<<"NavPot">>, Named)),
        ?assertMatch(#{<<"summary">> := <<"Boils water.">>}, maps:get(<<"NavKettle">>, Named)),
        ?assertMatch(#{<<"superclass">> := null, <<"builtin">> := true, <<"package">> := <<"stdlib">>}, maps:get(<<"ProtoObject">>, Named)),
        ?assertMatch(#{<<"kind">> := <<"protocol">>}, maps:get(<<"Printable">>, Named)),
        ?assertMatch(#{<<"type_params">> := [<<"K">>, <<"V">>]}, maps:get(<<"Dictionary">>, Named)),
        ?assertEqual(lists:sort(maps:keys(Named)), [Name || #{<<"name">> := Name} <- Classes])
    end).

definition() ->
    with_file(fun(Socket, Path) ->
        Of = fun(Class) -> value(Socket, #{op => 'browse-class-definition', class => Class}) end,
        Kettle = Of('NavKettle'),
        ?assertMatch(
            #{
                <<"header">> := <<"typed Value subclass: NavKettle">>, <<"doc">> := <<"Boils water.">>, <<"typed">> := true,
                <<"fields">> := [#{<<"name">> := <<"litres">>, <<"type">> := <<"Integer | Nil">>, <<"has_default">> := true, <<"doc">> := null}],
                <<"class_variables">> := [#{<<"name">> := <<"made">>, <<"type">> := <<"Integer">>}],
                <<"source_file">> := Path, <<"line">> := 4, <<"native">> := null
            },
            Kettle
        ),
        #{<<"source">> := <<"/// Boils water.\ntyped Value subclass: NavKettle\n", _/binary>> = Source} = Kettle,
        ?assertEqual(nomatch, binary:match(Source, <<"NavPot">>)),
        %% What was typed since is in it.
        _ = front:ask(Socket, #{op => eval, code => <<"NavKettle >> navLater => 99">>}),
        ?assertNotEqual(nomatch, binary:match(maps:get(<<"source">>, Of('NavKettle')), <<"navLater => 99">>)),
        ?assertMatch(#{<<"header">> := <<"sealed typed Collection(V) subclass: Dictionary(K, V)">>, <<"source">> := null, <<"source_file">> := null}, Of('Dictionary')),
        ?assertMatch(#{<<"header">> := <<"abstract nil subclass: ProtoObject">>}, Of('ProtoObject'))
    end).

protocols() ->
    with_file(fun(Socket, _) ->
        #{<<"protocols">> := All} = value(Socket, #{op => 'browse-protocols'}),
        [#{<<"required">> := Required, <<"classes">> := Conforming, <<"package">> := <<"stdlib">>}] = [It || #{<<"name">> := <<"Printable">>} = It <- All],
        ?assert(lists:member(#{<<"selector">> => <<"asString">>, <<"side">> => <<"instance">>, <<"signature">> => <<"asString -> String">>}, Required)),
        ?assert(lists:member(<<"Integer">>, Conforming)),
        #{<<"protocols">> := Its} = value(Socket, #{op => 'browse-protocols', class => 'NavPot'}),
        ?assertEqual([Name || #{<<"name">> := Name, <<"classes">> := Classes} <- All, lists:member(<<"NavPot">>, Classes)], [Name || #{<<"name">> := Name} <- Its]),
        ?assertMatch(#{<<"kind">> := <<"class_not_found">>}, front:ask(Socket, #{op => 'browse-protocols', class => 'NavPoot'}))
    end).

aliases() ->
    with_file(fun(Socket, _) ->
        #{<<"aliases">> := Aliases} = value(Socket, #{op => 'browse-type-aliases'}),
        ?assert(lists:member(#{<<"name">> => <<"NavSize">>, <<"type">> => <<"Integer | Nil">>, <<"internal">> => false}, Aliases))
    end).

natives() ->
    Project = front:folder(),
    File = filename:join(Project, "native/nav_boiler.erl"),
    ok = filelib:ensure_dir(File),
    ok = file:write_file(File, <<"-module(nav_boiler).\n">>),
    Before = application:get_env(beamtalk_workspace, config),
    ok = application:set_env(beamtalk_workspace, config, #{project_path => Project}),
    try
        Socket = front:open(),
        Boiler = #{<<"module">> => <<"nav_boiler">>, <<"classes">> => [], <<"project">> => true, <<"loaded">> => false, <<"source_file">> => File},
        #{<<"modules">> := Modules} = value(Socket, #{op => 'browse-native-modules'}),
        ?assert(lists:member(Boiler, Modules)),
        ?assertMatch([#{<<"classes">> := [<<"Package">>], <<"project">> := false, <<"loaded">> := _}], [It || #{<<"module">> := <<"beamtalk_loaded_packages">>} = It <- Modules]),
        ?assertEqual(Boiler#{<<"source">> => <<"-module(nav_boiler).\n">>}, value(Socket, #{op => 'browse-native-source', module => nav_boiler})),
        ?assertMatch(#{<<"module">> := <<"beamtalk_loaded_packages">>}, value(Socket, #{op => 'browse-native-source', module => beamtalk_loaded_packages})),
        [
            ?assertMatch(#{<<"kind">> := <<"module_not_found">>}, front:ask(Socket, #{op => 'browse-native-source', module => Name}))
         || Name <- [<<"lists">>, <<"../../etc/passwd">>, <<>>]
        ],
        ?assertMatch(#{<<"hint">> := <<"Did you mean nav_boiler?">>}, front:ask(Socket, #{op => 'browse-native-source', module => nav_bioler}))
    after
        case Before of
            {ok, Config} -> application:set_env(beamtalk_workspace, config, Config);
            undefined -> application:unset_env(beamtalk_workspace, config)
        end,
        file:del_dir_r(Project)
    end.

refused() ->
    Socket = front:open(),
    [
        ?assertMatch({Kind, Words, _}, {maps:get(<<"kind">>, Answer), maps:get(<<"error">>, Answer), Request})
     || {Request, Kind, Words} <- [
            {#{op => 'nav-query'}, <<"invalid_argument">>, <<"nav-query needs kind">>},
            {#{op => 'nav-query', kind => sender, selector => size}, <<"invalid_argument">>, <<"nav-query knows senders, implementors and references, not 'sender'">>},
            {#{op => 'nav-query', kind => senders}, <<"invalid_argument">>, <<"nav-query of senders needs selector">>},
            {#{op => 'nav-query', kind => implementors, class => 'List'}, <<"invalid_argument">>, <<"nav-query of implementors needs selector">>},
            {#{op => 'nav-query', kind => senders, selector => <<>>}, <<"invalid_argument">>, <<"nav-query of senders needs selector">>},
            {#{op => 'nav-query', kind => references, selector => size}, <<"invalid_argument">>, <<"nav-query of references needs class">>},
            {#{op => 'nav-query', kind => references, class => 'Lisst'}, <<"class_not_found">>, <<"Class 'Lisst' not found\nHint: Did you mean List?">>},
            {#{op => 'nav-query', kind => references, class => 3}, <<"invalid_argument">>, <<"nav-query needs class as a string">>},
            {#{op => 'nav-symbols', scope => mine}, <<"invalid_argument">>, <<"nav-symbols needs scope as all or user, not 'mine'">>},
            {#{op => 'browse-class-definition', class => 'Lisst'}, <<"class_not_found">>, <<"Class 'Lisst' not found\nHint: Did you mean List?">>}
        ],
        Answer <- [front:ask(Socket, Request)]
    ].

atoms() ->
    Socket = front:open(),
    Ask = fun(N) ->
        Word = <<"strangely_", (integer_to_binary(N))/binary>>,
        [
            front:ask(Socket, Request)
         || Request <- [
                #{op => 'nav-query', kind => Word},
                #{op => 'nav-query', kind => senders, selector => Word},
                #{op => 'nav-query', kind => implementors, selector => Word},
                #{op => 'nav-query', kind => references, class => Word},
                #{op => 'nav-symbols', scope => Word},
                #{op => 'browse-protocols', class => Word},
                #{op => 'browse-class-definition', class => Word},
                #{op => 'browse-native-source', module => Word}
            ]
        ]
    end,
    lists:foreach(Ask, lists:seq(1, 3)),
    Before = erlang:system_info(atom_count),
    lists:foreach(Ask, lists:seq(4, 40)),
    ?assertEqual(Before, erlang:system_info(atom_count)).
