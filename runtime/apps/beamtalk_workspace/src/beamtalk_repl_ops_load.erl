%% Operations that bring classes into the workspace, and take them out. A client that has
%% built a project itself sends the folder of its modules.
-module(beamtalk_repl_ops_load).

-export([handle/3]).

-type result() :: {ok, map()} | {error, beamtalk_repl_error:error()}.

-spec handle(binary(), map(), map()) -> result().
handle(<<"load-source">>, #{<<"source">> := Source} = Params, _) ->
    guarded(fun() -> beamtalk_repl_load:source(Source, maps:get(<<"path">>, Params, none)) end);
handle(<<"load-modules">>, #{<<"folder">> := Folder} = Params, _) ->
    guarded(fun() -> beamtalk_repl_built:folder(Folder, how(Params)) end);
handle(<<"reload">>, #{<<"class">> := Class}, _) ->
    guarded(fun() -> beamtalk_repl_load:reload(Class) end);
handle(<<"unload">>, #{<<"module">> := Class}, _) ->
    guarded(fun() ->
        case beamtalk_repl_load:unload(Class) of
            ok -> {ok, #{value => Class}};
            Error -> Error
        end
    end);
handle(<<"load-project">>, Params, _) ->
    Wants = fun(Key) -> maps:get(Key, Params, false) =:= true end,
    Options = #{include_tests => Wants(<<"include_tests">>), force => Wants(<<"force">>)},
    guarded(fun() -> beamtalk_repl_project:load(folder(maps:get(<<"path">>, Params, <<".">>)), Options) end);
handle(<<"load-tests">>, _, _) ->
    guarded(fun() -> beamtalk_repl_project:tests(folder(<<".">>)) end).

%% Besides what has changed: what was removed meanwhile, or everything.
-spec how(map()) -> beamtalk_repl_built:how().
how(#{<<"force">> := true}) -> all;
how(#{<<"restore">> := true}) -> missing;
how(_) -> changed.

%% A folder is named from that of the project.
-spec folder(term()) -> file:name_all().
folder(null) -> folder(<<".">>);
folder(Path) -> filename:join(beamtalk_repl_service:project(), Path).

%% Classes may refuse, in words of their own.
-spec guarded(fun(() -> result())) -> result().
guarded(Work) ->
    try
        Work()
    catch
        Class:Reason:Stack -> {error, beamtalk_repl_error:raised(beamtalk_error:exception(Class, Reason, Stack))}
    end.
