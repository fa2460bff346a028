%% Signatures as they follow from specs. A row is a spec of a function `f` and the
%% line that the table has for it.
-module(beamtalk_native_signatures_tests).

-include_lib("eunit/include/eunit.hrl").

%% Types that the rows speak of.
-define(TYPES, [
    "-type colour() :: red | green.",
    "-type reply(T) :: {ok, T} | {error, colour()}.",
    "-type pair(A, B) :: {A, B}.",
    "-type tree() :: leaf | {branch, tree(), tree()}.",
    "-type even() :: none | [odd()].",
    "-type odd() :: {even(), integer()}.",
    "-type grow(A) :: A | grow([A]).",
    "-type letter() :: char().",
    "-opaque hidden() :: {integer(), float()}.",
    "-record(box, {inside}).",
    "-export_type([hidden/0, colour/0])."
]).

words_test_() ->
    rows([
        {"f() -> integer()", "Integer"},
        {"f() -> 0..255", "Integer"},
        {"f() -> non_neg_integer() | pos_integer() | neg_integer()", "Integer"},
        {"f() -> char() | byte() | arity()", "Integer"},
        {"f() -> 7", "Integer"},
        {"f() -> -7", "Integer"},
        {"f() -> 1 bsl 8", "Integer"},
        {"f() -> $x", "Integer"},
        {"f() -> float()", "Float"},
        {"f() -> number()", "Number"},
        {"f() -> binary()", "String | Binary"},
        {"f() -> bitstring() | <<_:3, _:_*8>> | <<>>", "String | Binary"},
        {"f() -> string()", "String | List"},
        {"f() -> nonempty_string()", "String | List"},
        {"f() -> [char()]", "String | List"},
        {"f() -> [letter(), ...]", "String | List"},
        {"f() -> boolean()", "Boolean"},
        {"f() -> true", "True"},
        {"f() -> false", "False"},
        {"f() -> true | false", "Boolean"},
        {"f() -> nil", "Nil"},
        {"f() -> atom()", "Symbol"},
        {"f() -> node() | module()", "Symbol"},
        {"f() -> undefined", "Symbol"},
        {"f() -> pid() | port() | reference()", "Pid | Port | Reference"},
        {"f() -> identifier()", "Pid | Port | Reference"},
        {"f() -> fun()", "Block"},
        {"f() -> fun((integer()) -> atom()) | fun((...) -> term())", "Block"},
        {"f() -> term()", "Dynamic"},
        {"f() -> any()", "Dynamic"},
        {"f() -> iodata()", "Dynamic"},
        {"f() -> iolist()", "Dynamic"},
        {"f() -> no_return()", "Dynamic"},
        {"f() -> none()", "Dynamic"},
        {"f() -> timeout()", "Symbol | Integer"},
        {"f() -> mfa()", "Tuple(Symbol, Symbol, Integer)"}
    ]).

choices_of_atoms_test_() ->
    Many = fun(Count) -> string:join(["a" ++ integer_to_list(N) || N <- lists:seq(1, Count)], " | ") end,
    Singletons = string:join(["#a" ++ integer_to_list(N) || N <- lists:seq(1, 16)], " | "),
    rows([
        {"f() -> red | green", "#red | #green"},
        {"f() -> colour()", "#red | #green"},
        {"f() -> ok | busy", "#ok | #busy"},
        {"f() -> ok | error", "Result(Nil, Nil)"},
        {"f() -> 'a b' | 'A' | 'x@y' | '_' | 'a1_B'", "#'a b' | #A | #'x@y' | #'_' | #a1_B"},
        {"f() -> 'it\\'s' | two", "#'it''s' | #two"},
        {"f() -> 'line\\nbreak' | two", "Symbol"},
        {"f() -> red | atom()", "Symbol"},
        {"f() -> " ++ Many(16), Singletons},
        {"f() -> " ++ Many(17), "Symbol"},
        {"f() -> integer() | infinity", "Integer | Symbol"},
        {"f() -> integer() | infinity | never", "Integer | #infinity | #never"},
        {"f() -> true | nil | maybe_so", "True | Nil | Symbol"},
        {"f() -> red | red", "Symbol"}
    ]).

