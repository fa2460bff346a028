%% Modules that a build has left in a folder, brought into the running system. In goes a
%% folder, out comes what was loaded from it and what was dropped, by modules, by classes and
%% by the source files they come from. Whether a module has changed is told by its code, never
%% by times. Compiles nothing.
-module(beamtalk_repl_built).

-export([create/0, folder/2]).
-export_type([how/0, loaded/0]).

%% What is loaded besides what has changed: nothing, the classes that were removed meanwhile,
%% or everything.
-type how() :: changed | missing | all.
-type loaded() :: #{
    loaded := [Module :: binary()],
    unchanged := non_neg_integer(),
    deleted := [Class :: binary()],
    classes := [binary()],
    files := #{changed := [binary()], unchanged := [binary()], deleted := [binary()]}
}.
-type error() :: beamtalk_repl_error:error().

-record(built, {
    module :: module(),
    md5 :: binary(),
    folder :: binary(),
    %% Where it was written, below the root of its package.
    source :: binary(),
    classes = [] :: [binary()]
}).

%% What was loaded: rows of #built{}.
-define(TABLE, ?MODULE).

%% The table belongs to who calls this.
-spec create() -> ok.
create() ->
    ?TABLE = ets:new(?TABLE, [named_table, public, set, {keypos, #built.module}, {read_concurrency, true}]),
    ok.

-spec folder(binary(), how()) -> {ok, loaded()} | {error, error()}.
folder(Folder, How) ->
    case filelib:is_dir(Folder) of
        true -> modules(Folder, lists:sort(filelib:wildcard("*.beam", binary_to_list(Folder))), How);
        false -> {error, beamtalk_repl_error:plain(<<"file_not_found">>, <<"There is no folder ", Folder/binary>>)}
    end.

-spec modules(binary(), [string()], how()) -> {ok, loaded()} | {error, error()}.
modules(Folder, Names, How) ->
    %% A class may need another one of the folder to be loaded first.
    _ = code:add_pathz(binary_to_list(Folder)),
    Found = [built(Folder, filename:join(binary_to_list(Folder), Name)) || Name <- Names],
    {Wanted, Kept} = lists:partition(fun({Built, _, _}) -> is_wanted(Built, How) end, Found),
    case load(Wanted) of
        {ok, Loaded} ->
            Unchanged = [Built || {Built, _, _} <- Kept],
            {Gone, Deleted} = delete_absent(Folder, [Module || {#built{module = Module}, _, _} <- Found]),
            {ok, #{
                loaded => [atom_to_binary(Module) || #built{module = Module} <- Loaded],
                unchanged => length(Unchanged),
                deleted => Deleted,
                classes => lists:append([Classes || #built{classes = Classes} <- Loaded]),
                files => files(sources(Loaded), sources(Unchanged), sources(Gone))
            }};
        Error ->
            Error
    end.

-spec sources([#built{}]) -> [binary()].
sources(Modules) ->
    lists:usort([Source || #built{source = Source} <- Modules]).

%% A file of which something has changed or gone has changed; one of which nothing is left is
%% gone.
-spec files([binary()], [binary()], [binary()]) -> #{atom() => [binary()]}.
files(Loaded, Unchanged, Gone) ->
    Present = ordsets:union(Loaded, Unchanged),
    Changed = ordsets:union(Loaded, ordsets:intersection(Gone, Present)),
    #{changed => Changed, unchanged => ordsets:subtract(Present, Changed), deleted => ordsets:subtract(Gone, Present)}.

-spec built(binary(), string()) -> {#built{}, file:filename(), binary()}.
built(Folder, File) ->
    {ok, Beam} = file:read_file(File),
    {ok, {Module, Md5}} = beam_lib:md5(Beam),
    {ok, {_, [{attributes, Attributes}]}} = beam_lib:chunks(Beam, [attributes]),
    Source = proplists:get_value(beamtalk_source, Attributes, atom_to_list(Module)),
    {#built{module = Module, md5 = Md5, folder = Folder, source = unicode:characters_to_binary(Source)}, File, Beam}.

-spec is_wanted(#built{}, how()) -> boolean().
is_wanted(_, all) -> true;
is_wanted(#built{module = Module, md5 = Md5}, How) -> not is_loaded(ets:lookup(?TABLE, Module), Module, Md5, How).

%% A class that was patched since is not what its module says, and is not loaded again for that.
-spec is_loaded([#built{}], module(), binary(), how()) -> boolean().
is_loaded([#built{md5 = Md5}], _, Md5, changed) -> true;
is_loaded([#built{md5 = Md5, classes = Classes}], _, Md5, missing) -> lists:all(fun is_known/1, Classes);
is_loaded([_], _, _, _) -> false;
is_loaded([], Module, Md5, _) -> erlang:module_loaded(Module) andalso Module:module_info(md5) =:= Md5.

-spec is_known(binary()) -> boolean().
is_known(Class) ->
    beamtalk_class_registry:find_class(binary_to_existing_atom(Class)) =/= undefined.

-spec load([{#built{}, file:filename(), binary()}]) -> {ok, [#built{}]} | {error, error()}.
load([]) ->
    {ok, []};
load([{#built{module = Module} = Built, File, Beam} | Rest]) ->
    case beamtalk_code_change:load(Module, File, Beam) of
        ok ->
            Loaded = Built#built{classes = classes_of(Module)},
            true = ets:insert(?TABLE, Loaded),
            %% A patch of the text before does not belong to this one.
            ok = lists:foreach(fun beamtalk_repl_load:drop_text/1, Loaded#built.classes),
            ok = beamtalk_workspace_changelog:rebuilt(Loaded#built.classes),
            case load(Rest) of
                {ok, More} -> {ok, [Loaded | More]};
                Error -> Error
            end;
        {error, Reason} ->
            Text = unicode:characters_to_binary(io_lib:format("~ts could not be loaded: ~tP", [File, Reason, 12])),
            {error, beamtalk_repl_error:plain(<<"load_failed">>, Text)}
    end.

-spec classes_of(module()) -> [binary()].
classes_of(Module) ->
    case erlang:function_exported(Module, '__beamtalk_meta', 0) of
        true -> [atom_to_binary(maps:get(class, Module:'__beamtalk_meta'()))];
        false -> []
    end.

%% Modules that were built before and are no longer, and the classes that went with them:
%% those that others inherit from go last. One that others still inherit from stays.
-spec delete_absent(Folder :: binary(), Present :: [module()]) -> {[#built{}], Classes :: [binary()]}.
delete_absent(Folder, Present) ->
    Absent = [Built || #built{module = Module} = Built <- ets:match_object(?TABLE, #built{folder = Folder, _ = '_'}), not lists:member(Module, Present)],
    Deepest = lists:reverse(lists:sort([{depth(Built), Built} || Built <- Absent])),
    Tried = [{Built, delete(Built)} || {_, Built} <- Deepest],
    {[Built || {Built, {gone, _}} <- Tried], [Class || {_, {gone, Classes}} <- Tried, Class <- Classes]}.

-spec depth(#built{}) -> non_neg_integer().
depth(#built{classes = Classes}) ->
    lists:max([0 | [length(beamtalk_class_hierarchy_table:ancestors(binary_to_existing_atom(Class))) || Class <- Classes]]).

-spec delete(#built{}) -> {gone, Classes :: [binary()]} | stays.
delete(#built{classes = Classes} = Built) ->
    beamtalk_repl_turns:in_turn(Classes, fun() -> delete_in_turn(Built) end).

-spec delete_in_turn(#built{}) -> {gone, Classes :: [binary()]} | stays.
delete_in_turn(#built{module = Module, classes = Classes}) ->
    Own = [Class || Class <- Classes, is_of(Class, Module)],
    case [Class || Class <- Own, beamtalk_class_registry:remove(binary_to_existing_atom(Class)) =/= ok] of
        [] ->
            true = ets:delete(?TABLE, Module),
            ok = lists:foreach(fun beamtalk_repl_load:drop_text/1, Own),
            {gone, Own};
        _ ->
            stays
    end.

%% Whether a class is that of the module still. One that was typed since is another; one that
%% was loaded from its file goes with the file.
-spec is_of(binary(), module()) -> boolean().
is_of(Class, Module) ->
    case {beamtalk_class_registry:find_class(binary_to_existing_atom(Class)), beamtalk_repl_load:text(Class)} of
        {undefined, _} -> false;
        {{ok, _}, {ok, _, Path}} when is_binary(Path) -> not filelib:is_regular(Path);
        {{ok, {_, _, Now, _}}, _} -> beamtalk_code_version:base(Now) =:= atom_to_binary(Module)
    end.
