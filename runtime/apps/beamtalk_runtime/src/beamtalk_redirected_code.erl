%% Compiled code with other bodies for some of its methods. In go the code of a
%% module and, for each function that is to change, a fun that takes its place;
%% out comes code that calls the fun instead. Nothing is compiled again:
%% instructions are put before those that are there, and never come back to them.
%%
%% Code that was made without optimising is changed at the function itself, so
%% that calls from inside the module find the fun too. Where the compiler was
%% free to rely on what a function answers, only calls from outside may be led
%% elsewhere: those by the name of the function, and messages, which arrive at
%% `dispatch/3`.
-module(beamtalk_redirected_code).

-export([redirect/3]).

-export_type([bodies/0, reach/0]).

-type function_name() :: {atom(), arity()}.
%% A fun of the same arity, or one that takes all arguments in one list.
-type body() :: fun() | {all, fun(([term()]) -> term())}.
-type bodies() :: #{function_name() => body()}.
-type reach() :: inside | outside.

-spec redirect(Beam :: binary(), bodies(), reach()) -> binary().
redirect(Beam, Bodies, _) when map_size(Bodies) =:= 0 ->
    Beam;
redirect(Beam, Bodies, Reach) ->
    {ok, _, Chunks} = beam_lib:all_chunks(Beam),
    {ok, {_, [{atoms, Atoms}]}} = beam_lib:chunks(Beam, [atoms]),
    {Apply, Imports} = with_apply(length(Atoms), chunk("ImpT", Chunks)),
    {First, Literals} = with_literals(chunk("LitT", Chunks), maps:values(Bodies)),
    Numbers = lists:seq(First, First + map_size(Bodies) - 1),
    Calls = [
        {Name, fun(Registers) -> call(Registers, Body, Number, Apply) end}
     || {{Name, Body}, Number} <- lists:zip(maps:to_list(Bodies), Numbers)
    ],
    Names = [Atom || {_, Atom} <- Atoms] ++ [erlang, apply],
    {Code, Exports} = changed(Reach, chunk("Code", Chunks), chunk("ExpT", Chunks), Calls, Names),
    New = [
        {"AtU8", beamtalk_object_code:atom_table(Names)},
        {"ImpT", Imports},
        {"LitT", Literals},
        {"ExpT", Exports},
        {"Code", Code}
    ],
    Kept = [Chunk || {Id, _} = Chunk <- Chunks, not lists:keymember(Id, 1, New)],
    {ok, Redirected} = beam_lib:build_module(New ++ Kept),
    Redirected.

-spec chunk(string(), [{string(), binary()}]) -> binary() | none.
chunk(Id, Chunks) ->
    proplists:get_value(Id, Chunks, none).

%% `erlang:apply/2`, whose two names follow the atoms that are there.
-spec with_apply(non_neg_integer(), binary()) -> {Index :: non_neg_integer(), binary()}.
with_apply(Atoms, <<Count:32, Imports/binary>>) ->
    {Count, <<(Count + 1):32, Imports/binary, (Atoms + 1):32, (Atoms + 2):32, 2:32>>}.

-spec with_literals(binary() | none, [body()]) -> {FirstNew :: non_neg_integer(), binary()}.
with_literals(none, Bodies) ->
    with_literals(packed(<<0:32>>), Bodies);
with_literals(<<_:32, Packed/binary>>, Bodies) ->
    <<Count:32, Literals/binary>> = zlib:uncompress(Packed),
    More = lists:map(fun literal/1, Bodies),
    {Count, packed(iolist_to_binary([<<(Count + length(Bodies)):32>>, Literals | More]))}.

-spec literal(body()) -> binary().
literal({all, Fun}) ->
    literal(Fun);
literal(Fun) ->
    Term = term_to_binary(Fun),
    <<(byte_size(Term)):32, Term/binary>>.

-spec packed(binary()) -> binary().
packed(Literals) ->
    <<(byte_size(Literals)):32, (zlib:compress(Literals))/binary>>.

%% What the arguments are when a fun is to be called: the first registers, or
%% those of `dispatch/3`, which has them as a list already.
-type registers() :: {first, arity()} | dispatch.

%% The fun is applied to a list in the place of the caller, so that a loop by
%% such a function takes no stack.
-spec call(registers(), body(), Literal :: non_neg_integer(), Import :: non_neg_integer()) -> iolist().
call(Registers, Body, Literal, Import) ->
    {Live, List, Make} = arguments(Registers),
    [
        beamtalk_instructions:make(test_heap, [{u, 2 * (Live + 1)}, {u, Live}]),
        Make,
        [beamtalk_instructions:make(put_list, [List, nil, List]) || {all, _} <- [Body]],
        beamtalk_instructions:make(move, [{literal, Literal}, {x, 0}]),
        [beamtalk_instructions:make(move, [List, {x, 1}]) || List =/= {x, 1}],
        beamtalk_instructions:make(call_ext_only, [{u, 2}, {u, Import}])
    ].

