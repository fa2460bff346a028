#!/usr/bin/env escript
%% What a send costs, in nanoseconds: the median of several rounds, without
%% the loop. Runs on the classes of the runtime's tests.
%%
%%   runtime/build.escript test && runtime/bench/dispatch.escript
-mode(compile).
-export([spin/2, plain/1, message/2]).

-define(ROUND, 300000).
-define(ROUNDS, 15).

main(_) ->
    Root = filename:dirname(filename:dirname(filename:absname(escript:script_name()))),
    true = code:add_patha(filename:join(Root, "apps/beamtalk_runtime/ebin")),
    true = code:add_patha(filename:join(Root, "apps/beamtalk_runtime/ebin_test")),
    _ = fixture:start(),
    Point = fixture:point(1, 2),
    Pixel = Point#{'$beamtalk_class' := 'Pixel'},
    Loop = median(fun(N) -> ?MODULE:plain(N) end),
    io:format("~-52ts ~8ts~n", ["", "ns"]),
    Sent = fun(Receiver, Selector, Args) ->
        fun(N) -> ?MODULE:message(N, {Receiver, Selector, Args}) end
    end,
    show("send, own method of a value", Loop, Sent(Point, x, [])),
    show("send, inherited from 3 classes up", Loop, Sent(Pixel, yourself, [])),
    show("send, integer receiver", Loop, Sent(7, '+', [1])),
    show("send, short string receiver", Loop, Sent(<<"hello">>, format, [])),
    show("send, class object, own method", Loop, Sent(fixture:class('Point'), who, [])),
    show("overlay:find, no extensions", Loop, finds('Point', norm)),
    show("x class", Loop, fun(N) -> ?MODULE:spin(N, fun() -> beamtalk_class_of:class(Point) end) end),
    show("class variable, read", Loop, fun(N) ->
        ?MODULE:spin(N, fun() -> beamtalk_class_variables:get('Tally', n) end)
    end),
    show("cell get", Loop, cells(fun(Cell) -> beamtalk_cell:get(Cell) end)),
    show("cell put", Loop, cells(fun(Cell) -> beamtalk_cell:put(Cell, 1) end)),
    micros("class variable, write under the lock", 20000, fun() ->
        beamtalk_dispatch:send(fixture:class('Tally'), tick, [])
    end),
    Norm = fun([], #{x := X}) -> X end,
    Register = fun() -> beamtalk_extensions:register('Point', norm, Norm, bench) end,
    micros("register an extension, the first of all", 1, Register),
    micros("make the overlay of 1 extension", 1, fun beamtalk_extensions:settle/0),
    micros("register an extension, the first of a burst", 1, Register),
    micros("register an extension, in a burst", 1000, Register),
    beamtalk_extensions:settle(),
    beamtalk_extensions:ask_table(),
    show("send, extension, while a burst lasts", Loop, Sent(Point, norm, [])),
    Register(),
    beamtalk_extensions:settle(),
    show("send, extension", Loop, Sent(Point, norm, [])),
    show("overlay:find, none found among 1", Loop, finds('Pixel', norm)),
    [
        beamtalk_extensions:register('Point', list_to_atom("e" ++ integer_to_list(N)), Norm, bench)
     || N <- lists:seq(1, 500)
    ],
    micros("make the overlay of 501 extensions", 1, fun beamtalk_extensions:settle/0),
    show("overlay:find, none found among 501", Loop, finds('Point', nothing)),
    show("send, inherited from 3 classes up, 501 extensions", Loop, Sent(Pixel, yourself, [])),
    Patch = fun() ->
        Pid = beamtalk_class_registry:whereis_class('Point'),
        ok = beamtalk_object_class:put_method(Pid, y, fun(#{y := Y}) -> Y end)
    end,
    micros("patch a compiled method, the first of its class", 1, Patch),
    micros("patch a compiled method again", 1, Patch),
    beamtalk_extensions:settle(),
    show("send, patched method", Loop, Sent(Point, y, [])),
    show("send, compiled method of a patched class", Loop, Sent(Point, x, [])),
    Define = fun() -> {ok, _} = beamtalk_built_class:define(gauge()) end,
    micros("build a class of 20 methods", 1, Define),
    micros("build it again", 10, Define),
    Gauge = #{'$beamtalk_class' => 'Gauge', level => 1},
    show("send, method of a built class", Loop, Sent(Gauge, m7, [])),
    show("send, inherited by a built class", Loop, Sent(Gauge, yourself, [])),
    show("new, built class with a slot", Loop, Sent(fixture:class('Gauge'), new, [])).

gauge() ->
    Methods = [{list_to_atom("m" ++ integer_to_list(N)), fun(#{level := L}) -> L end} || N <- lists:seq(1, 20)],
    #{
        name => 'Gauge', superclass => 'Object', fields => #{level => 3}, methods => maps:from_list(Methods),
        class_methods => #{}, class_variables => #{}, meta => #{}
    }.

finds(Class, Selector) ->
    fun(N) -> ?MODULE:spin(N, fun() -> beamtalk_overlay:find(Class, Selector) end) end.

cells(Use) ->
    Cell = beamtalk_cell:new(0),
    fun(N) -> ?MODULE:spin(N, fun() -> Use(Cell) end) end.

show(Name, Loop, Run) ->
    io:format("~-52ts ~8.1f~n", [Name, median(Run) - Loop]).

micros(Name, Times, Run) ->
    Start = erlang:monotonic_time(nanosecond),
    [Run() || _ <- lists:seq(1, Times)],
    Took = erlang:monotonic_time(nanosecond) - Start,
    io:format("~-52ts ~8.1f us~n", [Name, Took / Times / 1000]).

median(Run) ->
    Run(?ROUND),
    Times = [time(Run) || _ <- lists:seq(1, ?ROUNDS)],
    lists:nth(?ROUNDS div 2 + 1, lists:sort(Times)).

time(Run) ->
    Start = erlang:monotonic_time(nanosecond),
    Run(?ROUND),
    (erlang:monotonic_time(nanosecond) - Start) / ?ROUND.

plain(0) -> ok;
plain(N) -> plain(N - 1).

%% A fun call of 5 to 17 ns is part of what these show.
spin(0, _) ->
    ok;
spin(N, Fun) ->
    Fun(),
    spin(N - 1, Fun).

message(0, _) ->
    ok;
message(N, {Receiver, Selector, Args} = Sent) ->
    beamtalk_dispatch:send(Receiver, Selector, Args),
    message(N - 1, Sent).
