%% Brings classes into the running system: from text, from files, from built modules. The
%% text that a class was made of is kept, so that a method typed later is put into it and
%% the class compiled again. Knows nothing of sessions.
-module(beamtalk_repl_load).

-export([create/0, modules/3, source/2, source/3, method/1, forget/3, folder/1, reload/1, unload/1, text/1, context/1]).

-type error() :: beamtalk_repl_error:error().
-type path() :: binary() | none.

%% Rows: {Class :: binary(), Source, path()} and {{module, Module}, Md5, Folder}.
-define(TABLE, ?MODULE).

%% The table belongs to who calls this.
-spec create() -> ok.
create() ->
    ?TABLE = ets:new(?TABLE, [named_table, public, set, {read_concurrency, true}]),
    ok.

%% What the compiler has made of a text, those that others inherit from first.
-spec modules([map()], Source :: binary(), path()) -> {ok, Classes :: [binary()]} | {error, error()}.
modules([], _, _) ->
    {ok, []};
modules([Made | Rest], Source, Path) ->
    Classes = [Class || #{class := Class} <- [Made], is_binary(Class)],
    case beamtalk_repl_turns:in_turn(Classes, fun() -> loaded(Made, Classes, Source, Path) end) of
        ok ->
            case modules(Rest, Source, Path) of
                {ok, More} -> {ok, Classes ++ More};
                Error -> Error
            end;
        Error ->
            Error
    end.

%% Code and text, which belong together.
-spec loaded(map(), [binary()], binary(), path()) -> ok | {error, error()}.
loaded(#{core := Core}, Classes, Source, Path) ->
    case beamtalk_core_compiler:load(Core) of
        {ok, _} -> lists:foreach(fun(Class) -> ets:insert(?TABLE, {Class, Source, Path}) end, Classes);
        {error, Why} -> {error, beamtalk_repl_error:plain(<<"load_failed">>, Why)}
    end.

-spec source(Source :: binary(), path()) -> {ok, #{classes := [binary()], warnings := [binary()]}} | {error, error()}.
source(Source, Path) ->
    source(Source, Path, #{}).

%% With what the compiler should know of where it belongs.
-spec source(binary(), path(), map()) -> {ok, #{classes := [binary()], warnings := [binary()]}} | {error, error()}.
source(Source, Path, Context) ->
    Options = maps:merge(Context, maps:from_list([{source_path, Path} || Path =/= none])),
    case beamtalk_compiler_server:compile(Source, Options) of
        {ok, Made} ->
            ok = aliases(Source),
            case modules(maps:get(modules, Made, []), Source, Path) of
                {ok, Classes} ->
                    ok = beamtalk_workspace_changelog:reloaded(Classes),
                    {ok, (warned(Made, Path))#{classes => Classes}};
                Error ->
                    Error
            end;
        {error, Diagnostics} ->
            {error, beamtalk_repl_error:compile(placed(Diagnostics, Path))}
    end.

%% What might be wrong with a text that can be loaded.
-spec warned(map(), path()) -> map().
warned(Made, Path) ->
    Details = placed(maps:get(warning_details, Made, []), Path),
    #{warnings => maps:get(warnings, Made, []), warning_details => beamtalk_repl_error:details(Details)}.

%% Of several files each says in which it is.
-spec placed([map()], path()) -> [map()].
placed(Diagnostics, none) -> Diagnostics;
placed(Diagnostics, Path) -> [Diagnostic#{path => Path} || Diagnostic <- Diagnostics].

%% A text may declare types for all that comes after it.
-spec aliases(binary()) -> ok.
aliases(Source) ->
    case re:run(Source, "^type [A-Z].*(?:\n[ \t]+\\S.*)*", [multiline, global, {capture, first, binary}]) of
        {match, Lines} -> beamtalk_compiler_server:register_aliases(lists:append(Lines));
        nomatch -> ok
    end.

%% One method, as the compiler has read it at the prompt. A class whose text is kept is
%% compiled again with it; into any other it is put by code that the caller runs.
-spec method(map()) -> loaded | run | {error, error()}.
method(#{class_name := Class} = Read) ->
    beamtalk_repl_turns:in_turn([Class], fun() -> put_method(Read) end).

-spec put_method(map()) -> loaded | run | {error, error()}.
put_method(#{class_name := Class, method_source := Method, is_class_method := IsClassSide}) ->
    case ets:lookup(?TABLE, Class) of
        [{_, Source, Path}] ->
            Options = maps:merge(context(Class), maps:from_list([{source_path, Path} || Path =/= none])),
            Asked = Options#{class_name => Class, is_class_method => IsClassSide},
            merged(beamtalk_compiler_server:compile_method(Source, Method, Asked), Class, Path);
        [] ->
            run
    end.

-spec merged({ok, map()} | {error, [map()]}, binary(), path()) -> loaded | {error, error()}.
merged({ok, #{core := Core, merged_class_source := Source}}, Class, Path) ->
    case loaded(#{core => Core}, [Class], Source, Path) of
        ok -> loaded;
        Error -> Error
    end;
merged({error, Diagnostics}, _, _) ->
    {error, beamtalk_repl_error:compile(Diagnostics)}.

%% A method is gone from its class: from the text too, if that is kept.
-spec forget(Class :: binary(), instance | class, Selector :: atom()) -> ok.
forget(Class, Side, Selector) ->
    beamtalk_repl_turns:in_turn([Class], fun() ->
        _ = [
            ets:insert(?TABLE, {Class, cut(Source, Start, End), Path})
         || {_, Source, Path} <- ets:lookup(?TABLE, Class),
            {ok, #{span := #{start := Start, 'end' := End}}} <- [
                beamtalk_compiler_server:resolve_method_span(Source, Class, Selector, Side)
            ]
        ],
        ok
    end).

-spec cut(binary(), non_neg_integer(), non_neg_integer()) -> binary().
cut(Source, Start, End) ->
    <<Before:Start/binary, _:(End - Start)/binary, After/binary>> = Source,
    <<Before/binary, After/binary>>.

%% What a class is made of now, if its text is kept.
-spec text(Class :: binary()) -> {ok, Source :: binary(), path()} | none.
text(Class) ->
    case ets:lookup(?TABLE, Class) of
        [{_, Source, Path}] -> {ok, Source, Path};
        [] -> none
    end.

%% The package that a class belongs to stays its package.
-spec context(Class :: binary()) -> map().
context(Class) ->
    case class_object(Class) of
        {ok, {_, _, Module, _}} ->
            case binary:split(beamtalk_code_version:base(Module), <<"@">>, [global]) of
                [<<"bt">>, Package, _] -> #{package => Package};
                _ -> #{}
            end;
        none ->
            #{}
    end.

-spec class_object(binary()) -> {ok, tuple()} | none.
class_object(Class) ->
    try beamtalk_class_registry:find_class(binary_to_existing_atom(Class)) of
        {ok, Object} -> {ok, Object};
        undefined -> none
    catch
        error:badarg -> none
    end.

%% What a build has left in a folder. Whether a module has changed is told by its code,
%% never by times.
-spec folder(binary()) -> {ok, Loaded} | {error, error()} when
    Loaded :: #{loaded := [binary()], unchanged := non_neg_integer(), deleted := [binary()], classes := [binary()]}.
folder(Folder) ->
    case filelib:is_dir(Folder) of
        true -> folder_files(Folder, lists:sort(filelib:wildcard("*.beam", binary_to_list(Folder))));
        false -> {error, beamtalk_repl_error:plain(<<"file_not_found">>, <<"There is no folder ", Folder/binary>>)}
    end.

-spec folder_files(binary(), [string()]) -> {ok, map()} | {error, error()}.
folder_files(Folder, Names) ->
    %% A class may need another one of the folder to be loaded first.
    _ = code:add_pathz(binary_to_list(Folder)),
    Found = [built(filename:join(binary_to_list(Folder), Name)) || Name <- Names],
    Changed = [It || {Module, Md5, _, _} = It <- Found, loaded_md5(Module) =/= Md5],
    case load_built(Changed, Folder) of
        ok ->
            {ok, #{
                deleted => delete_built(Folder, [Module || {Module, _, _, _} <- Found]),
                loaded => [atom_to_binary(Module) || {Module, _, _, _} <- Changed],
                unchanged => length(Found) - length(Changed),
                classes => [Class || {Module, _, _, _} <- Changed, Class <- class_of(Module)]
            }};
        Error ->
            Error
    end.

-spec built(string()) -> {module(), binary(), file:filename(), binary()}.
built(File) ->
    {ok, Beam} = file:read_file(File),
    {ok, {Module, Md5}} = beam_lib:md5(Beam),
    {Module, Md5, File, Beam}.

%% A class that was changed since is not what its module says.
-spec loaded_md5(module()) -> binary() | none.
loaded_md5(Module) ->
    case {ets:lookup(?TABLE, {module, Module}), erlang:module_loaded(Module)} of
        {[{_, Md5, _}], _} -> Md5;
        {[], true} -> Module:module_info(md5);
        {[], false} -> none
    end.

%% Classes that were built before and are no longer: those that others inherit from go last.
-spec delete_built(Folder :: binary(), Present :: [module()]) -> [Class :: binary()].
delete_built(Folder, Present) ->
    Gone = [Module || {{module, Module}, _, Its} <- ets:tab2list(?TABLE), Its =:= Folder, not lists:member(Module, Present)],
    Names = [binary_to_existing_atom(Class) || Module <- Gone, Class <- class_of(Module)],
    Classes = [Class || Class <- Names, beamtalk_class_registry:find_class(Class) =/= undefined],
    Deepest = lists:sort(fun(One, Other) -> depth(One) >= depth(Other) end, Classes),
    _ = [ets:delete(?TABLE, {module, Module}) || Module <- Gone],
    [atom_to_binary(Class) || Class <- Deepest, beamtalk_class_registry:remove(Class) =:= ok, ets:delete(?TABLE, atom_to_binary(Class))].

-spec depth(atom()) -> non_neg_integer().
depth(Class) ->
    length(beamtalk_class_hierarchy_table:ancestors(Class)).

-spec load_built([{module(), binary(), file:filename(), binary()}], Folder :: binary()) -> ok | {error, error()}.
load_built([], _) ->
    ok;
load_built([{Module, Md5, File, Beam} | Rest], Folder) ->
    case beamtalk_code_change:load(Module, File, Beam) of
        ok ->
            true = ets:insert(?TABLE, {{module, Module}, Md5, Folder}),
            %% A patch of the text before does not belong to this one.
            Classes = class_of(Module),
            _ = [ets:delete(?TABLE, Class) || Class <- Classes],
            ok = beamtalk_workspace_changelog:rebuilt(Classes),
            load_built(Rest, Folder);
        {error, Reason} ->
            Text = unicode:characters_to_binary(io_lib:format("~ts could not be loaded: ~tP", [File, Reason, 12])),
            {error, beamtalk_repl_error:plain(<<"load_failed">>, Text)}
    end.

-spec class_of(module()) -> [binary()].
class_of(Module) ->
    case erlang:function_exported(Module, '__beamtalk_meta', 0) of
        true -> [atom_to_binary(maps:get(class, Module:'__beamtalk_meta'()))];
        false -> []
    end.

%% From its file, with all that the file defines.
-spec reload(Class :: binary()) -> {ok, #{classes := [binary()], warnings := [binary()]}} | {error, error()}.
reload(Class) ->
    case class_object(Class) of
        {ok, Object} -> reload(Class, beamtalk_dispatch:send(Object, sourceFile, []));
        none -> {error, missing(Class)}
    end.

-spec reload(binary(), binary() | nil) -> {ok, map()} | {error, error()}.
reload(Class, nil) ->
    Message = <<Class/binary, " has no source file; only classes from files can be reloaded">>,
    {error, beamtalk_repl_error:plain(<<"no_source_file">>, Message)};
reload(Class, Path) ->
    case file:read_file(Path) of
        {ok, Source} -> reloaded(Class, Path, source(Source, Path, context(Class)));
        {error, Reason} -> {error, unreadable(Path, Reason)}
    end.

-spec reloaded(binary(), binary(), {ok, map()} | {error, error()}) -> {ok, map()} | {error, error()}.
reloaded(Class, Path, {ok, #{classes := Classes} = Loaded}) ->
    case lists:member(Class, Classes) of
        true -> {ok, Loaded};
        false -> {error, beamtalk_repl_error:plain(<<"reload_failed">>, <<Path/binary, " no longer defines ", Class/binary>>)}
    end;
reloaded(_, _, Error) ->
    Error.

-spec unreadable(binary(), atom()) -> error().
unreadable(Path, Reason) ->
    Kind = case Reason of enoent -> <<"file_not_found">>; _ -> <<"io_error">> end,
    Why = unicode:characters_to_binary(file:format_error(Reason)),
    beamtalk_repl_error:plain(Kind, <<"Cannot read ", Path/binary, ": ", Why/binary>>).

%% Out of the system. May raise what the class says to it.
-spec unload(Class :: binary()) -> ok | {error, error()}.
unload(Class) ->
    beamtalk_repl_turns:in_turn([Class], fun() -> unloaded(Class, class_object(Class)) end).

%% Its file keeps it, so this is no change of the program.
-spec unloaded(binary(), {ok, tuple()} | none) -> ok | {error, error()}.
unloaded(Class, {ok, Object}) ->
    case beamtalk_class_registry:remove(beamtalk_class_reference:name(Object)) of
        ok ->
            true = ets:delete(?TABLE, Class),
            ok;
        {error, Error} ->
            beamtalk_error:raise_error(Error)
    end;
unloaded(Class, none) ->
    {error, missing(Class)}.

-spec missing(binary()) -> error().
missing(Class) ->
    beamtalk_repl_error:plain(<<"class_not_found">>, <<"Class '", Class/binary, "' not found">>).
