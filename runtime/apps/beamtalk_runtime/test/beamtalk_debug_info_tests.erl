-module(beamtalk_debug_info_tests).
-include_lib("eunit/include/eunit.hrl").

spec() ->
    Type = fun(Name) -> {type, 0, Name, []} end,
    {{'cups:', 2}, [{type, 0, 'fun', [{type, 0, product, [Type(term), Type(integer)]}, Type(binary)]}]}.

%% A module as lowering makes them.
core() ->
    Names = [cerl:c_fname('cups:', 2), cerl:c_fname(plain, 1)],
    Function = fun(Arity) -> cerl:c_fun([cerl:c_var(I) || I <- lists:seq(1, Arity)], cerl:c_atom(tea)) end,
    cerl:c_module(
        cerl:c_atom(pot), Names, [{cerl:abstract(spec), cerl:abstract([spec()])}],
        lists:zip(Names, [Function(2), Function(1)])
    ).

beam() ->
    Core = core(),
    {ok, pot, Beam} = compile:noenv_forms(Core, [from_core, binary | beamtalk_debug_info:options(Core)]),
    Beam.

tools_find_functions_and_specs_test() ->
    {ok, {pot, [{abstract_code, {raw_abstract_v1, Forms}}]}} = beam_lib:chunks(beam(), [abstract_code]),
    ?assertEqual([spec()], [Spec || {attribute, _, spec, Spec} <- Forms]),
    ?assertEqual([{'cups:', 2}, {plain, 1}], [{Name, Arity} || {function, _, Name, Arity, _} <- Forms]),
    ?assertMatch({ok, _}, erl_lint:module(Forms, "pot", [])).

%% The way that Dialyzer takes.
core_is_made_with_the_specs_test() ->
    {ok, {_, [{debug_info, {debug_info_v1, Backend, Data}}]}} = beam_lib:chunks(beam(), [debug_info]),
    {ok, Core} = Backend:debug_info(core_v1, pot, Data, []),
    Attributes = [{cerl:concrete(Key), cerl:concrete(Value)} || {Key, Value} <- cerl:module_attrs(Core)],
    ?assertEqual([spec()], proplists:get_value(spec, Attributes)),
    ?assertEqual({error, unknown_format}, Backend:debug_info(elixir_v1, pot, Data, [])).
