%% Properties as EUnit tests. PropEr comes first, for both libraries have a LET.

-define(PROPER_NO_TRANS, true).
-include_lib("proper/include/proper.hrl").
-include_lib("eunit/include/eunit.hrl").

%% A counterexample is printed as it was found and as it was shrunk.
-define(_property(Name, Cases, Property),
    {Name, {timeout, 60, fun() ->
        ?assertEqual(true, proper:quickcheck(Property, [{numtests, Cases}, quiet, long_result]))
    end}}
).
