%% Whether a term can be copied to another process: a part that it has several times is
%% one in the process that made it, and as many there. Counting stops at the limit, so
%% that it never takes longer than the copy would.
-module(beamtalk_repl_size).

-export([fits/2]).

-spec fits(term(), Bytes :: pos_integer()) -> boolean().
fits(Term, Bytes) ->
    count([Term], Bytes div erlang:system_info(wordsize)) >= 0.

%% What is left after the terms; below zero when it was not enough.
-spec count([term()], integer()) -> integer().
count(_, Left) when Left < 0 -> Left;
count([], Left) -> Left;
count([[Head | Tail] | Rest], Left) -> count_list(Head, Tail, Rest, Left - 2);
count([Tuple | Rest], Left) when is_tuple(Tuple) -> count(elements(Tuple, tuple_size(Tuple), Rest), Left - 1 - tuple_size(Tuple));
count([Map | Rest], Left) when is_map(Map), map_size(Map) > 0 -> count(pairs(maps:next(maps:iterator(Map)), Rest), Left - 2);
count([Fun | Rest], Left) when is_function(Fun) -> count([environment(Fun) | Rest], Left - 8);
count([_ | Rest], Left) -> count(Rest, Left - 1).

%% Most of what lists have are small things.
-spec count_list(term(), term(), [term()], integer()) -> integer().
count_list(Head, [Next | Tail], Rest, Left) when Left >= 0, is_number(Head) orelse is_atom(Head) orelse is_binary(Head) ->
    count_list(Next, Tail, Rest, Left - 2);
count_list(Head, Tail, Rest, Left) ->
    count([Head, Tail | Rest], Left).

-spec elements(tuple(), non_neg_integer(), [term()]) -> [term()].
elements(_, 0, Rest) -> Rest;
elements(Tuple, Index, Rest) -> elements(Tuple, Index - 1, [element(Index, Tuple) | Rest]).

-spec pairs({term(), term(), maps:iterator()} | none, [term()]) -> [term()].
pairs(none, Rest) -> Rest;
pairs({Key, Value, Iterator}, Rest) -> pairs(maps:next(Iterator), [Key, Value | Rest]).

-spec environment(fun()) -> [term()].
environment(Fun) ->
    case erlang:fun_info(Fun, env) of
        {env, Environment} when is_list(Environment) -> Environment;
        {env, _} -> []
    end.
