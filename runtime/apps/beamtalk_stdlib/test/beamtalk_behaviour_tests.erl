-module(beamtalk_behaviour_tests).
-include("expect.hrl").

%% What is asked of the runtime has its tests there: here, that each message gets
%% through, and what is decided on the way.
reflection_test_() ->
    {setup, fun start/0, fun toy:stop/1, fun(_) ->
        Cup = toy:class('Cup'),
        Meta = beamtalk_class:class(Cup),
        Value = toy:class('Value'),
        [
            ?_assertEqual('Cup', beamtalk_behaviour:name(Cup)),
            ?_assertEqual('Cup class', beamtalk_metaclass:name(Meta)),
            ?_assertEqual(Value, beamtalk_behaviour:superclass(Cup)),
            ?_assertEqual(beamtalk_class:class(Value), beamtalk_metaclass:superclass(Meta)),
            ?_assertEqual(Cup, beamtalk_metaclass:thisClass(Meta)),
            ?_assertEqual([Value, toy:class('Object'), toy:class('ProtoObject')], beamtalk_behaviour:allSuperclasses(Cup)),
            ?_assertEqual([Cup, Value, toy:class('Object')], beamtalk_behaviour:superclassChain(Cup)),
            ?_assertEqual([Cup], beamtalk_behaviour:subclasses(Value)),
            ?_assertEqual([Cup], beamtalk_behaviour:allSubclasses(Value)),
            ?_assert(beamtalk_behaviour:'inheritsFrom:'(Cup, Value)),
            ?_assertNot(beamtalk_behaviour:'inheritsFrom:'(Cup, Cup)),
            ?_assert(beamtalk_behaviour:'includesBehaviour:'(Cup, Cup)),
            ?_assertEqual([sip], beamtalk_behaviour:methods(Cup)),
            ?_assert(lists:member(yourself, beamtalk_behaviour:allMethods(Cup))),
            ?_assert(beamtalk_behaviour:'canUnderstand:'(Cup, yourself)),
            ?_assert(beamtalk_behaviour:'includesSelector:'(Cup, sip)),
            ?_assertNot(beamtalk_behaviour:'includesSelector:'(Cup, yourself)),
            ?_assertEqual(toy:class('Object'), beamtalk_behaviour:'whichClassIncludesSelector:'(Cup, yourself)),
            ?_assertEqual([size], beamtalk_behaviour:fieldNames(Cup)),
            ?_assertEqual([size], beamtalk_behaviour:allFieldNames(Cup)),
            ?_assertEqual([sold], beamtalk_behaviour:classVarNames(Cup)),
            ?_assertEqual([sold], beamtalk_behaviour:allClassVarNames(Cup)),
            ?_assertEqual([large], beamtalk_metaclass:localClassMethods(Meta)),
            ?_assertEqual([large, new], beamtalk_metaclass:classMethods(Meta)),
            ?_assert(lists:member(yourself, beamtalk_metaclass:allMethods(Meta))),
            ?_assert(beamtalk_metaclass:'classIncludesSelector:'(Meta, large)),
            ?_assertEqual(<<"kitchen">>, beamtalk_metaclass:packageName(Meta)),
            ?_assertEqual(nil, beamtalk_metaclass:packageName(beamtalk_class:class(Value))),
            ?_assertEqual(nil, beamtalk_behaviour:sourceFile(Cup)),
            ?_assertEqual(nil, beamtalk_behaviour:'>>'(Cup, fly))
        ]
    end}.

start() ->
    Started = toy:start(),
    toy:define('Cup', 'Value', #{sip => fun(_, []) -> warm end}, #{
        class => #{large => fun(_, []) -> large end},
        fields => [{size, 3}],
        meta => #{package => kitchen, class_variables => [sold], doc => <<"A cup.">>}
    }),
    Started.

methods_as_objects_test_() ->
    {setup, fun start/0, fun toy:stop/1, fun() ->
        Method = beamtalk_behaviour:'>>'(toy:class('Cup'), sip),
        ?assertEqual(sip, beamtalk_compiled_method:selector(Method)),
        ?assertEqual(<<>>, beamtalk_compiled_method:source(Method)),
        ?assertEqual(nil, beamtalk_compiled_method:doc(Method)),
        ?assertEqual(0, beamtalk_compiled_method:argumentCount(Method)),
        Other = Method#{'__selector__' := 'at:put:', '__doc__' => <<"Puts.">>, '__source__' => <<"at: k put: v => v">>},
        ?assertEqual(2, beamtalk_compiled_method:argumentCount(Other)),
        ?assertEqual(<<"Puts.">>, beamtalk_compiled_method:doc(Other)),
        ?assertEqual(<<"at: k put: v => v">>, beamtalk_compiled_method:source(Other))
    end}.

