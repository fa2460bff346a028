%% What tools of Erlang's learn of a compiled class: its functions and their
%% types. A module made from Core Erlang has no source in Erlang, so the
%% compiler is told to ask here for it: in goes the Core module, out come
%% options for `compile`; later `beam_lib`, and through it Dialyzer and
%% others, ask for forms. They get heads and specs, with bodies that may
%% answer anything.
-module(beamtalk_debug_info).

-export([options/1, debug_info/4]).

-type data() :: #{
    exports := [{atom(), arity()}],
    specs := [{{atom(), arity()}, [term()]}]
}.

%% For the options of a compilation from this Core.
-spec options(cerl:c_module()) -> [{debug_info, {module(), data()}}].
options(Core) ->
    Exports = [cerl:var_name(Name) || Name <- cerl:module_exports(Core)],
    Attributes = [{cerl:concrete(Key), cerl:concrete(Value)} || {Key, Value} <- cerl:module_attrs(Core)],
    Specs = lists:append([Value || {spec, Value} <- Attributes]),
    Exported = [Spec || {Function, _} = Spec <- Specs, lists:member(Function, Exports)],
    [{debug_info, {?MODULE, #{exports => Exports, specs => Exported}}}].

%% What `beam_lib` calls for a module with these options.
-spec debug_info(atom(), module(), data(), [term()]) -> {ok, term()} | {error, unknown_format}.
debug_info(erlang_v1, Module, Data, _) ->
    {ok, forms(Module, Data)};
debug_info(core_v1, Module, Data, Options) ->
    Forms = forms(Module, Data),
    case compile:noenv_forms(Forms, [no_spawn_compiler_process, to_core, binary, return_errors | Options]) of
        {ok, _, Core} -> {ok, Core};
        {ok, _, Core, _} -> {ok, Core};
        _ -> {error, unknown_format}
    end;
debug_info(_, _, _, _) ->
    {error, unknown_format}.

-spec forms(module(), data()) -> [erl_parse:abstract_form()].
forms(Module, #{exports := Exports, specs := Specs}) ->
    %% The compiler writes these two itself.
    Functions = Exports -- [{module_info, 0}, {module_info, 1}],
    Nowhere = erl_anno:new(0),
    [{attribute, Nowhere, module, Module}, {attribute, Nowhere, export, Functions}] ++
        [{attribute, Nowhere, spec, Spec} || Spec <- Specs] ++
        [function(Function, Nowhere) || Function <- Functions].

%% A function of which only the head is known.
-spec function({atom(), arity()}, erl_anno:anno()) -> erl_parse:abstract_form().
function({Name, Arity}, Nowhere) ->
    Callee = {remote, Nowhere, {atom, Nowhere, erlang}, {atom, Nowhere, nif_error}},
    Unknown = {call, Nowhere, Callee, [{atom, Nowhere, undef}]},
    Arguments = [{var, Nowhere, '_'} || _ <- lists:seq(1, Arity)],
    {function, Nowhere, Name, Arity, [{clause, Nowhere, Arguments, [], [Unknown]}]}.
