-module(beamtalk_type_membership_tests).

-include_lib("eunit/include/eunit.hrl").
-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-import(beamtalk_type_membership, [is_member/2, bind/3]).

types_test_() ->
    {setup, fun start/0, fun stop/1, fun(_) ->
        [{lists:flatten(io_lib:format("~0p in ~0p", [Value, Type])), ?_assertEqual(Expected, is_member(Value, Type))}
         || {Expected, Value, Type} <- rows()]
    end}.

rows() ->
    Integer = {class, 'Integer', []},
    Cup = #{?TAG => 'Cup'},
    Mug = #{?TAG => 'Mug'},
    CupClass = beamtalk_class_registry:class_object('Cup'),
    MugClass = beamtalk_class_registry:class_object('Mug'),
    [
        {true, 3, Integer},
        {false, 3.0, Integer},
        {false, nil, Integer},
        {true, 3, {class, 'Object', []}},
        {true, 97, {class, 'Character', []}},
        {false, <<"a">>, {class, 'Character', []}},
        {true, beamtalk_class_registry:class_object('Integer'), {meta, 'Character'}},
        %% A proxy stands for an actor, and for nothing else.
        {true, proxy(), {class, 'Kettle', []}},
        {true, proxy(), {class, 'Object', []}},
        {false, proxy(), {class, 'Cup', []}},
        {true, anything, any},
        {false, anything, never},
        {true, tea, {symbol, tea}},
        {false, pot, {symbol, tea}},
        {true, Mug, {class, 'Cup', []}},
        {false, Cup, {class, 'Mug', []}},
        %% Class objects are no instances, and the reverse.
        {true, MugClass, {meta, 'Cup'}},
        {false, CupClass, {meta, 'Mug'}},
        {false, Cup, {meta, 'Cup'}},
        {false, CupClass, {class, 'Cup', []}},
        {true, CupClass, {class, 'Class', []}},
        {false, beamtalk_class_reference:metaclass(CupClass), {meta, 'Cup'}},
        {true, beamtalk_class_reference:metaclass(CupClass), {class, 'Metaclass', []}},
        {true, nil, {any_of, [Integer, {class, 'UndefinedObject', []}]}},
        {false, tea, {any_of, [Integer, {class, 'UndefinedObject', []}]}},
        {false, tea, {without, {class, 'Symbol', []}, [{symbol, tea}]}},
        {true, pot, {without, {class, 'Symbol', []}, [{symbol, tea}]}},
        {false, Cup, {all_of, [{class, 'Cup', []}, {class, 'Mug', []}]}},
        %% What holds others.
        {true, [1, 2], {class, 'List', [Integer]}},
        {false, [1, a], {class, 'List', [Integer]}},
        {true, [1, a], {class, 'List', [any]}},
        {true, [], {class, 'List', [never]}},
        {true, [1 | 2], {class, 'List', [Integer]}},
        {false, #{?TAG => 'Set', elements => [a]}, {class, 'Set', [Integer]}},
        {false, #{?TAG => 'Array', data => #{0 => a}}, {class, 'Array', [Integer]}},
        {false, #{?TAG => 'Bag', counts => #{a => 1}}, {class, 'Bag', [Integer]}},
        {true, #{a => 1}, {class, 'Dictionary', [{symbol, a}, Integer]}},
        {false, #{a => b}, {class, 'Dictionary', [any, Integer]}},
        {false, #{1 => 1}, {class, 'Dictionary', [{class, 'Symbol', []}, Integer]}},
        {true, {a, 1}, {class, 'Tuple', [any, Integer]}},
        {false, {a, b}, {class, 'Tuple', [any, Integer]}},
        {false, {a}, {class, 'Tuple', [any, Integer]}},
        {true, result(true, 1, nil), {class, 'Result', [Integer, never]}},
        {false, result(true, a, nil), {class, 'Result', [Integer, any]}},
        {false, result(false, nil, a), {class, 'Result', [any, Integer]}},
        {true, fun() -> a end, {class, 'Block', [any]}},
        {false, fun() -> a end, {class, 'Block', [any, any]}}
    ].

%% Of the receiver's own class, or a class below it.
self_test_() ->
    {setup, fun start/0, fun stop/1, fun(_) ->
        Cup = #{?TAG => 'Cup'},
        Mug = #{?TAG => 'Mug'},
        CupClass = beamtalk_class_registry:class_object('Cup'),
        MugClass = beamtalk_class_registry:class_object('Mug'),
        [
            ?_assert(is_member(Mug, bind(self, instance, Cup))),
            ?_assertNot(is_member(Cup, bind(self, instance, Mug))),
            ?_assert(is_member(Mug, bind(self, class, MugClass))),
            ?_assertNot(is_member(Cup, bind(self, class, MugClass))),
            ?_assert(is_member(MugClass, bind(self_class, instance, Mug))),
            ?_assertNot(is_member(CupClass, bind(self_class, instance, Mug))),
            %% `yourself` of a class is the class.
            ?_assert(is_member(MugClass, bind(self, instance, MugClass))),
            ?_assertNot(is_member([Cup], bind({class, 'List', [self]}, instance, Mug)))
        ]
    end}.

counts_test_() ->
    {setup, fun start/0, fun stop/1, fun(_) ->
        Integer = {class, 'Integer', []},
        Method = {'Cup', instance, size},
        ok = beamtalk_soundness:start(),
        3 = beamtalk_soundness:answer(true, Method, Integer, #{?TAG => 'Cup'}, 3),
        big = beamtalk_soundness:answer(true, Method, Integer, #{?TAG => 'Cup'}, big),
        %% Whoever is given something else promises nothing.
        big = beamtalk_soundness:answer(false, {'Cup', instance, other}, Integer, #{?TAG => 'Cup'}, big),
        ok = beamtalk_soundness:value(true, expression, {<<"Cup.bt">>, 'Cup', size, 4, <<"self size">>}, Integer, 3),
        ok = beamtalk_soundness:value(true, receiver, {<<"Cup.bt">>, 'Cup', size, 4, <<"self">>}, Integer, 4),
        Report = beamtalk_soundness:report(),
        beamtalk_soundness ! stop,
        [
            ?_assert(beamtalk_soundness:fit([Integer, any], [3, a])),
            ?_assertNot(beamtalk_soundness:fit([Integer, any], [a, a])),
            ?_assertMatch(
                #{methods := 1, answers := 2, expressions := 2, values := 2, receivers := 1, received := 1, wrong := [_]},
                Report
            )
        ]
    end}.

proxy() ->
    {beamtalk_object, 'TimeoutProxy', toy_class, self()}.

result(IsOk, Value, Reason) ->
    #{?TAG => 'Result', isOk => IsOk, okValue => Value, errReason => Reason}.

start() ->
    {ok, Started} = application:ensure_all_started(beamtalk_runtime),
    define('ProtoObject', none),
    define('Object', 'ProtoObject'),
    Below = ['Integer', 'Symbol', 'UndefinedObject', 'List', 'Set', 'Array', 'Bag', 'Dictionary', 'Tuple', 'Result', 'Block', 'Behaviour', 'Cup'],
    [define(Name, 'Object') || Name <- Below],
    define('Class', 'Behaviour'),
    define('Metaclass', 'Class'),
    define('Mug', 'Cup'),
    define('Actor', 'Object'),
    define('Kettle', 'Actor'),
    define('TimeoutProxy', 'Actor'),
    Started.

define(Name, Superclass) ->
    Meta = #{class => Name, superclass => Superclass, meta_version => 2},
    ok = beamtalk_class_registry:register(toy_class, Meta).

stop(_) ->
    Level = maps:get(level, logger:get_primary_config()),
    logger:set_primary_config(level, none),
    ok = application:stop(beamtalk_runtime),
    logger:set_primary_config(level, Level).
