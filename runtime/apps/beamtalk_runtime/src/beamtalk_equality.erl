%% How collections compare an element with what is looked for: equal terms
%% are equal, and a value may know more equals by its `equals:`. Actors and
%% primitives are never asked.
-module(beamtalk_equality).

-include("beamtalk.hrl").

-export([eq/2]).

-spec eq(Element :: term(), Sought :: term()) -> boolean().
eq(Same, Same) ->
    true;
eq(#{?TAG := _} = Element, Sought) ->
    beamtalk_dispatch:send(Element, 'equals:', [Sought]) =:= true;
eq(_, _) ->
    false.
