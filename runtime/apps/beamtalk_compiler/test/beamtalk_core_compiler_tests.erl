-module(beamtalk_core_compiler_tests).

-include_lib("eunit/include/eunit.hrl").

%% A module as the compiler hands it over, made here from Erlang text.
core(Module, Body) ->
    Lines = [
        io_lib:format("-module(~p).", [Module]),
        "-export([answer/0]).",
        "answer() -> " ++ Body ++ "."
    ],
    Forms = [form(lists:flatten(Line)) || Line <- Lines],
    {ok, Module, Core} = compile:forms(Forms, [to_core, binary]),
    term_to_binary(Core).

form(Line) ->
    {ok, Tokens, _} = erl_scan:string(Line),
    {ok, Form} = erl_parse:parse_form(Tokens),
    Form.

running(Test) ->
    {ok, _} = application:ensure_all_started(beamtalk_runtime),
    Test().

compiled_code_runs_test() ->
    running(fun compiled_code_runs/0).

compiled_code_runs() ->
    ?assertEqual({ok, core_sample}, beamtalk_core_compiler:load(core(core_sample, "6 * 7"))),
    ?assertEqual(42, core_sample:answer()).

loading_again_replaces_test() ->
    running(fun loading_again_replaces/0).

loading_again_replaces() ->
    {ok, _} = beamtalk_core_compiler:load(core(core_replaced, "1")),
    {ok, _} = beamtalk_core_compiler:load(core(core_replaced, "2")),
    ?assertEqual(2, core_replaced:answer()).

the_same_input_gives_the_same_bytes_test_() ->
    Core = core(core_same, "lists:seq(1, 9)"),
    [
        ?_assertEqual(
            beamtalk_core_compiler:compile(Core, Speed), beamtalk_core_compiler:compile(Core, Speed)
        )
     || Speed <- [optimised, quick]
    ].

what_otp_refuses_is_told_test_() ->
    [
        ?_assertMatch({error, <<_, _/binary>>}, beamtalk_core_compiler:compile(Bytes, optimised))
     || Bytes <- [term_to_binary(not_a_module), <<"not a term">>, <<>>]
    ].
