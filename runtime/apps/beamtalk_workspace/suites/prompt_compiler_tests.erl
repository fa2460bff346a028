%% Completion with the compiler itself behind the port: what takes reading of the text.
%% Without a compiler the tests are left out, and that is said.
-module(prompt_compiler_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk_candidate.hrl").

prompt_compiler_test_() ->
    application:unset_env(beamtalk_compiler, port_command),
    case beamtalk_compiler_program:find() of
        {ok, Program} ->
            {setup, fun() -> start(Program) end, fun prompt_world:stop/1, fun(_) -> known(is_known()) ++ asked() end};
        {error, Why} ->
            io:format(user, "left out: no compiler to test with, ~ts~n", [Why]),
            []
    end.

start(Program) ->
    prompt_world:start(),
    application:set_env(beamtalk_compiler, port_command, Program),
    application:set_env(beamtalk_compiler, deadlines, #{completion => 5000}),
    {ok, _} = application:ensure_all_started(beamtalk_compiler),
    {ok, #{modules := Modules}} = beamtalk_compiler_server:compile_expression(cask(), <<"typed">>, []),
    lists:foreach(
        fun(#{core := Core}) ->
            {ok, Module, Beam} = beamtalk_core_compiler:compile(Core, quick),
            ok = beamtalk_code_change:load(Module, "test", Beam)
        end,
        Modules
    ).

%% As it would be typed at the prompt.
cask() ->
    <<
        "Actor subclass: Cask\n"
        "  state: litres :: Integer = 0\n"
        "  state: note :: String | Nil = nil\n"
        "\n"
        "  litres => self.litres\n"
        "  tag => #oak\n"
        "  note -> String | Nil => self.note\n"
        "  sizes => #(1, 2)\n"
        "  mixed: flag :: Boolean => flag ifTrue: [1] ifFalse: [\"one\"]\n"
        "  any: x => x\n"
        "  fill: n :: Integer -> Integer => self.litres := self.litres + n\n"
        "  fill: n :: Integer from: other :: Cask -> Integer => other litres + n\n"
        "  twin -> Self => self\n"
        "  class oak -> Self => self spawn\n"
    >>.

bindings() ->
    (prompt_world:bindings())#{<<"cask">> => prompt_world:actor('Cask'), <<"list">> => [1, 2], <<"dict">> => #{k => <<"tea">>}}.

%% Whether the compiler can be asked for places.
is_known() ->
    beamtalk_compiler_server:complete(<<"3 ">>, 2, #{}) =/= {error, not_understood}.

known(false) ->
    io:format(user, "left out: this compiler does not tell places~n", []),
    [];
known(true) ->
    beginnings() ++ agreed() ++ [
        {Code, fun() ->
            {Candidates, _} = beamtalk_repl_completion:complete(unicode:characters_to_binary(Code), bindings()),
            Offered = [Label || #candidate{label = Label} <- Candidates],
            ?assertEqual([], words(Expected) -- Offered),
            ?assertEqual([], [It || It <- words(Missing), lists:member(It, Offered)])
        end}
     || {Code, Expected, Missing} <- [
            {"cask litres is", "isEven", ""},
            {"cask tag ", "asString", "isEven"},
            {"cask note si", "size", ""},
            {"cask sizes fi", "first", ""},
            {"cask sizes first is", "isEven", ""},
            {"(cask litres) is", "isEven", ""},
            {"(\"a\" ++ \"b\") si", "size", ""},
            {"cask litres + 1 isE", "isEven", ""},
            {"cask fill: 3 isE", "isEven", ""},
            {"cask fill: 3 fr", "from:", ""},
            {"cask any: 3 isE", "isEven", ""},
            {"cask fill: 1; tw", "twin", ""},
            {"#(1, 2) collect: [:e | e isE", "isEven", ""},
            {"#(1, 2) collect: [:e | e * 2] si", "size", ""},
            {"#(1, 2) inject: 0 in", "into:", ""},
            {"#{#a => 1} at", "at: at:put:", ""},
            {"y := 3\ny ab", "abs", ""},
            {"y := cask litres. y ab", "abs", ""},
            {"x := cask fill: (n ab", "abs", ""},
            {"\"full: {cask li", "litres", ""},
            {"cask fill: wo", "words", ""},
            {"Cask oak twin li", "litres", ""},
            {"(Cask >> #litres) se", "selector", ""},
            {"Cask >> #li", "#litres", ""},
            {"size :: Lis", "List", ""},
            {"(cask mixed: true) printS", "printString", "isEven"},
            %% What is held by a variable is known from its value.
            {"list first isE", "isEven", ""},
            {"list at: 1 isE", "isEven", ""},
            {"(list collect: [:x | x printString]) first upp", "uppercase", ""},
            {"dict at: #k upp", "uppercase", ""},
            {"dict keys first asS", "asString", ""},
            %% A class that is being typed is known to nobody else.
            {"Object subclass: Bung\n  cork => 1\n  go => self co", "cork", "cars"},
            {"Object subclass: Bung\n  cork => 1\n  go => self cork isE", "isEven", ""},
            {"Cask subclass: Firkin\n  go => self li", "litres", ""},
            {"Cask subclass: Firkin\n  go => self.li", "litres", ""},
            {"Cask subclass: Firkin\n  go => super tw", "twin", ""},
            {"Cask >> go => self tw", "twin", ""},
            {"x := #ok ->", "true", "->"},
            {"Cask >>", "#litres", ">>"}
        ]
    ].

%% Beginnings of lines that people have written, in whatever state they are.
beginnings() ->
    [
        {timeout, 600, {"beginnings of lines", fun() ->
            Texts = prompt_texts:beginnings(prompt_world:rounds(300, 10)),
            Times = [
                begin
                    {Time, {Found, Reason}} = timer:tc(fun() -> beamtalk_repl_completion:complete(Text, bindings()) end),
                    ?assert(Found =/= [] orelse is_binary(Reason), Text),
                    ?assertNotEqual(beamtalk_repl_reason:failed(), Reason),
                    Time
                end
             || Text <- Texts
            ],
            Sorted = lists:sort(Times),
            [Half, Most, Nearly] = [lists:nth(max(1, length(Sorted) * Part div 100), Sorted) || Part <- [50, 95, 99]],
            io:format(user, "  completion of ~b beginnings of lines: p50 ~b us, p95 ~b us, p99 ~b us~n", [length(Texts), Half, Most, Nearly])
        end}}
    ].

%% Where no compiler is needed, it would have said the same, in the same order.
agreed() ->
    [
        {binary_to_list(Code), fun() ->
            {Here, none} = beamtalk_repl_completion:complete(Code, bindings()),
            {There, none} = beamtalk_repl_position:complete(Code, bindings()),
            ?assertEqual([Label || #candidate{label = Label} <- There], [Label || #candidate{label = Label} <- Here])
        end}
     || Code <- [
            <<Receiver/binary, " ", Prefix/binary>>
         || Receiver <- [
                <<"cask">>, <<"Cask">>, <<"type">>, <<"n">>, <<"words">>, <<"\"a b\"">>, <<"3">>, <<"2.5">>, <<"$a">>, <<"#sym">>, <<"true">>, <<"nil">>,
                <<"#(1, 2)">>, <<"#{#a => 1}">>, <<"#(1 + 2)">>, <<"#(-2, n abs)">>, <<"#{#a => 1 -> 2}">>, <<"list">>, <<"list first">>, <<"dict">>, <<"cask litres">>, <<"cask twin">>, <<"cask twin twin litres">>, <<"Cask oak">>, <<"Cask oak class">>,
                <<"Cask class">>, <<"Cask spawn">>, <<"Cask name">>, <<"n abs">>, <<"List new">>, <<"\"x\" size">>, <<"x := cask">>, <<"^n abs">>
            ],
            Prefix <- [<<>>, <<"p">>, <<"is">>]
        ],
        {[_ | _], none} <- [beamtalk_repl_completion:complete(Code, bindings())]
    ].

words(Text) ->
    [list_to_binary(Word) || Word <- string:lexemes(Text, " ")].

ask(Op, Params) ->
    prompt_world:asked(Op, Params, #{}).

%% What other tools ask.
asked() ->
    [
        {"the result of a message is sent to in parentheses, also behind a command", fun() ->
            Find = fun(Code) ->
                {Candidates, _} = beamtalk_repl_completion:complete(Code, bindings()),
                [{Insert, From} || #candidate{label = <<"isEven">>, insert = Insert, replaces_from = From} <- Candidates]
            end,
            is_known() andalso ?assertEqual([{<<"(cask fill: 3) isEven">>, 0}], Find(<<"cask fill: 3 isEv">>)),
            is_known() andalso ?assertEqual([{<<"(cask fill: 3) isEven">>, 6}], Find(<<":type cask fill: 3 isEv">>))
        end},
        {"the type of an expression", fun() ->
            ?assertEqual({ok, #{type => <<"Integer">>}}, ask(<<"type">>, #{<<"code">> => <<"Cask oak litres">>})),
            ?assertEqual({ok, #{type => <<"List(String)">>}}, ask(<<"type">>, #{<<"code">> => <<"#(1) collect: [:x | x printString]">>})),
            ?assertEqual({ok, #{type => <<"Integer">>}}, ask(<<"type">>, #{<<"code">> => <<"a := 3. a + 1">>})),
            ?assertMatch({ok, #{type := <<"Dynamic">>, why := <<_, _/binary>>}}, ask(<<"type">>, #{<<"code">> => <<"Cask oak any: nobody">>}))
        end},
        {"what is wrong with a text", fun() ->
            ?assertEqual({ok, #{diagnostics => []}}, ask(<<"diagnostics">>, #{<<"code">> => <<"3 + 4">>})),
            ?assertMatch({ok, #{diagnostics := [#{severity := <<"hint">>, line := 1}]}}, ask(<<"diagnostics">>, #{<<"code">> => <<"3 zork">>}))
        end},
        {"the code of an expression", fun() ->
            {ok, #{core_erlang := Core}} = ask(<<"show-codegen">>, #{<<"code">> => <<"3 + 4">>}),
            ?assertNotEqual(nomatch, binary:match(Core, <<"'eval'/1">>)),
            ?assertMatch({error, #{kind := <<"compile_error">>, diagnostics := [_ | _]}}, ask(<<"show-codegen">>, #{<<"code">> => <<"3 +">>}))
        end},
        {"documentation of what takes reading", fun() ->
            {ok, #{docs := Docs}} = ask(<<"hover">>, #{<<"code">> => <<"(\"a\" ++ \"b\") size">>}),
            ?assertNotEqual(nomatch, binary:match(Docs, <<"== String >> size ==">>))
        end}
    ].