results_test_() ->
    rows([
        {"f() -> {ok, integer()} | {error, atom()}", "Result(Integer, Symbol)"},
        {"f() -> reply(float())", "Result(Float, #red | #green)"},
        {"f() -> {ok, term()} | {error, term()}", "Result"},
        {"f() -> {ok, integer()}", "Result(Integer, Dynamic)"},
        {"f() -> {error, red}", "Result(Dynamic, Symbol)"},
        {"f() -> ok", "Result(Nil, Dynamic)"},
        {"f() -> error", "Result(Dynamic, Nil)"},
        {"f() -> ok | {error, integer()}", "Result(Nil, Integer)"},
        {"f() -> {ok, integer()} | error", "Result(Integer, Nil)"},
        {"f() -> {ok} | {error}", "Result(Nil, Nil)"},
        {"f() -> ok | {ok, integer()} | {ok, float()}", "Result(Nil | Integer | Float, Dynamic)"},
        {"f() -> {ok, integer()} | eof | {error, atom()}", "Result(Integer, Symbol) | Symbol"},
        {"f() -> {ok, integer()} | eof | again | {error, atom()}", "Result(Integer, Symbol) | #eof | #again"},
        {"f() -> {ok, tuple()} | {error, tuple()}", "Result(Tuple, Tuple)"},
        {"f() -> {ok, integer(), integer()} | {error, atom()}", "Result(Dynamic, Symbol) | Tuple(Symbol, Integer, Integer)"},
        {"f() -> {ok, integer()} | term()", "Dynamic"},
        {"f() -> {Tag :: ok, Value :: integer()}", "Result(Integer, Dynamic)"},
        %% Only what a call answers is converted, nothing inside it.
        {"f() -> [{ok, integer()}]", "List(Tuple(Symbol, Integer))"},
        {"f() -> {ok, {ok, integer()}}", "Result(Tuple(Symbol, Integer), Dynamic)"}
    ]).

containers_test_() ->
    rows([
        {"f() -> [integer()]", "List(Integer)"},
        {"f() -> [integer(), ...]", "List(Integer)"},
        {"f() -> nonempty_list(atom())", "List(Symbol)"},
        {"f() -> list()", "List"},
        {"f() -> []", "List"},
        {"f() -> [term()]", "List"},
        {"f() -> [tuple()]", "List"},
        {"f() -> [[term()]]", "List(List)"},
        {"f() -> maybe_improper_list() | maybe_improper_list(byte(), binary())", "List"},
        {"f() -> {integer(), term()}", "Tuple(Integer, Dynamic)"},
        {"f() -> {term(), tuple()}", "Tuple"},
        {"f() -> {}", "Tuple"},
        {"f() -> tuple()", "Tuple"},
        {"f() -> #box{}", "Tuple"},
        {"f() -> map()", "Dictionary"},
        {"f() -> #{}", "Dictionary"},
        {"f() -> #{atom() => integer()}", "Dictionary(Symbol, Integer)"},
        {"f() -> #{a := integer(), b => integer()}", "Dictionary(Symbol, Integer)"},
        {"f() -> #{a := integer(), b := float()}", "Dictionary"},
        {"f() -> #{term() => term()}", "Dictionary"},
        {"f() -> #{'$beamtalk_class' := 'Point', x := integer()}", "Point"},
        {"f() -> #{'$beamtalk_class' := point, x := integer()}", "Dictionary"},
        {"f() -> {integer(), [#{atom() => [{atom(), integer()}]}]}", "Tuple(Integer, List(Dictionary(Symbol, List)))"},
        {"f() -> list() | [integer()] | string()", "List | String"}
    ]).

names_test_() ->
    rows([
        {"f() -> pair(integer(), atom())", "Tuple(Integer, Symbol)"},
        {"f() -> pair(pair(integer(), float()), colour())", "Tuple(Tuple(Integer, Float), #red | #green)"},
        {"f() -> tree()", "Symbol | Tuple(Symbol, Dynamic, Dynamic)"},
        {"f() -> even()", "Symbol | List(Tuple(Dynamic, Integer))"},
        {"f() -> grow(integer())", "Dynamic"},
        {"f() -> hidden()", "Tuple(Integer, Float)"},
        {"f() -> native_neighbour:size()", "Integer | #small | #large"},
        {"f() -> native_neighbour:own()", "Tuple(Integer, Symbol)"},
        {"f() -> native_neighbour:missing()", "Dynamic"},
        {"f() -> native_nowhere:type()", "Dynamic"},
        {"f() -> file:posix()", "Symbol"},
        {"f() -> calendar:date()", "Tuple(Integer, Integer, Integer)"}
    ]).

variables_test_() ->
    rows([
        {"f(X) -> X", "Dynamic x Dynamic"},
        {"f() -> {_, integer()}", "Tuple(Dynamic, Integer)"},
        {"f(X) -> X when X :: integer()", "Integer x Integer"},
        {"f(X) -> [Y] when X :: Y, Y :: atom()", "List(Symbol) x Symbol"},
        {"f(X) -> X when X :: integer() | [X]", "Integer | List x Integer | List"},
        {"f(X) -> [X] when X :: float() | {X, atom()}",
            "List(Float | Tuple(Dynamic, Symbol)) x Float | Tuple(Dynamic, Symbol)"},
        {"f(T) -> pair(T, T) when T :: float()", "Tuple(Float, Float) t Float"},
        {"f(A) -> pair(B, A) when A :: atom(), B :: integer()", "Tuple(Integer, Symbol) a Symbol"}
    ]).

