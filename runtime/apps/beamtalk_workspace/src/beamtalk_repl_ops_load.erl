%% Operations that bring classes into the workspace, and take them out. Projects are
%% built by the command, which then sends the folder of the modules.
-module(beamtalk_repl_ops_load).

-export([handle/3]).

-type result() :: {ok, map()} | {error, beamtalk_repl_error:error()}.

-spec handle(binary(), map(), map()) -> result().
handle(<<"load-source">>, #{<<"source">> := Source} = Params, _) ->
    guarded(fun() -> beamtalk_repl_load:source(Source, maps:get(<<"path">>, Params, none)) end);
handle(<<"load-modules">>, #{<<"folder">> := Folder}, _) ->
    guarded(fun() -> beamtalk_repl_load:folder(Folder) end);
handle(<<"reload">>, #{<<"class">> := Class}, _) ->
    guarded(fun() -> beamtalk_repl_load:reload(Class) end);
handle(<<"unload">>, #{<<"module">> := Class}, _) ->
    guarded(fun() ->
        case beamtalk_repl_load:unload(Class) of
            ok -> {ok, #{value => Class}};
            Error -> Error
        end
    end);
handle(Op, _, _) when Op =:= <<"load-project">>; Op =:= <<"load-tests">> ->
    {error,
        beamtalk_repl_error:plain(
            <<"not_here">>,
            <<"A workspace does not build projects">>,
            <<"Build it with `beamtalk build` and send load-modules with the folder of its modules">>
        )}.

%% Classes may refuse, in words of their own.
-spec guarded(fun(() -> result())) -> result().
guarded(Work) ->
    try
        Work()
    catch
        Class:Reason:Stack -> {error, beamtalk_repl_error:raised(beamtalk_error:exception(Class, Reason, Stack))}
    end.
