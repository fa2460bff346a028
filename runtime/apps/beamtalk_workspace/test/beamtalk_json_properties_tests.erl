%% What holds for any JSON and for any bytes. With CHAOS=full in the environment, much more of it.
-module(beamtalk_json_properties_tests).
-include("beamtalk_runtime/test/properties.hrl").

json_test_() ->
    [
        ?_property("decoding undoes encoding", cases(500), round_trip()),
        ?_property("any bytes are decoded or refused", cases(2000), any_bytes(binary())),
        ?_property("what is nearly JSON too", cases(2000), any_bytes(nearly())),
        ?_property("whatever is encoded can be decoded", cases(1000), any_text())
    ].

cases(Few) ->
    case os:getenv("CHAOS") of
        "full" -> 50 * Few;
        _ -> Few
    end.

round_trip() ->
    ?FORALL(Term, json(), {ok, Term} =:= beamtalk_json:decode(iolist_to_binary(beamtalk_json:encode(Term)))).

any_bytes(Generator) ->
    ?FORALL(Bytes, Generator,
        case beamtalk_json:decode(Bytes) of
            {ok, Term} -> {ok, Term} =:= beamtalk_json:decode(iolist_to_binary(beamtalk_json:encode(Term)));
            {error, {unexpected, Byte}} -> Byte >= 0 andalso Byte =< byte_size(Bytes);
            {error, _} -> true
        end).

any_text() ->
    ?FORALL(Bytes, binary(), begin
        {ok, Text} = beamtalk_json:decode(iolist_to_binary(beamtalk_json:encode(Bytes))),
        is_list(unicode:characters_to_list(Text)) andalso (Text =:= Bytes orelse not is_list(unicode:characters_to_list(Bytes)))
    end).

json() ->
    ?SIZED(Size, json(Size)).

json(0) ->
    oneof([integer(), float(), text(), true, false, null]);
json(Size) ->
    frequency([
        {3, json(0)},
        {1, ?LAZY(?LET(Items, resize(Size, list(json(Size div 4))), Items))},
        {1, ?LAZY(?LET(Pairs, list({text(), json(Size div 4)}), maps:from_list(Pairs)))}
    ]).

text() ->
    ?LET(Characters, list(oneof([range(0, 127), range(160, 16#d7ff), range(16#e000, 16#10ffff)])), unicode:characters_to_binary(Characters)).

%% JSON with a few bytes changed.
nearly() ->
    ?LET({Term, Changes}, {json(), list({non_neg_integer(), oneof([byte(), elements("{}[]\",:\\u0e-. ")])})},
        lists:foldl(fun change/2, iolist_to_binary(beamtalk_json:encode(Term)), Changes)).

change({Where, Byte}, Text) ->
    At = Where rem (byte_size(Text) + 1),
    <<Before:At/binary, Rest/binary>> = Text,
    case Rest of
        <<_, After/binary>> -> <<Before/binary, Byte, After/binary>>;
        <<>> -> <<Before/binary, Byte>>
    end.
