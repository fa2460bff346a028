%% Core Erlang, as the compiler hands it over, to BEAM code and into the system.
%% In goes a module in the external term format; out comes its code, or why OTP
%% refused it. Writes no files.
-module(beamtalk_core_compiler).

-export([compile/2, linted/1, load/1]).

-export_type([speed/0]).

%% Whether the code is to run fast, or to be there fast.
-type speed() :: optimised | quick.

-spec compile(Core :: binary(), speed()) -> {ok, module(), Beam :: binary()} | {error, binary()}.
compile(Core, Speed) ->
    try compile_term(binary_to_term(Core), Speed) of
        {ok, Module, Beam} -> {ok, Module, Beam};
        {error, Errors, _Warnings} -> refusal(Errors)
    catch
        _:Reason:Stack -> refusal({Reason, Stack})
    end.

-spec compile_term(term(), speed()) -> term().
compile_term(Core, Speed) ->
    compile:noenv_forms(Core, beamtalk_debug_info:options(Core) ++ options(Speed)).

%% The same with OTP's own check of Core Erlang before it; what OTP warns of is
%% written to standard error. In goes the module as a term, or as its bytes.
-spec linted(Core :: term()) -> {ok, module(), Beam :: binary()} | {error, binary()}.
linted(Core) when is_binary(Core) ->
    try binary_to_term(Core) of
        Term -> linted(Term)
    catch
        error:badarg -> refusal(no_term)
    end;
linted(Core) ->
    try compile:noenv_forms(Core, [clint, return_warnings | beamtalk_debug_info:options(Core) ++ options(quick)]) of
        {ok, Module, Beam, Warnings} ->
            _ = [io:format(standard_error, "~ts: ~tP~n", [Module, Warning, 30]) || Warning <- Warnings],
            {ok, Module, Beam};
        {error, Errors, _Warnings} ->
            refusal(Errors)
    catch
        _:Reason:Stack -> refusal({Reason, Stack})
    end.

%% On a running runtime. The module is there when this answers, and so is the class
%% that it is.
-spec load(Core :: binary()) -> {ok, module()} | {error, binary()}.
load(Core) ->
    case compile(Core, quick) of
        {ok, Module, Beam} -> load(Module, Beam);
        {error, _} = Error -> Error
    end.

-spec load(module(), binary()) -> {ok, module()} | {error, binary()}.
load(Module, Beam) ->
    case beamtalk_code_change:load(Module, atom_to_list(Module), Beam) of
        ok -> {ok, Module};
        {error, Reason} -> refusal({load, Module, Reason})
    end.

%% The same input gives the same bytes wherever it is compiled.
-spec options(speed()) -> [compile:option()].
options(optimised) -> [from_core, binary, return_errors, deterministic];
options(quick) -> [no_ssa_opt | options(optimised)].

-spec refusal(term()) -> {error, binary()}.
refusal(Reason) ->
    {error, unicode:characters_to_binary(io_lib:format("~tP", [Reason, 60]))}.
