%% Help on Erlang's modules and functions, with the signatures that Beamtalk gives them:
%% from the specs in the compiled modules, and from their documentation where that is
%% installed. Names stay texts until a file of that name is found.
-module(beamtalk_repl_help_erlang).

-export([module/1, function/2]).

-type answer() :: {ok, unicode:chardata()} | {error, beamtalk_repl_reply:error()}.
-type signature() :: {Name :: binary(), arity(), Text :: unicode:chardata()}.

-define(COLUMNS, 80).

-spec module(binary()) -> answer().
module(Name) ->
    with_module(Name, fun(Module, Beam) ->
        Lines = [["  ", Text, $\n] || {_, _, Text} <- signatures(Module, Beam, all)],
        {ok, [
            ["Erlang module: ", Name, $\n],
            [[$\n, Doc, $\n] || Doc <- module_doc(Module)],
            "\nFunctions:\n",
            Lines,
            ["\nUse :help Erlang ", Name, " function for one of them.\n"]
        ]}
    end).

-spec function(binary(), binary()) -> answer().
function(Name, Written) ->
    with_module(Name, fun(Module, Beam) ->
        Function = hd(binary:split(Written, <<":">>)),
        case signatures(Module, Beam, Function) of
            [] -> type(Module, Beam, Function);
            Found -> {ok, [function_text(Module, Beam, Signature) || Signature <- Found]}
        end
    end).

-spec modules() -> [binary()].
modules() ->
    lists:usort([unicode:characters_to_binary(Name) || {Name, _, _} <- code:all_available()]).

-spec selector(binary(), arity()) -> binary().
selector(Function, 0) -> Function;
selector(Function, Arity) -> iolist_to_binary([Function, $:, lists:duplicate(Arity - 1, "with:")]).

-spec with_module(binary(), fun((module(), binary()) -> answer())) -> answer().
with_module(Name, Help) ->
    case find(Name) of
        {ok, Module, Beam} -> Help(Module, Beam);
        none -> {error, unknown(Name)}
    end.

-spec unknown(binary()) -> beamtalk_repl_reply:error().
unknown(Name) ->
    Error = beamtalk_repl_reply:problem(<<"module_not_found">>, ["There is no Erlang module '", beamtalk_repl_suggestion:shown(Name), "'"]),
    beamtalk_repl_reply:hinted(Error, Name, modules()).

%% Only what can be a name is looked for among files.
-spec find(binary()) -> {ok, module(), Beam :: binary()} | none.
find(Name) ->
    case re:run(Name, "^[a-z][A-Za-z0-9_@]{0,200}$", [{capture, none}]) of
        match -> read(binary_to_list(Name) ++ ".beam");
        nomatch -> none
    end.

%% The modules that are there from the start lie elsewhere.
-spec read(string()) -> {ok, module(), binary()} | none.
read(File) ->
    Path =
        case code:where_is_file(File) of
            non_existing -> filename:join(code:lib_dir(erts, ebin), File);
            Known -> Known
        end,
    case erl_prim_loader:get_file(Path) of
        {ok, Beam, _} ->
            {ok, {Module, _}} = beam_lib:chunks(Beam, []),
            {ok, Module, Beam};
        error ->
            none
    end.

