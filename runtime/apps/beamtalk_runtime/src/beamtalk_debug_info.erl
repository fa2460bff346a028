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

-spec forms(module(), data()) -> [term()].
forms(Module, #{exports := Exports, specs := Specs}) ->
    %% The compiler writes these two itself.
    Functions = Exports -- [{module_info, 0}, {module_info, 1}],
    [{attribute, 0, module, Module}, {attribute, 0, export, Functions}] ++
        [{attribute, 0, spec, Spec} || Spec <- Specs] ++
        [function(Function) || Function <- Functions] ++
        [{eof, 0}].

%% A function of which only the head is known.
-spec function({atom(), arity()}) -> term().
function({Name, Arity}) ->
    Unknown = {call, 0, {remote, 0, {atom, 0, erlang}, {atom, 0, nif_error}}, [{atom, 0, undef}]},
    {function, 0, Name, Arity, [{clause, 0, [{var, 0, '_'} || _ <- lists:seq(1, Arity)], [], [Unknown]}]}.
