%% Sends, loops, collections and values.
-module(runtime_driver).

-export([main/0]).

-import(pairs, [pair/3]).

main() ->
    ok = pairs:start(),
    List = lists:seq(1, 1000000),
    Work = beamtalk_class_registry:class_object('Work'),
    Ours = fun(Selector, Arguments) -> fun() -> beamtalk_dispatch:send(Work, Selector, Arguments) end end,
    Shapes = (Ours(shapes, []))(),
    Theirs = runtime_baseline:shapes(),
    pair("fib: 27, class side", Ours(classFib, []), fun() -> runtime_baseline:fib(27) end),
    pair("fib: 27, instance", Ours(instanceFib, []), fun() -> runtime_baseline:fib(27) end),
    pair("to:do: with a captured counter", Ours(countedLoop, []), fun runtime_baseline:counted_loop/0),
    pair("whileTrue: with captured variables", Ours(whileLoop, []), fun runtime_baseline:while_loop/0),
    pair("collect:, 1 M elements", Ours('collect:', [List]), fun() -> runtime_baseline:map(List) end),
    pair("inject:into:, 1 M elements", Ours('inject:', [List]), fun() -> runtime_baseline:foldl(List) end),
    pair("send, four classes in turn", Ours('areasOf:', [Shapes]), fun() -> runtime_baseline:areas_of(Theirs) end),
    pair("send, four classes in a do:", Ours('areas:', [Shapes]), fun() -> runtime_baseline:areas(Theirs) end),
    pair("value object and two reads", Ours(points, []), fun runtime_baseline:points/0),
    pair("on:do: that does not raise", Ours(handlers, []), fun runtime_baseline:handlers/0).