overloads_test_() ->
    rows([
        {"f(integer()) -> float(); (atom()) -> binary()", "Float | String | Binary arg Integer | Symbol"},
        {"f(a) -> {ok, integer()}; (b) -> {error, atom()}", "Result(Integer, Symbol) arg #a | #b"},
        {"f(X) -> X when X :: integer(); (X) -> X when X :: float()", "Integer | Float x Integer | Float"},
        {"f(term()) -> integer(); (atom()) -> term()", "Dynamic arg Dynamic"}
    ]).

parameters_test_() ->
    rows([
        {"f(First :: integer(), Last) -> ok when Last :: float()", "Result(Nil, Dynamic) first Integer last Float"},
        {"f(ToDo :: integer(), URIString :: atom(), ID :: atom(), _Rest :: atom()) -> 1",
            "Integer toDo Integer uriString Symbol id Symbol rest Symbol"},
        {"f({ok, integer()} | {error, atom()}) -> 1", "Integer arg Tuple(Symbol, Integer) | Tuple(Symbol, Symbol)"},
        {"f(ok) -> 1", "Integer arg Symbol"},
        {"f(integer(), Named :: integer()) -> 1; (Given :: integer(), integer()) -> 1",
            "Integer given Integer named Integer"}
    ]).

%% A row for each is a function with clauses of its own.
code_gives_names_that_the_spec_does_not_test() ->
    Lines = lines(["-module(native_clauses).", "-export([f/4, g/1, h/0]).",
        "-spec f(integer(), atom(), _, integer()) -> atom().",
        "f(0, _, _, _) -> zero;", "f(Count, _Label, [_ | _] = More, \"\") -> {Count, More}.",
        "g(Untyped) -> Untyped.", "h() -> ok.", "hidden() -> f(0, a, b, c)."]),
    ?assertEqual(
        [
            <<"f/4\tSymbol\tcount\tInteger\tlabel\tSymbol\tmore\tDynamic\targ\tInteger">>,
            <<"g/1\t\tuntyped\tDynamic">>,
            <<"h/0\t">>
        ],
        Lines
    ).

%% Each of 40 types is twice the one before: as a tree that would never end.
doubling_ends_test_() ->
    Double = fun(Form) ->
        [io_lib:format("-type d~b() :: " ++ Form ++ ".", [N, N - 1, N - 1]) || N <- lists:seq(1, 40)]
    end,
    [
        {timeout, 20, ?_assertEqual([Expected],
            lines(["-module(native_double).", "-export([f/0]).", "-type d0() :: integer()." | Double(Form)]
                ++ ["-spec f() -> d40().", "f() -> 0."]))}
     || {Form, Expected} <- [
            {"{d~b(), d~b()}", <<"f/0\tTuple">>},
            {"d~b() | d~b()", <<"f/0\tDynamic">>}
        ]
    ].

wide_unions_say_less_test_() ->
    Tuples = fun(Count) -> string:join([io_lib:format("{~b, a~b, atom()}", [N, N]) || N <- lists:seq(1, Count)], " | ") end,
    Lists = string:join([lists:duplicate(N, $[) ++ "integer()" ++ lists:duplicate(N, $]) || N <- [1, 2, 3]], " | "),
    Shapes = [lists:flatten(io_lib:format("{~ts}", [string:join(lists:duplicate(N, "integer()"), ", ")])) || N <- lists:seq(1, 17)],
    rows([
        {"f() -> " ++ Tuples(20), "Tuple(Integer, Symbol, Symbol)"},
        {"f() -> " ++ Lists, "List(Integer) | List(List(Integer)) | List(List(List(Integer)))"},
        {"f() -> atom() | " ++ string:join(Shapes, " | "), "Symbol | Tuple"},
        %% Fewer of them are too many parts all the same.
        {"f() -> atom() | " ++ string:join(lists:sublist(Shapes, 9), " | "), "Symbol | Tuple"},
        {"f() -> [atom() | " ++ string:join(lists:sublist(Shapes, 9), " | ") ++ "]", "List(Symbol | Tuple)"},
        {"f() -> {ok, [" ++ string:join(lists:sublist(Shapes, 9), " | ") ++ "]} | {error, atom()}",
            "Result(List, Symbol)"}
    ]).

files_that_are_no_modules_are_passed_over_test() ->
    in_folder(fun(Folder) ->
        ok = file:write_file(filename:join(Folder, "broken.beam"), <<"FOR1 not really">>),
        ok = file:write_file(filename:join(Folder, "empty.beam"), <<>>),
        ?assertEqual(<<"beamtalk natives 1\n\n">>, beamtalk_native_signatures:table([Folder, "/nowhere"]))
    end).

