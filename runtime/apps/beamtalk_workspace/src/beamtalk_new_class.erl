%% Classes that are made of a text and are to be in a file that is not there yet. In go the
%% text, the path and the project, out come the classes or why there are none.
-module(beamtalk_new_class).

-export([install/3]).

-type problem() :: beamtalk_workspace_service:problem().

-spec install(Source :: binary(), Path :: binary(), Project :: file:name_all()) -> {ok, [atom()]} | {error, problem()}.
install(Source, Path, Project) ->
    case place(Path, Project) of
        {ok, Own} -> defined(beamtalk_compiler_server:compile(Source, #{}), Source, Own, Project);
        Error -> Error
    end.

%% A file of sources that nobody has written.
-spec place(binary(), file:name_all()) -> {ok, binary()} | {error, problem()}.
place(Path, Project) ->
    case beamtalk_project_file:own(Path, Project) of
        {ok, Own} ->
            case {is_source(Own, Project), filelib:is_file(beamtalk_project_file:absolute(Own, Project))} of
                {false, _} -> outside(Path);
                {true, true} -> {error, {already_exists, <<"There is a file ", Path/binary, " already">>, undefined}};
                {true, false} -> {ok, Own}
            end;
        none ->
            outside(Path)
    end.

%% In a package sources have their folders; elsewhere they may be anywhere.
-spec is_source(binary(), file:name_all()) -> boolean().
is_source(Own, Project) ->
    IsPackage = filelib:is_regular(filename:join(Project, "beamtalk.toml")),
    IsInside = lists:member(hd(filename:split(Own)), [<<"src">>, <<"test">>]),
    filename:extension(Own) =:= <<".bt">> andalso (IsInside orelse not IsPackage).

-spec outside(binary()) -> {error, problem()}.
outside(Path) ->
    {error, {invalid_path, <<Path/binary, " is no file of sources in the project">>, <<"Pass a path such as src/Tea.bt">>}}.

-spec defined({ok, map()} | {error, [map()]}, binary(), binary(), file:name_all()) -> {ok, [atom()]} | {error, problem()}.
defined({ok, Made}, Source, Own, Project) ->
    Names = [Name || #{class := Name} <- maps:get(modules, Made, []), is_binary(Name)],
    case {Names, [Name || Name <- Names, is_loaded(Name)]} of
        {[], _} -> {error, {compile_failed, <<"The text defines no class">>, undefined}};
        {_, []} -> loaded(Source, Own, Project);
        {_, [Name | _]} -> {error, {class_already_exists, <<"Class '", Name/binary, "' already exists">>, undefined}}
    end;
defined({error, Diagnostics}, _, _, _) ->
    failed(beamtalk_repl_error:compile(Diagnostics)).

-spec is_loaded(binary()) -> boolean().
is_loaded(Name) ->
    try
        beamtalk_class_registry:find_class(binary_to_existing_atom(Name)) =/= undefined
    catch
        error:badarg -> false
    end.

-spec loaded(binary(), binary(), file:name_all()) -> {ok, [atom()]} | {error, problem()}.
loaded(Source, Own, Project) ->
    case beamtalk_repl_load:source(Source, Own, package(Project)) of
        {ok, #{classes := Classes}} ->
            ok = beamtalk_live_change:new_class(Classes, Own, Source),
            {ok, [binary_to_existing_atom(Class) || Class <- Classes]};
        {error, Error} ->
            failed(Error)
    end.

%% Where a build will put it.
-spec package(file:name_all()) -> map().
package(Project) ->
    Named = [re:run(Text, "^\\s*name\\s*=\\s*\"([^\"]+)\"", [multiline, {capture, [1], binary}]) || {ok, Text} <- [file:read_file(filename:join(Project, "beamtalk.toml"))]],
    case Named of
        [{match, [Name]}] -> #{package => Name};
        _ -> #{}
    end.

-spec failed(beamtalk_repl_error:error()) -> {error, problem()}.
failed(#{message := Message} = Error) ->
    {error, {compile_failed, Message, maps:get(hint, Error, undefined)}}.
