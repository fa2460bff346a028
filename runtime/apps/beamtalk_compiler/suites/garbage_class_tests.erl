%% Classes whose metadata is of another version, or nonsense. The compiler takes what
%% it can read of them, says so once, and knows all others as before. A few hundred
%% kinds of nonsense; with CHAOS=full in the environment a hundred thousand.
-module(garbage_class_tests).
-include_lib("stdlib/include/assert.hrl").

-export([garbage_class_test_/0]).

garbage_class_test_() ->
    real_port:tests([
        {"every version, whole and with something missing", fun versions/0},
        {"something else in the place of each key", fun replaced/0},
        {"nonsense is said to be so once", fun told_once/0},
        {"nonsense of all sorts", fun() -> nonsense(fake:rounds(500, 100000)) end},
        {"a module that says nonsense of itself", fun modules/0}
    ]).

%% The class that is well, before and after.
-define(assertWell(), ?assertEqual(<<"Integer">>, type("boat sail"))).

type(Expression) ->
    real_port:type(Expression, #{<<"boat">> => <<"Boat">>, <<"odd">> => <<"Odd">>}).

well() ->
    ok = made_class:define('Boat', #{superclass => 'Object', methods => #{sail => {[], 'Integer'}}}).

meta() ->
    #{
        class => 'Odd', superclass => 'Object', meta_version => 2, kind => object, package => none, doc => none,
        is_abstract => false, is_sealed => false, is_typed => false, is_value => false, visibility => public,
        fields => [size], field_types => #{size => 'Integer'}, class_variables => [], type_params => [],
        method_info => #{row => method(), 'tow:' => (method())#{arity => 1, param_types => ['Boat']}},
        class_method_info => #{make => method()}
    }.

method() ->
    #{arity => 0, param_types => [], return_type => 'String', is_sealed => false, visibility => public}.

told(Meta) ->
    ok = beamtalk_compiler_server:register_class('Odd', Meta).

%% Whatever the version is called, what is there counts.
versions() ->
    well(),
    Versions = [0, 1, 2, 3, 99, -1, 1 bsl 70, two, <<"2">>, none, [2], missing],
    Keys = maps:keys(meta()) -- [class, meta_version],
    lists:foreach(
        fun({Version, Key}) ->
            Versioned = case Version of
                missing -> maps:remove(meta_version, meta());
                _ -> (meta())#{meta_version => Version}
            end,
            told(maps:remove(Key, Versioned)),
            Expected = case Key of method_info -> unknown; _ -> <<"String">> end,
            ?assertEqual({Version, Key, Expected}, {Version, Key, type("odd row")}),
            ?assertWell()
        end,
        [{Version, Key} || Version <- Versions, Key <- [nothing | Keys]]
    ).

replaced() ->
    well(),
    Port = fake:port(),
    Others = [none, 17, -1.5, <<"text">>, <<255, 254>>, [], [x | y], {}, #{}, #{1 => 2}, self(), make_ref(), fun lists:map/2, ['Boat', 3], #{row => 3}],
    lists:foreach(
        fun({Key, Other}) ->
            told((meta())#{Key => Other}),
            Key =:= method_info orelse Key =:= class orelse ?assertEqual({Key, Other, <<"String">>}, {Key, Other, type("odd row")}),
            ?assertWell()
        end,
        [{Key, Other} || Key <- maps:keys(meta()), Other <- Others]
    ),
    lists:foreach(
        fun({Key, Other}) ->
            told((meta())#{method_info => #{row => (method())#{Key => Other}, drift => method()}}),
            ?assertEqual({Key, Other, <<"String">>}, {Key, Other, type("odd drift")}),
            ?assertWell()
        end,
        [{Key, Other} || Key <- maps:keys(method()), Other <- Others]
    ),
    ?assertEqual(Port, fake:port()).

told_once() ->
    well(),
    Warnings = logged:warnings(fun() ->
        [begin told((meta())#{method_info => 17}), unknown = type("odd row") end || _ <- lists:seq(1, 5)],
        fake:kill_port(),
        unknown = type("odd row")
    end),
    ?assertMatch([_], [Text || Text <- Warnings, binary:match(Text, <<"Odd">>) =/= nomatch]).

%% Terms of all sorts in all places, from a seed, so that a failure can be had again.
nonsense(Count) ->
    well(),
    Port = fake:port(),
    _ = rand:seed(exsss, {1, 2, 3}),
    lists:foreach(
        fun(N) ->
            told(maps:map(fun(_, Value) -> case rand:uniform(4) of 1 -> term(4); _ -> Value end end, meta())),
            N rem 50 =:= 0 andalso ?assertWell()
        end,
        lists:seq(1, Count)
    ),
    told(meta()),
    ?assertEqual(<<"String">>, type("odd row")),
    ?assertEqual(Port, fake:port()).

term(0) ->
    lists:nth(rand:uniform(6), [none, 'Object', <<"x">>, 3, [], #{}]);
term(Depth) ->
    case rand:uniform(7) of
        1 -> [term(Depth - 1) || _ <- lists:seq(1, rand:uniform(4))];
        2 -> maps:from_list([{term(0), term(Depth - 1)} || _ <- lists:seq(1, rand:uniform(4))]);
        3 -> {term(Depth - 1), term(Depth - 1)};
        4 -> #{row => term(Depth - 1), tow => (method())#{return_type => term(Depth - 1)}};
        5 -> rand:bytes(rand:uniform(20));
        6 -> [term(0) | term(0)];
        7 -> lists:nth(rand:uniform(5), [1 bsl 200, 1.0e300, self(), make_ref(), <<1:3>>])
    end.

%% Loaded around the runtime, found when the server starts.
modules() ->
    well(),
    Metas = [17, #{class => 17}, (meta())#{method_info => 17, class => 'Odd1'}, #{class => 'Odd2', superclass => {}, fields => self}],
    Modules = [loaded(Meta, N) || {Meta, N} <- lists:zip(Metas, lists:seq(1, length(Metas)))],
    fake:kill_server(),
    ?assertWell(),
    fake:kill_port(),
    ?assertWell(),
    [begin code:delete(Module), code:purge(Module) end || Module <- Modules].

loaded(Meta, N) ->
    Module = list_to_atom("bt@made@odd" ++ integer_to_list(N)),
    {ok, Module, Beam} = compile:forms([
        {attribute, 1, module, Module},
        {attribute, 1, export, [{'__beamtalk_meta', 0}]},
        {function, 1, '__beamtalk_meta', 0, [{clause, 1, [], [], [erl_parse:abstract(Meta)]}]}
    ]),
    {module, Module} = code:load_binary(Module, "", Beam),
    Module.
