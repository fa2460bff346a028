%% What was just defined, patched or removed is so at the very next request.
-module(beamtalk_repl_freshness_tests).
-include_lib("eunit/include/eunit.hrl").

-import(beamtalk_repl_ops_dev, [get_context_completions/2, walk_chain/2]).

freshness_test_() ->
    {foreach, fun prompt_world:start/0, fun prompt_world:stop/1, [
        {"a class", fun defined/0},
        {"a class with other methods", fun redefined/0},
        {"a method put in", fun patched/0},
        {"a method put in with its type", fun typed/0},
        {"a method put in the place of another loses the type", fun untyped/0},
        {"one taken out again", fun removed/0},
        {"a class removed", fun gone/0},
        {"what a method is for", fun documented/0}
    ]}.

offers(Code) ->
    get_context_completions(Code, prompt_world:bindings()).

defined() ->
    ?assertEqual([], offers(<<"Tankard br">>)),
    prompt_world:define(#{
        class => 'Tankard', superclass => 'Object',
        method_info => #{volume => #{return_type => 'Integer'}}, class_method_info => #{brew => #{return_type => 'Self'}}
    }),
    ?assertEqual([<<"Tankard">>], offers(<<"Tanka">>)),
    ?assertEqual([<<"brew">>], offers(<<"Tankard br">>)),
    ?assertEqual([<<"volume">>], offers(<<"Tankard brew vol">>)),
    ?assertEqual([<<"isEven">>], offers(<<"Tankard brew volume isE">>)).

redefined() ->
    ?assertEqual([<<"litres">>], offers(<<"b lit">>)),
    Meta = #{method_info := Methods} = prompt_world:barrel(),
    Changed = maps:remove(litres, Methods#{gallons => #{return_type => 'Float'}, label => #{return_type => 'Symbol'}}),
    prompt_world:redefine(Meta#{method_info => Changed}),
    ?assertEqual([], offers(<<"b lit">>)),
    ?assertEqual([<<"gallons">>], offers(<<"b gal">>)),
    ?assertEqual({ok, 'Float'}, walk_chain('Barrel', [gallons])),
    ?assertEqual({ok, 'Symbol'}, walk_chain('Barrel', [label])),
    ?assertEqual(undefined, walk_chain('Barrel', [litres])).

pid() ->
    beamtalk_class_registry:whereis_class('Barrel').

patched() ->
    ok = beamtalk_object_class:put_method(pid(), 'roll:', fun(Self, _) -> Self end, <<"roll: distance => self">>),
    ?assertEqual([<<"roll:">>], offers(<<"b rol">>)),
    #{items := [#{signature := <<"roll: distance">>, defined_in := <<"Barrel">>}]} =
        prompt_world:completed(<<"Barrel oak rol">>, #{<<"detail">> => true}, #{}),
    ok = beamtalk_object_class:put_class_method(pid(), rolling, fun(Self) -> Self end),
    ?assertEqual([<<"rolling">>], offers(<<"Barrel rol">>)).

typed() ->
    ok = beamtalk_object_class:put_method(pid(), mass, fun(_) -> 7 end, #{return_type => 'Integer'}),
    ?assertEqual([<<"isEven">>], offers(<<"b mass isE">>)).

untyped() ->
    ok = beamtalk_object_class:put_method(pid(), mass, fun(_) -> 7 end, #{return_type => 'Integer'}),
    ok = beamtalk_object_class:put_method(pid(), mass, fun(_) -> 8 end),
    ?assertEqual([], offers(<<"b mass isE">>)),
    ?assertEqual([<<"mass">>], offers(<<"b mas">>)).

removed() ->
    ok = beamtalk_object_class:put_method(pid(), mass, fun(_) -> 7 end, #{return_type => 'Integer'}),
    ok = beamtalk_object_class:remove_method(pid(), instance, mass),
    ?assertEqual([], offers(<<"b mas">>)),
    ?assertEqual(undefined, walk_chain('Barrel', [mass])).

gone() ->
    ?assertEqual([<<"Loft">>], offers(<<"Loft">>)),
    ok = beamtalk_class_registry:remove('Loft'),
    ?assertEqual([], offers(<<"Loft">>)),
    ?assertEqual([], offers(<<"Loft ">>)).

documented() ->
    ok = beamtalk_object_class:set_method_doc(pid(), instance, litres, <<"All of it.\n\nReally.">>),
    #{items := [#{doc := <<"All of it.">>}]} = prompt_world:completed(<<"Barrel oak litr">>, #{<<"detail">> => true}, #{}).
