%% Writes live changes to the files of a project, and tells what became of each. A file is
%% read, all its changes are made in the order in which they came, and it is replaced once.
%% What does not fit is a conflict; what would take a class away needs to be confirmed. Knows
%% nothing of the log.
-module(beamtalk_change_flush).

-export([write/3]).

-export_type([outcome/0]).

-type change() :: beamtalk_change:change().
-type file_kind() :: created | changed | deleted.
-type reason() :: atom().
%% `clean` need no writing, for their files say the same.
-type outcome() :: #{
    written := [change()],
    clean := [change()],
    skipped := [{change(), reason()}],
    conflicts := [{change(), reason()}],
    files := [{File :: binary(), file_kind()}]
}.

%% Changes oldest first.
-spec write([change()], IsConfirmed :: boolean(), Project :: file:name_all() | none) -> outcome().
write(Changes, IsConfirmed, Project) ->
    {Skipped, Due} = lists:partition(fun({_, Reason}) -> Reason =/= due end, [{It, due(It, IsConfirmed)} || It <- Changes]),
    Files = lists:usort([File || {#{file := File}, _} <- Due]),
    Nothing = #{written => [], clean => [], skipped => Skipped, conflicts => [], files => []},
    lists:foldl(fun(File, Done) -> file(File, [It || {#{file := Its} = It, _} <- Due, Its =:= File], Project, Done) end, Nothing, Files).

-spec due(change(), boolean()) -> due | reason().
due(#{file := none}, _) -> no_source_file;
due(#{kind := 'remove-class'}, false) -> destructive;
due(_, _) -> due.

-spec file(binary(), [change()], file:name_all(), outcome()) -> outcome().
file(File, Changes, Project, Done) ->
    case beamtalk_project_file:read(File, Project) of
        {ok, Text} -> made(File, Text, Changes, Project, Done);
        missing -> made(File, missing, Changes, Project, Done);
        {error, _} -> refused(Changes, unreadable, Done)
    end.

-spec made(binary(), binary() | missing, [change()], file:name_all(), outcome()) -> outcome().
made(File, Held, Changes, Project, Done) ->
    {Text, Written, Clean, Conflicts} = lists:foldl(fun make/2, {Held, [], [], []}, Changes),
    Settled = Done#{
        clean := maps:get(clean, Done) ++ lists:reverse(Clean),
        conflicts := maps:get(conflicts, Done) ++ lists:reverse(Conflicts)
    },
    case Written =/= [] andalso replace(File, Held, Text, Project) of
        false -> Settled;
        {ok, Kind} -> told(lists:reverse(Written), {File, Kind}, Settled);
        {error, Reason} -> refused(lists:reverse(Written), Reason, Settled)
    end.

-spec make(change(), Made) -> Made when
    Made :: {binary() | missing, [change()], [change()], [{change(), reason()}]}.
make(Change, {Text, Written, Clean, Conflicts}) ->
    case beamtalk_change_text:is_made(Text, Change) of
        true ->
            {Text, Written, [Change | Clean], Conflicts};
        false ->
            case beamtalk_change_text:make(Text, Change) of
                {ok, New} -> {New, [Change | Written], Clean, Conflicts};
                {conflict, Reason} -> {Text, Written, Clean, [{Change, Reason} | Conflicts]}
            end
    end.

-spec replace(binary(), binary() | missing, binary(), file:name_all()) -> {ok, file_kind()} | {error, reason()}.
replace(File, Held, Text, Project) ->
    IsEmpty = string:trim(Text) =:= <<>>,
    Done =
        case {Held, IsEmpty} of
            {missing, _} -> {created, beamtalk_project_file:replace(File, missing, Text, Project)};
            {_, true} -> {deleted, beamtalk_project_file:delete(File, Held, Project)};
            {_, false} -> {changed, beamtalk_project_file:replace(File, Held, Text, Project)}
        end,
    case Done of
        {Kind, ok} -> {ok, Kind};
        {_, changed} -> {error, changed_on_disk};
        {_, {error, _}} -> {error, unwritable}
    end.

-spec told([change()], {binary(), file_kind()}, outcome()) -> outcome().
told(Written, File, #{written := Before, files := Files} = Done) ->
    Done#{written := Before ++ Written, files := Files ++ [File]}.

-spec refused([change()], reason(), outcome()) -> outcome().
refused(Changes, Reason, #{conflicts := Conflicts} = Done) ->
    Done#{conflicts := Conflicts ++ [{Change, Reason} || Change <- Changes]}.
