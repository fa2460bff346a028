-module(beamtalk_behaviour_intrinsics_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").

-import(fixture, [class/1, point/2]).

meta(Name) ->
    beamtalk_class_of:class(class(Name)).

print(Classes) when is_list(Classes) ->
    [beamtalk_printing:print(Class) || Class <- Classes].

%% Module:Function(Class) as it is read in the language.
ask(Function, Class) ->
    beamtalk_behaviour_intrinsics:Function(Class).
ask(Function, Class, Argument) ->
    beamtalk_behaviour_intrinsics:Function(Class, Argument).

tower_test_() ->
    {setup, fun fixture:start/0, fun fixture:stop/1, [
        {"names", fun() ->
            ?assertEqual('Point', ask(name, class('Point'))),
            ?assertEqual('Point class', ask(name, meta('Point'))),
            ?assertEqual(class('Point'), ask(thisClass, meta('Point')))
        end},
        {"superclasses", fun() ->
            ?assertEqual(class('Value'), ask(superclass, class('Point'))),
            ?assertEqual(nil, ask(superclass, class('ProtoObject'))),
            ?assertEqual(meta('Point'), ask(superclass, meta('Pixel'))),
            ?assertEqual(class('Class'), ask(superclass, meta('ProtoObject')))
        end},
        {"allSuperclasses", fun() ->
            ?assertEqual([<<"Value">>, <<"Object">>, <<"ProtoObject">>], print(ask(allSuperclasses, class('Point')))),
            ?assertEqual(
                [<<"ProtoObject class">>, <<"Class">>, <<"Behaviour">>, <<"Object">>, <<"ProtoObject">>],
                print(ask(allSuperclasses, meta('Object')))
            ),
            ?assertEqual(7, length(ask(allSuperclasses, meta('Value'))) + 1)
        end},
        {"superclassChain stops at Object", fun() ->
            ?assertEqual([<<"Pixel">>, <<"Point">>, <<"Value">>, <<"Object">>], print(ask(superclassChain, class('Pixel')))),
            ?assertEqual([<<"Object">>], print(ask(superclassChain, class('Object')))),
            ?assertEqual([<<"Point class">>, <<"Value class">>, <<"Object class">>], print(ask(superclassChain, meta('Point')))),
            ?assertEqual([<<"ProtoObject">>], print(ask(superclassChain, class('ProtoObject'))))
        end},
        {"subclasses", fun() ->
            ?assertEqual([<<"Pixel">>], print(ask(subclasses, class('Point')))),
            ?assertEqual([<<"Pixel class">>], print(ask(subclasses, meta('Point')))),
            ?assertEqual([<<"Integer">>, <<"Pixel">>, <<"Point">>, <<"String">>], print(ask(allSubclasses, class('Value')))),
            ?assertEqual([], ask(allSubclasses, class('Metaclass')))
        end},
        {"inheritance tests", fun() ->
            ?assert(ask(inheritsFrom, class('Pixel'), class('Object'))),
            ?assertNot(ask(inheritsFrom, class('Pixel'), class('Pixel'))),
            ?assert(ask(includesBehaviour, class('Pixel'), class('Pixel'))),
            ?assert(ask(inheritsFrom, meta('Pixel'), class('Class')))
        end},
        {"isKindOf:", fun() ->
            ?assert(ask(isKindOf, 5, class('Value'))),
            ?assertNot(ask(isKindOf, 5, class('Point'))),
            ?assert(ask(isKindOf, class('Integer'), class('Class'))),
            ?assert(ask(isKindOf, class('Integer'), class('Behaviour'))),
            ?assert(ask(isKindOf, class('Integer'), class('Object'))),
            ?assert(ask(isKindOf, class('Integer'), meta('Value'))),
            ?assertNot(ask(isKindOf, class('Integer'), class('Value'))),
            ?assert(ask(isKindOf, meta('Integer'), class('Metaclass')))
        end}
    ]}.

reflection_test_() ->
    {setup, fun fixture:start/0, fun fixture:stop/1, [
        {"methods", fun() ->
            ?assertEqual(['+', 'equals:', untyped, 'withX:', x, y], ask(methods, class('Point'))),
            ?assertEqual([origin, who, 'x:y:'], ask(methods, meta('Point'))),
            ?assertEqual([new, origin, who, 'x:y:'], ask(classMethods, meta('Pixel'))),
            ?assert(lists:member(yourself, ask(allMethods, class('Point')))),
            ?assertNot(lists:member(origin, ask(allMethods, class('Point')))),
            ?assertEqual([true, true, true], [lists:member(S, ask(allMethods, meta('Pixel'))) || S <- [origin, name, yourself]])
        end},
        {"includesSelector: is local, canUnderstand: is not", fun() ->
            ?assert(ask(includesSelector, class('Point'), x)),
            ?assertNot(ask(includesSelector, class('Point'), yourself)),
            ?assert(ask(canUnderstand, class('Point'), yourself)),
            ?assertNot(ask(canUnderstand, class('Point'), origin)),
            ?assert(ask(canUnderstand, meta('Pixel'), origin)),
            ?assert(ask(canUnderstand, meta('Pixel'), superclass))
        end},
        {"whichClassIncludesSelector:", fun() ->
            ?assertEqual(class('Point'), ask(whichClassIncludesSelector, class('Pixel'), y)),
            ?assertEqual(class('Object'), ask(whichClassIncludesSelector, class('Pixel'), yourself)),
            ?assertEqual(nil, ask(whichClassIncludesSelector, class('Pixel'), fly)),
            ?assertEqual(meta('Point'), ask(whichClassIncludesSelector, meta('Pixel'), origin))
        end},
        {">> answers the method it finds on the way up", fun() ->
            ?assertMatch(
                #{
                    ?TAG := 'CompiledMethod',
                    '__selector__' := '+',
                    '__source__' := <<"+ other => …"/utf8>>,
                    '__signature__' := <<"+ other :: Point -> Point">>,
                    '__doc__' := <<"The sum.">>
                },
                ask(compiledMethod, class('Pixel'), '+')
            ),
            ?assertMatch(#{'__source__' := <<>>, '__doc__' := nil}, ask(compiledMethod, class('Point'), x)),
            ?assertEqual(nil, ask(compiledMethod, class('Point'), fly)),
            ?assertMatch(
                #beamtalk_error{kind = type_error, class = 'Integer', selector = '>>'},
                fixture:error_of(fun() -> ask(compiledMethod, 5, x) end)
            )
        end},
        {"fields and class variables", fun() ->
            ?assertEqual([color], ask(fieldNames, class('Pixel'))),
            ?assertEqual([x, y, color], ask(allFieldNames, class('Pixel'))),
            ?assertEqual([n, last], ask(classVarNames, class('Tally'))),
            ?assertEqual([n, last], ask(allClassVarNames, class('Tally')))
        end},
        {"documentation and source", fun() ->
            ?assertEqual(<<"A place in the plane.">>, ask(doc, class('Point'))),
            ?assertEqual(nil, ask(doc, class('Pixel'))),
            ?assertEqual(<<"src/point.bt">>, ask(sourceFile, class('Point'))),
            ?assertEqual(nil, ask(sourceFile, class('Pixel'))),
            ?assertEqual(nil, ask(sourceFile, class('String')))
        end}
    ]}.
