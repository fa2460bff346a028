%% The files of the project that a workspace serves. In go paths as classes have them, out
%% come paths from the folder of the project on, for files that are the project's own: not
%% what was built, and not what belongs to a package inside of it. A file is replaced as a
%% whole or not at all.
-module(beamtalk_project_file).

-include_lib("kernel/include/file.hrl").

-export([own/2, absolute/2, read/2, replace/4, delete/3]).

-type project() :: file:name_all() | none.

%% The path from the project on.
-spec own(Path :: binary(), project()) -> {ok, binary()} | none.
own(_, none) ->
    none;
own(Path, Project) ->
    Absolute = unicode:characters_to_binary(filename:absname(Path, Project)),
    Top = unicode:characters_to_binary(Project),
    Size = byte_size(Top),
    case Absolute of
        <<Top:Size/binary, $/, Inside/binary>> -> safe(filelib:safe_relative_path(Inside, Top), Top);
        _ -> none
    end.

-spec safe(unsafe | file:filename_all(), binary()) -> {ok, binary()} | none.
safe(unsafe, _) ->
    none;
safe(Inside, Top) ->
    Path = unicode:characters_to_binary(Inside),
    [First | _] = filename:split(Path),
    case First =:= <<"_build">> orelse is_in_package(filename:dirname(Path), Top) of
        true -> none;
        false -> {ok, Path}
    end.

%% A folder of the project that is a package itself.
-spec is_in_package(binary(), binary()) -> boolean().
is_in_package(<<".">>, _) ->
    false;
is_in_package(Folder, Top) ->
    filelib:is_regular(filename:join([Top, Folder, <<"beamtalk.toml">>])) orelse is_in_package(filename:dirname(Folder), Top).

-spec absolute(Own :: binary(), project()) -> binary().
absolute(Own, Project) ->
    unicode:characters_to_binary(filename:join(Project, Own)).

-spec read(Own :: binary(), project()) -> {ok, binary()} | missing | {error, atom()}.
read(Own, Project) ->
    case file:read_file(absolute(Own, Project)) of
        {ok, Text} -> {ok, Text};
        {error, enoent} -> missing;
        {error, Why} -> {error, Why}
    end.

%% If it still holds what it held.
-spec replace(Own :: binary(), Held :: binary() | missing, Text :: binary(), project()) -> ok | changed | {error, atom()}.
replace(Own, Held, Text, Project) ->
    Path = absolute(Own, Project),
    Draft = <<Path/binary, ".draft">>,
    ok = filelib:ensure_dir(Path),
    case written(Draft, Text, file:read_file_info(Path)) of
        ok ->
            case is_held(Own, Held, Project) andalso file:rename(Draft, Path) of
                ok -> ok;
                false -> _ = file:delete(Draft), changed;
                {error, Why} -> _ = file:delete(Draft), {error, Why}
            end;
        {error, Why} ->
            _ = file:delete(Draft),
            {error, Why}
    end.

-spec written(binary(), binary(), {ok, file:file_info()} | {error, term()}) -> ok | {error, atom()}.
written(Draft, Text, Before) ->
    case {file:write_file(Draft, Text), Before} of
        {ok, {ok, #file_info{mode = Mode}}} -> file:change_mode(Draft, Mode band 8#777);
        {Written, _} -> Written
    end.

-spec is_held(binary(), binary() | missing, project()) -> boolean().
is_held(Own, missing, Project) -> read(Own, Project) =:= missing;
is_held(Own, Held, Project) -> read(Own, Project) =:= {ok, Held}.

-spec delete(Own :: binary(), Held :: binary(), project()) -> ok | changed | {error, atom()}.
delete(Own, Held, Project) ->
    case is_held(Own, Held, Project) of
        true -> file:delete(absolute(Own, Project));
        false -> changed
    end.
