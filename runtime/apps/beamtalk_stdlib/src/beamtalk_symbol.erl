%% Primitives of Symbol, which is an atom.
-module(beamtalk_symbol).

-export([asString/1, printString/1, hash/1, '=:='/2, '=/='/2, '/='/2]).

-spec asString(atom()) -> binary().
asString(Self) -> atom_to_binary(Self).

-spec printString(atom()) -> binary().
printString(Self) -> <<$#, (atom_to_binary(Self))/binary>>.

-spec hash(atom()) -> non_neg_integer().
hash(Self) -> erlang:phash2(Self).

-spec '=:='(atom(), term()) -> boolean().
'=:='(Self, Other) -> Self =:= Other.

-spec '=/='(atom(), term()) -> boolean().
'=/='(Self, Other) -> Self =/= Other.

-spec '/='(atom(), term()) -> boolean().
'/='(Self, Other) -> Self /= Other.
