%% The code of loaded modules as it came from the compiler: where to find it,
%% and the same code under another name. Code that was loaded from no file is
%% known only if whoever loaded it has it kept here, and with it whether it runs
%% with patches.
-module(beamtalk_object_code).

-export([create/0, keep/2, keep/3, forget/1, find/1, is_patched/1, renamed/2, atom_table/1]).

-export_type([object_code/0]).

-type object_code() :: {Beam :: binary(), beamtalk_redirected_code:reach()}.

-spec create() -> ok.
create() ->
    ?MODULE = ets:new(?MODULE, [named_table, public, set, {read_concurrency, true}]),
    ok.

-spec keep(module(), binary()) -> ok.
keep(Module, Beam) ->
    keep(Module, {Beam, outside}, compiled).

%% Rows: {Module, Beam, how far changes of a method may reach into it, Kind}.
-spec keep(module(), object_code(), compiled | patched) -> ok.
keep(Module, {Beam, Reach}, Kind) ->
    true = ets:insert(?MODULE, {Module, Beam, Reach, Kind}),
    ok.

-spec forget(module()) -> ok.
forget(Module) ->
    true = ets:delete(?MODULE, Module),
    ok.

%% Of the very code that is loaded: a file may have changed since.
-spec find(module()) -> {ok, object_code()} | none.
find(Module) ->
    case beamtalk_code_version:current(Module) of
        Module -> find_unchanged(Module);
        Version -> kept(ets:lookup(?MODULE, Version) ++ on_path(Module, Version))
    end.

-spec find_unchanged(module()) -> {ok, object_code()} | none.
find_unchanged(Module) ->
    Loaded = Module:module_info(md5),
    Candidates = ets:lookup(?MODULE, Module) ++ [{Module, Beam, outside} || Beam <- on_path(Module)],
    kept([Row || Row <- Candidates, beam_lib:md5(element(2, Row)) =:= {ok, {Module, Loaded}}]).

%% A version that was loaded under an earlier life of the table, if its code is
%% that of the file.
-spec on_path(module(), Version :: module()) -> [{module(), binary(), outside}].
on_path(Module, Version) ->
    Loaded = {ok, {Version, Version:module_info(md5)}},
    [{Module, Beam, outside} || Beam <- on_path(Module), beam_lib:md5(renamed(Beam, Version)) =:= Loaded].

-spec kept([tuple()]) -> {ok, object_code()} | none.
kept([Row | _]) -> {ok, {element(2, Row), element(3, Row)}};
kept([]) -> none.

%% Whether the code that a class runs now is other than what was compiled.
-spec is_patched(module()) -> boolean().
is_patched(Module) ->
    ets:match_object(?MODULE, {beamtalk_code_version:current(Module), '_', '_', patched}) =/= [].

-spec on_path(module()) -> [binary()].
on_path(Module) ->
    case code:get_object_code(Module) of
        {Module, Beam, _} -> [Beam];
        error -> []
    end.

%% Calls that the code makes to its own module by name go to whatever has that
%% name then. The name of a module is the first atom in its table; imports are
%% triples of indices into that table. Blocks are known by the name of their
%% module and a number that is the same for all that were compiled together; it
%% becomes one that no other code has.
-spec renamed(binary(), module()) -> binary().
renamed(Beam, Name) ->
    {ok, Module, Chunks} = beam_lib:all_chunks(Beam),
    {ok, {Module, [{atoms, [{1, Module} | Others]}]}} = beam_lib:chunks(Beam, [atoms]),
    Atoms = [Name | [Atom || {_, Atom} <- Others]] ++ [Module],
    New = #{
        "AtU8" => atom_table(Atoms),
        "ImpT" => imports(length(Atoms), Chunks),
        "FunT" => beamtalk_block_count:marked(proplists:get_value("FunT", Chunks))
    },
    {ok, Renamed} = beam_lib:build_module([
        {Id, maps:get(Id, New, Chunk)}
     || {Id, Chunk} <- Chunks, not lists:member(Id, ["Dbgi", "Docs", "Abst"])
    ]),
    Renamed.

-spec atom_table([atom()]) -> binary().
atom_table(Atoms) ->
    Texts = [atom_to_binary(Atom) || Atom <- Atoms],
    Entries = [<<(byte_size(Text)), Text/binary>> || Text <- Texts],
    iolist_to_binary([<<(length(Atoms)):32>> | Entries]).

-spec imports(pos_integer(), [{string(), binary()}]) -> binary().
imports(Own, Chunks) ->
    {"ImpT", <<Count:32, Triples/binary>>} = lists:keyfind("ImpT", 1, Chunks),
    Entries = [
        <<(case Module of 1 -> Own; _ -> Module end):32, Function:32, Arity:32>>
     || <<Module:32, Function:32, Arity:32>> <= Triples
    ],
    iolist_to_binary([<<Count:32>> | Entries]).
