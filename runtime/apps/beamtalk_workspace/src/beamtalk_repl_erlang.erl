%% Erlang's modules and functions as messages of Beamtalk: `Erlang lists reverse: x`.
%% In go prefixes, out come names. Loads no module and makes no atoms: what is not
%% loaded is read from the bytes of its file.
-module(beamtalk_repl_erlang).

-export([modules/1, functions/2]).

-type candidate() :: beamtalk_repl_candidates:candidate().

-include("../include/beamtalk_candidate.hrl").

%% The list of all files changes seldom, and takes ten milliseconds to make.
-define(KEPT, {?MODULE, modules}).

-spec modules(Prefix :: binary()) -> [candidate()].
modules(Prefix) ->
    [
        beamtalk_repl_candidates:word(Name, module, class, Prefix)
     || Name <- available(), begins(Prefix, Name), is_plain(Name)
    ].

%% Those of a module, as selectors; functions of the same selector are one.
-spec functions(Module :: binary(), Prefix :: binary()) -> [candidate()].
functions(Module, Prefix) ->
    Selectors = lists:ukeysort(1, [{beamtalk_selector:of_function(Name, Arity), Name, Arity} || {Name, Arity} <- exports(Module)]),
    [
        (beamtalk_repl_candidates:word(Selector, function, primary, Prefix))#candidate{
            signature = unicode:characters_to_binary([Name, $/, integer_to_binary(Arity)]),
            defined_in = Module
        }
     || {Selector, Name, Arity} <- Selectors, begins(Prefix, Selector), is_plain(Name)
    ].

-spec begins(binary(), binary()) -> boolean().
begins(Prefix, Name) ->
    string:prefix(Name, Prefix) =/= nomatch.

%% What can be written as a message.
-spec is_plain(binary()) -> boolean().
is_plain(Name) ->
    re:run(Name, "^[a-z]\\w*$", [{capture, none}]) =:= match andalso Name =/= <<"module_info">>.

-spec available() -> [binary()].
available() ->
    Key = erlang:phash2(code:get_path()),
    case persistent_term:get(?KEPT, none) of
        {Key, Names} ->
            Names;
        _ ->
            Names = lists:usort([unicode:characters_to_binary(Name) || {Name, _, _} <- code:all_available()]),
            persistent_term:put(?KEPT, {Key, Names}),
            Names
    end.

-spec exports(Module :: binary()) -> [{Name :: binary(), arity()}].
exports(Module) ->
    try binary_to_existing_atom(Module) of
        Name -> loaded(Name, erlang:module_loaded(Name), Module)
    catch
        error:_ -> filed(Module)
    end.

%% The list is the code's own; no function of the module runs.
-spec loaded(module(), IsLoaded :: boolean(), binary()) -> [{binary(), arity()}].
loaded(Name, true, _) -> [{atom_to_binary(F), A} || {F, A} <- erlang:get_module_info(Name, exports)];
loaded(_, false, Module) -> filed(Module).

-spec filed(Module :: binary()) -> [{binary(), arity()}].
filed(Module) ->
    try
        File = code:where_is_file(unicode:characters_to_list(<<Module/binary, ".beam">>)),
        {ok, Beam, _} = erl_prim_loader:get_file(File),
        {ok, {_, [{"AtU8", Atoms}, {"ExpT", <<_:32, Exports/binary>>}]}} = beam_lib:chunks(Beam, ["AtU8", "ExpT"]),
        Names = list_to_tuple(names(Atoms)),
        [{element(Name, Names), Arity} || <<Name:32, Arity:32, _:32>> <= Exports]
    catch
        error:_ -> []
    end.

%% Newer compilers write a negative count, and lengths in a form of their own.
-spec names(binary()) -> [binary()].
names(<<Count:32/signed, Rest/binary>>) when Count >= 0 -> short(Rest);
names(<<_:32/signed, Rest/binary>>) -> long(Rest).

-spec short(binary()) -> [binary()].
short(<<Size, Name:Size/binary, Rest/binary>>) -> [Name | short(Rest)];
short(<<>>) -> [].

-spec long(binary()) -> [binary()].
long(<<High:3, 0:1, 1:1, _:3, Low, Rest/binary>>) ->
    Size = High bsl 8 bor Low,
    <<Name:Size/binary, More/binary>> = Rest,
    [Name | long(More)];
long(<<Size:4, 0:1, _:3, Name:Size/binary, Rest/binary>>) ->
    [Name | long(Rest)];
long(<<>>) ->
    [].
