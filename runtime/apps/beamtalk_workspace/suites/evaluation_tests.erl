%% What is typed, and what is shown for it.
-module(evaluation_tests).
-include_lib("eunit/include/eunit.hrl").

-define(COUNTER, "Actor subclass: PromptCounter\n  state: count = 0\n  increment => self.count := self.count + 1\n").

evaluation_test_() ->
    prompt:tests([{Title, fun(Session) -> ?assertEqual(Shown, prompt:print(Session, Lines)) end} || {Title, Lines, Shown} <- shown()]).

shown() ->
    [
        {"a sum", ["3 + 4"], <<"7">>},
        {"a string has quotes", ["\"42\""], <<"\"42\"">>},
        {"a symbol has its mark", ["#foo"], <<"#foo">>},
        {"a binding stays", ["x := 5", "x * x"], <<"25">>},
        {"a binding is changed", ["x := 5", "x := x + 1", "x"], <<"6">>},
        {"by destructuring", ["{a, b} := (Erlang erlang list_to_tuple: #(1, 2))", "#(b, a)"], <<"#(2, 1)">>},
        {"the last value", ["20", "_ + 1", "_ * 2"], <<"42">>},
        {"several statements", ["a := 1. b := 2. a + b"], <<"3">>},
        {"over several lines", ["a := 1\nb := a + 1\nb * 10"], <<"20">>},
        {"a choice", ["n := 7", "n > 5 ifTrue: [#big] ifFalse: [#small]"], <<"#big">>},
        {"a loop writes to a binding", ["s := 0", "#(1, 2, 3) do: [:each | s := s + each]", "s"], <<"6">>},
        {"a block of an earlier line writes to a binding", ["n := 0", "up := [n := n + 1]", "up value. up value. n"], <<"2">>},
        {"a block sees what is assigned later", ["n := 1", "get := [n]", "n := 2", "get value"], <<"2">>},
        {"two blocks share a variable of their line", ["mine := 0. up := [mine := mine + 1]. get := [mine]", "up value", "up value", "get value"], <<"2">>},
        {"a text with a value in it", ["who := \"you\"", "\"hello {who}\""], <<"\"hello you\"">>},
        {"a cascade", ["Transcript show: 1; show: 2. 3"], <<"3">>},
        {"a class", ["Object subclass: PromptCup\n  size => 3"], <<"PromptCup">>},
        {"an object of it", ["Object subclass: PromptCup\n  size => 3", "PromptCup new size"], <<"3">>},
        {"a class with a line behind it", ["Object subclass: PromptCup\n  size => 4\n\nPromptCup new size"], <<"4">>},
        {"a method replaced", ["Object subclass: PromptCup\n  size => 3", "PromptCup >> size => 5", "PromptCup new size"], <<"5">>},
        {"a method added", ["Object subclass: PromptCup\n  size => 3", "PromptCup >> twice => self size * 2", "PromptCup new twice"], <<"6">>},
        {"a method is shown by name", ["Object subclass: PromptCup", "PromptCup >> at: i put: v => v"], <<"PromptCup>>at:put:">>},
        {"a class method", ["Object subclass: PromptCup", "PromptCup class >> full => 9", "PromptCup full"], <<"9">>},
        {"two methods, one after the other", ["Object subclass: PromptCup\n  size => 3", "PromptCup >> a => 1", "PromptCup >> b => self a + self size", "PromptCup new b"], <<"4">>},
        {"a method of the library", ["Integer >> promptThrice => self * 3", "14 promptThrice"], <<"42">>},
        {"a method of the library, replaced", ["Integer >> promptThrice => self * 3", "Integer >> promptThrice => self * 30", "2 promptThrice"], <<"60">>},
        {"a class defined again", ["Object subclass: PromptCup\n  size => 3", "Object subclass: PromptCup\n  size => 8", "PromptCup new size"], <<"8">>},
        {"a protocol", ["Protocol define: PromptSized\n  size -> Integer"], <<"Protocol PromptSized defined">>},
        {"an alias", ["type PromptNumber = Integer | Float"], <<"PromptNumber">>},
        {"an alias is used", ["type PromptWhole = Integer", "Object subclass: PromptCup\n  at: i :: PromptWhole => i", "PromptCup new at: 3"], <<"3">>},
        {"an actor", [?COUNTER, "c := PromptCounter spawn", "c increment", "c increment"], <<"2">>},
        {"an actor keeps its state when a method changes", [?COUNTER, "c := PromptCounter spawn", "c increment", "PromptCounter >> increment => self.count := self.count + 10", "c increment"], <<"11">>},
        {"an actor outlives an evaluation that is killed", [?COUNTER, "c := PromptCounter spawn", "c increment", "Erlang erlang exit: (Erlang erlang self) with: #kill", "c increment"], <<"2">>},
        {"an error changes no binding", ["x := 1", "x := 2. x frobnicate", "x"], <<"1">>},
        {"an error binds nothing", ["y := 2. y frobnicate", "y"], <<"! undefined_variable">>},
        {"the last value is not that of an error", ["7", "7 frobnicate", "_"], <<"7">>},
        {"the last error", ["1 frobnicate", "2", "_error kind"], <<"#does_not_understand">>},
        {"an error that is handled", ["[1 frobnicate] on: Error do: [:e | e selector]"], <<"#frobnicate">>},
        {"no name", ["nobody"], <<"! undefined_variable">>},
        {"nothing", [""], <<"! empty_expression">>},
        {"a comment", ["// nothing"], <<"! empty_expression">>},
        {"no class", ["PromptNobody new"], <<"! class_not_found">>},
        {"a raised error", ["Error signal: \"no\""], <<"! signal">>},
        {"a tree of syntax that does not grow", ["3 +"], <<"! compile_error">>},
        {"an exit is an error", ["Erlang erlang exit: #done"], <<"! erlang_exit">>},
        {"a throw is an error", ["Erlang erlang throw: #done"], <<"! erlang_throw">>},
        {"a list of Erlang's is no text", ["#(104, 105)"], <<"#(104, 105)">>},
        {"a printString that fails", ["Object subclass: PromptMute\n  printString => self error: \"no\"", "PromptMute new. PromptMute new"], <<"PromptMute()">>}
    ].