%% Sorted by name and arity: of all functions, or of those with one name.
-spec signatures(module(), binary(), all | binary()) -> [signature()].
signatures(Module, Beam, Wanted) ->
    case beamtalk_native_module:read(Beam) of
        {ok, #{functions := Functions, types := Types}} ->
            Lookup = fun(Where, Name, Arity) -> definition(Where =:= Module, Types, Where, {Name, Arity}) end,
            lists:sort([signature(Module, Function, Lookup) || #{name := Name} = Function <- Functions, is_wanted(Name, Wanted)]);
        none ->
            {ok, {_, [{exports, Exports}]}} = beam_lib:chunks(Beam, [exports]),
            lists:sort([{atom_to_binary(Name), Arity, selector(atom_to_binary(Name), Arity)} || {Name, Arity} <- Exports, is_wanted(Name, Wanted)])
    end.

-spec is_wanted(atom(), all | binary()) -> boolean().
is_wanted(module_info, _) -> false;
is_wanted(_, all) -> true;
is_wanted(Name, Wanted) -> atom_to_binary(Name) =:= Wanted.

%% Types of other modules are read from their files, each once in this process.
-spec definition(boolean(), map(), module(), {atom(), arity()}) -> beamtalk_native_module:definition() | none.
definition(true, Types, _, Key) ->
    maps:get(Key, Types, none);
definition(false, _, Module, Key) ->
    case get({?MODULE, Module}) of
        undefined ->
            _ = put({?MODULE, Module}, types(read(atom_to_list(Module) ++ ".beam"))),
            definition(false, #{}, Module, Key);
        Types ->
            maps:get(Key, Types, none)
    end.

-spec types({ok, module(), binary()} | none) -> map().
types({ok, _, Beam}) ->
    case beamtalk_native_module:read(Beam) of
        {ok, #{types := Types}} -> Types;
        none -> #{}
    end;
types(none) ->
    #{}.

-spec signature(module(), beamtalk_native_module:function_info(), beamtalk_native_mapping:lookup()) -> signature().
signature(Module, #{name := Name, names := Names, clauses := Clauses}, Lookup) ->
    Types = [parameter(Index, Module, Clauses, Lookup) || Index <- lists:seq(1, length(Names))],
    Text = [selector_text(atom_to_binary(Name), lists:zip(Names, Types)), return(Module, Clauses, Lookup)],
    {atom_to_binary(Name), length(Names), Text}.

-spec parameter(pos_integer(), module(), [beamtalk_native_module:clause()], beamtalk_native_mapping:lookup()) -> iodata().
parameter(_, _, [], _) ->
    [];
parameter(Index, Module, Clauses, Lookup) ->
    Places = [{lists:nth(Index, Nodes), Module, Bounds} || {Nodes, _, Bounds} <- Clauses],
    [" :: ", beamtalk_native_type:text(beamtalk_native_mapping:parameter(Places, Lookup))].

-spec return(module(), [beamtalk_native_module:clause()], beamtalk_native_mapping:lookup()) -> iodata().
return(_, [], _) ->
    [];
return(Module, Clauses, Lookup) ->
    Places = [{Node, Module, Bounds} || {_, Node, Bounds} <- Clauses],
    [" -> ", beamtalk_native_type:text(beamtalk_native_mapping:return(Places, Lookup))].

-spec selector_text(binary(), [{binary(), iodata()}]) -> iodata().
selector_text(Name, []) ->
    Name;
selector_text(Name, [First | Rest]) ->
    [Name, ": ", argument(First) | [[" with: ", argument(Argument)] || Argument <- Rest]].

-spec argument({binary(), iodata()}) -> iodata().
argument({Name, Type}) ->
    [Name, Type].

-spec function_text(module(), binary(), signature()) -> unicode:chardata().
function_text(Module, Beam, {Name, Arity, Text}) ->
    [
        [atom_to_binary(Module), $:, Name, $/, integer_to_binary(Arity), $\n],
        [["Erlang: ", Spec, $\n] || Spec <- specs(Beam, spec, Name, Arity)],
        ["  ", Text, $\n],
        [[$\n, Doc, $\n] || Doc <- function_doc(Module, Name, Arity)],
        $\n
    ].

%% A name that is no function may be a type.
-spec type(module(), binary(), binary()) -> answer().
type(Module, Beam, Name) ->
    case specs(Beam, type, Name, any) of
        [] ->
            Words = ["Erlang module ", atom_to_binary(Module), " has no function '", beamtalk_repl_suggestion:shown(Name), "'"],
            Error = beamtalk_repl_reply:problem(<<"does_not_understand">>, Words),
            Known = lists:usort([Each || {Each, _, _} <- signatures(Module, Beam, all)]),
            {error, beamtalk_repl_reply:hinted(Error, Name, Known)};
        Types ->
            {ok, [[atom_to_binary(Module), $:, Name, $\n], [["Erlang: ", Type, $\n] || Type <- Types]]}
    end.

%% As Erlang writes them, on one line.
-spec specs(binary(), spec | type, binary(), arity() | any) -> [unicode:chardata()].
specs(Beam, Kind, Name, Arity) ->
    case beam_lib:chunks(Beam, [abstract_code]) of
        {ok, {_, [{abstract_code, {_, Forms}}]}} -> [one_line(erl_pp:form(Form)) || Form <- Forms, is_about(Form, Kind, Name, Arity)];
        _ -> []
    end.

-spec is_about(erl_parse:abstract_form(), spec | type, binary(), arity() | any) -> boolean().
is_about({attribute, _, spec, {{Function, Arity}, _}}, spec, Name, Arity) -> atom_to_binary(Function) =:= Name;
is_about({attribute, _, Kind, {Type, _, _}}, type, Name, any) when Kind =:= type; Kind =:= opaque -> is_atom(Type) andalso atom_to_binary(Type) =:= Name;
is_about(_, _, _, _) -> false.

-spec one_line(unicode:chardata()) -> unicode:chardata().
one_line(Text) ->
    lists:join($\s, string:lexemes(unicode:characters_to_binary(Text), " \n")).

-spec module_doc(module()) -> [unicode:chardata()].
module_doc(Module) ->
    case code:get_doc(Module) of
        {ok, Docs} when is_map(element(5, Docs)) -> rendered(shell_docs:render(Module, Docs, config()));
        _ -> []
    end.

-spec function_doc(module(), binary(), arity()) -> [unicode:chardata()].
function_doc(Module, Name, Arity) ->
    Function = binary_to_existing_atom(Name),
    case code:get_doc(Module) of
        {ok, Docs} ->
            case lists:keyfind({function, Function, Arity}, 1, element(7, Docs)) of
                {_, _, _, Text, _} when is_map(Text) -> rendered(shell_docs:render(Module, Function, Arity, Docs, config()));
                _ -> []
            end;
        {error, _} ->
            []
    end.

-spec config() -> map().
config() ->
    #{ansi => false, columns => ?COLUMNS, encoding => unicode}.

%% Many installations have no documentation.
-spec rendered(unicode:chardata() | {error, atom()}) -> [unicode:chardata()].
rendered({error, _}) -> [];
rendered(Text) -> [string:trim(Text)].
