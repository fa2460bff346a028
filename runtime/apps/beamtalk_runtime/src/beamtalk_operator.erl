%% Operators whose operands are not both small enough to be computed in place:
%% floats and mixed numbers here, everything else as a message.
-module(beamtalk_operator).

-export(['+'/2, '-'/2, '*'/2, '/'/2, '%'/2, '<'/2, '>'/2, '<='/2, '>='/2]).

-spec '+'(term(), term()) -> term().
'+'(A, B) when is_number(A) -> A + B;
'+'(A, B) -> beamtalk_dispatch:send(A, '+', [B]).

-spec '-'(term(), term()) -> term().
'-'(A, B) when is_number(A) -> A - B;
'-'(A, B) -> beamtalk_dispatch:send(A, '-', [B]).

-spec '*'(term(), term()) -> term().
'*'(A, B) when is_number(A) -> A * B;
'*'(A, B) -> beamtalk_dispatch:send(A, '*', [B]).

-spec '/'(term(), term()) -> term().
'/'(A, B) when is_number(A) -> A / B;
'/'(A, B) -> beamtalk_dispatch:send(A, '/', [B]).

-spec '%'(term(), term()) -> term().
'%'(A, B) when is_integer(A) -> A rem B;
'%'(A, B) -> beamtalk_dispatch:send(A, '%', [B]).

-spec '<'(term(), term()) -> term().
'<'(A, B) when is_number(A) -> A < B;
'<'(A, B) -> beamtalk_dispatch:send(A, '<', [B]).

-spec '>'(term(), term()) -> term().
'>'(A, B) when is_number(A) -> A > B;
'>'(A, B) -> beamtalk_dispatch:send(A, '>', [B]).

-spec '<='(term(), term()) -> term().
'<='(A, B) when is_number(A) -> A =< B;
'<='(A, B) -> beamtalk_dispatch:send(A, '<=', [B]).

-spec '>='(term(), term()) -> term().
'>='(A, B) when is_number(A) -> A >= B;
'>='(A, B) -> beamtalk_dispatch:send(A, '>=', [B]).
