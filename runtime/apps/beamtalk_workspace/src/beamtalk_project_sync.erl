%% The project as it is on disk, in the running system: its package is built by the command,
%% which knows how; what has changed is loaded, what was removed meanwhile comes back, what no
%% file defines any more goes. In goes the folder of the project, out comes what was done, with
%% the problems of files that could not be compiled, which hold up no other.
-module(beamtalk_project_sync).

-export([sync/1, sync/2]).

-type problem() :: beamtalk_workspace_service:problem().
-type how() :: beamtalk_repl_built:how().

-spec sync(Project :: file:name_all()) -> {ok, map()} | {error, problem()}.
sync(Project) ->
    sync(Project, false).

%% What has not changed is compiled and loaded again where that is forced.
-spec sync(Project :: file:name_all(), IsForced :: boolean()) -> {ok, map()} | {error, problem()}.
sync(Project, IsForced) ->
    {Forced, How} = case IsForced of true -> {["--force"], all}; false -> {[], missing} end,
    case {filelib:is_regular(filename:join(Project, "beamtalk.toml")), beamtalk_compiler_program:find()} of
        {false, _} -> {error, {no_project, <<"There is no beamtalk.toml, so there is no package to build">>, <<"Workspace load: loads files">>}};
        {_, {error, Why}} -> {error, {runtime_error, Why, undefined}};
        {true, {ok, {Program, _}}} -> built(run(Program, ["build", "--color", "never", "--no-warnings" | Forced], Project), Program, Project, How)
    end.

-spec built({Status :: integer(), Output :: binary()}, string(), file:name_all(), how()) -> {ok, map()} | {error, problem()}.
built({0, _}, _, Project, How) ->
    loaded(Project, How, []);
built({_, Output}, Program, Project, How) ->
    case errors(run(Program, ["check", "--json", "src"], Project)) of
        [] -> {error, {compile_failed, string:trim(Output), undefined}};
        Errors -> loaded(Project, How, Errors)
    end.

%% Whatever has problems, all else was built. What others need is loaded first.
-spec loaded(file:name_all(), how(), [map()]) -> {ok, map()} | {error, problem()}.
loaded(Project, How, Errors) ->
    case all_loaded(below(Project, "_build/deps/*/ebin"), How, []) of
        {ok, Needed} ->
            case all_loaded(below(Project, "_build/dev/ebin"), How, []) of
                {ok, Own} -> {ok, told(Needed, Own, Errors, Project)};
                Error -> Error
            end;
        Error ->
            Error
    end.

-spec all_loaded([string()], how(), [beamtalk_repl_built:loaded()]) -> {ok, [beamtalk_repl_built:loaded()]} | {error, problem()}.
all_loaded([], _, Loaded) ->
    {ok, lists:reverse(Loaded)};
all_loaded([Folder | Rest], How, Before) ->
    case beamtalk_repl_built:folder(unicode:characters_to_binary(Folder), How) of
        {ok, Loaded} -> all_loaded(Rest, How, [Loaded | Before]);
        {error, #{message := Message}} -> {error, {load_failed, Message, undefined}}
    end.

-spec below(file:name_all(), string()) -> [string()].
below(Project, Wildcard) ->
    lists:sort(filelib:wildcard(unicode:characters_to_list(filename:join(Project, Wildcard)))).

%% Files are counted: those of the project, whatever becomes of them, and those that its
%% dependencies were built from. One with problems has neither changed nor not.
-spec told(Needed :: [beamtalk_repl_built:loaded()], Own :: [beamtalk_repl_built:loaded()], [map()], file:name_all()) -> map().
told(Needed, Own, Errors, Project) ->
    Broken = lists:usort([Path || #{path := Path} <- Errors]),
    Changed = count(changed, Needed, []) + count(changed, Own, Broken),
    Total = length(below(Project, "src/**/*.bt")) + count(changed, Needed, []) + count(unchanged, Needed, []),
    Unchanged = max(0, Total - Changed - length(Broken)),
    Deleted = count(deleted, Needed ++ Own, []),
    #{
        summary => summary(Changed, Total, [{Unchanged, " unchanged"}, {Deleted, " deleted"}]),
        classes => lists:usort([binary_to_existing_atom(Class) || #{classes := Classes} <- Needed ++ Own, Class <- Classes]),
        errors => Errors,
        'changedCount' => Changed,
        'unchangedCount' => Unchanged,
        'deletedCount' => Deleted
    }.

-spec count(changed | unchanged | deleted, [beamtalk_repl_built:loaded()], But :: [binary()]) -> non_neg_integer().
count(What, Loaded, But) ->
    lists:sum([length(maps:get(What, Files) -- But) || #{files := Files} <- Loaded]).

-spec summary(non_neg_integer(), non_neg_integer(), [{non_neg_integer(), string()}]) -> binary().
summary(Changed, Total, Others) ->
    Shown = [[integer_to_binary(Count), Words] || {Count, Words} <- Others, Count > 0],
    Rest = [[" (", lists:join(", ", Shown), ")"] || Shown =/= []],
    Files = case Total of 1 -> " file"; _ -> " files" end,
    iolist_to_binary(["Reloaded ", integer_to_binary(Changed), " of ", integer_to_binary(Total), Files, Rest]).

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
