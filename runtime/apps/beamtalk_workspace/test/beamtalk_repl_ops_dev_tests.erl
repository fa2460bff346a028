%% The steps of a completion, each by a table, with the class library and a few classes.
-module(beamtalk_repl_ops_dev_tests).
-include_lib("eunit/include/eunit.hrl").

-import(beamtalk_repl_ops_dev, [
    classify_receiver/2, resolve_chain_type/2, walk_chain/2, walk_chain_class/2, get_context_completions/2
]).

walk_chain_test_() ->
    prompt_world:with([
        {lists:flatten(io_lib:format("~tp ~tp", [Class, Sends])), ?_assertEqual(Expected, walk_chain(Class, Sends))}
     || {Class, Sends, Expected} <- [
            %% No hop, one, several.
            {'Barrel', [], {ok, 'Barrel'}},
            {'Barrel', [litres], {ok, 'Integer'}},
            {'String', [size], {ok, 'Integer'}},
            {'Barrel', [litres, abs], {ok, 'Integer'}},
            {'Barrel', [label, size, abs, isEven], {ok, 'Boolean'}},
            {'Barrel', [lid, width, printString, size], {ok, 'Integer'}},
            %% Inherited, and as the receiver.
            {'Keg', [label], {ok, 'String'}},
            {'Barrel', [twin, twin], {ok, 'Barrel'}},
            {'Keg', [twin, twin], {ok, 'Keg'}},
            {'Keg', [yourself], {ok, 'Keg'}},
            %% Broken: not understood, at once or later.
            {'Barrel', [overflow], undefined},
            {'Barrel', [litres, label], undefined},
            {'Nowhere', [litres], undefined},
            %% No annotation; an override without one hides the ancestor's.
            {'Barrel', [raw], undefined},
            {'Barrel', [raw, size], undefined},
            {'Barrel', [litres], {ok, 'Integer'}},
            {'Keg', [litres], undefined},
            %% A class that is not there.
            {'Barrel', [ghost], undefined},
            %% To the class side and back.
            {'Barrel', [class], {ok, 'Barrel'}},
            {'Barrel', [class, brand], {ok, 'String'}},
            {'Barrel', [class, class], {ok, 'Metaclass'}},
            {'Barrel', [maker, oak], {ok, 'Barrel'}},
            {'Keg', [maker, oak], {ok, 'Keg'}},
            {'Barrel', [kinds, new, width], {ok, 'Integer'}},
            {'Barrel', [class, name, size], undefined},
            {'Class', [new], {ok, 'Object'}},
            {'Metaclass', [new], {ok, 'Object'}},
            %% Long chains are followed so far.
            {'Barrel', lists:duplicate(20, twin), {ok, 'Barrel'}},
            {'Barrel', lists:duplicate(21, twin), undefined}
        ]
    ]).

walk_chain_class_test_() ->
    prompt_world:with([
        {lists:flatten(io_lib:format("~tp ~tp", [Class, Sends])), ?_assertEqual(Expected, walk_chain_class(Class, Sends))}
     || {Class, Sends, Expected} <- [
            {'Barrel', [], {ok, 'Barrel'}},
            {'Barrel', [brand], {ok, 'String'}},
            {'Barrel', [brand, size], {ok, 'Integer'}},
            {'Barrel', [oak, litres], {ok, 'Integer'}},
            {'Keg', [oak], {ok, 'Keg'}},
            {'Barrel', [spawn, label], {ok, 'String'}},
            {'Barrel', [loose], undefined},
            {'Barrel', [litres], undefined},
            %% Instances that nobody has written a way to make.
            {'Stave', [new], {ok, 'Stave'}},
            {'Lid', [new, width], {ok, 'Integer'}},
            {'Cover', [new], undefined},
            {'Cover', [plain], {ok, 'Cover'}},
            {'Lid', [plain], {ok, 'Lid'}},
            {'Barrel', [new], undefined},
            %% What every class understands.
            {'Barrel', [name], {ok, 'Symbol'}},
            {'Barrel', [yourself, brand], {ok, 'String'}},
            {'Barrel', [printString, size], {ok, 'Integer'}},
            %% Written by its name, the class of a class is where its methods are.
            {'Barrel', [class], {ok, 'Barrel'}},
            {'Barrel', [class, oak], {ok, 'Barrel'}},
            {'Barrel', [class, class], {ok, 'Metaclass'}}
        ]
    ]).

