%% Primitives of BeamtalkInterface: who asks for what, and what is refused. What is
%% answered comes from the class table, from `beamtalk_class_help`,
%% `beamtalk_erlang_help` and `beamtalk_log_settings`.
-module(beamtalk_beamtalk_interface).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([class_atStart/1, allClasses/1, 'classNamed:'/2, globals/1, version/1]).
-export(['help:'/2, 'help:selector:'/3, 'erlangHelp:'/2, 'erlangHelp:selector:'/3]).
-export([logLevel/1, 'logLevel:'/2, logFormat/1, 'logFormat:'/2, loggerInfo/1]).
-export([debugTargets/1, activeDebugTargets/1, 'enableDebug:'/2, 'disableDebug:'/2, disableAllDebug/1]).

-type self() :: #{?TAG := 'BeamtalkInterface'}.

%% Wherever the library is, it can be asked.
-spec class_atStart(beamtalk_class_reference:class()) -> self().
class_atStart(_) ->
    #{?TAG => 'BeamtalkInterface'}.

-spec allClasses(self()) -> [beamtalk_class_reference:class()].
allClasses(_) ->
    [beamtalk_class_registry:class_object(Name) || Name <- lists:sort(beamtalk_class_registry:all_classes())].

-spec 'classNamed:'(self(), atom() | binary()) -> term().
'classNamed:'(_, Name) ->
    case behaviour(Name) of
        {ok, Behaviour} -> beamtalk_metaclass_tower:reference(Behaviour);
        unknown -> nil;
        mistyped -> mistyped('classNamed:', <<"A class is named by a Symbol or a String">>)
    end.

%% No name that was not there becomes a Symbol.
-spec behaviour(term()) -> {ok, beamtalk_metaclass_tower:behaviour()} | unknown | mistyped.
behaviour(Name) when is_atom(Name), Name =/= nil, not is_boolean(Name) ->
    behaviour(atom_to_binary(Name));
behaviour(Name) when is_binary(Name) ->
    try beamtalk_class_reference:of_tag(binary_to_existing_atom(Name)) of
        {Class, _} = Behaviour ->
            case beamtalk_class_hierarchy_table:is_class(Class) of
                true -> {ok, Behaviour};
                false -> unknown
            end
    catch
        error:badarg -> unknown;
        error:system_limit -> unknown
    end;
behaviour(Reference) ->
    case beamtalk_class_reference:side(Reference) of
        none -> mistyped;
        Side -> {ok, {beamtalk_class_reference:name(Reference), Side}}
    end.

-spec globals(self()) -> #{atom() => term()}.
globals(_) ->
    Classes = [{Name, beamtalk_class_registry:class_object(Name)} || Name <- beamtalk_class_registry:all_classes()],
    Objects = [{Name, Object} || Name <- ['Transcript', 'Beamtalk', 'Workspace'], {ok, Object} <- [beamtalk_globals:find(Name)]],
    maps:from_list(Classes ++ Objects).

-spec version(self()) -> binary().
version(_) ->
    _ = application:load(beamtalk_stdlib),
    {ok, Version} = application:get_key(beamtalk_stdlib, vsn),
    list_to_binary(Version).

-spec 'help:'(self(), term()) -> binary().
'help:'(_, Asked) ->
    unicode:characters_to_binary(beamtalk_class_help:class(asked(Asked, 'help:'))).

