%% A tagged value rendered slot by slot: `Lamp(hue: #red, watts: 40)`. Bounded
%% in depth, in slots and in size, and a value met a second time is not
%% rendered again. How anything but a plain value prints is told from outside.
-module(beamtalk_structure).

-include("beamtalk.hrl").

-export([render/2]).

-define(MAX_DEPTH, 5).
-define(MAX_SLOTS, 50).
-define(MAX_BYTES, 10000).

-type inner() :: fun((term()) -> {text, iodata()} | slots).
-type seen() :: #{map() => []}.

-spec render(map(), inner()) -> binary().
render(Value, Inner) ->
    {Text, _} = object(Value, 1, #{}, Inner),
    cut(iolist_to_binary(Text)).

-spec object(map(), pos_integer(), seen(), inner()) -> {iodata(), seen()}.
object(#{?TAG := Class}, Depth, Seen, _) when Depth > ?MAX_DEPTH ->
    {[atom_to_binary(Class), <<"(...)">>], Seen};
object(#{?TAG := Class} = Value, Depth, Seen, Inner) ->
    Render = fun({Name, Slot}, Met) ->
        {Text, Now} = slot(Slot, Depth, Met, Inner),
        {[Name, <<": ">>, Text], Now}
    end,
    {Shown, Rest} = split(lists:sort(slots(Value))),
    {Texts, Met} = lists:mapfoldl(Render, Seen#{Value => []}, Shown),
    {[atom_to_binary(Class), $(, lists:join(<<", ">>, Texts ++ Rest), $)], Met}.

-spec slot(term(), pos_integer(), seen(), inner()) -> {iodata(), seen()}.
slot(Slot, _, Seen, _) when is_map_key(Slot, Seen) ->
    {<<"...">>, Seen};
slot(Slot, Depth, Seen, Inner) ->
    case Inner(Slot) of
        {text, Text} -> {Text, Seen};
        slots -> object(Slot, Depth + 1, Seen, Inner)
    end.

-spec split([Slot]) -> {[Slot], [binary()]}.
split(Slots) when length(Slots) > ?MAX_SLOTS -> {lists:sublist(Slots, ?MAX_SLOTS), [<<"...">>]};
split(Slots) -> {Slots, []}.

%% Names as text, for that is their order. Bookkeeping is not shown.
-spec slots(map()) -> [{binary(), term()}].
slots(Value) ->
    [{slot_name(Key), Slot} || {Key, Slot} <- maps:to_list(Value), not beamtalk_slots:is_hidden(slot_name(Key))].

-spec slot_name(term()) -> binary().
slot_name(Key) when is_atom(Key) -> atom_to_binary(Key);
slot_name(Key) -> beamtalk_printing:print(Key).

%% Never within a character.
-spec cut(binary()) -> binary().
cut(Text) when byte_size(Text) =< ?MAX_BYTES -> Text;
cut(Text) -> <<(whole(binary:part(Text, 0, ?MAX_BYTES)))/binary, "...">>.

-spec whole(binary()) -> binary().
whole(Text) ->
    case unicode:characters_to_binary(Text) of
        {incomplete, Whole, _} -> Whole;
        {error, Whole, _} -> Whole;
        Whole -> Whole
    end.