classify_receiver_test_() ->
    prompt_world:with(fun(_) ->
        Bindings = prompt_world:bindings(),
        [
            {Token, ?_assertEqual(Expected, classify_receiver(list_to_binary(Token), Bindings))}
         || {Token, Expected} <- [
                {"Barrel", {class, 'Barrel'}},
                {"cellar@Vintner", {class, 'Vintner'}},
                {"attic@Vintner", undefined},
                {"stdlib@List", {class, 'List'}},
                {"Transcript", {instance, 'TranscriptStream'}},
                {"Workspace", {instance, 'WorkspaceInterface'}},
                {"Nowhere", undefined},
                {"NeverHeardOf", undefined},
                {"42", {instance, 'Integer'}},
                {"-42", {instance, 'Integer'}},
                {"16rFF", {instance, 'Integer'}},
                {"2.5", {instance, 'Float'}},
                {"2e3", {instance, 'Float'}},
                {"-0.5e-2", {instance, 'Float'}},
                {"\"\"", {instance, 'String'}},
                {"\"a {n} b\"", {instance, 'String'}},
                {"$a", {instance, 'Character'}},
                {"#sym", {instance, 'Symbol'}},
                {"#at:put:", {instance, 'Symbol'}},
                {"#'a b'", {instance, 'Symbol'}},
                {"true", {instance, 'Boolean'}},
                {"false", {instance, 'Boolean'}},
                {"nil", {instance, 'UndefinedObject'}},
                {"#(1, #(2))", {instance, 'List'}},
                {"#()", {instance, 'List'}},
                {"#[1]", {instance, 'Array'}},
                {"#{#a => 1}", {instance, 'Dictionary'}},
                {"[:x | x]", {instance, 'Block'}},
                {"b", {instance, 'Barrel'}},
                {"keg", {instance, 'Keg'}},
                {"type", {class, 'Barrel'}},
                {"n", {instance, 'Integer'}},
                {"words", {instance, 'List'}},
                {"lid", {instance, 'Lid'}},
                {"lost", undefined},
                {"unbound", undefined},
                {"self", undefined},
                {"super", undefined},
                {"(n)", undefined},
                {"n abs", undefined},
                {"", undefined},
                {"#(1", undefined}
            ]
        ]
    end).

