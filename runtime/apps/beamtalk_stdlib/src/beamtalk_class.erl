%% The primitive of Class.
-module(beamtalk_class).

-export([class/1]).

-spec class(beamtalk_class_reference:class()) -> beamtalk_class_reference:metaclass().
class(Self) ->
    beamtalk_class_of:class(Self).
