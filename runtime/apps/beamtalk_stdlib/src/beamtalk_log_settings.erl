%% What the logger of the VM lets through and how it writes: levels, the form of
%% entries, and parts of the system whose debug entries are wanted. A part is a
%% Symbol for an application of ours, or the name of a class.
-module(beamtalk_log_settings).

-export([level/0, set_level/1, format/0, set_format/1]).
-export([targets/0, active/0, enable/1, disable/1, disable_all/0, info/0]).

-define(LEVELS, [emergency, alert, critical, error, warning, notice, info, debug]).
-define(ACTIVE, {?MODULE, active}).
-define(FORMAT, {?MODULE, format}).

-spec level() -> atom().
level() ->
    maps:get(level, logger:get_primary_config()).

-spec set_level(term()) -> ok | unknown.
set_level(Level) ->
    case lists:member(Level, ?LEVELS) of
        true -> logger:set_primary_config(level, Level);
        false -> unknown
    end.

-spec format() -> text | json.
format() ->
    persistent_term:get(?FORMAT, text).

%% Of the handler that everybody has; one that was removed needs no form.
-spec set_format(term()) -> ok | unknown.
set_format(Format) when Format =:= text; Format =:= json ->
    Formatter =
        case Format of
            text -> {logger_formatter, #{legacy_header => true, single_line => false}};
            json -> {beamtalk_json_log, #{}}
        end,
    _ = logger:update_handler_config(default, formatter, Formatter),
    persistent_term:put(?FORMAT, Format);
set_format(_) ->
    unknown.

-spec targets() -> [atom()].
targets() ->
    [Name || {Name, _} <- applications()].

-spec applications() -> [{atom(), atom()}].
applications() ->
    [
        {command, beamtalk_command},
        {compiler, beamtalk_compiler},
        {runtime, beamtalk_runtime},
        {stdlib, beamtalk_stdlib},
        {workspace, beamtalk_workspace}
    ].

-spec active() -> [atom()].
active() ->
    lists:sort(maps:keys(persistent_term:get(?ACTIVE, #{}))).

-spec enable(term()) -> ok | unknown.
enable(Target) ->
    case modules(Target) of
        none ->
            unknown;
        {Name, Modules} ->
            ok = logger:set_module_level(Modules, debug),
            Active = persistent_term:get(?ACTIVE, #{}),
            persistent_term:put(?ACTIVE, Active#{Name => Modules})
    end.

-spec disable(term()) -> ok | unknown.
disable(Target) ->
    case modules(Target) of
        none ->
            unknown;
        {Name, Modules} ->
            ok = logger:unset_module_level(Modules),
            persistent_term:put(?ACTIVE, maps:remove(Name, persistent_term:get(?ACTIVE, #{})))
    end.

-spec disable_all() -> ok.
disable_all() ->
    maps:foreach(fun(_, Modules) -> logger:unset_module_level(Modules) end, persistent_term:get(?ACTIVE, #{})),
    persistent_term:put(?ACTIVE, #{}).

%% The modules of an application of ours, of a class, or of an actor's class.
-spec modules(term()) -> {atom(), [module()]} | none.
modules(Target) when is_atom(Target) ->
    case lists:keyfind(Target, 1, applications()) of
        {Target, Application} -> {Target, of_application(Application)};
        false -> none
    end;
modules({beamtalk_object, Class, _, _} = Reference) ->
    case beamtalk_class_reference:side(Reference) of
        none -> of_class(Class);
        _ -> of_class(beamtalk_class_reference:name(Reference))
    end;
modules(_) ->
    none.

-spec of_application(atom()) -> [module()].
of_application(Application) ->
    _ = application:load(Application),
    case application:get_key(Application, modules) of
        {ok, Modules} -> Modules;
        undefined -> []
    end.

-spec of_class(atom()) -> {atom(), [module()]} | none.
of_class(Class) ->
    case beamtalk_class_registry:module_of(Class) of
        undefined -> none;
        Module -> {Class, [Module]}
    end.

-spec info() -> binary().
info() ->
    Handlers = lists:join(", ", [atom_to_list(Id) || Id <- logger:get_handler_ids()]),
    Active = lists:join(", ", [atom_to_list(Name) || Name <- active()]),
    unicode:characters_to_binary([
        io_lib:format("Level: ~ts\nFormat: ~ts\n", [level(), format()]),
        ["Handlers: ", Handlers, "\nDebugging: ", Active]
    ]).
