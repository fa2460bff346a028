-module(beamtalk_class_builder_tests).
-include("expect.hrl").
-include_lib("beamtalk_runtime/include/beamtalk_actor.hrl").

-import(beamtalk_class_builder, [register/1, 'name:'/2, 'superclass:'/2]).
-import(beamtalk_dispatch, [send/3]).

builder_test_() ->
    {foreach, fun toy:start/0, fun stop/1, [
        {"setters answer what they have stored", fun() ->
            Builder = builder(),
            [
                ?assertEqual(Value, beamtalk_class_builder:Setter(Builder, Value))
             || {Setter, Value} <- [
                    {'name:', 'Cup'}, {'superclass:', 'Object'}, {'fields:', #{a => 1}}, {'methods:', #{}},
                    {'classMethods:', #{}}, {'classVars:', #{}}, {'methodSource:', #{}},
                    {'classMethodSource:', #{}}, {'methodSignatures:', #{}}, {'classMethodSignatures:', #{}},
                    {'methodReturnTypes:', #{}}, {'classMethodReturnTypes:', #{}}, {'methodDocs:', #{}},
                    {'classMethodDocs:', #{}}, {'classDoc:', <<"d">>}, {'meta:', #{}},
                    {'isConstructible:', true}, {'native:', lists}
                ]
            ],
            ?assertEqual([sealed], beamtalk_class_builder:'modifier:'(Builder, sealed)),
            ?assertEqual([sealed, typed], beamtalk_class_builder:'modifier:'(Builder, typed))
        end},
        {"incremental setters add to what was set in bulk", fun() ->
            Builder = builder(),
            beamtalk_class_builder:'fields:'(Builder, #{a => 1}),
            ?assertEqual(#{a => 1, b => 2}, beamtalk_class_builder:'addField:default:'(Builder, b, 2)),
            ?assertEqual(#{n => 0}, beamtalk_class_builder:'addClassState:default:'(Builder, n, 0)),
            Sip = fun(_) -> ok end,
            ?assertEqual(#{sip => Sip}, beamtalk_class_builder:'addMethod:body:'(Builder, sip, Sip)),
            ?assertEqual(#{}, beamtalk_class_builder:'removeMethod:'(Builder, sip)),
            ?assertEqual(#{}, beamtalk_class_builder:'removeMethod:'(Builder, sip)),
            ?assertEqual(#{sip => Sip}, beamtalk_class_builder:'addClassMethod:body:'(Builder, sip, Sip)),
            ?assertEqual(#{}, beamtalk_class_builder:'removeClassMethod:'(Builder, sip)),
            beamtalk_class_builder:'methods:'(Builder, 3),
            ?assertRaises(type_error, 'ClassBuilder', beamtalk_class_builder:'addMethod:body:'(Builder, sip, Sip))
        end},
        {"a class is built and found by its name", fun() ->
            Builder = builder('Cup', toy:class('Value')),
            beamtalk_class_builder:'addField:default:'(Builder, size, 3),
            beamtalk_class_builder:'addMethod:body:'(Builder, 'times:', fun(#{size := Size}, N) -> Size * N end),
            beamtalk_class_builder:'addClassMethod:body:'(Builder, big, fun(Self) -> send(Self, 'new:', [#{size => 9}]) end),
            Cup = register(Builder),
            ?assertEqual(toy:class('Cup'), Cup),
            ?assertEqual(12, send(send(Cup, new, []), 'times:', [4])),
            ?assertEqual(#{?TAG => 'Cup', size => 9}, send(Cup, big, []))
        end},
        {"a superclass may be named", fun() ->
            ?assertEqual(toy:class('Value'), beamtalk_behaviour:superclass(register(builder('Cup', 'Value'))))
        end},
        {"what is said of methods is known", fun() ->
            Builder = builder('Cup', 'Object'),
            beamtalk_class_builder:'addMethod:body:'(Builder, size, fun(_) -> 1 end),
            beamtalk_class_builder:'methodSource:'(Builder, #{size => <<"size => 1">>}),
            beamtalk_class_builder:'methodReturnTypes:'(Builder, #{size => 'Integer', gone => 'Cup'}),
            beamtalk_class_builder:'methodDocs:'(Builder, #{size => <<"Its size.">>}),
            beamtalk_class_builder:'methodSignatures:'(Builder, #{size => <<"size -> Integer">>}),
            beamtalk_class_builder:'classDoc:'(Builder, <<"Holds tea.">>),
            beamtalk_class_builder:'meta:'(Builder, #{package => kitchen}),
            beamtalk_class_builder:'modifier:'(Builder, abstract),
            Cup = register(Builder),
            ?assertEqual(<<"size => 1">>, beamtalk_compiled_method:source(beamtalk_behaviour:'>>'(Cup, size))),
            ?assertEqual(<<"Its size.">>, beamtalk_behaviour:'docForMethod:'(Cup, size)),
            ?assertEqual(<<"Holds tea.">>, beamtalk_behaviour:doc(Cup)),
            ?assertEqual({ok, 'Integer'}, beamtalk_class_registry:get_method_return_type('Cup', size)),
            ?assertEqual(<<"kitchen">>, beamtalk_metaclass:packageName(beamtalk_class:class(Cup))),
            ?assertRaises(instantiation_error, 'Cup', send(Cup, new, []))
        end},
        {"a literal block is made for its class and brings its text", fun() ->
            Builder = builder('Cup', 'Object'),
            Make = fun(Class) -> fun(Self) -> {Class, Self} end end,
            beamtalk_class_builder:'addClassMethod:body:'(Builder, where, {'$beamtalk_method', Make, #{source => <<"[:self | …]"/utf8>>}}),
            Cup = register(Builder),
            ?assertEqual({'Cup', Cup}, send(Cup, where, [])),
            Method = beamtalk_behaviour:'>>'(beamtalk_class:class(Cup), where),
            ?assertEqual(<<"[:self | …]"/utf8>>, beamtalk_compiled_method:source(Method))
        end},
        {"and is like a compiled class method: variables, super, subclasses", fun() ->
            Read = fun(_) ->
                fun(Self) ->
                    beamtalk_class_variables:locked(Self, fun() ->
                        beamtalk_class_variables:put(Self, reads, beamtalk_class_variables:get(Self, reads) + 1)
                    end)
                end
            end,
            Above = fun(Class) ->
                fun(Self) -> {Class, beamtalk_dispatch:send_above(Class, class, read, [], Self)} end
            end,
            Builder = builder('Cup', 'Object'),
            beamtalk_class_builder:'addClassState:default:'(Builder, reads, 0),
            beamtalk_class_builder:'addClassMethod:body:'(Builder, read, {'$beamtalk_method', Read, #{}}),
            Cup = register(Builder),
            ?assertEqual([1, 2], [send(Cup, read, []) || _ <- [1, 2]]),
            Other = builder('Pot', Cup),
            beamtalk_class_builder:'classVars:'(Other, #{reads => 10}),
            beamtalk_class_builder:'addClassMethod:body:'(Other, read, {'$beamtalk_method', Above, #{}}),
            ?assertEqual({'Pot', 11}, send(register(Other), read, [])),
            ?assertEqual(3, send(Cup, read, []))
        end},
        {"isConstructible: has the last word", fun() ->
            Builder = builder('Cup', 'Object'),
            beamtalk_class_builder:'isConstructible:'(Builder, false),
            ?assertRaises(instantiation_error, 'Cup', send(register(Builder), new, [])),
            Other = builder('Pot', 'Object'),
            beamtalk_class_builder:'modifier:'(Other, abstract),
            beamtalk_class_builder:'isConstructible:'(Other, true),
            ?assertEqual(#{?TAG => 'Pot'}, send(register(Other), new, []))
        end},
        {"methods of a built class can be removed without a compiler", fun() ->
            Builder = builder('Cup', 'Object'),
            beamtalk_class_builder:'addMethod:body:'(Builder, yourself, fun(_) -> cup end),
            Cup = register(Builder),
            ?assertEqual(cup, send(#{?TAG => 'Cup'}, yourself, [])),
            ?assertEqual(Cup, beamtalk_behaviour:'removeSelector:'(Cup, yourself)),
            ?assertEqual(#{?TAG => 'Cup'}, send(#{?TAG => 'Cup'}, yourself, [])),
            ?assertRaises(selector_not_found, 'Cup', beamtalk_behaviour:'removeSelector:'(Cup, yourself))
        end}
    ]}.

%% Each row breaks one rule and those that are checked after it.
order_of_checks_test_() ->
    Nullary = fun() -> ok end,
    Rows = [
        {missing_parameter, 'ClassBuilder', nil, nil, #{}},
        {type_error, 'ClassBuilder', <<"Cup">>, nil, #{}},
        {no_superclass, 'ClassBuilder', 'Cup', nil, #{}},
        {no_superclass, 'ClassBuilder', 'Cup', 'Nowhere', #{}},
        {type_error, 'ClassBuilder', 'Cup', 3, #{}},
        {type_error, 'ClassBuilder', 'Cup', {metaclass, 'Object'}, #{}},
        {instantiation_error, 'ClassBuilder', 'Cup', 'Tight', #{'classMethods:' => #{big => Nullary}}},
        {type_error, 'ClassBuilder', 'Cup', 'Object', #{'methods:' => #{sip => 3}}},
        {type_error, 'ClassBuilder', 'Cup', 'Object', #{'methods:' => [sip]}},
        {type_error, 'ClassBuilder', 'Cup', 'Object', #{'fields:' => #{<<"size">> => 3}}},
        {type_error, 'ClassBuilder', 'Cup', 'Object', #{'modifier:' => shiny}},
        {type_error, 'ClassBuilder', 'Cup', 'Object', #{'meta:' => #{package => <<"kitchen">>}}},
        {arity_mismatch, 'Cup', 'Cup', 'Object', #{'classMethods:' => #{big => Nullary}}},
        {arity_mismatch, 'Cup', 'Cup', 'Object', #{'methods:' => #{'at:' => fun(_) -> ok end}}},
        {internal_error, 'ClassBuilder', 'Class', 'Object', #{}}
    ],
    {foreach, fun toy:start/0, fun stop/1, [
        fun() ->
            toy:define('Tight', 'Object', #{}, #{meta => #{is_sealed => true}}),
            Builder = builder(Name, superclass(Superclass)),
            maps:foreach(fun(Setter, Value) -> beamtalk_class_builder:Setter(Builder, Value) end, More),
            #beamtalk_error{kind = Found, class = In} = error_of(Builder),
            ?assertEqual({Kind, Class}, {Found, In}),
            %% It can be told better.
            'name:'(Builder, 'Cup'),
            'superclass:'(Builder, 'Object'),
            More =:= #{} andalso ?assertEqual('Cup', beamtalk_behaviour:name(register(Builder)))
        end
     || {Kind, Class, Name, Superclass, More} <- Rows
    ]}.

superclass({metaclass, Name}) -> beamtalk_class:class(toy:class(Name));
superclass(Name) -> Name.

words_test_() ->
    {setup, fun toy:start/0, fun stop/1, fun() ->
        toy:define('Tight', 'Object', #{}, #{meta => #{is_sealed => true}}),
        #beamtalk_error{message = Sealed} = error_of(builder('Cup', 'Tight')),
        ?assertEqual(<<"Cup cannot subclass sealed class Tight">>, Sealed),
        #beamtalk_error{message = Shadow, hint = Why} = error_of(builder('Class', 'Object')),
        ?assertEqual(<<"Internal error in 'register' on ClassBuilder">>, Shadow),
        ?assertEqual(<<"Cannot redefine stdlib class 'Class'">>, Why)
    end}.

%% As in the process of a builder, while it handles a message.
builder() ->
    Dictionaries = [
        fieldSpecs, methodSpecs, methodSource, classMethods, classMethodSource, classState,
        methodSignatures, classMethodSignatures, methodReturnTypes, classMethodReturnTypes,
        methodDocs, classMethodDocs
    ],
    Nil = [className, superclassRef, backingModule, classDoc, meta, isConstructible],
    Slots = [{Slot, #{}} || Slot <- Dictionaries] ++ [{Slot, nil} || Slot <- Nil],
    _ = put(?STATE, maps:from_list([{?TAG, 'ClassBuilder'}, {modifiers, []} | Slots])),
    {beamtalk_object, 'ClassBuilder', none, self()}.

builder(Name, Superclass) ->
    Builder = builder(),
    'name:'(Builder, Name),
    'superclass:'(Builder, Superclass),
    Builder.

error_of(Builder) ->
    try register(Builder) of
        Class -> {answered, Class}
    catch
        error:#{error := Error} -> Error
    end.

stop(Started) ->
    [beamtalk_class_registry:remove(Class) || Class <- ['Pot', 'Cup']],
    toy:stop(Started).