details_test_() ->
    prompt:tests([
        {"values as JSON", fun values/1},
        {"errors tell what to try and where", fun errors/1},
        {"all problems of an input are told", fun problems/1},
        {"warnings come with the value", fun warnings/1},
        {"each step of a trace", fun trace/1},
        {"a long value is cut, and the rest comes piece by piece", fun long_values/1},
        {"frames of the stack are the user's own", fun stack/1},
        {"a class that cannot be loaded says why", fun refused_class/1}
    ]).

values(Session) ->
    [
        ?assertMatch(#{value := Value, class := Class, print := Print}, prompt:say(Session, Line))
     || {Line, Value, Class, Print} <- [
            {"42", 42, <<"Integer">>, <<"42">>},
            {"6.0", <<"6.0">>, <<"Float">>, <<"6.0">>},
            {"true", true, <<"True">>, <<"true">>},
            {"nil", <<"nil">>, <<"UndefinedObject">>, <<"nil">>},
            {"#done", <<"done">>, <<"Symbol">>, <<"#done">>},
            {"\"42\"", <<"42">>, <<"String">>, <<"\"42\"">>},
            {"#()", [], <<"List">>, <<"#()">>},
            {"#(1, #(\"a\"), #b)", [1, [<<"a">>], <<"b">>], <<"List">>, <<"#(1, #(\"a\"), #b)">>},
            {"Integer", <<"Integer">>, <<"Integer class">>, <<"Integer">>},
            {"[:a :b | a]", <<"Block/2">>, <<"Block">>, <<"Block">>},
            {"#{#a => 1}", <<"#{#a => 1}">>, <<"Dictionary">>, <<"#{#a => 1}">>},
            {"1 to: 3", <<"(1 to: 3)">>, <<"Interval">>, <<"(1 to: 3)">>}
        ]
    ].

errors(Session) ->
    ?assertMatch(
        #{kind := <<"does_not_understand">>, hint := <<"Did you mean size?">>, class := <<"String">>, line := 2,
            message := <<"RuntimeError: String does not understand 'sizee'">>},
        prompt:error(Session, "x := 1\n\"abc\" sizee")
    ),
    ?assertMatch(#{kind := <<"class_not_found">>, hint := <<"Did you mean Integer?">>}, prompt:error(Session, "Integr new")),
    ?assertMatch(#{kind := <<"undefined_variable">>, line := 1, column := 5}, prompt:error(Session, "3 + zork")).

problems(Session) ->
    #{diagnostics := Found, line := 1} = prompt:error(Session, "one foo\ntwo bar"),
    ?assertMatch([#{<<"line">> := 1}, #{<<"line">> := 2}], Found).

warnings(Session) ->
    #{status := ok, warnings := [Said], warning_details := [#{line := 2, hint := _}]} =
        prompt:say(Session, "Object subclass: PromptWarned\n  size -> Integer => \"a\""),
    ?assertMatch({match, _}, re:run(Said, "is declared to answer `Integer`")),
    %% They are told of what fails as well.
    #{status := error, warnings := [Warning]} = prompt:say(Session, "3 frobnicate"),
    ?assertMatch({match, _}, re:run(Warning, "does not understand")).

trace(Session) ->
    Ref = make_ref(),
    ok = beamtalk_repl_session:eval(Session, self(), Ref, <<"a := 2\na * 3. a">>, #{trace => true}),
    Steps = [#{<<"src">> => <<"a := 2">>, <<"value">> => 2}, #{<<"src">> => <<"a * 3">>, <<"value">> => 6}, #{<<"src">> => <<"a">>, <<"value">> => 2}],
    ?assertMatch(#{status := ok, steps := Steps, value := 2}, prompt:outcome(Ref)).

long_values(Session) ->
    #{print := Print, cut := Cut} = prompt:say(Session, "(1 to: 20000) asList"),
    Whole = beamtalk_printing:print(lists:seq(1, 20000)),
    ?assert(byte_size(Print) < 5000),
    Shown = binary:part(Print, 0, byte_size(Print) - byte_size(<<"…"/utf8>>)),
    Rest = rest(Session),
    ?assertEqual(Cut, byte_size(Rest)),
    ?assertEqual(Whole, <<Shown/binary, Rest/binary>>),
    ?assertEqual(none, beamtalk_repl_session:more(Session)),
    %% Letters of several bytes are not cut through.
    #{print := Text} = prompt:say(Session, "\"äöü€\" repeat: 5000"),
    ?assert(is_list(unicode:characters_to_list(Text))).

rest(Session) ->
    case beamtalk_repl_session:more(Session) of
        {ok, Text, 0} -> Text;
        {ok, Text, _} -> <<Text/binary, (rest(Session))/binary>>
    end.

stack(Session) ->
    _ = prompt:say(Session, "Object subclass: PromptDeep\n  go => self further + 1\n  further => 3 frobnicate + 1"),
    #{stack := Stack} = prompt:error(Session, "PromptDeep new go"),
    ?assertMatch([#{<<"selector">> := <<"further">>}, #{<<"selector">> := <<"go">>}, #{<<"file">> := <<"<prompt>">>, <<"line">> := 1}], Stack).

refused_class(Session) ->
    ?assertMatch(#{kind := _, message := _}, prompt:error(Session, "Integer subclass: PromptWhole2\n  foo => 1")),
    ?assertEqual(<<"3">>, prompt:print(Session, ["3"])).
