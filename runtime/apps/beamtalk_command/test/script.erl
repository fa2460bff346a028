%% A compiled script: each function is a case.
-module(script).
-export([keep/1, add/1, fail/1, hang/1, die/1, share/1, bump/1, say/1, pair/1]).

keep(#{}) -> {3, #{x => 3}}.

add(#{x := X} = Bindings) -> {X + 1, Bindings#{x := X + 1}}.

fail(_) -> beamtalk_error:raise(does_not_understand, 'Integer', fly).

hang(_) ->
    receive
        never -> ok
    end.

die(_) ->
    exit(self(), kill),
    hang(none).

%% A block that has a variable of its own.
share(Bindings) ->
    Cell = beamtalk_cell:new(10),
    Bump = fun() -> beamtalk_cell:put(Cell, beamtalk_cell:get(Cell, 0) + 1) end,
    {10, Bindings#{bump => Bump}}.

bump(#{bump := Bump} = Bindings) -> {Bump(), Bindings}.

say(Bindings) ->
    io:put_chars("tea"),
    {0, Bindings}.

pair(Bindings) -> {{no, class}, Bindings#{x => 7}}.
