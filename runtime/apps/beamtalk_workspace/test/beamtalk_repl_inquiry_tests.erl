%% Requests as a client sends them, where no compiler is.
-module(beamtalk_repl_inquiry_tests).
-include_lib("eunit/include/eunit.hrl").

ask(Op, Params) ->
    prompt_world:asked(Op, Params, context()).

complete(Code, More) ->
    prompt_world:completed(Code, More, context()).

context() ->
    #{connection => self(), id => <<"1">>}.

complete_test_() ->
    prompt_world:with([
        {"names only", ?_assertEqual(#{completions => [<<"isEven">>]}, complete(<<"3 isE">>, #{}))},
        {"with all that is known", ?_assertMatch(
            #{completions := [<<"isEven">>], items := [#{label := <<"isEven">>, defined_in := <<"Integer">>}]},
            complete(<<"3 isE">>, #{<<"detail">> => true})
        )},
        {"items are the same set, the best first", fun() ->
            #{completions := Labels, items := Items} = complete(<<"3 ">>, #{<<"detail">> => true}),
            ?assertEqual(Labels, lists:sort([Label || #{label := Label} <- Items])),
            ?assertNotEqual(Labels, [Label || #{label := Label} <- Items])
        end},
        {"nothing, and why", ?_assertEqual(
            #{completions => [], items => [], reason => <<"Integer does not understand `zork`">>},
            complete(<<"3 zork ">>, #{<<"detail">> => true})
        )},
        {"a session that is gone", ?_assertMatch(#{completions := [_ | _]}, complete(<<"3 is">>, #{<<"session">> => <<"nobody">>}))},
        {"it has no variables, not even those of whoever asks", fun() ->
            Own = (context())#{session => self(), session_id => <<"own">>},
            ?assertMatch(
                {ok, #{completions := [], reason := _}},
                prompt_world:asked(<<"complete">>, #{<<"code">> => <<"kegg">>, <<"cursor">> => 4, <<"session">> => <<"nobody">>}, Own)
            )
        end},
        {"a name of the workspace", fun() ->
            ok = beamtalk_workspace_bindings:bind(goblet, <<"silver">>),
            ?assertEqual(#{completions => [<<"goblet">>]}, complete(<<"gobl">>, #{})),
            ?assertEqual(#{completions => [<<"uppercase">>]}, complete(<<"goblet upp">>, #{})),
            ok = beamtalk_workspace_bindings:unbind(goblet),
            ?assertMatch(#{completions := []}, complete(<<"gobl">>, #{}))
        end},
        {"without a cursor a word", fun() ->
            {ok, #{completions := Names}} = ask(<<"complete">>, #{<<"code">> => <<"Barr">>}),
            ?assertEqual([<<"Barrel">>], Names),
            ?assertMatch({ok, #{completions := [], reason := _}}, ask(<<"complete">>, #{<<"code">> => <<"3 isE">>}))
        end}
    ]).

%% What stands before any compiler is asked.
places_test_() ->
    prompt_world:with([
        {"a class may be the superclass of another", fun() ->
            #{completions := Labels} = complete(<<"Barrel sub">>, #{}),
            ?assert(lists:member(<<"subclass:">>, Labels)),
            #{completions := Assigned} = complete(<<"x := Barrel sub">>, #{}),
            ?assertNot(lists:member(<<"subclass:">>, Assigned))
        end},
        {"one that is sealed may not", fun() ->
            #{completions := Labels} = complete(<<"Integer sub">>, #{}),
            ?assertNot(lists:member(<<"subclass:">>, Labels))
        end},
        {"a comma is no message", fun() ->
            #{completions := Labels} = complete(<<"\"tea\" ">>, #{}),
            ?assertNot(lists:member(<<",">>, Labels)),
            ?assert(lists:member(<<"++">>, Labels))
        end}
        | [
            {binary_to_list(Code), ?_assertMatch(#{completions := [], reason := <<"the compiler is not available", _/binary>>}, complete(Code, #{}))}
         || Code <- [
                %% Only the compiler could tell: the tables have no package and no line above.
                <<"stdlib@Li">>,
                <<"stdlib@List">>,
                <<"Barrel\n  ">>,
                <<"abstract Val">>
            ]
        ]
    ]).

commands_test_() ->
    Offered = fun(Code) -> #{items := Items} = complete(Code, #{<<"detail">> => true}), [{Label, From} || #{label := Label, replaces_from := From} <- Items] end,
    prompt_world:with([
        {"all of them", fun() ->
            All = [Label || {Label, _} <- Offered(<<":">>)],
            ?assertEqual([], [<<":help">>, <<":remove-method">>, <<":quit">>, <<":q">>] -- All)
        end},
        {"what is typed is replaced", ?_assertEqual([{<<":remove-method">>, 2}], Offered(<<"  :remove-m">>))},
        {"none", ?_assertMatch(#{completions := [], reason := _}, complete(<<":zork">>, #{}))},
        {"variables to forget", fun() ->
            ok = beamtalk_workspace_bindings:bind(goblet, <<"silver">>),
            ?assertMatch(#{completions := [<<"goblet">>]}, complete(<<":unbind ">>, #{})),
            ?assertMatch(#{completions := [<<"goblet">>]}, complete(<<":unbind go">>, #{})),
            ?assertMatch(#{completions := [<<"goblet">>]}, complete(<<":inspect ">>, #{})),
            ok = beamtalk_workspace_bindings:unbind(goblet)
        end},
        {"actors by their class", ?_assertMatch(#{completions := [<<"Barrel">>]}, complete(<<":kill Barr">>, #{}))},
        {"words for some classes", fun() ->
            #{completions := Labels} = complete(<<":classes st">>, #{}),
            ?assertEqual([<<"stdlib">>], Labels),
            ?assertMatch(#{completions := [<<"Barrel">>]}, complete(<<":classes Barr">>, #{}))
        end}
    ]).

hover_test_() ->
    prompt_world:with([
        {binary_to_list(Code), ?_assertEqual({ok, #{docs => Docs}}, ask(<<"hover">>, #{<<"code">> => Code}))}
     || {Code, Docs} <- [
            {<<"Barrel">>, <<"== Barrel < Actor ==\n\nHolds wine.">>},
            {<<"Barrel oak litres">>, <<"== Barrel >> litres ==\n  litres -> Integer\n\nHow much is\nin it.\n\nIn litres.">>},
            {<<"Barrel oak litres ">>, <<"== Barrel >> litres ==\n  litres -> Integer\n\nHow much is\nin it.\n\nIn litres.">>},
            {<<"Keg oak label">>, <<"== Barrel >> label ==\n  label -> String">>},
            {<<"Barrel oak">>, <<"== Barrel class >> oak ==\n  oak -> Self">>},
            {<<"Nowhere">>, <<>>},
            {<<"3 zorkless">>, <<>>},
            {<<"">>, <<>>},
            {<<"\"Barrel">>, <<>>}
        ]
    ]).

erlang_complete_test_() ->
    prompt_world:with([
        ?_assertEqual({ok, #{completions => [<<"lists">>]}}, ask(<<"erlang-complete">>, #{<<"prefix">> => <<"lists">>})),
        ?_assertEqual({ok, #{completions => [<<"reverse:">>, <<"reverse:with:">>]}},
            ask(<<"erlang-complete">>, #{<<"module">> => <<"lists">>, <<"prefix">> => <<"rev">>})),
        {"of a module that is not loaded", fun() ->
            ?assertNot(erlang:module_loaded(erl_tar)),
            ?assertEqual({ok, #{completions => [<<"extract:">>, <<"extract:with:">>]}},
                ask(<<"erlang-complete">>, #{<<"module">> => <<"erl_tar">>, <<"prefix">> => <<"extr">>})),
            ?assertNot(erlang:module_loaded(erl_tar))
        end},
        ?_assertEqual({ok, #{completions => []}}, ask(<<"erlang-complete">>, #{<<"module">> => <<"no_such_thing">>}))
    ]).

%% Each says what it lacks.
refused_test_() ->
    prompt_world:with([
        {binary_to_list(Op), fun() ->
            {error, #{kind := Found, message := <<_, _/binary>>}} = ask(Op, Params),
            ?assertEqual(Kind, Found)
        end}
     || {Op, Params, Kind} <- [
            {<<"complete">>, #{}, <<"invalid_argument">>},
            {<<"complete">>, #{<<"code">> => 3}, <<"invalid_argument">>},
            {<<"hover">>, #{}, <<"invalid_argument">>},
            {<<"type">>, #{<<"code">> => <<"3">>}, <<"compiler_unavailable">>},
            {<<"diagnostics">>, #{<<"code">> => <<"3">>}, <<"compile_error">>},
            {<<"show-codegen">>, #{}, <<"invalid_argument">>},
            {<<"show-codegen">>, #{<<"selector">> => <<"x">>}, <<"invalid_argument">>},
            {<<"show-codegen">>, #{<<"class">> => <<"Nowhere">>}, <<"class_not_found">>},
            {<<"show-codegen">>, #{<<"class">> => <<"Barrel">>}, <<"no_source">>}
        ]
    ]).
