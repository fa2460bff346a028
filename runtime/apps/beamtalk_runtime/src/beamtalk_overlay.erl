%% What was added to classes at run time, as code: find/2 is what compiled
%% dispatch asks when a class does not define a selector itself. This is the
%% module as long as there is nothing to find; `beamtalk_extensions` loads one
%% with clauses over it.
-module(beamtalk_overlay).

-export([find/2, has_texts/0]).

%% The class is a name, or for the class side its tag, 'C class'.
-spec find(atom(), atom()) -> none | fun((Args :: [term()], Self :: term()) -> term()).
find(_Class, _Selector) ->
    none.

%% Whether any class got a printString or displayString. As long as none has,
%% plain terms need not be asked for theirs.
-spec has_texts() -> boolean().
has_texts() ->
    false.
