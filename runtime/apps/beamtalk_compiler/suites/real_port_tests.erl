%% The same promises with the compiler itself behind the port.
-module(real_port_tests).
-include_lib("stdlib/include/assert.hrl").

-export([real_port_test_/0]).

real_port_test_() ->
    real_port:tests(#{completion => 2000, compile => 5000, probe => 500}, [
        {"it answers", fun answers/0},
        {"whatever is asked is understood", fun understood/0},
        {"a class is known at once", fun known/0},
        {"an extension of the library is known", fun extended/0},
        {"it is replaced when it stops", fun stops/0}
    ]).

answers() ->
    {ok, Version} = beamtalk_compiler_server:version(),
    ?assert(is_binary(Version)),
    ?assertEqual({ok, #{}}, beamtalk_compiler_server:ping()).

%% An answer with a word that this side does not know would be malformed.
understood() ->
    Class = <<"Object subclass: Boat\n  state: name = \"\"\n\n  /// Goes.\n  sail: to -> Boat => self.name := to. self\n">>,
    Port = fake:port(),
    Outcomes = [
        beamtalk_compiler_server:compile_expression("3 + 4", repl_eval_1, []),
        beamtalk_compiler_server:compile_expression("3 +", repl_eval_1, []),
        beamtalk_compiler_server:compile_expression(Class, repl_eval_1, []),
        beamtalk_compiler_server:compile_expression("Object >> shout => 1", repl_eval_1, []),
        beamtalk_compiler_server:compile_expression("Protocol define: Sized\n  size -> Integer", repl_eval_1, []),
        beamtalk_compiler_server:compile_expression("type Id = Integer", repl_eval_1, []),
        beamtalk_compiler_server:compile_expression_trace("3. 4", repl_eval_1, []),
        beamtalk_compiler_server:compile(Class, #{}),
        beamtalk_compiler_server:compile_method(Class, "row => 1", #{}),
        beamtalk_compiler_server:diagnostics("3 foo: bar"),
        beamtalk_compiler_server:diagnostics("row => ", method),
        beamtalk_compiler_server:find_senders_in_source(Class, "name:"),
        beamtalk_compiler_server:find_all_sends_in_source(Class),
        beamtalk_compiler_server:find_references_to_in_source(Class, 'Boat'),
        beamtalk_compiler_server:find_field_readers_in_source(Class, name),
        beamtalk_compiler_server:find_field_writers_in_source(Class, name),
        beamtalk_compiler_server:find_ffi_sites_in_source(Class, lists, reverse),
        beamtalk_compiler_server:find_ffi_sites_in_source(Class, lists, reverse, 1),
        beamtalk_compiler_server:find_announce_sites_in_source(Class),
        beamtalk_compiler_server:reindent_method_source("row => 1", 4)
    ],
    Failures = [Message || {error, [#{message := <<"Compiler port", _/binary>> = Message} | _]} <- Outcomes],
    ?assertEqual([], Failures),
    ?assertMatch({ok, #{span := #{start := _, 'end' := _}}}, beamtalk_compiler_server:resolve_method_span(Class, 'Boat', 'sail:', instance)),
    ?assertMatch({error, #{reason := selector_not_found}}, beamtalk_compiler_server:resolve_method_span(Class, 'Boat', row, instance)),
    ?assertEqual(Port, fake:port()).

known() ->
    ok = made_class:define('Boat', #{superclass => 'Object', methods => #{sail => {[], 'Harbour'}}}),
    ok = made_class:define('Harbour', #{superclass => 'Object', methods => #{depth => {[], 'Integer'}}}),
    ?assertEqual(<<"Integer">>, type("boat sail depth")),
    ?assertMatch({ok, #{diagnostics := [#{message := _} | _]}}, beamtalk_compiler_server:diagnostics("Boat new sial")),
    %% Patched, its types are not known any more, and those of others are.
    ok = beamtalk_object_class:put_method(made_class:pid('Boat'), sail, fun(Self) -> Self end),
    ?assertEqual(unknown, type("boat sail depth")),
    fake:kill_port(),
    ?assertEqual(unknown, type("boat sail depth")),
    ?assertEqual(<<"Harbour">>, type("harbour yourself")),
    ok = made_class:define('Boat', #{superclass => 'Object', methods => #{sail => {[], 'Harbour'}}}),
    ?assertEqual(<<"Integer">>, type("boat sail depth")).

extended() ->
    ok = made_class:library('Integer', #{superclass => 'Number'}),
    {ok, #{diagnostics := [_ | _]}} = beamtalk_compiler_server:diagnostics("3 tripledForTest"),
    ok = beamtalk_extensions:register('Integer', tripledForTest, fun(_, Self) -> Self end, me, <<"tripledForTest -> Integer => self * 3">>),
    ?assertMatch({ok, #{diagnostics := []}}, beamtalk_compiler_server:diagnostics("3 tripledForTest")).

type(Expression) ->
    real_port:type(Expression, #{<<"boat">> => <<"Boat">>, <<"harbour">> => <<"Harbour">>}).

stops() ->
    {ok, #{}} = beamtalk_compiler_server:ping(),
    Old = fake:os_pid(),
    fake:signal("-STOP"),
    ?assertEqual({error, type_unknown}, beamtalk_compiler_server:resolve_completion_type("3")),
    fake:eventually(fun() -> beamtalk_compiler_server:ping() =:= {ok, #{}} end),
    ?assertNotEqual(Old, fake:os_pid()).
