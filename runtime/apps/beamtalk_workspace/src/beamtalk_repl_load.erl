%% Brings classes into the running system, from text and from files. The
%% text that a class was made of is kept, so that a method typed later is put into it and
%% the class compiled again. Knows nothing of sessions.
-module(beamtalk_repl_load).

-export([create/0, modules/3, modules/4, source/2, source/3, method/1, forget/3, reload/1, unload/1, text/1, drop_text/1, context/1]).

-type error() :: beamtalk_repl_error:error().
-type path() :: binary() | none.

%% Rows: {Class :: binary(), Source, path()}.
-define(TABLE, ?MODULE).

%% The table belongs to who calls this.
-spec create() -> ok.
create() ->
    ?TABLE = ets:new(?TABLE, [named_table, public, set, {read_concurrency, true}]),
    ok.

%% What the compiler has made of a text, those that others inherit from first.
-spec modules([map()], Source :: binary(), path()) -> {ok, Classes :: [binary()]} | {error, error()}.
modules(All, Source, Path) ->
    modules(All, Source, Path, fun(_) -> ok end).

%% The same, with what is to be done before anybody else can change these classes.
-spec modules([map()], binary(), path(), fun(([binary()]) -> term())) -> {ok, Classes :: [binary()]} | {error, error()}.
modules(All, Source, Path, Then) ->
    Classes = lists:append([classes(Made) || Made <- All]),
    beamtalk_repl_turns:in_turn(Classes, fun() ->
        case load_each(All, Source, Path) of
            ok -> _ = Then(Classes), {ok, Classes};
            Error -> Error
        end
    end).

-spec classes(map()) -> [binary()].
classes(#{class := Class}) when is_binary(Class) -> [Class];
classes(_) -> [].

-spec load_each([map()], binary(), path()) -> ok | {error, error()}.
load_each([], _, _) ->
    ok;
load_each([Made | Rest], Source, Path) ->
    case loaded(Made, classes(Made), Source, Path) of
        ok -> load_each(Rest, Source, Path);
        Error -> Error
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
            case modules(maps:get(modules, Made, []), Source, Path, fun beamtalk_workspace_changelog:reloaded/1) of
                {ok, Classes} -> {ok, (warned(Made, Path))#{classes => Classes}};
                Error -> Error
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
%% compiled again with it; into any other it is put by code that the caller runs, who has
%% the turn of the class.
-spec method(map()) -> loaded | run | {error, error()}.
method(#{class_name := Class, method_source := Method, is_class_method := IsClassSide}) ->
    case ets:lookup(?TABLE, Class) of
        [{_, Source, Path}] ->
            Options = maps:merge(context(Class), maps:from_list([{source_path, Path} || Path =/= none])),
            Asked = Options#{class_name => Class, is_class_method => IsClassSide},
            merged(beamtalk_compiler_server:compile_method(Source, Method, Asked), Class, Path);
        [] ->
            case class_object(Class) of
                {ok, _} -> run;
                none -> {error, missing(Class)}
            end
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

%% The class is made of something else now, or is no more.
-spec drop_text(Class :: binary()) -> ok.
drop_text(Class) ->
    true = ets:delete(?TABLE, Class),
    ok.

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
            drop_text(Class);
        {error, Error} ->
            beamtalk_error:raise_error(Error)
    end;
unloaded(Class, none) ->
    {error, missing(Class)}.

-spec missing(binary()) -> error().
missing(Class) ->
    beamtalk_repl_error:plain(<<"class_not_found">>, <<"Class '", Class/binary, "' not found">>).
