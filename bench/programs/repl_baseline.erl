%% What a prompt pays that compiles every line: a tiny module, from Core Erlang as terms
%% to code that was called and is gone again. Prints the median in nanoseconds.
-module(repl_baseline).

-export([main/0]).

-define(ROUNDS, 200).

main() ->
    Core = core(),
    _ = [once(Core) || _ <- lists:seq(1, 20)],
    Times = lists:sort([timed(Core) || _ <- lists:seq(1, ?ROUNDS)]),
    io:format("~b~n", [lists:nth(?ROUNDS div 2, Times)]).

timed(Core) ->
    Start = erlang:monotonic_time(nanosecond),
    7 = once(Core),
    erlang:monotonic_time(nanosecond) - Start.

once(Core) ->
    {ok, Module, Beam} = compile:noenv_forms(Core, [from_core, binary, no_ssa_opt]),
    {module, Module} = code:load_binary(Module, "", Beam),
    Value = Module:eval(3),
    true = code:delete(Module),
    _ = code:purge(Module),
    Value.

core() ->
    Name = cerl:c_fname(eval, 1),
    X = cerl:c_var('X'),
    Sum = cerl:c_call(cerl:c_atom(erlang), cerl:c_atom('+'), [X, cerl:c_int(4)]),
    cerl:c_module(cerl:c_atom(repl_line), [Name], [], [{Name, cerl:c_fun([X], Sum)}]).
