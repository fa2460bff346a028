%% Where two unlike values first differ: what was got and what was expected go
%% in, a sentence comes out, or `none` where the whole of both says enough. Only
%% collections of the same class and long texts have a sentence.
-module(beamtalk_test_difference).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([first/2]).

%% A text of one line and so many bytes can be compared by eye.
-define(SHORT, 40).
%% So many characters of a text are shown from where it differs.
-define(EXCERPT, 20).

-spec first(Actual :: term(), Expected :: term()) -> binary() | none.
first(Actual, Expected) when is_binary(Actual), is_binary(Expected) ->
    case is_text(Actual) andalso is_text(Expected) andalso (is_long(Actual) orelse is_long(Expected)) of
        true -> in_text(Actual, Expected, 1);
        false -> none
    end;
first(Actual, Expected) when is_list(Actual), is_list(Expected) ->
    in_list(Actual, Expected, 1);
first(#{?TAG := 'Array', data := Actual}, #{?TAG := 'Array', data := Expected}) ->
    in_list(elements(Actual), elements(Expected), 1);
first(#{?TAG := 'Set', elements := Actual}, #{?TAG := 'Set', elements := Expected}) ->
    in_set(Expected -- Actual, Actual -- Expected);
first(#{?TAG := 'Bag', counts := Actual}, #{?TAG := 'Bag', counts := Expected}) ->
    in_map(Actual, Expected, <<"0">>);
first(#{?TAG := _}, _) ->
    none;
first(_, #{?TAG := _}) ->
    none;
first(Actual, Expected) when is_map(Actual), is_map(Expected) ->
    in_map(Actual, Expected, <<"no such key">>);
first(Actual, Expected) when is_tuple(Actual), is_tuple(Expected) ->
    in_list(tuple_to_list(Actual), tuple_to_list(Expected), 1);
first(_, _) ->
    none.

-spec elements(#{non_neg_integer() => term()}) -> [term()].
elements(Data) ->
    [Element || {_, Element} <- lists:sort(maps:to_list(Data))].

-spec is_text(binary()) -> boolean().
is_text(Binary) ->
    beamtalk_class_of:is_utf8(Binary).

-spec is_long(binary()) -> boolean().
is_long(Text) ->
    byte_size(Text) > ?SHORT orelse binary:match(Text, <<"\n">>) =/= nomatch.

%% A list that Erlang made may end in something else than a list.
-spec in_list(term(), term(), pos_integer()) -> binary() | none.
in_list([Same | Actual], [Same | Expected], Place) ->
    in_list(Actual, Expected, Place + 1);
in_list([Got | _], [Wanted | _], Place) ->
    sentence(integer_to_binary(Place), shown(Wanted), shown(Got));
in_list([], [Wanted | _], Place) ->
    sentence(integer_to_binary(Place), shown(Wanted), <<"the end">>);
in_list([Got | _], [], Place) ->
    sentence(integer_to_binary(Place), <<"the end">>, shown(Got));
in_list(_, _, _) ->
    none.

-spec in_set(Missing :: [term()], Unexpected :: [term()]) -> binary() | none.
in_set([Missing | _], _) -> <<"First difference: ", (shown(Missing))/binary, " is missing">>;
in_set([], [Unexpected | _]) -> <<"First difference: ", (shown(Unexpected))/binary, " was not expected">>;
in_set([], []) -> none.

-spec in_map(map(), map(), Absent :: binary()) -> binary() | none.
in_map(Actual, Expected, Absent) ->
    Keys = lists:usort(maps:keys(Expected) ++ maps:keys(Actual)),
    At = fun(Key, Map) ->
        case Map of
            #{Key := Value} -> {value, Value};
            _ -> absent
        end
    end,
    case [Key || Key <- Keys, At(Key, Actual) =/= At(Key, Expected)] of
        [Key | _] -> sentence(shown(Key), value(At(Key, Expected), Absent), value(At(Key, Actual), Absent));
        [] -> none
    end.

-spec value({value, term()} | absent, binary()) -> binary().
value({value, Value}, _) -> shown(Value);
value(absent, Absent) -> Absent.

%% By the characters that the language counts.
-spec in_text(binary(), binary(), pos_integer()) -> binary() | none.
in_text(Actual, Expected, Place) ->
    case {string:next_grapheme(Actual), string:next_grapheme(Expected)} of
        {[], []} -> none;
        {[Same | Got], [Same | Wanted]} -> in_text(text(Got), text(Wanted), Place + 1);
        _ -> sentence(integer_to_binary(Place), excerpt(Expected), excerpt(Actual))
    end.

-spec text(unicode:chardata()) -> binary().
text(Text) when is_binary(Text) -> Text;
text(Text) -> unicode:characters_to_binary(Text).

-spec excerpt(binary()) -> binary().
excerpt(<<>>) ->
    <<"the end">>;
excerpt(Text) ->
    case string:slice(Text, 0, ?EXCERPT) of
        Text -> shown(Text);
        Start -> <<(shown(Start))/binary, "…"/utf8>>
    end.

-spec sentence(binary(), binary(), binary()) -> binary().
sentence(Place, Wanted, Got) ->
    <<"First difference at ", Place/binary, ": expected ", Wanted/binary, ", got ", Got/binary>>.

-spec shown(term()) -> binary().
shown(Value) ->
    beamtalk_test_printing:limited(Value).