-spec arguments(registers()) -> {arity(), {x, arity()}, iolist()}.
arguments(dispatch) ->
    {3, {x, 1}, beamtalk_instructions:make(put_list, [{x, 2}, {x, 1}, {x, 1}])};
arguments({first, Arity}) ->
    List = {x, Arity},
    Cons = fun(N, Tail) -> beamtalk_instructions:make(put_list, [{x, N}, Tail, List]) end,
    {Arity, List, [Cons(Arity - 1, nil) | [Cons(N, List) || N <- lists:seq(Arity - 2, 0, -1)]]}.

-type call() :: {function_name(), fun((registers()) -> iolist())}.

-spec changed(reach(), Code :: binary(), Exports :: binary(), [call()], [atom()]) -> {binary(), binary()}.
changed(inside, Code, Exports, Calls, Names) ->
    Bodies = maps:from_list([{Name, Call({first, Arity})} || {{_, Arity} = Name, Call} <- Calls]),
    {beamtalk_instructions:insert(Code, Names, Bodies, []), Exports};
changed(outside, Code, Exports, Calls, Names) ->
    Label = beamtalk_instructions:labels(Code),
    Exported = exported(Calls, Exports, Names),
    {Functions, Labels} = lists:mapfoldl(fun(Call, Next) -> new_function(Call, Next, Names) end, Label, Exported),
    {Tests, Last} = lists:mapfoldl(fun(Call, Next) -> test(Call, Next, Names) end, Labels, of_instances(Calls)),
    Entries = #{{dispatch, 3} => Tests},
    Changed = beamtalk_instructions:insert(Code, Names, Entries, [Text || {_, _, Text} <- Functions]),
    {beamtalk_instructions:labelled(Changed, Last), exports(Exports, [{Name, Entry} || {Name, Entry, _} <- Functions], Names)}.

-spec exported([call()], binary(), [atom()]) -> [call()].
exported(Calls, <<_:32, Exports/binary>>, Names) ->
    Known = [{lists:nth(Name, Names), Arity} || <<Name:32, Arity:32, _:32>> <= Exports],
    [Call || {Name, _} = Call <- Calls, lists:member(Name, Known)].

%% A function that stands for another where it is called from outside.
-spec new_function(call(), non_neg_integer(), [atom()]) -> {{function_name(), non_neg_integer(), iolist()}, non_neg_integer()}.
new_function({{Name, Arity}, Call}, Label, Names) ->
    Text = [
        beamtalk_instructions:make(label, [{u, Label}]),
        beamtalk_instructions:make(func_info, [{atom, 1}, {atom, index(Name, Names)}, {u, Arity}]),
        beamtalk_instructions:make(label, [{u, Label + 1}]),
        Call({first, Arity})
    ],
    {{{Name, Arity}, Label + 1, Text}, Label + 2}.

%% Functions of the class side have names that are no selectors; messages to the
%% class find what was put where they find extensions.
-spec of_instances([call()]) -> [call()].
of_instances(Calls) ->
    [Call || {{Name, _}, _} = Call <- Calls, not is_of_class(atom_to_binary(Name))].

-spec is_of_class(binary()) -> boolean().
is_of_class(<<"class_", _/binary>>) -> true;
is_of_class(_) -> false.

%% In `dispatch/3`: if the message is the one, the fun.
-spec test(call(), non_neg_integer(), [atom()]) -> {iolist(), non_neg_integer()}.
test({{Name, _}, Call}, Label, Names) ->
    Text = [
        beamtalk_instructions:make(is_eq_exact, [{label, Label}, {x, 0}, {atom, index(Name, Names)}]),
        Call(dispatch),
        beamtalk_instructions:make(label, [{u, Label}])
    ],
    {Text, Label + 1}.

-spec index(atom(), [atom()]) -> pos_integer().
index(Name, Names) ->
    length(lists:takewhile(fun(Each) -> Each =/= Name end, Names)) + 1.

-spec exports(binary(), [{function_name(), non_neg_integer()}], [atom()]) -> binary().
exports(<<Count:32, Exports/binary>>, Entries, Names) ->
    New = maps:from_list(Entries),
    Changed = [
        <<Name:32, Arity:32, (maps:get({lists:nth(Name, Names), Arity}, New, Label)):32>>
     || <<Name:32, Arity:32, Label:32>> <= Exports
    ],
    iolist_to_binary([<<Count:32>> | Changed]).
