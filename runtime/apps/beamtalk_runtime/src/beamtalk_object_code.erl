%% The code of loaded modules as it came from the compiler: where to find it,
%% and the same code under another name. Code that was loaded from no file is
%% known only if whoever loaded it has it kept here.
-module(beamtalk_object_code).

-export([create/0, keep/2, forget/1, find/1, renamed/2]).

-spec create() -> ok.
create() ->
    ?MODULE = ets:new(?MODULE, [named_table, public, set, {read_concurrency, true}]),
    ok.

-spec keep(module(), binary()) -> ok.
keep(Module, Beam) ->
    true = ets:insert(?MODULE, {Module, Beam}),
    ok.

-spec forget(module()) -> ok.
forget(Module) ->
    true = ets:delete(?MODULE, Module),
    ok.

%% Of the very code that is loaded: a file may have changed since.
-spec find(module()) -> {ok, binary()} | none.
find(Module) ->
    Loaded = Module:module_info(md5),
    Candidates = [Beam || {_, Beam} <- ets:lookup(?MODULE, Module)] ++ on_path(Module),
    case [Beam || Beam <- Candidates, beam_lib:md5(Beam) =:= {ok, {Module, Loaded}}] of
        [Beam | _] -> {ok, Beam};
        [] -> none
    end.

-spec on_path(module()) -> [binary()].
on_path(Module) ->
    case code:get_object_code(Module) of
        {Module, Beam, _} -> [Beam];
        error -> []
    end.

%% Calls that the code makes to its own module by name go to whatever has that
%% name then. The name of a module is the first atom in its table; imports are
%% triples of indices into that table.
-spec renamed(binary(), module()) -> binary().
renamed(Beam, Name) ->
    {ok, Module, Chunks} = beam_lib:all_chunks(Beam),
    {ok, {Module, [{atoms, [{1, Module} | Others]}]}} = beam_lib:chunks(Beam, [atoms]),
    Atoms = [Name | [Atom || {_, Atom} <- Others]] ++ [Module],
    New = #{"AtU8" => atom_table(Atoms), "ImpT" => imports(length(Atoms), Chunks)},
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
