%% Operations about Erlang modules that stand behind classes (`native:`), or belong to the
%% project in its folder `native`. In go their names, out come places and texts. Other
%% modules are not shown, and nothing is loaded or compiled.
-module(beamtalk_repl_ops_native).

-export([handle/3]).

%% The classes that a module stands behind, and its file in the project if it has one.
-type module_facts() :: {Classes :: [atom()], File :: binary() | none}.

-spec handle(binary(), map(), beamtalk_repl_ops:context()) -> beamtalk_repl_ops:result().
handle(<<"browse-native-modules">>, _, _) ->
    Modules = [described(Name, Facts) || {Name, Facts} <- lists:sort(maps:to_list(modules()))],
    {ok, #{value => #{modules => Modules}}};
handle(<<"browse-native-source">>, #{<<"module">> := Name}, _) ->
    case modules() of
        #{Name := Facts} -> {ok, #{value => with_source(described(Name, Facts))}};
        Known -> {error, unknown(Name, maps:keys(Known))}
    end.

-spec unknown(binary(), [binary()]) -> beamtalk_repl_reply:error().
unknown(Name, Known) ->
    Words = ["No class and no file of the project has the native module '", beamtalk_repl_suggestion:shown(Name), "'"],
    beamtalk_repl_reply:hinted(beamtalk_repl_reply:problem(<<"module_not_found">>, Words), Name, Known).

-spec modules() -> #{Name :: binary() => module_facts()}.
modules() ->
    Backing = [
        {atom_to_binary(Native), Class}
     || Class <- beamtalk_class_registry:all_classes(),
        #{is_native := true} <- [beamtalk_class_hierarchy_table:facts(Class)],
        #{native := Native} <- [beamtalk_class_hierarchy_table:live_metadata(Class)]
    ],
    Files = maps:from_list([{filename:basename(File, <<".erl">>), File} || File <- files()]),
    Names = lists:usort([Name || {Name, _} <- Backing] ++ maps:keys(Files)),
    maps:from_list([{Name, {[Class || {Its, Class} <- Backing, Its =:= Name], maps:get(Name, Files, none)}} || Name <- Names]).

-spec files() -> [binary()].
files() ->
    Project = unicode:characters_to_binary(beamtalk_repl_service:project()),
    Found = filelib:wildcard("native/**/*.erl", unicode:characters_to_list(Project)),
    [filename:join(Project, unicode:characters_to_binary(File)) || File <- Found].

-spec described(binary(), module_facts()) -> map().
described(Name, {Classes, File}) ->
    #{
        module => Name,
        classes => Classes,
        project => File =/= none,
        loaded => is_loaded(Name),
        source_file => case File of none -> compiled_from(Name); _ -> File end
    }.

-spec is_loaded(binary()) -> boolean().
is_loaded(Name) ->
    try
        erlang:module_loaded(binary_to_existing_atom(Name))
    catch
        error:_ -> false
    end.

%% What the compiler was given, if it is still there.
-spec compiled_from(binary()) -> binary() | null.
compiled_from(Name) ->
    Compiled = is_loaded(Name) andalso proplists:get_value(source, (binary_to_existing_atom(Name)):module_info(compile), none),
    case is_list(Compiled) andalso filelib:is_regular(Compiled) of
        true -> unicode:characters_to_binary(Compiled);
        false -> null
    end.

-spec with_source(map()) -> map().
with_source(#{source_file := null} = Described) ->
    Described#{source => null};
with_source(#{source_file := File} = Described) ->
    case file:read_file(File) of
        {ok, Text} -> Described#{source => Text};
        {error, _} -> Described#{source => null}
    end.
