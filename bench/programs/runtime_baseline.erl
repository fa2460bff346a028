%% The work of runtime.bt as an Erlang programmer writes it. Shapes are tagged
%% tuples of four modules in spirit: a `case` on the tag and a remote call.
-module(runtime_baseline).

-export([fib/1, counted_loop/0, while_loop/0, map/1, foldl/1]).
-export([shapes/0, areas/1, areas_of/1, points/0, handlers/0, half/1]).
-export([square/1, oblong/1, triangle/1, dot/1, area/1]).

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).

counted_loop() -> counted_loop(1, 1000000, 0).

counted_loop(I, Last, Sum) when I =< Last -> counted_loop(I + 1, Last, Sum + I);
counted_loop(_, _, Sum) -> Sum.

while_loop() -> while_loop(0, 0).

while_loop(I, Sum) when I < 1000000 ->
    Next = I + 1,
    case Next rem 3 =:= 0 of
        true -> while_loop(Next, Sum + Next);
        false -> while_loop(Next, Sum)
    end;
while_loop(_, Sum) -> Sum.

map(Xs) -> lists:map(fun(X) -> X + 1 end, Xs).

foldl(Xs) -> lists:foldl(fun(X, Sum) -> Sum + X end, 0, Xs).

shapes() -> [{square, 2}, {oblong, 2, 3}, {triangle, 4, 5}, dot].

areas(Shapes) -> areas(1, Shapes, 0).

areas(I, Shapes, Total) when I =< 100000 ->
    Sum = lists:foldl(fun(Shape, Acc) -> Acc + area(Shape) end, Total, Shapes),
    areas(I + 1, Shapes, Sum);
areas(_, _, Total) -> Total.

areas_of([A, B, C, D]) -> areas_of(1, A, B, C, D, 0).

areas_of(I, A, B, C, D, Total) when I =< 100000 ->
    areas_of(I + 1, A, B, C, D, Total + area(A) + area(B) + area(C) + area(D));
areas_of(_, _, _, _, _, Total) -> Total.

area(Shape) ->
    case Shape of
        {square, _} -> ?MODULE:square(Shape);
        {oblong, _, _} -> ?MODULE:oblong(Shape);
        {triangle, _, _} -> ?MODULE:triangle(Shape);
        dot -> ?MODULE:dot(Shape)
    end.

square({_, Side}) -> Side * Side.

oblong({_, Width, Height}) -> Width * Height.

triangle({_, Base, Height}) -> Base * Height div 2.

dot(_) -> 0.

points() -> points(1, 0).

points(I, Sum) when I =< 300000 ->
    Point = point(I, 2),
    points(I + 1, Sum + maps:get(x, Point) + maps:get(y, Point));
points(_, Sum) -> Sum.

point(X, Y) -> #{x => X, y => Y}.

handlers() -> handlers(1, 0).

handlers(I, Sum) when I =< 300000 ->
    Value =
        try
            ?MODULE:half(I)
        catch
            _:_ -> 0
        end,
    handlers(I + 1, Sum + Value);
handlers(_, Sum) -> Sum.

half(N) -> N div 2.
