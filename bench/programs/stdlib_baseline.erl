%% The work of stdlib.bt with Erlang's own modules: maps, ordsets, string and lists.
%% A Set is an ordered set, for its elements stand in their order.
-module(stdlib_baseline).

-export([dictionary/2, set/2, text/2, list/2]).

dictionary(put, [Keys]) ->
    lists:foldl(fun(Key, Done) -> maps:put(Key, Key, Done) end, #{}, Keys);
dictionary(at, [Map, Keys]) ->
    lists:foldl(fun(Key, Total) -> Total + maps:get(Key, Map) end, 0, Keys);
dictionary(includes, [Map, Keys]) ->
    length(lists:filter(fun(Key) -> maps:is_key(Key, Map) end, Keys));
dictionary(remove, [Map, Keys]) ->
    lists:foldl(fun(Key, Rest) -> maps:remove(Key, Rest) end, Map, Keys);
dictionary(inject, [Map]) ->
    lists:foldl(fun(Value, Total) -> Total + Value end, 0, maps:values(Map));
dictionary(collect, [Map]) ->
    maps:map(fun(_, Value) -> Value + 1 end, Map);
dictionary(merge, [Map, Other]) ->
    maps:merge(Map, Other).

set(withAll, [List]) ->
    ordsets:from_list(List);
set(includes, [Set, Elements]) ->
    length(lists:filter(fun(Each) -> ordsets:is_element(Each, Set) end, Elements));
set(add, [Set, Elements]) ->
    lists:foldl(fun ordsets:add_element/2, Set, Elements);
set(union, [Set, Other]) ->
    ordsets:union(Set, Other);
set(intersection, [Set, Other]) ->
    ordsets:intersection(Set, Other);
set(difference, [Set, Other]) ->
    ordsets:subtract(Set, Other);
set(inject, [Set]) ->
    ordsets:fold(fun(Each, Total) -> Total + Each end, 0, Set).

text(size, [Text]) ->
    string:length(Text);
text(uppercase, [Text]) ->
    string:uppercase(Text);
text(reverse, [Text]) ->
    unicode:characters_to_binary(string:reverse(Text));
text(split, [Text]) ->
    binary:split(Text, <<",">>, [global]);
text(replace, [Text]) ->
    binary:replace(Text, <<",">>, <<"; ">>, [global]);
text(includes, [Text]) ->
    binary:match(Text, <<"not there">>) =/= nomatch;
text(words, [Text]) ->
    string:lexemes(Text, unicode_util:whitespace());
text(append, [Pieces]) ->
    lists:foldl(fun(Piece, Text) -> <<Text/binary, Piece/binary>> end, <<>>, Pieces);
text(join, [Pieces]) ->
    iolist_to_binary(lists:join(<<", ">>, Pieces));
text(graphemes, [Text]) ->
    [unicode:characters_to_binary([Grapheme]) || Grapheme <- string:to_graphemes(Text)].

list(collect, [List]) -> lists:map(fun(Each) -> Each + 1 end, List);
list(select, [List]) -> lists:filter(fun(Each) -> Each > 50 end, List);
list(inject, [List]) -> lists:foldl(fun(Each, Total) -> Total + Each end, 0, List);
list(do, [List]) -> lists:foreach(fun(Each) -> Each + 1 end, List), nil;
list(sort, [List]) -> lists:sort(List);
list(sortDown, [List]) -> lists:sort(fun(A, B) -> A >= B end, List);
list(includes, [List]) -> lists:member(-1, List);
list(append, [List]) -> lists:append(List, List);
list(groupBy, [List]) -> groups(List);
list(sum, [List]) -> lists:sum(List).

groups(List) ->
    Add = fun(Each, Groups) ->
        maps:update_with(Each rem 10, fun(Group) -> [Each | Group] end, [Each], Groups)
    end,
    maps:map(fun(_, Group) -> lists:reverse(Group) end, lists:foldl(Add, #{}, List)).
