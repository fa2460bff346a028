%% Control flow that met a receiver it is not compiled for: the message is
%% sent after all, with blocks. Those work on temporary cells, whose values
%% come back with the answer; however the send ends, the cells are gone.
-module(beamtalk_fallback).

-export([send/4, send/5, not_a_condition/2]).

%% The answer, and what the cells held at the end.
-spec send([beamtalk_cell:cell()], term(), atom(), [term()]) -> [term(), ...].
send(Cells, Receiver, Selector, Args) ->
    try beamtalk_dispatch:send(Receiver, Selector, Args) of
        Answer -> [Answer | [beamtalk_cell:get(Cell) || Cell <- Cells]]
    after
        lists:foreach(fun beamtalk_cell:free/1, Cells)
    end.

%% The same where the blocks may return from the method, which has no token
%% for this yet.
-spec send(beamtalk_return:token(), [beamtalk_cell:cell()], term(), atom(), [term()]) ->
    [answered | returned | term(), ...].
send(Token, Cells, Receiver, Selector, Args) ->
    try send(Cells, Receiver, Selector, Args) of
        Answers -> [answered | Answers]
    catch
        throw:{'$beamtalk_return', Token, Value} -> [returned, Value | [nil || _ <- Cells]]
    after
        beamtalk_return:done(Token)
    end.

%% What a block answered that a loop asks each time.
-spec not_a_condition(term(), atom()) -> no_return().
not_a_condition(_Answer, Selector) ->
    Hint = <<"The condition must answer true or false">>,
    beamtalk_error:raise(type_error, 'Block', Selector, Hint).
