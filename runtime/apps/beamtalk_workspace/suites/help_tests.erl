%% Help, over the classes of the library as they are built.
-module(help_tests).
-include_lib("stdlib/include/assert.hrl").

-export([help_test_/0]).

help_test_() ->
    case filelib:wildcard("bt@stdlib@*.beam", code:lib_dir(beamtalk_stdlib, ebin)) of
        [] ->
            io:format(user, "left out: the library is not built~n", []),
            [];
        Beams ->
            {setup, fun() -> load(Beams) end, fun(_) -> ok end, [
                {Topic, fun() -> shows(list_to_binary(Topic), Parts) end}
             || {Topic, Parts} <- cases()
            ]}
    end.

load(Beams) ->
    {ok, _} = application:ensure_all_started(beamtalk_stdlib),
    [{module, _} = code:ensure_loaded(list_to_atom(filename:basename(Beam, ".beam"))) || Beam <- Beams].

%% What is to be found, in this order.
cases() ->
    [
        {"Interval", [
            "^== Interval < Collection ==\nPackage: stdlib\n\nIntegers at equal distances",
            "\nFields:\n  from :: Integer - ", "\nInstance methods:\n", "\n  size -> Integer\n", "\nClass methods:\n", "\n  withAll: list :: List",
            "\nInherited from Collection \\(\\d+ methods\\): \\S+, \\S+, \\S+, \\.\\.\\. \\(\\d+ more\\)\nInherited from Object ",
            "\nSee also:\n  Array - ", ":help Interval selector"
        ]},
        {"ProtoObject", ["^== ProtoObject ==\n"]},
        {"stdlib@Interval", ["^== Interval < "]},
        {"Printable", ["\\[protocol\\]", "Required methods:\n  asString"]},
        {"Printable printString", ["^== Printable >> printString ==\n\\[required\\]\n  printString -> String\n\nText for programmers", "\nDeclared in: Printable, package stdlib\n$"]},
        {"Printable class name", ["^== Printable class >> name ==", "inherited from Behaviour"]},
        {"Interval class", ["^== Interval class ==\n", "Class methods:\n", "Inherited from Behaviour"]},
        {"Interval size", ["^== Interval >> size ==\n  size -> Integer\n\nThe number of members", "size   // => 3", "\nDefined in: Interval, package stdlib\nOverrides: Collection >> size"]},
        {"Interval >> size", ["^== Interval >> size =="]},
        {"Interval isEmpty", ["^== Interval >> isEmpty ==\n\\(inherited from Collection\\)\n", "Defined in: Collection"]},
        {"Interval from", ["The first member", "made for the field"]},
        {"Interval withAll:", ["^== Interval class >> withAll: =="]},
        {"Interval class name", ["^== Interval class >> name ==", "inherited from Behaviour"]},
        {"Integer +", ["^== Integer >> \\+ =="]},
        {"#at:put:", ["^== at:put: ==\nDefined by \\d+ classes:", "Array >> at: index :: Integer put:"]},
        {"Erlang lists", ["^Erlang module: lists\n", "\nFunctions:\n", "reverse: list1 :: List -> List"]},
        {"Erlang lists reverse", ["^lists:reverse/1\nErlang: -spec reverse\\(", "\n  reverse: list1 :: List -> List"]},
        {"Erlang maps put", ["\n  put: key :: Dynamic with: value :: Dynamic with: map1 :: Dictionary -> Dictionary\n"]},
        {"Erlang file posix", ["^file:posix\nErlang: -type posix\\(\\)"]},
        {"Interwal", {<<"class_not_found">>, <<"Class 'Interwal' not found">>, <<"Did you mean Interval?">>}},
        {"tea@Interval", {<<"class_not_found">>, <<"Class 'tea@Interval' not found">>, <<"Did you mean Interval?">>}},
        {"Interval siez", {<<"does_not_understand">>, <<"Interval does not understand 'siez'">>, <<"Did you mean size?">>}},
        {"JsonRepresentable asJsn", {<<"does_not_understand">>, <<"JsonRepresentable does not understand 'asJsn'">>, <<"Did you mean asJson?">>}},
        {"prinString", {<<"selector_not_found">>, <<"No class defines 'prinString'">>, <<"Did you mean printString?">>}},
        {"Erlang lits", {<<"module_not_found">>, <<"There is no Erlang module 'lits'">>, any}},
        {"Erlang ../../etc/passwd", {<<"module_not_found">>, <<"There is no Erlang module '../../etc/passwd'">>, none}},
        {"Erlang lists revers", {<<"does_not_understand">>, <<"Erlang module lists has no function 'revers'">>, <<"Did you mean reverse?">>}},
        {"  ", {<<"invalid_argument">>, <<"Name a class, a method or a selector">>, none}}
    ].

shows(Topic, Parts) when is_list(Parts) ->
    {ok, #{docs := Text}} = beamtalk_repl_ops_browse:handle(<<"help">>, #{<<"topic">> => Topic}, #{}),
    Pattern = lists:join("[\\s\\S]*?", Parts),
    ?assertMatch({{match, _}, _}, {re:run(Text, Pattern, [unicode, dollar_endonly]), Text});
shows(Topic, {Kind, Message, Hint}) ->
    {error, Error} = beamtalk_repl_ops_browse:handle(<<"help">>, #{<<"topic">> => Topic}, #{}),
    ?assertMatch(#{kind := Kind, message := Message}, Error),
    Hint =:= any orelse ?assertEqual(Hint, maps:get(hint, Error, none)).
