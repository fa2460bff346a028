%% Places as the compiler describes them, and what is offered there.
-module(beamtalk_repl_position_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk_candidate.hrl").

offered(Position, Code) ->
    beamtalk_repl_position:candidates(Position, Code, prompt_world:bindings()).

labels(Position) ->
    {Candidates, _} = offered(Position, <<"b fill: n ">>),
    [Label || #candidate{label = Label} <- Candidates].

reading(BindsTo, Selectors, Class) ->
    #{binds_to => BindsTo, selectors => Selectors, types => [#{class_name => Class, side => instance}], protocol => []}.

message_test_() ->
    Result = (reading(result, all, <<"String">>))#{opens_at => 0},
    Argument = reading(argument, unary, <<"Integer">>),
    Message = #{
        position => message, prefix => <<>>, from => 10, readings => [Result, Argument],
        parts => [<<"fill:">>], continued => reading(receiver, keyword, <<"Barrel">>)
    },
    prompt_world:with(fun(_) ->
        {Candidates, none} = offered(Message, <<"b fill: n ">>),
        Find = fun(Wanted) -> [It || #candidate{label = Label} = It <- Candidates, Label =:= Wanted] end,
        Order = [BindsTo || #candidate{binds_to = BindsTo, kind = Kind} <- Candidates, Kind =:= method],
        [
            {"the result first, then the argument, then what goes on",
                ?_assertEqual([result, argument, receiver], uniq(Order))},
            {"who wants the result puts the message into parentheses",
                ?_assertMatch([#candidate{insert = <<"(b fill: n) size">>, replaces_from = 0, binds_to = result}], Find(<<"size">>))},
            {"what both understand is offered once", ?_assertMatch([#candidate{binds_to = result}], Find(<<"printString">>))},
            {"the argument takes unary messages only", ?_assertMatch([#candidate{binds_to = argument, insert = <<"isEven">>}], Find(<<"isEven">>))},
            {"and no others", ?_assertEqual([], Find(<<"gcd:">>))},
            {"the next part", ?_assertMatch([#candidate{binds_to = receiver}], Find(<<"slowly:">>))}
        ]
    end).

uniq([A, A | Rest]) -> uniq([A | Rest]);
uniq([A | Rest]) -> [A | uniq(Rest)];
uniq([]) -> [].

other_places_test_() ->
    prompt_world:with([
        {"what all members of a union understand", fun() ->
            Types = [#{class_name => <<"Integer">>, side => instance}, #{class_name => <<"String">>, side => instance}],
            Labels = labels(#{position => message, prefix => <<>>, readings => [#{binds_to => receiver, selectors => all, types => Types}]}),
            ?assert(lists:member(<<"printString">>, Labels)),
            ?assertNot(lists:member(<<"isEven">>, Labels))
        end},
        {"a protocol", ?_assertEqual([<<"weight">>],
            labels(#{position => message, prefix => <<"we">>, readings => [#{binds_to => receiver, selectors => all, types => [], protocol => [<<"weight">>, <<"other">>]}]}))},
        {"names of the text, then those of the session", ?_assertEqual([<<"wort">>, <<"words">>],
            labels(#{position => name, prefix => <<"wor">>, names => [#{label => <<"wort">>, kind => variable, type => <<"String">>}]}))},
        {"without a letter only those of the text", ?_assertEqual([<<"wort">>],
            labels(#{position => name, prefix => <<>>, names => [#{label => <<"wort">>, kind => variable}]}))},
        {"types in the order of the compiler", ?_assertEqual([<<"Lid">>, <<"List">>],
            labels(#{position => type_name, prefix => <<"Li">>, names => [#{label => <<"Lid">>, kind => class}, #{label => <<"List">>, kind => class}]}))},
        {"what the text declares, as it was told", fun() ->
            Told = #{label => <<"lid">>, kind => method, signature => <<"lid -> Integer">>, defined_in => <<"Pot">>, type => <<"Integer">>,
                doc => undefined, insert => <<"(pot fill: 1) lid">>, replaces_from => 3, rank => 2, binds_to => result},
            {[_] = Found, none} = offered(#{position => message, prefix => <<"li">>, readings => [reading(receiver, all, <<"Integer">>)], messages => [Told]}, <<"go pot fill: 1 li">>),
            ?assertEqual(
                [#{label => <<"lid">>, kind => <<"method">>, signature => <<"lid -> Integer">>, defined_in => <<"Pot">>, return_type => <<"Integer">>,
                    doc => null, insert => <<"(pot fill: 1) lid">>, replaces_from => 3, rank => 2, binds_to => <<"result">>}],
                prompt_world:items(Found)
            )
        end},
        {"and nothing else", ?_assertEqual({[], <<"why">>},
            offered(#{position => message, prefix => <<"isE">>, readings => [reading(receiver, all, <<"Integer">>)], messages => [], reason => <<"why">>}, <<"x isE">>))},
        {"a message that must go on, before those of its argument", fun() ->
            Incomplete = #{position => message, prefix => <<>>, readings => [reading(argument, unary, <<"Integer">>)],
                parts => [<<"inject:">>], continued => reading(receiver, keyword, <<"List">>)},
            ?assertMatch([<<"into:">>, _ | _], labels(Incomplete))
        end},
        {"a part that is called like a message has the better facts of both", fun() ->
            Both = #{position => message, prefix => <<>>, readings => [reading(result, all, <<"Integer">>)],
                parts => [<<"fill:">>], continued => reading(receiver, keyword, <<"Barrel">>),
                sent => #{<<"fill:from:">> => 3, <<"abs">> => 1}},
            ?assertMatch([<<"abs">> | _], labels(Both)),
            ?assertEqual(<<"from:">>, hd([It || It <- labels(Both), lists:member(It, [<<"from:">>, <<"slowly:">>])]))
        end},
        {"what is no message comes after all that are", ?_assertEqual([<<"isEven">>, <<"isEvent:">>],
            labels(#{position => message, prefix => <<"isEv">>, readings => [reading(receiver, all, <<"Integer">>)],
                names => [#{label => <<"isEvent:">>, kind => keyword}]}))},
        {"slots", ?_assertEqual([<<"litres">>], labels(#{position => field, prefix => <<"li">>, names => [#{label => <<"litres">>, kind => field}]}))}
    ]).

nothing_test_() ->
    prompt_world:with([
        {"with its reason", ?_assertEqual({[], <<"this is a number">>}, offered(#{position => nothing, reason => <<"this is a number">>}, <<"12">>))},
        {"of a known receiver", ?_assertEqual({[], <<"Integer has no message that begins with `zz`">>},
            offered(#{position => message, prefix => <<"zz">>, readings => [reading(receiver, all, <<"Integer">>)]}, <<"n zz">>))},
        {"of one of several", ?_assertEqual({[], <<"not all that it may be have a message that begins with `isEv`: Integer, String">>},
            offered(#{position => message, prefix => <<"isEv">>, readings => [#{binds_to => receiver, selectors => all,
                types => [#{class_name => Name, side => instance} || Name <- [<<"Integer">>, <<"String">>]]}]}, <<"n isEv">>))},
        {"of an unknown one", ?_assertEqual({[], <<"who knows">>},
            offered(#{position => message, prefix => <<>>, readings => [#{types => []}], reason => <<"who knows">>}, <<"x ">>))}
    ]).

%% Whatever comes back from another program is taken.
odd_answers_test_() ->
    Odd = [[#{label => <<"x">>, kind => 3, signature => a, rank => -1, replaces_from => x, binds_to => 1}], [#{label => 1}], none, undefined, 7, <<>>, <<"x">>, [], [1], [[]], #{}, [#{}], [#{types => 3}], [#{types => [#{class_name => 1, side => up}]}], -1],
    Keys = [position, prefix, from, readings, parts, continued, names, messages, expected, reason],
    Base = #{position => message, prefix => <<>>, from => 2, readings => [reading(receiver, all, <<"Integer">>)], parts => [<<"a:">>]},
    prompt_world:with([
        fun() ->
            {Candidates, Reason} = beamtalk_repl_position:candidates(Position, <<"n ">>, #{}),
            ?assert(is_list(Candidates)),
            ?assert(Candidates =/= [] orelse is_binary(Reason))
        end
     || Kind <- [message, name, type_name, symbol, field, member, erlang, nothing],
        Key <- Keys,
        Value <- Odd,
        Position <- [(Base#{position => Kind})#{Key => Value}],
        is_binary(maps:get(prefix, Position)) orelse Key =:= prefix
    ]).
