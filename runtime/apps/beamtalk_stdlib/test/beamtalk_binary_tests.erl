-module(beamtalk_binary_tests).
-include("expect.hrl").

-define(BYTES, <<255, 1>>).

terms_test_() ->
    [
        ?_assertEqual(Term, beamtalk_binary:'class_deserialize:'(none, beamtalk_binary:'class_serialize:'(none, Term)))
     || Term <- [1, [a, {b, <<"c">>}], #{k => 1.5}]
    ] ++
        [
            ?_assertEqual({7, 3}, beamtalk_binary:'class_deserializeWithUsed:'(none, <<(term_to_binary(7))/binary, "rest">>)),
            ?_assertRaises(type_error, 'Binary', beamtalk_binary:'class_deserialize:'(none, <<"tea">>)),
            ?_assertRaises(type_error, 'Binary', beamtalk_binary:'class_deserialize:'(none, 3)),
            ?_assertRaises(type_error, 'Binary', beamtalk_binary:'class_deserializeWithUsed:'(none, <<>>))
        ].

%% Bytes from elsewhere make no atoms here.
no_new_atoms_test() ->
    Name = <<"atom_that_nobody_has_seen_", (integer_to_binary(erlang:unique_integer([positive])))/binary>>,
    ?assertRaises(type_error, 'Binary', beamtalk_binary:'class_deserialize:'(none, <<131, 119, (byte_size(Name)), Name/binary>>)),
    ?assertError(badarg, binary_to_existing_atom(Name)).

making_test_() ->
    [
        ?_assertEqual(<<"tea">>, beamtalk_binary:'class_fromIolist:'(none, [<<"te">>, [97]])),
        ?_assertRaises(type_error, 'Binary', beamtalk_binary:'class_fromIolist:'(none, [256])),
        ?_assertRaises(type_error, 'Binary', beamtalk_binary:'class_fromIolist:'(none, a)),
        ?_assertEqual(?BYTES, beamtalk_binary:'class_fromBytes:'(none, [255, 1]))
    ] ++
        [
            ?_assertRaises(type_error, 'Binary', beamtalk_binary:'class_fromBytes:'(none, Wrong))
         || Wrong <- [[256], [-1], [1.0], [<<"a">>], [[1]], a]
        ].

access_test_() ->
    [
        ?_assertEqual(2, beamtalk_binary:size(?BYTES)),
        ?_assertEqual(3, beamtalk_binary:byteSize(<<"né"/utf8>>)),
        ?_assertEqual(1, beamtalk_binary:'at:'(?BYTES, 2)),
        ?_assertEqual(255, beamtalk_binary:'byteAt:'(?BYTES, 0)),
        ?_assertEqual(<<"pot">>, beamtalk_binary:'part:size:'(<<"teapot">>, 3, 3)),
        ?_assertEqual(<<>>, beamtalk_binary:'part:size:'(<<"tea">>, 3, 0)),
        ?_assertEqual(<<"teapot">>, beamtalk_binary:'concat:'(<<"tea">>, <<"pot">>)),
        ?_assertEqual([255, 1], beamtalk_binary:toBytes(?BYTES)),
        ?_assertEqual(nil, beamtalk_binary:'do:'(?BYTES, fun(B) -> B end)),
        ?_assertRaises(index_out_of_bounds, 'Binary', beamtalk_binary:'at:'(?BYTES, 3)),
        ?_assertRaises(index_out_of_bounds, 'Binary', beamtalk_binary:'at:'(?BYTES, 0)),
        ?_assertRaises(empty_collection, 'Binary', beamtalk_binary:'at:'(<<>>, 1)),
        ?_assertRaises(type_error, 'Binary', beamtalk_binary:'at:'(?BYTES, a)),
        ?_assertRaises(index_out_of_bounds, 'Binary', beamtalk_binary:'byteAt:'(?BYTES, 2)),
        ?_assertRaises(index_out_of_bounds, 'Binary', beamtalk_binary:'byteAt:'(?BYTES, -1)),
        ?_assertRaises(index_out_of_bounds, 'Binary', beamtalk_binary:'part:size:'(?BYTES, 1, 2)),
        ?_assertRaises(index_out_of_bounds, 'Binary', beamtalk_binary:'part:size:'(?BYTES, 0, -1)),
        ?_assertRaises(type_error, 'Binary', beamtalk_binary:'part:size:'(?BYTES, a, 1)),
        ?_assertRaises(type_error, 'Binary', beamtalk_binary:'concat:'(?BYTES, a)),
        ?_assertRaises(type_error, 'Binary', beamtalk_binary:'do:'(?BYTES, a))
    ].

text_test_() ->
    [
        ?_assertEqual(<<"né"/utf8>>, beamtalk_binary:asString(<<"né"/utf8>>)),
        ?_assertEqual({error, {invalid_utf8, 1}}, beamtalk_binary:asString(<<"t", 255>>)),
        ?_assertEqual({error, {invalid_utf8, 1}}, beamtalk_binary:asString(<<"t", 195>>)),
        ?_assertEqual(?BYTES, beamtalk_binary:asStringUnchecked(?BYTES)),
        ?_assertEqual(<<"<<FF 01>>">>, beamtalk_binary:printString(?BYTES)),
        ?_assertEqual(<<"\"tea\"">>, beamtalk_binary:printString(<<"tea">>))
    ].

encodings_go_both_ways_test_() ->
    Texts = [<<>>, <<"f">>, <<"fo">>, <<"foo">>, <<"foob">>, ?BYTES, <<251, 255, 254>>, list_to_binary(lists:seq(0, 255))],
    [
        ?_assertEqual(beamtalk_result:ok(Text), beamtalk_binary:From(none, beamtalk_binary:As(Text)))
     || Text <- Texts,
        {As, From} <- [{asBase64, 'class_fromBase64:'}, {asBase64Url, 'class_fromBase64Url:'}, {asHex, 'class_fromHex:'}]
    ].

encodings_test_() ->
    [
        ?_assertEqual(<<"Zm9vYg==">>, beamtalk_binary:asBase64(<<"foob">>)),
        ?_assertEqual(<<"-__-">>, beamtalk_binary:asBase64Url(<<251, 255, 254>>)),
        ?_assertEqual(<<"ff01">>, beamtalk_binary:asHex(?BYTES)),
        ?_assertEqual(beamtalk_result:ok(?BYTES), beamtalk_binary:'class_fromHex:'(none, <<"Ff01">>)),
        ?_assertEqual(beamtalk_result:ok(?BYTES), beamtalk_binary:'class_fromBase64Url:'(none, <<"_wE">>))
    ].

bad_encodings_test_() ->
    Bad = [
        {'class_fromBase64:', [<<"Zm9vYg">>, <<"Zm9v Yg=">>, <<"-__-">>, <<"Zm9v\n">>, <<"Zm==9vYg">>, <<"é"/utf8>>]},
        {'class_fromBase64Url:', [<<"+//+">>, <<"Zm9vY">>, <<"Z m9">>]},
        {'class_fromHex:', [<<"f">>, <<"fg">>, <<"0x">>]}
    ],
    [
        ?_assertMatch(
            #{isOk := false, errReason := #{error := #beamtalk_error{kind = parse_error, class = 'Binary'}}},
            beamtalk_binary:Selector(none, Text)
        )
     || {Selector, Texts} <- Bad, Text <- Texts
    ] ++ [?_assertRaises(type_error, 'Binary', beamtalk_binary:Selector(none, 3)) || {Selector, _} <- Bad].
