%% How much of what an evaluation may use. Each is in the environment of the
%% application under the name of its function here.
-module(beamtalk_repl_limits).

-export([output_bytes/0, print_characters/0, input_milliseconds/0, memory_bytes/0]).
-export([cleanup_milliseconds/0, grace_milliseconds/0, leftover_pause/0, label_milliseconds/0]).

-define(MOST_BYTES, 512 bsl 20).

%% Shown of one evaluation.
-spec output_bytes() -> pos_integer().
output_bytes() -> set(output_bytes, 1 bsl 20).

%% Of a value, before it is cut.
-spec print_characters() -> pos_integer().
print_characters() -> set(print_characters, 4000).

%% For an answer to a request for input; 0 waits for ever.
-spec input_milliseconds() -> pos_integer() | infinity.
input_milliseconds() ->
    case set(input_milliseconds, 30000) of
        0 -> infinity;
        Milliseconds -> Milliseconds
    end.

%% For the heap of an evaluation: a quarter of what the machine has, and no more than what
%% is used up before anyone loses patience.
-spec memory_bytes() -> pos_integer().
memory_bytes() ->
    case application:get_env(beamtalk_workspace, memory_bytes) of
        {ok, Bytes} -> Bytes;
        undefined -> quarter()
    end.

%% For what an interrupted evaluation still has to clean up.
-spec cleanup_milliseconds() -> pos_integer().
cleanup_milliseconds() -> set(cleanup_milliseconds, 2000).

%% For a session that no client is attached to.
-spec grace_milliseconds() -> pos_integer().
grace_milliseconds() -> set(grace_milliseconds, 600000).

%% Between an evaluation and the look for processes that it has left behind.
-spec leftover_pause() -> pos_integer().
leftover_pause() -> set(leftover_pause, 50).

%% For an actor to say how it prints.
-spec label_milliseconds() -> pos_integer().
label_milliseconds() -> set(label_milliseconds, 250).

-spec set(atom(), non_neg_integer()) -> non_neg_integer().
set(Name, Default) ->
    application:get_env(beamtalk_workspace, Name, Default).

%% Read once: a machine keeps its size.
-spec quarter() -> pos_integer().
quarter() ->
    case persistent_term:get(?MODULE, none) of
        none ->
            Quarter = min(?MOST_BYTES, max(256 bsl 20, total() div 4)),
            persistent_term:put(?MODULE, Quarter),
            Quarter;
        Quarter ->
            Quarter
    end.

%% Where it cannot be known, as much as a small machine has.
-spec total() -> pos_integer().
total() ->
    case file:read_file("/proc/meminfo") of
        {ok, Text} ->
            case re:run(Text, "MemTotal:\\s+(\\d+) kB", [{capture, all_but_first, binary}]) of
                {match, [Kilobytes]} -> binary_to_integer(Kilobytes) * 1024;
                nomatch -> 4 bsl 30
            end;
        {error, _} ->
            4 bsl 30
    end.
