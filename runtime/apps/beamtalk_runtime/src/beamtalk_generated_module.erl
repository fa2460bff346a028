%% Modules that are made while the system runs. In go a name, attributes and
%% functions, each as a maker of its body in Core Erlang from its parameters;
%% out comes the code. Every function is exported, and `module_info` is added
%% as the compiler does for a module written in Erlang.
-module(beamtalk_generated_module).

-export([compile/3, remote/3, literal/1]).

-export_type([definition/0]).

-type definition() :: {Name :: atom(), arity(), Body :: fun(([cerl:cerl()]) -> cerl:cerl())}.

-spec compile(module(), [{atom(), term()}], [definition()]) -> binary().
compile(Module, Attributes, Functions) ->
    Definitions = [defined(Function) || Function <- Functions ++ info(Module)],
    Core = cerl:c_module(
        cerl:c_atom(Module),
        [Name || {Name, _} <- Definitions],
        [{cerl:c_atom(Key), cerl:abstract(Value)} || {Key, Value} <- Attributes],
        Definitions
    ),
    %% Such code mostly passes calls on: there is little to optimise.
    {ok, Module, Beam} = compile:noenv_forms(Core, [from_core, binary, no_copt, no_ssa_opt]),
    Beam.

-spec defined(definition()) -> {cerl:cerl(), cerl:cerl()}.
defined({Name, Arity, Body}) ->
    Parameters = [parameter(N) || N <- lists:seq(1, Arity)],
    {cerl:c_fname(Name, Arity), cerl:c_fun(Parameters, Body(Parameters))}.

-spec parameter(pos_integer()) -> cerl:cerl().
parameter(N) ->
    cerl:c_var(list_to_atom("P" ++ integer_to_list(N))).

-spec info(module()) -> [definition()].
info(Module) ->
    Ask = fun(Parameters) -> remote(erlang, get_module_info, [cerl:c_atom(Module) | Parameters]) end,
    [{module_info, 0, Ask}, {module_info, 1, Ask}].

%% A call of a function that is known by name.
-spec remote(module(), atom(), [cerl:cerl()]) -> cerl:cerl().
remote(Module, Name, Arguments) ->
    cerl:c_call(cerl:c_atom(Module), cerl:c_atom(Name), Arguments).

%% Any term may be a constant of a module, though `cerl` knows only those
%% that can be written down.
-spec literal(term()) -> cerl:cerl().
literal(Term) ->
    {c_literal, [], Term}.
