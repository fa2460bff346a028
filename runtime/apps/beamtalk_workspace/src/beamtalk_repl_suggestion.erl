%% What somebody may have meant: of some names, those that are near to what was written,
%% nearest first. And words for it. Names are texts; nothing is looked up.
-module(beamtalk_repl_suggestion).

-export([close/2, words/1, shown/1]).

-define(MOST, 3).
-define(LONGEST, 60).

%% Near are names that become the other by few changes, one for every three letters, and
%% those that go on where it ends. Small and large letters are the same here.
-spec close(binary(), [binary()]) -> [binary()].
close(Written, _) when byte_size(Written) > ?LONGEST ->
    [];
close(Written, Names) ->
    Text = folded(Written),
    %% Of one letter nothing would be left.
    Most = min(length(Text) - 1, max(1, length(Text) div 3)),
    Scored = [{changes(Text, folded(Name), Most), Name} || Name <- Names, is_sign(Name) =:= is_sign(Written)],
    Near = lists:sort([Score || {Distance, _} = Score <- Scored, Distance =< Most]),
    [Name || {_, Name} <- lists:sublist(Near, ?MOST)].

%% A word is not meant for an operator.
-spec is_sign(binary()) -> boolean().
is_sign(<<First, _/binary>>) -> First =:= $, orelse beamtalk_repl_scan:is_operator(First);
is_sign(<<>>) -> false.

-spec changes(string(), string(), integer()) -> non_neg_integer().
changes([_, _ | _] = Text, Name, Most) ->
    case lists:prefix(Text, Name) of
        true -> min(1, length(Name) - length(Text));
        false -> distance(Text, Name, Most)
    end;
changes(Text, Name, Most) ->
    distance(Text, Name, Most).

-spec folded(binary()) -> string().
folded(Text) ->
    case unicode:characters_to_list(Text) of
        List when is_list(List) -> string:casefold(List);
        _ -> []
    end.

%% How many letters must be put in, taken out, replaced or swapped with their neighbour.
-spec distance(string(), string(), integer()) -> non_neg_integer().
distance(A, B, Most) when abs(length(A) - length(B)) > Most ->
    Most + 1;
distance(A, B, _) ->
    First = lists:seq(0, length(B)),
    lists:last(rows(A, none, B, [], First, 1)).

%% A row has the distances from a beginning of the one text to each beginning of the other.
-spec rows(string(), char() | none, string(), [non_neg_integer()], [non_neg_integer()], pos_integer()) -> [non_neg_integer()].
rows([], _, _, _, Row, _) ->
    Row;
rows([C | Rest], Before, B, Older, Old, Number) ->
    New = [Number | row(C, Before, none, B, Older, Old, Number)],
    rows(Rest, C, B, Old, New, Number + 1).

-spec row(char(), char() | none, char() | none, string(), [non_neg_integer()], [non_neg_integer()], non_neg_integer()) ->
    [non_neg_integer()].
row(_, _, _, [], _, _, _) ->
    [];
row(C, Before, BeforeD, [D | Rest], Older, [Diagonal, Above | _] = Old, Left) ->
    Changed =
        case C of
            D -> Diagonal;
            _ -> 1 + lists:min([Diagonal, Above, Left])
        end,
    Best = swapped(C =:= BeforeD andalso Before =:= D, Older, Changed),
    [Best | row(C, Before, D, Rest, next(BeforeD, Older), tl(Old), Best)].

%% The older row lags by one letter, for a swap takes two.
-spec next(char() | none, [non_neg_integer()]) -> [non_neg_integer()].
next(none, Older) -> Older;
next(_, [_ | Older]) -> Older;
next(_, []) -> [].

-spec swapped(boolean(), [non_neg_integer()], non_neg_integer()) -> non_neg_integer().
swapped(true, [Cost | _], Best) -> min(Cost + 1, Best);
swapped(_, _, Best) -> Best.

-spec words([binary()]) -> binary() | none.
words([]) -> none;
words([One]) -> <<"Did you mean ", One/binary, "?">>;
words(Names) -> iolist_to_binary(["Did you mean ", lists:join(<<", ">>, lists:droplast(Names)), " or ", lists:last(Names), "?"]).

%% Of what was written, as much as makes sense in a sentence.
-spec shown(binary()) -> binary().
shown(Text) ->
    case string:length(Text) > ?LONGEST of
        true -> <<(unicode:characters_to_binary(string:slice(Text, 0, ?LONGEST)))/binary, "…"/utf8>>;
        false -> Text
    end.
