%% One order of all terms in which only identical terms are equal: the order of
%% the VM, with an integer before the float of the same value, at any depth.
%% Lists of terms in this order, each once, are what Sets are made of; the
%% functions on them are linear.
-module(beamtalk_term_order).

-export([unique/1, add/2, remove/2, union/2, intersection/2, difference/2, is_subset/2]).

-compile({inline, [order/2]}).

-type ordered() :: [term()].

-export_type([ordered/0]).

%% Where no two terms can be equal to the VM without being the same, its order is ours.
%% Elsewhere terms that the VM takes for equal lie side by side when they are sorted;
%% only if some of these differ is the slower order needed.
%% What is no list, or ends in something else, has no order.
-spec unique([term()]) -> ordered() | improper.
unique(Terms) ->
    case is_exact(Terms) of
        true -> lists:usort(Terms);
        false when length(Terms) >= 0 -> strictly_unique(Terms);
        false -> improper
    end.

%% Several integers at a time: for short lists the steps cost more than the sorting.
-spec is_exact(term()) -> boolean().
is_exact([A, B, C, D | Terms]) when is_integer(A), is_integer(B), is_integer(C), is_integer(D) ->
    is_exact(Terms);
is_exact([Term | Terms]) when is_integer(Term); is_atom(Term); is_binary(Term) -> is_exact(Terms);
is_exact(Terms) -> Terms =:= [].

-spec strictly_unique([term()]) -> ordered().
strictly_unique(Terms) ->
    case distinct(lists:sort(Terms), []) of
        mixed -> lists:usort(fun precedes/2, Terms);
        Reversed -> lists:reverse(Reversed)
    end.

-spec distinct([term()], [term()]) -> [term()] | mixed.
distinct([A, B | Rest], Done) when A =:= B -> distinct([B | Rest], Done);
distinct([A, B | _], _) when A == B -> mixed;
distinct([A | Rest], Done) -> distinct(Rest, [A | Done]);
distinct([], Done) -> Done.

-spec precedes(term(), term()) -> boolean().
precedes(A, B) ->
    order(A, B) =/= gt.

%% Keys of maps are ordered as we want it.
-spec order(term(), term()) -> lt | eq | gt.
order(A, B) when A < B -> lt;
order(A, B) when A > B -> gt;
order(A, A) -> eq;
order(A, B) when #{A => []} < #{B => []} -> lt;
order(_, _) -> gt.

-spec add(term(), ordered()) -> ordered().
add(Term, [Other | Rest]) when Term > Other ->
    [Other | add(Term, Rest)];
add(Term, [Other | Rest] = Terms) ->
    case order(Term, Other) of
        lt -> [Term | Terms];
        gt -> [Other | add(Term, Rest)];
        eq -> Terms
    end;
add(Term, []) ->
    [Term].

-spec remove(term(), ordered()) -> ordered().
remove(Term, Terms) ->
    difference(Terms, [Term]).

-spec union(ordered(), ordered()) -> ordered().
union([A | As] = Left, [B | Bs] = Right) ->
    case order(A, B) of
        lt -> [A | union(As, Right)];
        gt -> [B | union(Left, Bs)];
        eq -> [A | union(As, Bs)]
    end;
union([], Right) ->
    Right;
union(Left, []) ->
    Left.

-spec intersection(ordered(), ordered()) -> ordered().
intersection([A | As] = Left, [B | Bs] = Right) ->
    case order(A, B) of
        lt -> intersection(As, Right);
        gt -> intersection(Left, Bs);
        eq -> [A | intersection(As, Bs)]
    end;
intersection(_, _) ->
    [].

-spec difference(ordered(), ordered()) -> ordered().
difference([A | As] = Left, [B | Bs] = Right) ->
    case order(A, B) of
        lt -> [A | difference(As, Right)];
        gt -> difference(Left, Bs);
        eq -> difference(As, Bs)
    end;
difference(Left, _) ->
    Left.

-spec is_subset(ordered(), ordered()) -> boolean().
is_subset([A | As] = Left, [B | Bs]) ->
    case order(A, B) of
        lt -> false;
        gt -> is_subset(Left, Bs);
        eq -> is_subset(As, Bs)
    end;
is_subset(Left, _) ->
    Left =:= [].
