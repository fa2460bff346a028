-module(beamtalk_class_metadata_tests).
-include_lib("eunit/include/eunit.hrl").

missing_keys_are_neutral_test() ->
    {ok, Meta} = beamtalk_class_metadata:normalise(#{class => 'C'}),
    ?assertMatch(
        #{
            superclass := none, is_sealed := false, is_abstract := false, is_value := false, is_typed := false,
            is_internal := false, kind := object, fields := [], class_variables := [], field_types := #{},
            method_info := Empty, class_method_info := Empty
        } when Empty =:= #{},
        Meta
    ).

unknown_keys_pass_test() ->
    ?assertMatch({ok, #{new_in_version_9 := 1}}, beamtalk_class_metadata:normalise(#{class => 'C', new_in_version_9 => 1})).

odd_values_never_crash_test_() ->
    Odd = [nil, 1, <<"x">>, [], [1], [{a}], #{}, #{1 => 2}, #{a => b}, {}, self()],
    Keys = [
        superclass, is_sealed, is_value, kind, fields, class_variables, class_fields, field_types,
        method_info, class_method_info, methods, class_methods
    ],
    [
        fun() ->
            {ok, Meta} = beamtalk_class_metadata:normalise(#{class => 'C', Key => Value}),
            [
                begin
                    _ = beamtalk_class_metadata:return_types(Side, Meta),
                    _ = beamtalk_class_metadata:signatures(Side, Meta),
                    _ = beamtalk_class_metadata:texts(doc, Side, Meta)
                end
             || Side <- [instance, class]
            ]
        end
     || Key <- Keys, Value <- Odd
    ].

odd_methods_never_crash_test_() ->
    Odd = [nil, 1, <<"x">>, [], [1], #{}, {}],
    Keys = [arity, param_types, return_type, return_type_text, param_type_texts, param_names, doc, source, signature],
    [
        fun() ->
            Info = #{'at:put:' => #{Key => Value}},
            {ok, Meta} = beamtalk_class_metadata:normalise(#{class => 'C', method_info => Info}),
            #{'at:put:' := Signature} = beamtalk_class_metadata:signatures(instance, Meta),
            ?assert(is_binary(Signature)),
            #{} = beamtalk_class_metadata:return_types(instance, Meta),
            {Shown, _, _} = beamtalk_class_metadata:shown(instance, 'at:put:', Meta),
            ?assert(is_binary(Shown))
        end
     || Key <- Keys, Value <- Odd
    ].

not_metadata_test_() ->
    [?_assertEqual(error, beamtalk_class_metadata:normalise(Odd)) || Odd <- [nil, [], #{}, #{class => <<"C">>}]].

texts_win_in_signatures_test() ->
    {ok, Meta} = beamtalk_class_metadata:normalise(#{
        class => 'C',
        method_info => #{
            'at:put:' => #{
                arity => 2,
                param_types => ['Integer', none],
                param_names => [index, value],
                return_type => 'List',
                return_type_text => <<"List(E)">>
            },
            '->' => #{arity => 1, param_types => none, return_type => none}
        }
    }),
    ?assertEqual(
        #{'at:put:' => <<"at: index :: Integer put: value -> List(E)">>, '->' => <<"-> _">>},
        beamtalk_class_metadata:signatures(instance, Meta)
    ).

shown_test_() ->
    Shown = fun(Info) ->
        {ok, Meta} = beamtalk_class_metadata:normalise(#{class => 'C', method_info => #{'pour:' => Info}}),
        beamtalk_class_metadata:shown(instance, 'pour:', Meta)
    end,
    [
        ?_assertEqual(
            {<<"pour: cup :: Cup -> List(E)">>, <<"List(E)">>, <<"Fills a cup. At once.">>},
            Shown(#{
                param_names => [cup], param_type_texts => [<<"Cup">>], return_type => 'List', return_type_text => <<"List(E)">>,
                doc => <<"Fills a cup.\nAt once.\n\nSlowly.">>
            })
        ),
        ?_assertEqual({<<"pour: _">>, none, none}, Shown(#{doc => <<>>})),
        {"of what was put in later the text tells", ?_assertEqual(
            {<<"pour: cup :: Cup -> Cup">>, none, none}, Shown(#{source => <<"class sealed pour: cup :: Cup -> Cup =>\n  cup">>})
        )},
        {"if it has a head", ?_assertEqual({<<"pour: _">>, none, none}, Shown(#{source => <<"pour: cup">>}))}
    ].
