%% The shapes that Erlang code and compiled classes share: the tag of a
%% value and the one error record.

-define(TAG, '$beamtalk_class').

%% What went wrong: what sort of fault, where, in which words, what to try.
-record(beamtalk_error, {
    kind :: atom(),
    class :: atom(),
    selector :: atom(),
    message :: binary(),
    hint :: binary() | undefined,
    details = #{} :: map()
}).