modules_stand_in_order_and_say_where_test() ->
    in_folder(fun(Folder) ->
        store(Folder, ["-module(native_b).", "-export([z/0]).", "-spec z() -> atom().", "z() -> a."]),
        store(Folder, ["-module(native_a).", "-export([y/0, x/1]).", "y() -> a.", "x(N) -> N."]),
        ?assertEqual(
            <<"beamtalk natives 1\nnative_a\t0\t20\nnative_b\t20\t11\n\n",
              "x/1\t\tn\tDynamic\ny/0\t\nz/0\tSymbol\n">>,
            beamtalk_native_signatures:table([Folder])
        )
    end).

otp_says_what_its_functions_answer_test_() ->
    Table = beamtalk_native_signatures:table([filename:dirname(code:which(lists))]),
    [
        ?_assertNotEqual(nomatch, binary:match(Table, Line))
     || Line <- [
            <<"\nkeyfind/3\tTuple | False\tkey\tDynamic\tn\tInteger\ttupleList\tList\n">>,
            <<"\nfrom_list/1\tDictionary\tlist\tList\n">>,
            <<"\nlocal_time/0\tTuple(Tuple(Integer, Integer, Integer), Tuple(Integer, Integer, Integer))\n">>
        ]
    ].

%% All rows of a test in one table: each function has a module of its own.
rows(Rows) ->
    Numbered = lists:zip(lists:seq(1, length(Rows)), Rows),
    Table = in_folder(fun(Folder) ->
        store(Folder, ["-module(native_neighbour).", "-export_type([size/0, own/0]).",
            "-type size() :: integer() | small | large.", "-type own() :: {size_of(), atom()}.",
            "-type size_of() :: integer()."]),
        [store(Folder, row_module(Number, Spec)) || {Number, {Spec, _}} <- Numbered],
        beamtalk_native_signatures:table([Folder])
    end),
    [
        {Spec, ?_assertEqual(Expected, shown(Number, Table))}
     || {Number, {Spec, Expected}} <- Numbered
    ].

row_module(Number, Spec) ->
    {ok, Tokens, _} = erl_scan:string("-spec " ++ Spec ++ "."),
    {ok, {attribute, _, spec, {{f, Arity}, _}}} = erl_parse:parse_form(Tokens),
    Head = string:join(lists:duplicate(Arity, "_"), ", "),
    [
        io_lib:format("-module(native_row_~3..0b).", [Number]),
        io_lib:format("-export([f/~b]).", [Arity]) | ?TYPES
    ] ++ ["-spec " ++ Spec ++ ".", "f(" ++ Head ++ ") -> error(nothing)."].

%% The one function of a row, its parts set apart by spaces.
shown(Number, Table) ->
    Name = lists:flatten(io_lib:format("native_row_~3..0b", [Number])),
    [<<"f/", _, "\t", Line/binary>>] = functions(list_to_binary(Name), Table),
    binary_to_list(binary:replace(Line, <<"\t">>, <<" ">>, [global])).

lines(Source) ->
    in_folder(fun(Folder) ->
        Module = store(Folder, Source),
        functions(atom_to_binary(Module), beamtalk_native_signatures:table([Folder]))
    end).

functions(Module, Table) ->
    [Head, Body] = binary:split(Table, <<"\n\n">>),
    [[From, Length]] = [
        [binary_to_integer(It) || It <- Place]
     || Line <- binary:split(Head, <<"\n">>, [global]),
        [Name | Place] <- [binary:split(Line, <<"\t">>, [global])], Name =:= Module
    ],
    binary:split(binary:part(Body, From, Length), <<"\n">>, [global, trim]).

store(Folder, Lines) ->
    Forms = [form(lists:flatten(Line)) || Line <- clauses_joined(Lines)],
    {ok, Module, Beam} = compile:forms(Forms, [debug_info, nowarn_unused_type, nowarn_unused_record]),
    ok = file:write_file(filename:join(Folder, atom_to_list(Module) ++ ".beam"), Beam),
    Module.

%% A line that ends in a semicolon goes on in the next.
clauses_joined([Line, Next | Rest]) ->
    case lists:suffix(";", lists:flatten(Line)) of
        true -> clauses_joined([[Line, " ", Next] | Rest]);
        false -> [Line | clauses_joined([Next | Rest])]
    end;
clauses_joined(Lines) ->
    Lines.

form(Line) ->
    {ok, Tokens, _} = erl_scan:string(Line),
    {ok, Form} = erl_parse:parse_form(Tokens),
    Form.

in_folder(Work) ->
    Name = io_lib:format("beamtalk-natives-~s-~b", [os:getpid(), erlang:unique_integer([positive])]),
    Folder = filename:join(os:getenv("TMPDIR", "/tmp"), lists:flatten(Name)),
    ok = file:make_dir(Folder),
    try
        Work(Folder)
    after
        file:del_dir_r(Folder)
    end.