-spec 'help:selector:'(self(), term(), atom()) -> binary().
'help:selector:'(_, Asked, Selector) when is_atom(Selector) ->
    Behaviour = {Class, Side} = asked(Asked, 'help:selector:'),
    Name = atom_to_binary(Selector),
    case {beamtalk_protocols:requirement(Class, Side, Name), beamtalk_method_info:find(Behaviour, Name)} of
        {{ok, {Its, _}, #{protocol := Declaring} = Declaration}, _} ->
            unicode:characters_to_binary(beamtalk_class_help:requirement({Class, Its}, Declaration, {Selector, place(Declaring)}));
        {none, {ok, {Defining, _} = Definer, Info}} ->
            unicode:characters_to_binary(beamtalk_class_help:method(Behaviour, Definer, Info, place(Defining)));
        {none, none} ->
            Hint = <<"'help:' lists what the class understands">>,
            beamtalk_error:raise(does_not_understand, Class, Selector, Hint)
    end;
'help:selector:'(_, _, _) ->
    mistyped('help:selector:', <<"A message is named by a Symbol">>).

-spec place(Class :: atom()) -> beamtalk_class_help:place().
place(Class) ->
    case beamtalk_method_info:source_file(Class) of
        none -> none;
        File -> {File, unknown}
    end.

-spec asked(term(), atom()) -> beamtalk_metaclass_tower:behaviour().
asked(Asked, Selector) ->
    case behaviour(Asked) of
        {ok, Behaviour} ->
            Behaviour;
        unknown ->
            Text = beamtalk_printing:display(Asked),
            beamtalk_error:raise_message(
                class_not_found,
                'BeamtalkInterface',
                Selector,
                <<"Class '", Text/binary, "' not found">>,
                <<"'allClasses' lists those that are loaded">>
            );
        mistyped ->
            mistyped(Selector, <<"Pass a class, or its name as a Symbol or a String">>)
    end.

-spec 'erlangHelp:'(self(), binary() | atom()) -> binary().
'erlangHelp:'(_, Module) ->
    found(beamtalk_erlang_help:module(name(Module, 'erlangHelp:')), 'erlangHelp:').

-spec 'erlangHelp:selector:'(self(), binary() | atom(), atom()) -> binary().
'erlangHelp:selector:'(_, Module, Function) when is_atom(Function) ->
    Selector = 'erlangHelp:selector:',
    found(beamtalk_erlang_help:function(name(Module, Selector), atom_to_binary(Function)), Selector);
'erlangHelp:selector:'(_, _, _) ->
    mistyped('erlangHelp:selector:', <<"A function is named by a Symbol">>).

-spec name(term(), atom()) -> binary().
name(Name, _) when is_binary(Name) -> Name;
name(Name, _) when is_atom(Name), Name =/= nil, not is_boolean(Name) -> atom_to_binary(Name);
name(_, Selector) -> mistyped(Selector, <<"A module is named by a String">>).

-spec found({ok, unicode:chardata()} | no_module | {no_function, [binary()]}, atom()) -> binary().
found({ok, Text}, _) ->
    unicode:characters_to_binary(string:trim(Text, trailing));
found(_, Selector) ->
    Hint = <<"Check its spelling; modules and functions of Erlang are written in small letters">>,
    beamtalk_error:raise(not_found, 'BeamtalkInterface', Selector, Hint).

-spec logLevel(self()) -> atom().
logLevel(_) -> beamtalk_log_settings:level().

-spec 'logLevel:'(self(), atom()) -> nil.
'logLevel:'(_, Level) ->
    Hint = <<"The levels are #emergency, #alert, #critical, #error, #warning, #notice, #info and #debug">>,
    done(beamtalk_log_settings:set_level(Level), 'logLevel:', Hint).

-spec logFormat(self()) -> text | json.
logFormat(_) -> beamtalk_log_settings:format().

-spec 'logFormat:'(self(), atom()) -> nil.
'logFormat:'(_, Format) ->
    done(beamtalk_log_settings:set_format(Format), 'logFormat:', <<"The formats are #text and #json">>).

-spec loggerInfo(self()) -> binary().
loggerInfo(_) -> beamtalk_log_settings:info().

-spec debugTargets(self()) -> [atom()].
debugTargets(_) -> beamtalk_log_settings:targets().

-spec activeDebugTargets(self()) -> [atom()].
activeDebugTargets(_) -> beamtalk_log_settings:active().

-spec 'enableDebug:'(self(), term()) -> nil.
'enableDebug:'(_, Target) ->
    done(beamtalk_log_settings:enable(Target), 'enableDebug:', unknown_target()).

-spec 'disableDebug:'(self(), term()) -> nil.
'disableDebug:'(_, Target) ->
    done(beamtalk_log_settings:disable(Target), 'disableDebug:', unknown_target()).

-spec unknown_target() -> binary().
unknown_target() ->
    <<"Pass one of 'debugTargets', a class or an actor">>.

-spec disableAllDebug(self()) -> nil.
disableAllDebug(_) ->
    ok = beamtalk_log_settings:disable_all(),
    nil.

-spec done(ok | unknown, atom(), binary()) -> nil.
done(ok, _, _) -> nil;
done(unknown, Selector, Hint) -> mistyped(Selector, Hint).

-spec mistyped(atom(), binary()) -> no_return().
mistyped(Selector, Hint) ->
    beamtalk_argument:type_error('BeamtalkInterface', Selector, Hint).
