%% Operators whose operands are not both small enough to be computed in place:
%% floats and mixed numbers here, everything else as a message.
-module(beamtalk_operator).

-export(['++'/2, '+'/2, '-'/2, '*'/2, '/'/2, '%'/2, '<'/2, '>'/2, '<='/2, '>='/2]).

%% Of Strings. A long one is made with room at its end, so that adding to it again
%% copies only what is added; for short ones that would be a waste. Where the size of
%% the first part is written, no room is left.
-spec '++'(binary(), binary()) -> binary().
'++'(A, B) when byte_size(A) > 64 -> <<A/binary, B/binary>>;
'++'(A, B) when byte_size(A) + byte_size(B) =< 64 -> <<A:(byte_size(A))/binary, B/binary>>;
'++'(A, B) -> <<A/binary, B/binary>>.

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