%% A variable hides no class, but a word of the system.
names_of_the_session_count_test_() ->
    prompt_world:with([
        ?_assertEqual({class, 'Lid'}, classify_receiver(<<"Lid">>, #{<<"Lid">> => 3})),
        ?_assertEqual({instance, 'Integer'}, classify_receiver(<<"Transcript">>, #{<<"Transcript">> => 3})),
        ?_assertEqual({instance, 'Integer'}, classify_receiver(<<"n">>, #{n => 3}))
    ]).

resolve_chain_type_test_() ->
    prompt_world:with(fun(_) ->
        Bindings = prompt_world:bindings(),
        [
            {Text, ?_assertEqual(Expected, resolve_chain_type(list_to_binary(Text), Bindings))}
         || {Text, Expected} <- [
                {"b litres", {ok, 'Integer'}},
                {"\"a cask\" size abs", {ok, 'Integer'}},
                {"#(1, 2) size", {ok, 'Integer'}},
                {"Barrel brand size", {ok, 'Integer'}},
                {"Barrel class oak", {ok, 'Barrel'}},
                {"type oak", {ok, 'Barrel'}},
                {"type class", {ok, 'Metaclass'}},
                {"b class class", {ok, 'Metaclass'}},
                {"b", undefined},
                {"b raw", undefined},
                {"b litres + 1", undefined},
                {"unbound size", undefined}
            ]
        ]
    end).

completions_test_() ->
    prompt_world:with(fun(_) ->
        Bindings = prompt_world:bindings(),
        [
            {Code, fun() ->
                Offered = get_context_completions(list_to_binary(Code), Bindings),
                ?assertEqual([], [It || It <- words(Expected), not lists:member(It, Offered)]),
                ?assertEqual([], [It || It <- words(Missing), lists:member(It, Offered)]),
                ?assertEqual(lists:usort(Offered), Offered),
                Prefix = element(tuple_size(beamtalk_repl_ops_dev:parse_receiver_and_prefix(list_to_binary(Code))),
                    beamtalk_repl_ops_dev:parse_receiver_and_prefix(list_to_binary(Code))),
                hd(Code) =:= $: orelse ?assertEqual([], [It || It <- Offered, string:prefix(It, Prefix) =:= nomatch])
            end}
         || {Code, Expected, Missing} <- [
                {"\"hello\" size ", "abs isZero max: min: +", "new uppercase"},
                {"\"a cask\" si", "size", "abs"},
                {"  \"a cask\" si", "size", "abs"},
                {"b ", "litres fill: fill:from: raw stop printString", "new perform: delegate oak brand"},
                {"b fi", "fill: fill:from: fill:slowly:", "first"},
                {"b fill:", "fill: fill:from:", "litres"},
                {"b litres is", "isEven isZero", "litres"},
                {"b litres abs is", "isEven", ""},
                {"b twin li", "litres lid", ""},
                {"keg lab", "label", ""},
                {"x := b li", "litres", ""},
                {"^b li", "litres", ""},
                {"b lid w", "width", ""},
                {"#(1, 2) size is", "isEven", ""},
                {"n <", "< <=", "abs"},
                {"Barrel ", "oak brand spawn spawnWith: name superclass", "litres new new: perform:"},
                {"Barrel class ", "oak brand spawn name", "litres"},
                {"type ", "oak brand spawn name", "litres"},
                {"type class ", "thisClass isMeta", "oak"},
                {"Barrel brand si", "size", ""},
                {"Barrel oak li", "litres lid", ""},
                {"Stave ", "new name", ""},
                {"Lid ", "new new: basicNew plain", "width spawn"},
                {"Cover ", "plain", "new new: basicNew"},
                {"words fi", "first", ""},
                {"Transcript sh", "show:", ""},
                {"ba", "", "Barrel"},
                {"Ba", "Barrel Bag", "b"},
                {"b", "b", "Barrel"},
                {"wo", "words", ""},
                {"Tr", "Transcript True", ""},
                {"Wo", "Workspace", "words"},
                {"se", "self sealed", ""},
                {"Pri", "Printable", ""},
                {"Va", "Value", "Vault"},
                {"x := wo", "words", ""},
                {"3 is", "isEven isKindOf:", ""},
                {"true if", "ifTrue: ifFalse:", ""},
                {"$a is", "isLetter", ""},
                {"nil is", "isNil", ""},
                {"[:x | x] va", "value value:", ""},
                {"Erlang lis", "lists", ""},
                {"Erlang lists rev", "reverse:", ""},
                {":h Bar", "Barrel", ""},
                {":help Barrel ", "litres fill: oak brand", ""},
                {":? Barrel class ", "oak brand", "litres"},
                {":h Erlang li", "lists", ""},
                {":h Erlang lists rev", "reverse:", ""},
                {":type b li", "litres", ""},
                {":sc b li", "litres", ""},
                {":unload Ke", "Keg", ""}
            ]
        ]
    end).

words(Text) ->
    [list_to_binary(Word) || Word <- string:lexemes(Text, " ")].

%% Without the compiler, what it would tell is missing and nothing else.
nothing_has_a_reason_test_() ->
    prompt_world:with(fun(_) ->
        Bindings = prompt_world:bindings(),
        [
            {Code, fun() ->
                ?assertEqual({[], unicode:characters_to_binary(Reason)}, beamtalk_repl_completion:complete(unicode:characters_to_binary(Code), Bindings)),
                ?assertEqual([], get_context_completions(unicode:characters_to_binary(Code), Bindings))
            end}
         || {Code, Reason} <- [
                {"", "nothing is typed yet"},
                {"   ", "nothing is typed yet"},
                {"b raw ", "`raw` on Barrel has no known return type: annotate it `-> T`"},
                {"Barrel loose ", "`loose` on Barrel class has no known return type: annotate it `-> T`"},
                {"keg litres a", "`litres` on Keg has no known return type: annotate it `-> T`"},
                {"b overflow ", "Barrel does not understand `overflow`"},
                {"b unspoken7 ", "Barrel does not understand `unspoken7`"},
                {"b label unspoken7 a", "String does not understand `unspoken7`"},
                {"b ghost ", "there is no class `Missing`"},
                {"Cover new ", "Cover is abstract: there is no instance that `new` could make"},
                {"b zz", "Barrel has no message that begins with `zz`"},
                {"Barrel li", "Barrel class has no message that begins with `li`"},
                {"Zz", "no name begins with `Zz`"},
                {"\"a cask b li", "this is the text of a string"},
                {"n // b li", "this is a comment"},
                {"$b", "this is a character"},
                {"b fill: 3 ", "the compiler is not available, which would know more"},
                {"unbound li", "the compiler is not available, which would know more"},
                {":h Nowhere li", "nothing is called `Nowhere` here"},
                {":actors ", "`:actors` takes nothing that is known here"}
            ]
        ]
    end).

%% Every message of some receivers, typed letter by letter: it is offered all along, and
%% with it what else begins like this. A comma parts the elements of a list, and is no
%% beginning of anything.
letter_by_letter_test_() ->
    prompt_world:with(fun(_) ->
        Bindings = prompt_world:bindings(),
        Offers = fun(Code) -> get_context_completions(Code, Bindings) end,
        [
            {Receiver, fun() ->
                All = Offers(<<Receiver/binary, " ">>),
                ?assert(length(All) > 10),
                ?assertEqual([], [
                    {Label, Size}
                 || Label <- All, Label =/= <<",">>,
                    Size <- lists:seq(1, byte_size(Label)),
                    Prefix <- [binary:part(Label, 0, Size)],
                    Offers(<<Receiver/binary, " ", Prefix/binary>>) =/= [It || It <- All, string:prefix(It, Prefix) =/= nomatch]
                ])
            end}
         || Receiver <- [<<"b">>, <<"keg">>, <<"n">>, <<"\"x\"">>, <<"Barrel">>, <<"type">>, <<"b litres">>, <<"b lid">>, <<"words">>]
        ]
    end).