documentation_test_() ->
    {setup, fun start/0, fun toy:stop/1, fun() ->
        Cup = toy:class('Cup'),
        ?assertEqual(<<"A cup.">>, beamtalk_behaviour:doc(Cup)),
        ?assertEqual(Cup, beamtalk_behaviour:'doc:'(Cup, <<"For tea.">>)),
        ?assertEqual(<<"For tea.">>, beamtalk_behaviour:doc(Cup)),
        ?assertEqual(Cup, beamtalk_behaviour:'doc:'(Cup, nil)),
        ?assertEqual(nil, beamtalk_behaviour:doc(Cup)),
        ?assertEqual(Cup, beamtalk_behaviour:'setDocForMethod:to:'(Cup, sip, <<"Careful.">>)),
        ?assertEqual(<<"Careful.">>, beamtalk_behaviour:'docForMethod:'(Cup, sip)),
        ?assertRaises(type_error, 'Behaviour', beamtalk_behaviour:'doc:'(Cup, 3)),
        ?assertRaises(type_error, 'Behaviour', beamtalk_behaviour:'setDocForMethod:to:'(Cup, <<"sip">>, nil))
    end}.

changing_test_() ->
    {setup, fun start/0, fun toy:stop/1, fun() ->
        Cup = toy:class('Cup'),
        Absent = fun() -> absent end,
        Remove = fun(Selector) -> beamtalk_behaviour:'removeSelector:'(Cup, Selector) end,
        ok = beamtalk_extensions:register('Cup', wash, fun([], _) -> clean end, test),
        ?assertEqual(Cup, Remove(wash)),
        ?assertRaises(selector_not_found, 'Cup', Remove(wash)),
        ?assertEqual(absent, beamtalk_behaviour:'removeSelector:ifAbsent:'(Cup, wash, Absent)),
        ?assertRaises(type_error, 'Cup', beamtalk_behaviour:'removeSelector:ifAbsent:'(Cup, wash, 3)),
        ?assertRaises(no_source_file, 'Cup', beamtalk_behaviour:reload(Cup)),
        Compile = [
            fun beamtalk_behaviour:'compile:source:'/3,
            fun beamtalk_behaviour:'tryCompile:source:'/3,
            fun beamtalk_behaviour:'precheckCompile:source:'/3
        ],
        [?assertRaises(runtime_error, 'Cup', Each(Cup, sip, <<"sip => 1">>)) || Each <- Compile],
        [?assertRaises(type_error, 'Cup', Each(Cup, sip, 3)) || Each <- Compile],
        ?assertNot(beamtalk_behaviour:'conformsTo:'(Cup, 'Printable')),
        ?assertEqual([], beamtalk_behaviour:protocols(Cup))
    end}.

%% What the VM or the runtime makes is not made by `new`.
making_test_() ->
    {setup, fun start/0, fun toy:stop/1, fun() ->
        Class = toy:class('Class'),
        Meta = toy:class('Metaclass'),
        Behaviour = toy:class('Behaviour'),
        ?assertEqual(#{?TAG => 'Object'}, beamtalk_behaviour:new(toy:class('Object'))),
        ?assertEqual(#{?TAG => 'Object', a => 1}, beamtalk_behaviour:'new:'(toy:class('Object'), #{a => 1})),
        ?assertRaises(type_error, 'Object', beamtalk_behaviour:'new:'(toy:class('Object'), 3)),
        [?assertRaises(instantiation_error, _, beamtalk_behaviour:new(Each)) || Each <- [Class, Meta, Behaviour]],
        [?assertRaises(instantiation_error, _, beamtalk_behaviour:'new:'(Each, #{})) || Each <- [Class, Meta, Behaviour]]
    end}.

removing_test_() ->
    {setup, fun start/0, fun toy:stop/1, fun() ->
        ?assertRaises(runtime_error, 'Value', beamtalk_behaviour:removeFromSystem(toy:class('Value'))),
        ?assertRaises(runtime_error, 'Class', beamtalk_behaviour:removeFromSystem(toy:class('Class'))),
        ?assertEqual(nil, beamtalk_behaviour:removeFromSystem(toy:class('Cup'))),
        ?assertRaises(class_not_found, 'Cup', toy:class('Cup'))
    end}.
