%% Whether `ifNil:` and its kin may be compiled in place. They may as long as
%% no class and no extension answers them in a way of its own; compiled code
%% asks here for every receiver that is not nil. Whoever adds such a method
%% says so first.
-module(beamtalk_nil_test).

-include("beamtalk.hrl").

-export([is_plain/1, overridden/0]).

-spec is_plain(term()) -> boolean().
is_plain(#{?TAG := 'ErlangModule'}) -> false;
is_plain(_) -> persistent_term:get(?MODULE, true).

-spec overridden() -> ok.
overridden() ->
    persistent_term:put(?MODULE, false).
