%% Help on Erlang's modules, functions and types as text: what their documentation says where
%% that is installed, their specs, and how functions are called in Beamtalk. In go names, which
%% stay texts until a module of that name is found; out comes text for whoever asks. Loads no
%% module.
-module(beamtalk_erlang_help).

-export([module/1, function/2]).

%% A module, with its file's contents where it has a file.
-type found() :: {module(), Beam :: binary() | none}.
-type signature() :: {Name :: binary(), arity(), Text :: unicode:chardata()}.

-define(COLUMNS, 80).
%% What knows types belongs to the compiler, without which only selectors are shown.
-define(SIGNATURES, beamtalk_native_display).

-spec module(Name :: binary()) -> {ok, unicode:chardata()} | no_module.
module(Name) ->
    case find(Name) of
        {ok, {Module, _} = Found} ->
            {ok, [
                ["Erlang module: ", Name, $\n],
                [[$\n, Doc, $\n] || Doc <- module_doc(Module)],
                "\nFunctions:\n",
                [["  ", Text, $\n] || {_, _, Text} <- signatures(Found)]
            ]};
        none ->
            no_module
    end.

%% All functions of that name, or the type. A name as in a call, `reverse:with:`, means the
%% same as the function's own.
-spec function(Name :: binary(), Function :: binary()) -> {ok, unicode:chardata()} | no_module | {no_function, Known :: [binary()]}.
function(Name, Written) ->
    case find(Name) of
        {ok, {Module, Beam} = Found} ->
            [Function | _] = binary:split(Written, <<":">>),
            Signatures = signatures(Found),
            case {[Each || {Its, _, _} = Each <- Signatures, Its =:= Function], forms(Beam, type, Function, any)} of
                {[], []} -> {no_function, lists:usort([Its || {Its, _, _} <- Signatures])};
                {[], Types} -> {ok, [[atom_to_binary(Module), $:, Function, $\n], [["Erlang: ", Type, $\n] || Type <- Types]]};
                {Meant, _} -> {ok, lists:join($\n, [function_text(Found, Signature) || Signature <- Meant])}
            end;
        none ->
            no_module
    end.

%% Only what can be a name is looked for among files.
-spec find(binary()) -> {ok, found()} | none.
find(Name) ->
    case re:run(Name, "^[a-z][A-Za-z0-9_@]{0,200}$", [{capture, none}]) of
        match -> read(binary_to_list(Name) ++ ".beam", Name);
        nomatch -> none
    end.

%% The modules that are there from the start lie elsewhere.
-spec read(string(), binary()) -> {ok, found()} | none.
read(File, Name) ->
    Path =
        case code:where_is_file(File) of
            non_existing -> filename:join(code:lib_dir(erts, ebin), File);
            Known -> Known
        end,
    case erl_prim_loader:get_file(Path) of
        {ok, Beam, _} ->
            {ok, {Module, _}} = beam_lib:chunks(Beam, []),
            {ok, {Module, Beam}};
        error ->
            without_file(Name)
    end.

-spec without_file(binary()) -> {ok, found()} | none.
without_file(Name) ->
    try binary_to_existing_atom(Name) of
        Module ->
            case erlang:module_loaded(Module) of
                true -> {ok, {Module, none}};
                false -> none
            end
    catch
        error:badarg -> none
    end.

%% Sorted by name and arity.
-spec signatures(found()) -> [signature()].
signatures({Module, Beam}) ->
    Known =
        case is_binary(Beam) andalso code:ensure_loaded(?SIGNATURES) of
            {module, Display} -> Display:functions(Beam);
            _ -> none
        end,
    Functions =
        case Known of
            {ok, Shown} -> Shown;
            none -> [{Name, Arity, beamtalk_selector:of_function(atom_to_binary(Name), Arity)} || {Name, Arity} <- exports(Module, Beam)]
        end,
    lists:sort([{atom_to_binary(Name), Arity, Text} || {Name, Arity, Text} <- Functions, Name =/= module_info]).

-spec exports(module(), binary() | none) -> [{atom(), arity()}].
exports(Module, none) ->
    erlang:get_module_info(Module, exports);
exports(_, Beam) ->
    {ok, {_, [{exports, Exports}]}} = beam_lib:chunks(Beam, [exports]),
    Exports.

-spec function_text(found(), signature()) -> unicode:chardata().
function_text({Module, Beam}, {Name, Arity, Text}) ->
    [
        [atom_to_binary(Module), $:, Name, $/, integer_to_binary(Arity), $\n],
        [["Erlang: ", Spec, $\n] || Spec <- forms(Beam, spec, Name, Arity)],
        ["  ", Text, $\n],
        [[$\n, Doc, $\n] || Doc <- function_doc(Module, Name, Arity)]
    ].

%% Specs or types as Erlang writes them, on one line.
-spec forms(binary() | none, spec | type, binary(), arity() | any) -> [unicode:chardata()].
forms(none, _, _, _) ->
    [];
forms(Beam, Kind, Name, Arity) ->
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
