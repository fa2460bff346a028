%% What is said of each candidate, which are left out, and their order.
-module(beamtalk_repl_candidates_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk_candidate.hrl").

-import(beamtalk_repl_candidates, [messages/2, common/2, required/2, next_parts/2, symbols/2]).

labels(Candidates) ->
    [Label || #candidate{label = Label} <- Candidates].

items(Receiver, Prefix) ->
    prompt_world:items(messages(Receiver, #{prefix => list_to_binary(Prefix)})).

item_test_() ->
    prompt_world:with([
        {"a method of its own", ?_assertEqual(
            [#{
                label => <<"litres">>, kind => <<"method">>, signature => <<"litres -> Integer">>, defined_in => <<"Barrel">>,
                return_type => <<"Integer">>, doc => <<"How much is in it.">>, insert => <<"litres">>,
                replaces_from => null, rank => 0, binds_to => <<"receiver">>
            }],
            items({instance, 'Barrel'}, "lit")
        )},
        {"names and types of parameters", ?_assertMatch(
            #{signature := <<"fill: amount :: Integer -> Integer">>, insert := <<"fill:">>, doc := null},
            hd([It || #{label := <<"fill:">>} = It <- items({instance, 'Barrel'}, "fill:")])
        )},
        {"the first part is typed first", ?_assertMatch(
            [#{label := <<"fill:from:">>, insert := <<"fill:">>}], items({instance, 'Barrel'}, "fill:fr")
        )},
        {"an inherited one", ?_assertMatch([#{defined_in := <<"Barrel">>, rank := 2}], items({instance, 'Keg'}, "labe"))},
        {"what all objects have", ?_assertMatch([#{defined_in := <<"Object">>, rank := 50}], items({instance, 'Keg'}, "yours"))},
        {"of a class", ?_assertMatch(
            [#{kind := <<"class_method">>, defined_in := <<"Barrel class">>, rank := 0}], items({class, 'Barrel'}, "oak")
        )},
        {"of all classes", ?_assertMatch(
            [#{kind := <<"method">>, defined_in := <<"Behaviour">>, rank := 50}], items({class, 'Barrel'}, "inheritsF")
        )},
        {"without a type", ?_assertMatch([#{return_type := null, signature := <<"raw">>}], items({instance, 'Barrel'}, "raw"))},
        {"an override is listed once, where it is", ?_assertMatch(
            [#{defined_in := <<"Keg">>, return_type := null, rank := 0}], items({instance, 'Keg'}, "litres")
        )}
    ]).

class_item_test_() ->
    prompt_world:with([
        ?_assertMatch(
            [#{kind := <<"class">>, signature := <<"Cover subclass: Lid(T)">>, doc := <<"What closes a barrel.">>}],
            prompt_world:items(beamtalk_repl_names:receivers(<<"Lid">>, #{}))
        ),
        ?_assertMatch(
            [#{kind := <<"class">>, defined_in := <<"cellar">>}],
            prompt_world:items(beamtalk_repl_names:receivers(<<"Vint">>, #{}))
        ),
        ?_assertMatch(
            [#{kind := <<"variable">>, signature := <<"total :: Integer">>, return_type := <<"Integer">>}],
            prompt_world:items(beamtalk_repl_names:receivers(<<"total">>, #{<<"total">> => 3}))
        ),
        ?_assertMatch([#{kind := <<"protocol">>}], prompt_world:items(beamtalk_repl_names:receivers(<<"Printab">>, #{})))
    ]).

%% At the prompt, which belongs to no package.
visibility_test_() ->
    prompt_world:with([
        ?_assertEqual([], items({instance, 'Vintner'}, "secret")),
        ?_assertMatch([_], items({instance, 'Vintner'}, "taste")),
        ?_assertMatch([_], items({instance, 'Loft'}, "open")),
        ?_assertEqual([], items({instance, 'Collection'}, "refuse")),
        ?_assertEqual([], beamtalk_repl_names:receivers(<<"Vault">>, #{}))
    ]).

%% An internal method hides what it overrides, though it is not offered itself.
hidden_override_test_() ->
    prompt_world:with(fun(_) ->
        prompt_world:define(#{
            class => 'Taster', superclass => 'Vintner', package => cellar,
            method_info => #{taste => #{return_type => none, visibility => internal}}
        }),
        [?_assertEqual([], items({instance, 'Taster'}, "taste"))]
    end).

order_test_() ->
    prompt_world:with(fun(_) ->
        Labels = labels(messages({instance, 'Keg'}, #{prefix => <<>>})),
        At = fun(Label) -> length(lists:takewhile(fun(It) -> It =/= Label end, Labels)) end,
        [
            {"own, inherited, of all objects", ?_assert(At(<<"label">>) < At(<<"yourself">>))},
            {"each once", ?_assertEqual(length(Labels), length(lists:usort(Labels)))},
            {"what is typed in full comes first", ?_assertEqual(
                <<"fill:">>, hd(labels(messages({instance, 'Barrel'}, #{prefix => <<"fill:">>})))
            )},
            {"always the same", ?_assertEqual(
                [Labels], lists:usort([labels(messages({instance, 'Keg'}, #{prefix => <<>>})) || _ <- lists:seq(1, 100)])
            )}
        ]
    end).

sort_of_selector_test_() ->
    prompt_world:with(fun(_) ->
        Of = fun(Sort) -> labels(messages({instance, 'Integer'}, #{prefix => <<>>, selectors => Sort})) end,
        All = Of(all),
        [
            ?_assert(lists:all(fun(It) -> lists:member(It, Of(unary)) end, [<<"abs">>, <<"isEven">>])),
            ?_assertEqual([], [It || It <- Of(unary), binary:last(It) =:= $: orelse not beamtalk_repl_scan:is_word(binary:first(It))]),
            ?_assertEqual([], [It || It <- Of(keyword), binary:last(It) =/= $:]),
            ?_assert(lists:member(<<"+">>, Of(binary))),
            ?_assertEqual(lists:sort(All), lists:sort(Of(unary) ++ Of(keyword) ++ Of(binary))),
            ?_assertEqual(lists:sort(Of(not_unary)), lists:sort(Of(keyword) ++ Of(binary)))
        ]
    end).

common_test_() ->
    prompt_world:with(fun(_) ->
        Both = labels(common([{instance, 'String'}, {instance, 'Integer'}], #{prefix => <<>>})),
        [
            ?_assert(lists:member(<<"printString">>, Both)),
            ?_assertNot(lists:member(<<"isEven">>, Both)),
            ?_assertNot(lists:member(<<"size">>, Both)),
            ?_assertEqual([], common([], #{prefix => <<>>}))
        ]
    end).

required_test() ->
    ?assertEqual(
        [<<"weigh">>, <<"weighOn:">>],
        labels(required([<<"weighOn:">>, <<"weigh">>, <<"other">>], #{prefix => <<"we">>}))
    ).

next_parts_test_() ->
    prompt_world:with([
        {lists:flatten(io_lib:format("~tp ~tp", [Parts, Prefix])),
            ?_assertEqual(Expected, labels(next_parts([Receiver], #{parts => Parts, prefix => Prefix})))}
     || {Receiver, Parts, Prefix, Expected} <- [
            {{instance, 'Barrel'}, [<<"fill:">>], <<>>, [<<"from:">>, <<"slowly:">>]},
            {{instance, 'Barrel'}, [<<"fill:">>], <<"s">>, [<<"slowly:">>]},
            {{instance, 'Barrel'}, [<<"fill:">>, <<"from:">>], <<>>, []},
            {{instance, 'Barrel'}, [<<"pour:">>], <<>>, []},
            {{instance, 'List'}, [<<"inject:">>], <<"in">>, [<<"into:">>]},
            {{instance, 'Keg'}, [<<"perform:">>], <<>>, [<<"withArguments:">>]}
        ]
    ]).

symbols_test_() ->
    prompt_world:with([
        ?_assertEqual([<<"#litres">>], labels(symbols({instance, 'Barrel'}, #{prefix => <<"lit">>}))),
        ?_assertMatch([#{kind := <<"symbol">>, insert := <<"#fill:from:">>}],
            prompt_world:items(symbols({instance, 'Barrel'}, #{prefix => <<"fill:f">>})))
    ]).

extension_test_() ->
    prompt_world:with(fun(_) ->
        ok = beamtalk_extensions:register('Lid', polish, fun(_, _) -> ok end, test, <<"polish -> Lid => self">>),
        ok = beamtalk_extensions:register('Lid class', standard, fun(_, _) -> ok end, test),
        [
            ?_assertMatch([#{signature := <<"polish -> Lid">>, defined_in := <<"Lid">>, rank := 0}], items({instance, 'Lid'}, "pol")),
            ?_assertMatch([#{signature := <<"standard">>, defined_in := <<"Lid class">>}], items({class, 'Lid'}, "stan"))
        ]
    end).

%% What the library sends often comes first, but not before what is nearer.
use_test_() ->
    Table = {beamtalk_repl_rank, uses},
    Start = fun() -> prompt_world:start(), persistent_term:put(Table, #{<<"twin">> => 40, <<"label">> => 2, <<"yourself">> => 9000, <<"stop">> => 500}) end,
    {setup, Start, fun(World) -> persistent_term:erase(Table), prompt_world:stop(World) end, fun(_) ->
        Labels = labels(messages({instance, 'Barrel'}, #{prefix => <<>>, sent => #{<<"raw">> => 1}})),
        At = fun(Label) -> length(lists:takewhile(fun(It) -> It =/= Label end, Labels)) end,
        [
            {"what was just sent", ?_assertEqual(0, At(<<"raw">>))},
            {"then what is sent often", ?_assertEqual([1, 2], [At(<<"twin">>), At(<<"label">>)])},
            {"then the rest of its own, inherited, of all objects", ?_assert(
                At(<<"litres">>) < At(<<"stop">>) andalso At(<<"stop">>) < At(<<"yourself">>)
            )}
        ]
    end}.
