-module(beamtalk_string_tests).
-include("expect.hrl").

%% A letter, one with an accent of its own, and a family of two: three characters.
-define(THREE, <<"ne\x{301}\x{1F469}\x{200D}\x{1F467}"/utf8>>).

making_test_() ->
    [
        ?_assertEqual(<<"teapot">>, beamtalk_string:'class_withAll:'(none, [<<"tea">>, <<"pot">>])),
        ?_assertEqual(<<>>, beamtalk_string:'class_withAll:'(none, [])),
        ?_assertEqual(<<"é"/utf8>>, beamtalk_string:'class_fromCodePoint:'(none, 233)),
        ?_assertEqual(<<"né"/utf8>>, beamtalk_string:'class_fromCodePoints:'(none, [110, 233])),
        ?_assertEqual(<<"tea">>, beamtalk_string:'class_fromIolist:'(none, [<<"te">>, [97]])),
        ?_assertEqual(<<"é"/utf8>>, beamtalk_string:'class_fromIolist:'(none, [195, 169])),
        ?_assertEqual(<<"é"/utf8>>, beamtalk_string:'class_fromIolist:'(none, [233])),
        ?_assertEqual(<<"中"/utf8>>, beamtalk_string:'class_fromIolist:'(none, [16#4E2D])),
        ?_assertRaises(type_error, 'String', beamtalk_string:'class_withAll:'(none, [3])),
        ?_assertRaises(type_error, 'String', beamtalk_string:'class_withAll:'(none, <<"tea">>)),
        ?_assertRaises(type_error, 'String', beamtalk_string:'class_fromCodePoint:'(none, 16#D800)),
        ?_assertRaises(type_error, 'String', beamtalk_string:'class_fromCodePoints:'(none, [a])),
        ?_assertRaises(type_error, 'String', beamtalk_string:'class_fromIolist:'(none, [a])),
        ?_assertRaises(type_error, 'String', beamtalk_string:'class_fromIolist:'(none, [<<255>>]))
    ].

characters_test_() ->
    [
        ?_assertEqual(3, beamtalk_string:length(?THREE)),
        ?_assertEqual(3, beamtalk_string:size(?THREE)),
        ?_assertEqual(<<"e\x{301}"/utf8>>, beamtalk_string:'at:'(?THREE, 2)),
        ?_assertEqual(<<"n">>, beamtalk_string:first(?THREE)),
        ?_assertEqual(<<"\x{1F469}\x{200D}\x{1F467}"/utf8>>, beamtalk_string:last(?THREE)),
        ?_assertEqual([<<"n">>, <<"e\x{301}"/utf8>>, <<"\x{1F469}\x{200D}\x{1F467}"/utf8>>], beamtalk_string:asList(?THREE)),
        ?_assertEqual(<<"\x{1F469}\x{200D}\x{1F467}e\x{301}n"/utf8>>, beamtalk_string:reverse(?THREE)),
        ?_assertEqual(<<"ne\x{301}"/utf8>>, beamtalk_string:'take:'(?THREE, 2)),
        ?_assertEqual(<<"\x{1F469}\x{200D}\x{1F467}"/utf8>>, beamtalk_string:'drop:'(?THREE, 2)),
        ?_assertEqual(1, beamtalk_string:size(<<"\r\n">>)),
        ?_assertEqual(0, beamtalk_string:size(<<>>)),
        ?_assertRaises(index_out_of_bounds, 'String', beamtalk_string:'at:'(?THREE, 4)),
        ?_assertRaises(index_out_of_bounds, 'String', beamtalk_string:'at:'(?THREE, 0)),
        ?_assertRaises(empty_collection, 'String', beamtalk_string:'at:'(<<>>, 1)),
        ?_assertRaises(type_error, 'String', beamtalk_string:'at:'(?THREE, a)),
        ?_assertRaises(empty_collection, 'String', beamtalk_string:first(<<>>)),
        ?_assertRaises(empty_collection, 'String', beamtalk_string:last(<<>>))
    ].

cutting_test_() ->
    [
        ?_assertEqual(<<"tea">>, beamtalk_string:'take:'(<<"tea">>, 9)),
        ?_assertEqual(<<>>, beamtalk_string:'take:'(<<"tea">>, -1)),
        ?_assertEqual(<<>>, beamtalk_string:'drop:'(<<"tea">>, 9)),
        ?_assertEqual(<<"tea">>, beamtalk_string:'drop:'(<<"tea">>, -1)),
        ?_assertRaises(type_error, 'String', beamtalk_string:'take:'(<<"tea">>, a)),
        ?_assertRaises(type_error, 'String', beamtalk_string:'drop:'(<<"tea">>, 1.0))
    ].

case_test_() ->
    [
        ?_assertEqual(<<"GROSS">>, beamtalk_string:uppercase(<<"groß"/utf8>>)),
        ?_assertEqual(<<"été"/utf8>>, beamtalk_string:lowercase(<<"ÉTÉ"/utf8>>)),
        ?_assertEqual(<<"Été tEA"/utf8>>, beamtalk_string:capitalize(<<"été tEA"/utf8>>)),
        ?_assertEqual(<<>>, beamtalk_string:capitalize(<<>>)),
        ?_assertEqual(<<"ΣΊΣΥΦΟΣ"/utf8>>, beamtalk_string:uppercase(<<"σίσυφος"/utf8>>))
    ].

white_space_test_() ->
    [
        ?_assertEqual(<<"a b">>, beamtalk_string:trim(<<"\x{2028}\t a b\r\n"/utf8>>)),
        ?_assertEqual(<<"a ">>, beamtalk_string:trimLeft(<<" a ">>)),
        ?_assertEqual(<<" a">>, beamtalk_string:trimRight(<<" a ">>)),
        ?_assertEqual([<<"a">>, <<"b">>], beamtalk_string:words(<<" a \r\n\t b ">>)),
        ?_assertEqual([], beamtalk_string:words(<<"  ">>)),
        ?_assertEqual([<<"a">>, <<"b">>, <<>>], beamtalk_string:lines(<<"a\r\nb\n">>)),
        ?_assertEqual([<<>>], beamtalk_string:lines(<<>>))
    ].

searching_test_() ->
    [
        ?_assert(beamtalk_string:'includesSubstring:'(<<"teapot">>, <<"apo">>)),
        ?_assert(beamtalk_string:'includesSubstring:'(<<>>, <<>>)),
        ?_assertNot(beamtalk_string:'includesSubstring:'(<<"tea">>, <<"pot">>)),
        ?_assert(beamtalk_string:'startsWith:'(<<"teapot">>, <<"tea">>)),
        ?_assert(beamtalk_string:'startsWith:'(<<"tea">>, <<>>)),
        ?_assertNot(beamtalk_string:'startsWith:'(<<"tea">>, <<"teapot">>)),
        ?_assert(beamtalk_string:'endsWith:'(<<"teapot">>, <<"pot">>)),
        ?_assert(beamtalk_string:'endsWith:'(<<>>, <<>>)),
        ?_assertNot(beamtalk_string:'endsWith:'(<<"pot">>, <<"teapot">>)),
        ?_assertEqual(4, beamtalk_string:'indexOf:'(<<"teapot">>, <<"pot">>)),
        ?_assertEqual(3, beamtalk_string:'indexOf:'(?THREE, <<"\x{1F469}\x{200D}\x{1F467}"/utf8>>)),
        ?_assertEqual(1, beamtalk_string:'indexOf:'(<<"tea">>, <<"t">>)),
        ?_assertEqual(nil, beamtalk_string:'indexOf:'(<<"tea">>, <<"x">>)),
        ?_assertEqual(nil, beamtalk_string:'indexOf:'(<<"tea">>, <<>>)),
        ?_assertEqual(1, beamtalk_string:'indexOf:'(<<"\r\n">>, <<"\n">>))
    ] ++
        [
            ?_assertRaises(type_error, 'String', beamtalk_string:Selector(<<"tea">>, 3))
         || Selector <- ['includesSubstring:', 'startsWith:', 'endsWith:', 'indexOf:', 'split:', 'splitOn:']
        ].

pieces_test_() ->
    [
        ?_assertEqual([<<"a">>, <<>>, <<"b">>, <<>>], beamtalk_string:'split:'(<<"a,,b,">>, <<",">>)),
        ?_assertEqual([<<>>], beamtalk_string:'split:'(<<>>, <<",">>)),
        ?_assertRaises(argument_error, 'String', beamtalk_string:'split:'(<<"a">>, <<>>)),
        ?_assertEqual([<<"ab">>], beamtalk_string:'splitOn:'(<<"ab">>, <<>>)),
        ?_assertEqual([<<"a">>, <<"b">>], beamtalk_string:'splitOn:'(<<"a--b">>, <<"--">>)),
        ?_assertEqual(<<"abab">>, beamtalk_string:'repeat:'(<<"ab">>, 2)),
        ?_assertEqual(<<>>, beamtalk_string:'repeat:'(<<"ab">>, 0)),
        ?_assertRaises(argument_error, 'String', beamtalk_string:'repeat:'(<<"ab">>, -1)),
        ?_assertRaises(type_error, 'String', beamtalk_string:'repeat:'(<<"ab">>, a)),
        ?_assertEqual(<<"p, p">>, beamtalk_string:'replaceAll:with:'(<<"t, t">>, <<"t">>, <<"p">>)),
        ?_assertEqual(<<"p, t">>, beamtalk_string:'replaceFirst:with:'(<<"t, t">>, <<"t">>, <<"p">>)),
        ?_assertEqual(<<"t">>, beamtalk_string:'replaceAll:with:'(<<"t">>, <<>>, <<"p">>)),
        ?_assertEqual(<<"a&\\1">>, beamtalk_string:'replaceAll:with:'(<<"ab">>, <<"b">>, <<"&\\1">>)),
        ?_assertRaises(type_error, 'String', beamtalk_string:'replaceAll:with:'(<<"t">>, 3, <<"p">>)),
        ?_assertRaises(type_error, 'String', beamtalk_string:'replaceFirst:with:'(<<"t">>, <<"t">>, 3)),
        ?_assertEqual(<<"ab">>, beamtalk_string:'++'(<<"a">>, <<"b">>)),
        [
            ?_assertEqual(lists:duplicate(A + B, $a), binary_to_list(beamtalk_string:'++'(binary:copy(<<"a">>, A), binary:copy(<<"a">>, B))))
         || A <- [0, 1, 63, 64, 65], B <- [0, 1, 63, 64, 65]
        ],
        ?_assertRaises(argument_error, 'String', beamtalk_string:'++'(<<"a">>, 3))
    ].

padding_test_() ->
    [
        ?_assertEqual(<<"007">>, beamtalk_string:'padLeft:with:'(<<"7">>, 3, <<"0">>)),
        ?_assertEqual(<<"7..">>, beamtalk_string:'padRight:with:'(<<"7">>, 3, <<".">>)),
        ?_assertEqual(<<"abab7">>, beamtalk_string:'padLeft:with:'(<<"7">>, 5, <<"ab">>)),
        ?_assertEqual(<<"aba7">>, beamtalk_string:'padLeft:with:'(<<"7">>, 4, <<"ab">>)),
        ?_assertEqual(<<"teapot">>, beamtalk_string:'padLeft:with:'(<<"teapot">>, 3, <<" ">>)),
        ?_assertEqual(5, beamtalk_string:size(beamtalk_string:'padRight:with:'(?THREE, 5, <<"é"/utf8>>))),
        ?_assertRaises(argument_error, 'String', beamtalk_string:'padLeft:with:'(<<"7">>, 3, <<>>)),
        ?_assertRaises(type_error, 'String', beamtalk_string:'padLeft:with:'(<<"7">>, a, <<"0">>))
    ].

converting_test_() ->
    [
        ?_assertEqual(-12, beamtalk_string:asInteger(<<"-12">>)),
        ?_assertEqual(1.5, beamtalk_string:asFloat(<<"1.5">>)),
        ?_assertEqual(tea, beamtalk_string:asAtom(<<"tea">>)),
        ?_assertEqual('', beamtalk_string:asAtom(<<>>)),
        ?_assert(beamtalk_string:isDigit(<<"042">>)),
        ?_assertNot(beamtalk_string:isDigit(<<>>)),
        ?_assertNot(beamtalk_string:isDigit(<<"٣"/utf8>>)),
        ?_assert(beamtalk_string:isAlpha(<<"teA">>)),
        ?_assertNot(beamtalk_string:isAlpha(<<"é"/utf8>>)),
        ?_assertNot(beamtalk_string:isAlpha(<<>>)),
        ?_assertEqual(<<"\"say \"\"hi\"\"\"">>, beamtalk_string:printString(<<"say \"hi\"">>)),
        ?_assertRaises(argument_error, 'String', beamtalk_string:asAtom(binary:copy(<<"a">>, 256)))
    ] ++
        [?_assertRaises(argument_error, 'String', beamtalk_string:asInteger(Text)) || Text <- [<<>>, <<"a">>, <<" 1">>, <<"1.5">>]] ++
        [?_assertRaises(argument_error, 'String', beamtalk_string:asFloat(Text)) || Text <- [<<>>, <<"1">>, <<"1e3">>, <<"a">>]].

urls_test_() ->
    [
        ?_assertEqual(<<"a%20b%2F%C3%A9-._~">>, beamtalk_string:urlEncoded(<<"a b/é-._~"/utf8>>)),
        ?_assertEqual(<<"a b/é"/utf8>>, beamtalk_string:urlDecoded(<<"a%20b%2f%C3%A9">>)),
        ?_assertEqual(<<"a%2">>, beamtalk_string:urlDecoded(<<"a%2">>)),
        ?_assertEqual(<<"a%">>, beamtalk_string:urlDecoded(<<"a%">>)),
        ?_assertEqual(<<"a+b">>, beamtalk_string:urlDecoded(<<"a+b">>)),
        ?_assertRaises(parse_error, 'String', beamtalk_string:urlDecoded(<<"a%zz">>))
    ].

blocks_test_() ->
    Test = fun(Each) -> Each < <<"p">> end,
    [
        ?_assertEqual(<<"eao">>, beamtalk_string:'select:'(<<"teapot">>, Test)),
        ?_assertEqual(<<"tpt">>, beamtalk_string:'reject:'(<<"teapot">>, Test)),
        ?_assertEqual(<<"ttee">>, beamtalk_string:'collect:'(<<"te">>, fun(Each) -> <<Each/binary, Each/binary>> end)),
        ?_assertEqual(nil, beamtalk_string:'do:'(<<"te">>, Test)),
        ?_assertRaises(type_error, 'String', beamtalk_string:'collect:'(<<"te">>, fun(_) -> 3 end))
    ] ++
        [?_assertRaises(type_error, 'String', beamtalk_string:Selector(<<"te">>, a)) || Selector <- ['do:', 'collect:', 'select:', 'reject:']].

comparing_test_() ->
    [
        ?_assert(beamtalk_string:'=:='(<<"a">>, <<"a">>)),
        ?_assert(beamtalk_string:'=/='(<<"a">>, a)),
        ?_assert(beamtalk_string:'/='(<<"a">>, <<"b">>)),
        ?_assert(beamtalk_string:'<'(<<"a">>, <<"b">>)),
        ?_assertNot(beamtalk_string:'>'(<<"a">>, <<"b">>)),
        ?_assert(beamtalk_string:'<='(<<"a">>, <<"a">>)),
        ?_assertNot(beamtalk_string:'>='(<<"a">>, <<"b">>))
    ].
