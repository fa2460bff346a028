%% Blocks as they are compiled.
-module(blocks).

-export([counter/0, total/1]).

%% [n := n + 1], with a variable of its own.
counter() ->
    Cell = beamtalk_cell:new(0),
    Now = beamtalk_cell:get(Cell),
    fun() ->
        ok = beamtalk_cell:enter(Cell, Now),
        beamtalk_cell:put(Cell, beamtalk_cell:get(Cell) + 1)
    end.

%% [:each | sum := sum + each], over a list that it carries.
total(Numbers) ->
    Cell = beamtalk_cell:new(0),
    Now = beamtalk_cell:get(Cell),
    fun() ->
        ok = beamtalk_cell:enter(Cell, Now),
        lists:foreach(fun(It) -> beamtalk_cell:put(Cell, beamtalk_cell:get(Cell) + It) end, Numbers),
        beamtalk_cell:get(Cell)
    end.
