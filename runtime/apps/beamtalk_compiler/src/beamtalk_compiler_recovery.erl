%% What the running system knows of its classes, read from where it is kept: the
%% loaded modules first, then the class table, where each class process writes what
%% it is now, its patches included. No process is asked, so none can keep anyone
%% waiting. Without a runtime the modules are all there is.
-module(beamtalk_compiler_recovery).

-export([recover/0, recover_from_beam_modules/0, subscribe/1]).

-type classes() :: beamtalk_compiler_classes:classes().

%% So that nothing falls between, before anything is read. The monitor tells when
%% the runtime is gone, and the subscription with it.
-spec subscribe(pid()) -> {ok, reference()} | not_running.
subscribe(Pid) ->
    case whereis(beamtalk_runtime_sup) of
        undefined ->
            not_running;
        Runtime ->
            Monitor = monitor(process, Runtime),
            try
                ok = beamtalk_class_events:subscribe(Pid),
                {ok, Monitor}
            catch
                %% It is just ending.
                error:badarg ->
                    true = demonitor(Monitor, [flush]),
                    not_running
            end
    end.

-spec recover() -> {classes(), Protocols :: beamtalk_compiler_classes:texts()}.
recover() ->
    Loaded = recover_from_beam_modules(),
    try
        Names = beamtalk_class_hierarchy_table:names(),
        Live = maps:from_list([{Name, Meta} || Name <- Names, {ok, Meta} <- [live(Name)]]),
        %% A module whose class the runtime does not have is on its way out, or was
        %% refused.
        {beamtalk_compiler_classes:recovered(maps:merge(maps:with(Names, Loaded), Live)), beamtalk_protocols:texts()}
    catch
        error:badarg -> {Loaded, #{}}
    end.

%% The class may go while we look.
-spec live(atom()) -> {ok, map()} | gone.
live(Name) ->
    case beamtalk_class_hierarchy_table:live_metadata(Name) of
        undefined -> gone;
        Meta -> {ok, beamtalk_extension_metadata:extended(Name, Meta)}
    end.

%% The classes that loaded modules say they are, as they were compiled, without
%% those of the library.
-spec recover_from_beam_modules() -> classes().
recover_from_beam_modules() ->
    Builtins = maps:from_keys(builtins(), []),
    maps:from_list([
        {Class, Meta}
     || {Module, _} <- code:all_loaded(),
        not beamtalk_class_hierarchy_table:is_builtin(Module),
        #{class := Class} = Meta <- [metadata(Module)],
        not is_map_key(Class, Builtins)
    ]).

-spec builtins() -> [atom()].
builtins() ->
    try
        beamtalk_class_hierarchy_table:all_builtins()
    catch
        error:badarg -> []
    end.

-spec metadata(module()) -> map() | none.
metadata(Module) ->
    try beamtalk_code_version:class_of(Module) of
        {ok, Given} -> complete(Given);
        none -> none
    catch
        _:_ -> none
    end.

%% In a map of an older form much is missing, and has defaults.
-spec complete(term()) -> map() | none.
complete(#{meta_version := _, class := Class} = Meta) when is_atom(Class) ->
    Meta;
complete(Given) ->
    case beamtalk_class_metadata:normalise(Given) of
        {ok, Meta} -> Meta;
        error -> none
    end.
