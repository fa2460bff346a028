%% The compiler itself behind the port, where it has been built: `bin/beamtalk`, or
%% what BEAMTALK_PORT names. Without one its tests are left out, and that is said.
-module(real_port).
-include_lib("stdlib/include/assert.hrl").

-export([tests/1, tests/2, tests/3, program/0, quietly/1, compiled/1, define/1, type/2, problems/1, times/2]).

tests(Tests) ->
    tests(#{completion => 5000, compile => 20000, probe => 5000}, Tests).

tests(Deadlines, Tests) ->
    tests(fun(Program) -> Program end, Deadlines, Tests).

%% With a way to start it.
tests(Way, Deadlines, Tests) ->
    case program() of
        {ok, Program} ->
            Start = fun() -> fake:start(Deadlines, Way(Program)) end,
            {foreach, Start, fun fake:stop/1, [{timeout, 7200, {Title, Test}} || {Title, Test} <- Tests]};
        {error, Why} ->
            io:format(user, "left out: no compiler to test with, ~ts~n", [Why]),
            []
    end.

program() ->
    application:unset_env(beamtalk_compiler, port_command),
    beamtalk_compiler_program:find().

%% Without what it says to people.
quietly({Path, Arguments}) ->
    {"/bin/sh", ["-c", "exec \"$0\" \"$@\" 2>/dev/null", Path | Arguments]}.

%% The code of the classes of a text, in modules that go with the test.
compiled(Text) ->
    Options = #{package => <<"made">>},
    {ok, #{modules := Modules}} = beamtalk_compiler_server:compile_expression(Text, repl_eval, [], Options),
    [
        begin
            {ok, Module, Beam} = beamtalk_core_compiler:compile(Core, quick),
            {Module, Beam}
        end
     || #{core := Core} <- Modules
    ].

%% As the prompt does it.
define(Text) ->
    [ok = made_class:load(Module, Beam) || {Module, Beam} <- compiled(Text)],
    ok.

%% What an expression is where some names hold instances.
type(Expression, Held) ->
    Bindings = maps:map(fun(_, Class) -> {instance, Class} end, Held),
    case beamtalk_compiler_server:resolve_completion_type(Expression, Bindings) of
        {ok, #{types := [#{class_name := Name, side := instance}]}} -> Name;
        {not_found, Why} when is_binary(Why) -> unknown;
        {error, type_unknown} -> no_answer
    end.

%% What is wrong with a line, and what would help.
problems(Line) ->
    case beamtalk_compiler_server:diagnostics(Line) of
        {ok, #{diagnostics := Found}} -> [{Message, maps:get(hint, It, none)} || #{message := Message} = It <- Found];
        {error, _} = Failed -> Failed
    end.

%% Prints and answers how long something took, in milliseconds.
times(What, Microseconds) ->
    Sorted = lists:sort(Microseconds),
    [Half, Most, Nearly, All] = [lists:nth(max(1, length(Sorted) * P div 100), Sorted) / 1000 || P <- [50, 95, 99, 100]],
    io:format(user, "  ~ts: p50 ~.1f ms, p95 ~.1f ms, p99 ~.1f ms, at most ~.1f ms (~b times)~n",
        [What, Half, Most, Nearly, All, length(Sorted)]),
    #{p50 => Half, p95 => Most, p99 => Nearly}.
