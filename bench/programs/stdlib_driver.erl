%% The same work on 10, 1,000 and 100,000 elements, as often as makes 100,000 of them,
%% and what going through a collection allocates for each element.
-module(stdlib_driver).

-export([main/0]).

-import(pairs, [pair/4, figure/3]).

-define(ELEMENTS, 100000).
-define(ROUNDS, 15).

main() ->
    ok = pairs:start(),
    [work(Size, Work) || Work <- works(), Size <- [10, 1000, ?ELEMENTS]],
    allocation().

%% {name, class, selector, its name in the baseline, arguments made of a size}
works() ->
    [
        {"Dictionary at:put:", 'DictionaryWork', 'put:times:', {dictionary, put}, fun(N) -> [keys(N)] end},
        {"Dictionary at:", 'DictionaryWork', 'at:keys:times:', {dictionary, at}, fun(N) -> [map(N), keys(N)] end},
        {"Dictionary includesKey:", 'DictionaryWork', 'includes:keys:times:', {dictionary, includes},
            fun(N) -> [map(N), [K + 3 || K <- keys(N)]] end},
        {"Dictionary removeKey:", 'DictionaryWork', 'remove:keys:times:', {dictionary, remove},
            fun(N) -> [map(N), keys(N)] end},
        {"Dictionary inject:into:", 'DictionaryWork', 'inject:times:', {dictionary, inject}, fun(N) -> [map(N)] end},
        {"Dictionary collect:", 'DictionaryWork', 'collect:times:', {dictionary, collect}, fun(N) -> [map(N)] end},
        {"Dictionary merge:", 'DictionaryWork', 'merge:with:times:', {dictionary, merge},
            fun(N) -> [map(N), map(N div 2)] end},
        {"Set withAll:", 'SetWork', 'withAll:times:', {set, withAll}, fun(N) -> [keys(N)] end},
        {"Set includes:", 'SetWork', 'includes:elements:times:', {set, includes}, fun(N) -> [sorted(N), few(N)] end},
        {"Set add:", 'SetWork', 'add:elements:times:', {set, add}, fun(N) -> [sorted(N), few(N)] end},
        {"Set union:", 'SetWork', 'union:with:times:', {set, union}, fun(N) -> [sorted(N), odd(N)] end},
        {"Set intersection:", 'SetWork', 'intersection:with:times:', {set, intersection},
            fun(N) -> [sorted(N), odd(N)] end},
        {"Set difference:", 'SetWork', 'difference:with:times:', {set, difference}, fun(N) -> [sorted(N), odd(N)] end},
        {"Set inject:into:", 'SetWork', 'inject:times:', {set, inject}, fun(N) -> [sorted(N)] end},
        {"String size", 'StringWork', 'size:times:', {text, size}, fun(N) -> [text(N)] end},
        {"String uppercase", 'StringWork', 'uppercase:times:', {text, uppercase}, fun(N) -> [text(N)] end},
        {"String reverse", 'StringWork', 'reverse:times:', {text, reverse}, fun(N) -> [text(N)] end},
        {"String split:", 'StringWork', 'split:times:', {text, split}, fun(N) -> [text(N)] end},
        {"String replaceAll:with:", 'StringWork', 'replace:times:', {text, replace}, fun(N) -> [text(N)] end},
        {"String includesSubstring:", 'StringWork', 'includes:times:', {text, includes}, fun(N) -> [text(N)] end},
        {"String words", 'StringWork', 'words:times:', {text, words}, fun(N) -> [text(N)] end},
        {"String asList", 'StringWork', 'graphemes:times:', {text, graphemes}, fun(N) -> [text(N)] end},
        {"String ++", 'StringWork', 'append:times:', {text, append}, fun(N) -> [pieces(N)] end},
        {"List join:", 'StringWork', 'join:times:', {text, join}, fun(N) -> [pieces(N)] end},
        {"List collect:", 'ListWork', 'collect:times:', {list, collect}, fun(N) -> [keys(N)] end},
        {"List select:", 'ListWork', 'select:times:', {list, select}, fun(N) -> [keys(N)] end},
        {"List inject:into:", 'ListWork', 'inject:times:', {list, inject}, fun(N) -> [keys(N)] end},
        {"List do:", 'ListWork', 'do:times:', {list, do}, fun(N) -> [keys(N)] end},
        {"List sort", 'ListWork', 'sort:times:', {list, sort}, fun(N) -> [keys(N)] end},
        {"List sort:", 'ListWork', 'sortDown:times:', {list, sortDown}, fun(N) -> [keys(N)] end},
        {"List includes:", 'ListWork', 'includes:times:', {list, includes}, fun(N) -> [keys(N)] end},
        {"List ++", 'ListWork', 'append:times:', {list, append}, fun(N) -> [keys(N)] end},
        {"List groupBy:", 'ListWork', 'groupBy:times:', {list, groupBy}, fun(N) -> [keys(N)] end},
        {"List sum", 'ListWork', 'sum:times:', {list, sum}, fun(N) -> [keys(N)] end}
    ].

