%% Types of Beamtalk as they follow from Erlang's: values without a place, put
%% into one normal form, and their text as it would be written in a program.
%% Knows nothing of Erlang's own types.
-module(beamtalk_native_type).

-export([class/1, class/2, is_class_name/1, singleton/1, union/1, shortened/1, text/1]).

-export_type([type/0]).

-type type() ::
    dynamic | {class, binary(), [type()]} | {singleton, atom()} | {union, [type(), ...]}.

%% Types of more parts are shortened.
-define(MOST_PARTS, 32).
-define(DEEPEST, 4).

%% Above so many members a union says less of each, and above so many again it
%% says nothing: nobody reads further.
-define(MOST_MEMBERS, 16).

-spec class(binary()) -> type().
class(Name) ->
    {class, Name, []}.

%% Arguments that say nothing are left out.
-spec class(binary(), [type()]) -> type().
class(Name, Arguments) ->
    case lists:all(fun is_uninformative/1, Arguments) of
        true -> class(Name);
        false -> {class, Name, Arguments}
    end.

-spec is_uninformative(type()) -> boolean().
is_uninformative(dynamic) -> true;
is_uninformative({class, <<"Object">>, []}) -> true;
is_uninformative({class, <<"Tuple">>, []}) -> true;
is_uninformative(_) -> false.

%% Whether an atom can be the name of a class.
-spec is_class_name(atom()) -> boolean().
is_class_name(Name) ->
    case atom_to_list(Name) of
        [First | Rest] when First >= $A, First =< $Z -> lists:all(fun is_word_character/1, Rest);
        _ -> false
    end.

%% An atom that no program can write is just some symbol.
-spec singleton(atom()) -> type().
singleton(Name) ->
    case lists:all(fun(Character) -> Character >= $\s end, atom_to_list(Name)) of
        true -> {singleton, Name};
        false -> class(<<"Symbol">>)
    end.

%% One of several types. Of none nothing is known.
-spec union([type()]) -> type().
union(Members) ->
    Flat = lists:flatmap(fun parts/1, Members),
    case Flat =:= [] orelse lists:member(dynamic, Flat) of
        true -> dynamic;
        false -> bounded(absorbed(Flat))
    end.

-spec parts(type()) -> [type()].
parts({union, Members}) -> Members;
parts(Type) -> [Type].

-spec bounded([type()]) -> type().
bounded([Type]) ->
    Type;
bounded(Members) when length(Members) =< ?MOST_MEMBERS ->
    {union, Members};
bounded(Members) ->
    case absorbed([without_arguments(Member) || Member <- Members]) of
        [Type] -> Type;
        Fewer when length(Fewer) =< ?MOST_MEMBERS -> {union, Fewer};
        _ -> dynamic
    end.

-spec without_arguments(type()) -> type().
without_arguments({class, Name, _}) -> class(Name);
without_arguments({singleton, _}) -> class(<<"Symbol">>).

%% Without repetitions, and without what another member says already: a class
%% alone has all of its applications, `Symbol` has all symbols.
-spec absorbed([type()]) -> [type()].
absorbed(Members) ->
    Bare = maps:from_list([{Name, true} || {class, Name, []} <- Members]),
    distinct([Member || Member <- Members, not is_absorbed(Member, Bare)], #{}).

-spec is_absorbed(type(), #{binary() => true}) -> boolean().
is_absorbed({class, Name, [_ | _]}, Bare) -> is_map_key(Name, Bare);
is_absorbed({singleton, _}, Bare) -> is_map_key(<<"Symbol">>, Bare);
is_absorbed(_, _) -> false.

-spec distinct([type()], #{type() => true}) -> [type()].
distinct([], _) -> [];
distinct([Type | Rest], Seen) when is_map_key(Type, Seen) -> distinct(Rest, Seen);
distinct([Type | Rest], Seen) -> [Type | distinct(Rest, Seen#{Type => true})].

%% A type that can be read and compared: of one with too many parts only the outer
%% ones are left.
-spec shortened(type()) -> type().
shortened(Type) ->
    shortened(Type, ?DEEPEST).

-spec shortened(type(), integer()) -> type().
shortened(Type, Depth) ->
    case Depth < 0 orelse size(Type, 0) =< ?MOST_PARTS of
        true -> Type;
        false -> shortened(cut(Type, Depth), Depth - 1)
    end.

%% Without arguments below a depth.
-spec cut(type(), non_neg_integer()) -> type().
cut({class, Name, [_ | _]}, 0) -> class(Name);
cut({class, Name, [_ | _] = Types}, Depth) -> class(Name, [cut(Type, Depth - 1) || Type <- Types]);
cut({union, Members}, Depth) -> union([cut(Member, Depth) || Member <- Members]);
cut(Type, _) -> Type.

-spec size(type(), non_neg_integer()) -> non_neg_integer().
size({class, _, Arguments}, Size) -> lists:foldl(fun size/2, Size + 1, Arguments);
size({union, Members}, Size) -> lists:foldl(fun size/2, Size, Members);
size(_, Size) -> Size + 1.

-spec text(type()) -> iodata().
text(dynamic) -> <<"Dynamic">>;
text({class, Name, []}) -> Name;
text({class, Name, Arguments}) -> [Name, $(, separated(<<", ">>, Arguments), $)];
text({singleton, Name}) -> [$#, symbol(atom_to_list(Name))];
text({union, Members}) -> separated(<<" | ">>, Members).

-spec separated(binary(), [type()]) -> iodata().
separated(Separator, Types) ->
    lists:join(Separator, [text(Type) || Type <- Types]).

%% Whatever is more than a word is quoted.
-spec symbol(string()) -> iodata().
symbol([First | Rest] = Name) when First >= $a, First =< $z; First >= $A, First =< $Z ->
    case lists:all(fun is_word_character/1, Rest) of
        true -> Name;
        false -> quoted(Name)
    end;
symbol(Name) ->
    quoted(Name).

-spec quoted(string()) -> iodata().
quoted(Name) ->
    Doubled = lists:flatmap(fun ($') -> "''"; (Character) -> [Character] end, Name),
    unicode:characters_to_binary([$', Doubled, $']).

-spec is_word_character(char()) -> boolean().
is_word_character(Character) ->
    (Character >= $a andalso Character =< $z) orelse
        (Character >= $A andalso Character =< $Z) orelse
        (Character >= $0 andalso Character =< $9) orelse
        Character =:= $_.
