%% The project as it is on disk, in the running system: its package is built by the command,
%% which knows how, and what has changed is loaded. In goes the folder of the project, out
%% comes what was done, with the problems of files that could not be compiled.
-module(beamtalk_project_sync).

-export([sync/1, sync/2]).

-type problem() :: beamtalk_workspace_service:problem().

-spec sync(Project :: file:name_all()) -> {ok, map()} | {error, problem()}.
sync(Project) ->
    sync(Project, false).

%% What has not changed is compiled again where that is forced.
-spec sync(Project :: file:name_all(), IsForced :: boolean()) -> {ok, map()} | {error, problem()}.
sync(Project, IsForced) ->
    Forced = ["--force" || IsForced],
    case {filelib:is_regular(filename:join(Project, "beamtalk.toml")), beamtalk_compiler_program:find()} of
        {false, _} -> {error, {no_project, <<"There is no beamtalk.toml, so there is no package to build">>, <<"Workspace load: loads files">>}};
        {_, {error, Why}} -> {error, {runtime_error, Why, undefined}};
        {true, {ok, {Program, _}}} -> synced(run(Program, ["build", "--color", "never", "--no-warnings" | Forced], Project), Program, Project)
    end.

-spec synced({Status :: integer(), Output :: binary()}, string(), file:name_all()) -> {ok, map()} | {error, problem()}.
synced({0, _}, _, Project) ->
    Deps = lists:sort(filelib:wildcard(unicode:characters_to_list(filename:join(Project, "_build/deps/*/ebin")))),
    Own = filename:join(Project, "_build/dev/ebin"),
    loaded([unicode:characters_to_binary(Folder) || Folder <- Deps ++ [Own]], #{loaded => [], unchanged => 0, deleted => [], classes => []});
synced({_, Output}, Program, Project) ->
    case errors(run(Program, ["check", "--json", "src"], Project)) of
        [] -> {error, {compile_failed, string:trim(Output), undefined}};
        Errors -> {ok, told(#{loaded => [], unchanged => 0, deleted => [], classes => []}, Errors)}
    end.

-spec loaded([binary()], map()) -> {ok, map()} | {error, problem()}.
loaded([], Done) ->
    {ok, told(Done, [])};
loaded([Folder | Rest], Done) ->
    case beamtalk_repl_load:folder(Folder) of
        {ok, Loaded} -> loaded(Rest, maps:map(fun(Key, So) -> sum(So, maps:get(Key, Loaded)) end, Done));
        {error, #{message := Message}} -> {error, {load_failed, Message, undefined}}
    end.

-spec sum(Some, Some) -> Some when Some :: [term()] | integer().
sum(One, Other) when is_integer(One) -> One + Other;
sum(One, Other) -> One ++ Other.

-spec told(map(), [map()]) -> map().
told(#{loaded := Loaded, unchanged := Unchanged, deleted := Deleted, classes := Classes}, Errors) ->
    {Changed, Gone} = {length(Loaded), length(Deleted)},
    Others = [[integer_to_binary(Count), Word] || {Count, Word} <- [{Unchanged, " unchanged"}, {Gone, " deleted"}], Count > 0],
    Rest = [[" (", lists:join(", ", Others), ")"] || Others =/= []],
    Total = Changed + Unchanged,
    Files = case Total of 1 -> " file"; _ -> " files" end,
    #{
        summary => iolist_to_binary(["Reloaded ", integer_to_binary(Changed), " of ", integer_to_binary(Total), Files, Rest]),
        classes => lists:usort([binary_to_existing_atom(Class) || Class <- Classes]),
        errors => Errors,
        'changedCount' => Changed,
        'unchangedCount' => Unchanged,
        'deletedCount' => Gone
    }.

%% A JSON object in each line.
-spec errors({integer(), binary()}) -> [map()].
errors({_, Output}) ->
    Found = [Fields || Line <- binary:split(Output, <<"\n">>, [global]), {ok, Fields} <- [beamtalk_json:decode(Line)], is_map(Fields)],
    [
        #{
            path => maps:get(<<"file">>, Fields, nil),
            kind => Code,
            message => Message,
            line => maps:get(<<"line">>, Fields, nil),
            column => maps:get(<<"column">>, Fields, nil),
            hint => maps:get(<<"hint">>, Fields, nil)
        }
     || #{<<"severity">> := <<"error">>, <<"code">> := Code, <<"message">> := Message} = Fields <- Found
    ].

-spec run(string(), [string()], file:name_all()) -> {Status :: integer(), Output :: binary()}.
run(Program, Arguments, Project) ->
    Options = [{args, Arguments}, {cd, Project}, exit_status, stderr_to_stdout, binary, hide],
    output(open_port({spawn_executable, Program}, Options), []).

-spec output(port(), [binary()]) -> {integer(), binary()}.
output(Port, Before) ->
    receive
        {Port, {data, Bytes}} -> output(Port, [Bytes | Before]);
        {Port, {exit_status, Status}} -> {Status, iolist_to_binary(lists:reverse(Before))}
    end.
