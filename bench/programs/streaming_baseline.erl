%% An empty echo: a program that sends back what it gets and knows nothing of it.
-module(streaming_baseline).

-export([open/0]).

open() ->
    open_port({spawn_executable, os:find_executable("cat")}, [{packet, 4}, binary]).
