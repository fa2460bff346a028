%% Code that the compiler has made of a line, to be run here: read, and walked over
%% or compiled. In go its bytes and bindings, out come its value and new bindings.
-module(beamtalk_repl_core).

-export([run/2, walk/2, compile/2, read/1]).

%% What is left of the atom table when lines are refused that need new atoms.
-define(RESERVE, 50000).

-spec run(Core :: binary(), beamtalk_bindings:bindings()) -> {term(), beamtalk_bindings:bindings()}.
run(Core, Bindings) ->
    Term = read(Core),
    case beamtalk_core_walk:is_straight(Term) of
        true -> walk(Term, Bindings);
        false -> compile(Term, Bindings)
    end.

-spec walk(beamtalk_core_walk:core(), beamtalk_bindings:bindings()) -> {term(), beamtalk_bindings:bindings()}.
walk(Core, Bindings) ->
    beamtalk_core_walk:call(Core, eval, [Bindings]).

-spec compile(beamtalk_core_walk:core(), beamtalk_bindings:bindings()) -> {term(), beamtalk_bindings:bindings()}.
compile(Core, Bindings) ->
    beamtalk_repl_modules:run(Core, Bindings).

%% Atoms are never given back, and without any the whole system ends: whoever floods the
%% prompt with new words is stopped before.
-spec read(Core :: binary()) -> beamtalk_core_walk:core().
read(Core) ->
    try
        binary_to_term(Core, [safe])
    catch
        error:badarg -> read_new(Core, erlang:system_info(atom_limit) - erlang:system_info(atom_count))
    end.

-spec read_new(binary(), integer()) -> beamtalk_core_walk:core().
read_new(Core, Left) when Left > ?RESERVE ->
    binary_to_term(Core);
read_new(_, _) ->
    beamtalk_error:raise_message(
        resource_error,
        undefined,
        undefined,
        <<"There is no room for more names in this workspace">>,
        <<"Stop the workspace and start it again">>
    ).
