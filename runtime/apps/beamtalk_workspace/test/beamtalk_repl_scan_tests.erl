%% Texts up to the cursor, and what is read from them. No class is known here.
-module(beamtalk_repl_scan_tests).
-include_lib("eunit/include/eunit.hrl").

-import(beamtalk_repl_ops_dev, [parse_receiver_and_prefix/1]).

receiver_and_prefix_test_() ->
    [
        {Code, ?_assertEqual(Expected, parse_receiver_and_prefix(unicode:characters_to_binary(Code)))}
     || {Code, Expected} <- [
            {"", {undefined, <<>>}},
            {"   ", {undefined, <<>>}},
            {"bar", {undefined, <<"bar">>}},
            {"  bar", {undefined, <<"bar">>}},
            {"b ", {single_token, <<"b">>, <<>>}},
            {"b fi", {single_token, <<"b">>, <<"fi">>}},
            {"\tb fi", {single_token, <<"b">>, <<"fi">>}},
            {"b fill:", {single_token, <<"b">>, <<"fill:">>}},
            {"b fill:from:", {single_token, <<"b">>, <<"fill:from:">>}},
            {"\"a cask\" si", {single_token, <<"\"a cask\"">>, <<"si">>}},
            {"\"a \"\"big\"\" cask\" si", {single_token, <<"\"a \"\"big\"\" cask\"">>, <<"si">>}},
            {"\"half {n} full\" si", {single_token, <<"\"half {n} full\"">>, <<"si">>}},
            {"-12 ab", {single_token, <<"-12">>, <<"ab">>}},
            {"2.5e3 ro", {single_token, <<"2.5e3">>, <<"ro">>}},
            {"16rFF is", {single_token, <<"16rFF">>, <<"is">>}},
            {"#at:put: si", {single_token, <<"#at:put:">>, <<"si">>}},
            {"#'odd one' si", {single_token, <<"#'odd one'">>, <<"si">>}},
            {"$a is", {single_token, <<"$a">>, <<"is">>}},
            {"$  is", {single_token, <<"$ ">>, <<"is">>}},
            {"cellar@Vintner ta", {single_token, <<"cellar@Vintner">>, <<"ta">>}},
            {"cellar@Vi", {undefined, <<"cellar@Vi">>}},
            {"b litres ab", {expression, <<"b litres">>, <<"ab">>}},
            {"b litres   ", {expression, <<"b litres">>, <<>>}},
            {"#(1, 2) size is", {expression, <<"#(1, 2) size">>, <<"is">>}},
            {"#(1, 2) si", {expression, <<"#(1, 2)">>, <<"si">>}},
            {"#{#a => 1} at", {expression, <<"#{#a => 1}">>, <<"at">>}},
            {"(b litres) ab", {expression, <<"(b litres)">>, <<"ab">>}},
            {"(b litres)ab", {expression, <<"(b litres)">>, <<"ab">>}},
            {"b fill: 3 ab", {expression, <<"b fill: 3">>, <<"ab">>}},
            {"b fill: ", {expression, <<"b fill:">>, <<>>}},
            {"b litres + 1 ab", {expression, <<"b litres + 1">>, <<"ab">>}},
            {"b fill: 1; li", {expression, <<"b fill: 1;">>, <<"li">>}},
            %% Where a fragment begins.
            {"x := b li", {single_token, <<"b">>, <<"li">>}},
            {"x := ", {undefined, <<>>}},
            {"^b li", {single_token, <<"b">>, <<"li">>}},
            {"n abs. b li", {single_token, <<"b">>, <<"li">>}},
            {"b fill: (n ab", {single_token, <<"n">>, <<"ab">>}},
            {"words collect: [:w | w si", {single_token, <<"w">>, <<"si">>}},
            {"#(1, n ab", {single_token, <<"n">>, <<"ab">>}},
            {"#{#k => n ab", {single_token, <<"n">>, <<"ab">>}},
            {"\"so {n ab", {single_token, <<"n">>, <<"ab">>}},
            {"b\n  li", {undefined, <<"li">>}},
            {"y := 3\ny ab", {single_token, <<"y">>, <<"ab">>}},
            {"b\n  fill:", {single_token, <<"b">>, <<"fill:">>}},
            {"b litres +\n  n ab", {expression, <<"b litres +\n  n">>, <<"ab">>}},
            {"n // the end\nb li", {single_token, <<"b">>, <<"li">>}},
            {"n /* b */ ab", {expression, <<"n /* b */">>, <<"ab">>}},
            %% Operators.
            {"3 +", {single_token, <<"3">>, <<"+">>}},
            {"3 <", {single_token, <<"3">>, <<"<">>}},
            {"3 + ", {expression, <<"3 +">>, <<>>}},
            {"x :=", {undefined, <<>>}},
            %% No receiver, whatever it looks like.
            {"\"cask\"si", {undefined, <<"si">>}},
            {"\"a cask si", {undefined, <<"si">>}},
            {"n // b li", {undefined, <<"li">>}},
            {"n /* b li", {undefined, <<"li">>}},
            {"b.li", {undefined, <<"li">>}},
            {"#li", {undefined, <<"li">>}},
            {"x:=b", {undefined, <<"b">>}},
            {"é", {undefined, <<>>}}
        ]
    ].

chain_test_() ->
    [
        {Text, ?_assertEqual(Expected, beamtalk_repl_ops_dev:tokenise_send_chain(unicode:characters_to_binary(Text)))}
     || {Text, Expected} <- [
            {"b size", {ok, <<"b">>, [size]}},
            {" b   size  abs ", {ok, <<"b">>, [size, abs]}},
            {"\"a b\" size", {ok, <<"\"a b\"">>, [size]}},
            {"#(1, 2) size abs", {ok, <<"#(1, 2)">>, [size, abs]}},
            {"3 abs", {ok, <<"3">>, [abs]}},
            {"List new size", {ok, <<"List">>, [new, size]}},
            {"", error},
            {"   ", error},
            {"b", error},
            {"\"a b\"", error},
            {"b + 1", error},
            {"b at: 1", error},
            {"b at: 1 size", error},
            {"b size at:", error},
            {"(b size) abs", error},
            {"[1] value", error},
            {"b size; abs", error},
            {"b size. n abs", error},
            {"x := b size", error},
            {"b\nsize", error},
            {"b size 3", error},
            {"b Size", error},
            {"\"a b size", error},
            {"#(1, 2 size", error},
            {"b.size abs", error},
            %% Nobody has a method of this name, for nobody has named it.
            {"b neverYetSpelledOut", error}
        ]
    ].

an_unknown_selector_makes_no_atom_test() ->
    Before = erlang:system_info(atom_count),
    [error = beamtalk_repl_ops_dev:tokenise_send_chain(<<"b unheard", (integer_to_binary(N))/binary>>) || N <- lists:seq(1, 100)],
    ?assertEqual(Before, erlang:system_info(atom_count)).

%% Linear, also where brackets never close.
long_texts_are_read_in_time_test_() ->
    [
        {timeout, 20, fun() ->
            Text = iolist_to_binary(lists:duplicate(20000, Piece)),
            {Time, _} = timer:tc(fun() -> parse_receiver_and_prefix(Text) end),
            ?assert(Time < 5000000)
        end}
     || Piece <- ["(", "[", "\"{", "a b ", "a\n", "#", "$", "'", "//", "-1 "]
    ].
