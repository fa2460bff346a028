%% The package of a project for clients that ask by the protocol: it is built and loaded,
%% with its tests if they are wanted. In go folders as they are named, out comes what was
%% loaded and what could not be, file by file.
-module(beamtalk_repl_project).

-export([load/2, tests/1]).

-type result() :: {ok, map()} | {error, beamtalk_repl_error:error()}.

-spec load(Folder :: file:name_all(), #{include_tests := boolean(), force := boolean()}) -> result().
load(Folder, #{include_tests := WithTests, force := IsForced}) ->
    case beamtalk_project_sync:sync(Folder, IsForced) of
        {ok, Done} when WithTests -> {ok, joined(shown(Done), tests_below(Folder))};
        {ok, Done} -> {ok, shown(Done)};
        {error, {Kind, Words, undefined}} -> {error, beamtalk_repl_error:plain(atom_to_binary(Kind), Words)};
        {error, {Kind, Words, Hint}} -> {error, beamtalk_repl_error:plain(atom_to_binary(Kind), Words, Hint)}
    end.

%% The test classes alone.
-spec tests(Folder :: file:name_all()) -> result().
tests(Folder) ->
    {ok, #{value => tests_below(Folder)}}.

-spec shown(map()) -> map().
shown(#{summary := Summary, classes := Classes, errors := Errors}) ->
    #{summary => Summary, classes => [atom_to_binary(Class) || Class <- Classes], errors => [maps:map(fun or_null/2, It) || It <- Errors]}.

-spec or_null(atom(), term()) -> term().
or_null(_, nil) -> null;
or_null(_, Known) -> Known.

-spec tests_below(file:name_all()) -> map().
tests_below(Folder) ->
    Paths = filelib:wildcard(unicode:characters_to_list(filename:join(Folder, "test/**/*.bt"))),
    Loaded = [file(unicode:characters_to_binary(Path)) || Path <- lists:sort(Paths)],
    Classes = [Class || {ok, Of} <- Loaded, Class <- Of],
    Errors = [Error || {error, Error} <- Loaded],
    #{classes => Classes, errors => Errors, summary => summary(length(Paths) - length(Errors), length(Paths))}.

-spec file(binary()) -> {ok, [binary()]} | {error, map()}.
file(Path) ->
    Loaded =
        case file:read_file(Path) of
            {ok, Source} -> beamtalk_repl_load:source(Source, Path);
            {error, Reason} -> {error, beamtalk_repl_error:plain(<<"io_error">>, unicode:characters_to_binary(file:format_error(Reason)))}
        end,
    case Loaded of
        {ok, #{classes := Classes}} -> {ok, Classes};
        {error, #{kind := Kind, message := Message} = Error} -> {error, (maps:with([line, column, hint], Error))#{path => Path, kind => Kind, message => Message}}
    end.

-spec summary(non_neg_integer(), non_neg_integer()) -> binary().
summary(Loaded, All) ->
    iolist_to_binary(["Loaded ", integer_to_binary(Loaded), " of ", integer_to_binary(All), " test files"]).

-spec joined(map(), map()) -> map().
joined(#{summary := One, classes := Some, errors := These}, #{summary := Other, classes := More, errors := Those}) ->
    #{summary => <<One/binary, "; ", Other/binary>>, classes => Some ++ More, errors => These ++ Those}.
