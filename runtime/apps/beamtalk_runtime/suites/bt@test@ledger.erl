%% An abstract class of actors.
-module('bt@test@ledger').
-include("../test/fixture.hrl").
-export(['__new'/0, '__dispatch'/0, '__initialize'/1, '__required'/0]).

'__beamtalk_meta'() ->
    (?META('Ledger', 'Actor', actor, #{}, #{}))#{is_abstract => true}.

?REGISTER.

'__new'() -> #{'$beamtalk_class' => 'Ledger'}.
'__dispatch'() -> fun dispatch/3.
'__initialize'(Self) -> 'bt@stdlib@actor':'__initialize'(Self).
'__required'() -> [].

?ELSE('Ledger', 'bt@stdlib@actor').

?CLASS_DISPATCH('Ledger class', 'bt@stdlib@actor').

?ELSE_CLASS('bt@stdlib@actor').
