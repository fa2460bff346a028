%% A value as a line of text, for lists of values. Nothing that belongs to the user runs:
%% objects show their class and their slots, whatever `printString` they have. Large
%% values are cut while they are printed, not after.
-module(beamtalk_repl_print).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([short/1, slots/1]).

-define(DEEP, 3).
-define(WIDE, 10).
-define(LONGEST, 200).

-spec short(term()) -> binary().
short(Value) ->
    Text = unicode:characters_to_binary(shown(Value, ?DEEP)),
    case string:length(Text) > ?LONGEST of
        true -> unicode:characters_to_binary([string:slice(Text, 0, ?LONGEST - 1), $…]);
        false -> Text
    end.

%% What an object holds, under the names of its slots; none for what has no slots.
-spec slots(term()) -> #{atom() => binary()}.
slots(#{?TAG := _} = Object) ->
    maps:map(fun(_, Value) -> short(Value) end, own(Object));
slots(_) ->
    #{}.

%% Slots that begin with a dollar sign are the system's.
-spec own(map()) -> map().
own(Object) ->
    maps:filter(fun(Slot, _) -> not is_atom(Slot) orelse hd(atom_to_list(Slot) ++ " ") =/= $$ end, Object).

-spec shown(term(), Deep :: non_neg_integer()) -> unicode:chardata().
shown(Text, _) when is_binary(Text), byte_size(Text) > 4 * ?LONGEST ->
    case beamtalk_class_of:is_utf8(Text) of
        true -> [beamtalk_printing:print(unicode:characters_to_binary(string:slice(Text, 0, ?LONGEST))), $…];
        false -> <<"Binary(", (integer_to_binary(byte_size(Text)))/binary, " bytes)">>
    end;
shown(#{?TAG := Class} = Object, Deep) when is_atom(Class) ->
    [article(atom_to_binary(Class)), pairs(own(Object), Deep)];
shown(Map, Deep) when is_map(Map) ->
    [<<"#{">>, separated(fun pair/2, few(maps:iterator(Map), ?WIDE), Deep), more(map_size(Map)), $}];
shown([_ | _] = List, Deep) ->
    [<<"#(">>, separated(fun shown/2, sublist(List, ?WIDE), Deep), beyond(List, ?WIDE), $)];
shown(Integer, _) when is_integer(Integer), abs(Integer) > 1 bsl 2000 ->
    <<"a very large Integer">>;
shown(Value, _) when is_tuple(Value), element(1, Value) =/= beamtalk_object, tuple_size(Value) > ?WIDE ->
    [<<"a Tuple of ">>, integer_to_binary(tuple_size(Value))];
shown(Value, _) ->
    beamtalk_printing:print(Value).

-spec article(binary()) -> binary().
article(<<C, _/binary>> = Name) when C =:= $A; C =:= $E; C =:= $I; C =:= $O; C =:= $U -> <<"an ", Name/binary>>;
article(Name) -> <<"a ", Name/binary>>.

-spec pairs(map(), non_neg_integer()) -> unicode:chardata().
pairs(Slots, _) when map_size(Slots) =:= 0 ->
    [];
pairs(Slots, Deep) ->
    Shown = separated(fun slot/2, lists:sort(few(maps:iterator(Slots), ?WIDE)), Deep),
    [$(, Shown, more(map_size(Slots)), $)].

-spec few(maps:iterator(), non_neg_integer()) -> [{term(), term()}].
few(_, 0) ->
    [];
few(Iterator, Left) ->
    case maps:next(Iterator) of
        {Key, Value, Next} -> [{Key, Value} | few(Next, Left - 1)];
        none -> []
    end.

-spec slot({term(), term()}, non_neg_integer()) -> unicode:chardata().
slot({Slot, Value}, Deep) when is_atom(Slot) -> [atom_to_binary(Slot), <<": ">>, shown(Value, Deep)];
slot(Pair, Deep) -> pair(Pair, Deep).

-spec pair({term(), term()}, non_neg_integer()) -> unicode:chardata().
pair({Key, Value}, Deep) ->
    [shown(Key, Deep), <<" => ">>, shown(Value, Deep)].

-spec separated(fun((term(), non_neg_integer()) -> unicode:chardata()), [term()], non_neg_integer()) -> unicode:chardata().
separated(_, [_ | _], 0) -> <<"…"/utf8>>;
separated(Shown, Items, Deep) -> lists:join(<<", ">>, [Shown(Item, Deep - 1) || Item <- Items]).

-spec more(non_neg_integer()) -> unicode:chardata().
more(Size) when Size > ?WIDE -> <<", …"/utf8>>;
more(_) -> [].

%% Lists may end in something else than a list.
-spec sublist(term(), non_neg_integer()) -> [term()].
sublist([Item | Rest], Left) when Left > 0 -> [Item | sublist(Rest, Left - 1)];
sublist(_, _) -> [].

-spec beyond(term(), non_neg_integer()) -> unicode:chardata().
beyond([_ | Rest], Left) when Left > 0 -> beyond(Rest, Left - 1);
beyond([], _) -> [];
beyond(_, _) -> <<", …"/utf8>>.