work(Size, {Name, Class, Selector, {Family, Work}, Make}) ->
    Times = ?ELEMENTS div Size,
    Arguments = Make(Size),
    Given = given(Class, Arguments) ++ [Times],
    Receiver = beamtalk_class_registry:class_object(Class),
    pair(
        lists:flatten(io_lib:format("~s\t~b", [Name, Size])),
        fun() -> beamtalk_dispatch:send(Receiver, Selector, Given) end,
        fun() -> repeated(Times, Family, Work, Arguments) end,
        ?ROUNDS
    ).

%% Lists that are sets are Sets on our side.
given('SetWork', [Elements]) when hd(Elements) =:= 1 -> [beamtalk_set:'class_withAll:'(none, Elements)];
given('SetWork', [Set, [_, _] = Elements]) -> [beamtalk_set:'class_withAll:'(none, Set), Elements];
given('SetWork', [Set, Other]) -> [beamtalk_set:'class_withAll:'(none, It) || It <- [Set, Other]];
given(_, Arguments) -> Arguments.

repeated(1, Family, Work, Arguments) ->
    stdlib_baseline:Family(Work, Arguments);
repeated(Times, Family, Work, Arguments) ->
    _ = stdlib_baseline:Family(Work, Arguments),
    repeated(Times - 1, Family, Work, Arguments).

%% In no order, the same each time.
keys(N) -> [(Key * 7919) rem 1000003 || Key <- lists:seq(N, 1, -1)].

map(N) -> maps:from_list([{Key, Key} || Key <- keys(N)]).

sorted(N) -> lists:seq(1, N).

odd(N) -> lists:seq(2, N, 2).

%% One in the middle, one that is not there.
few(N) -> [N div 2, N + 1].

text(N) -> binary:copy(<<"caf", 233/utf8, ", tea ">>, max(1, N div 10)).

pieces(N) -> [<<"tea">> || _ <- lists:seq(1, N)].

%% Words for each element, in a heap that is large enough. A map cannot be folded as
%% it is: its values are a list first, on both sides.
allocation() ->
    List = lists:seq(1, ?ELEMENTS),
    Map = map(?ELEMENTS),
    Collections = [
        {"List", List},
        {"Array", beamtalk_array:'class_withAll:'(none, List)},
        {"Set", beamtalk_set:'class_withAll:'(none, List)},
        {"Interval", beamtalk_dispatch:send(1, 'to:', [?ELEMENTS])},
        {"Dictionary", Map}
    ],
    Folded = fun(Elements) -> lists:foldl(fun(Each, _) -> Each end, 0, Elements) end,
    [
        figure(
            "words for each element: " ++ Name ++ " do:",
            allocated(fun() -> beamtalk_dispatch:send(Collection, 'do:', [fun(Each) -> Each end]) end),
            allocated(fun() -> Folded(if is_map(Collection), Name =:= "Dictionary" -> maps:values(Map); true -> List end) end)
        )
     || {Name, Collection} <- Collections
    ].

%% In hundredths. What is sent is in the heap before it is counted.
allocated(Work) ->
    {Pid, Monitor} = spawn_opt(
        fun() ->
            true = garbage_collect(),
            Before = used(),
            _ = Work(),
            exit({used, used() - Before})
        end,
        [monitor, {min_heap_size, 20000000}]
    ),
    receive
        {'DOWN', Monitor, process, Pid, {used, Words}} -> Words * 100 div ?ELEMENTS
    end.

used() ->
    {garbage_collection_info, Info} = process_info(self(), garbage_collection_info),
    proplists:get_value(heap_size, Info).
