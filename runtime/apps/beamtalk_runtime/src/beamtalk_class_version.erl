%% How often anything about any class has changed: who has made something of the class
%% tables can tell whether it still holds. Whoever writes to them counts afterwards, so
%% that what was read before the count has changed is of that count or newer.
-module(beamtalk_class_version).

-export([create/0, now/0, changed/0]).

%% Goes on counting where an earlier life has ended.
-spec create() -> ok.
create() ->
    case persistent_term:get(?MODULE, none) of
        none -> persistent_term:put(?MODULE, atomics:new(1, []));
        _ -> changed()
    end.

-spec now() -> integer().
now() ->
    atomics:get(persistent_term:get(?MODULE), 1).

-spec changed() -> ok.
changed() ->
    atomics:add(persistent_term:get(?MODULE), 1, 1).
