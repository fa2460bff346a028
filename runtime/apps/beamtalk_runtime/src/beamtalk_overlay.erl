%% The extension methods of a class, as code: find/2 is what compiled
%% dispatch asks when a class does not define a selector itself. This is the
%% module as long as there are no extensions; `beamtalk_extensions` loads
%% one with clauses over it.
-module(beamtalk_overlay).

-export([find/2]).

%% The class is a name, or for the class side its tag, 'C class'.
-spec find(atom(), atom()) -> none | fun((Args :: [term()], Self :: term()) -> term()).
find(_Class, _Selector) ->
    none.
