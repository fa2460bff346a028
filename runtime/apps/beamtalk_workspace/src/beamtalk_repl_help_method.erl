%% Help on a method, or on what a protocol requires, by its selector, with the line where it
%% stands. Or on a selector alone: who defines it.
-module(beamtalk_repl_help_method).

-export([text/3, implementors/1, not_understood/2]).

-type answer() :: {ok, unicode:chardata()} | {error, beamtalk_repl_reply:error()}.
-type behaviour() :: beamtalk_metaclass_tower:behaviour().
-type info() :: beamtalk_method_info:info().

%% Definitions of one selector that are listed.
-define(MOST, 40).

%% What instances do not understand their class may.
-spec text(atom(), instance | class, Selector :: binary()) -> answer().
text(Class, Side, Selector) ->
    %% Of a protocol that is what is asked for, though it is also an object that understands.
    case beamtalk_protocols:requirement(Class, Side, Selector) of
        {ok, {Its, Known} = Needed, #{protocol := Declaring} = Declaration} ->
            Place = beamtalk_repl_place:requirement(Declaring, Needed),
            {ok, beamtalk_class_help:requirement({Class, Its}, Declaration, {Known, Place})};
        none ->
            defined(Class, Side, Selector)
    end.

-spec defined(atom(), instance | class, binary()) -> answer().
defined(Class, Side, Selector) ->
    case {beamtalk_method_info:find({Class, Side}, Selector), Side} of
        {{ok, Definer, Info}, _} -> {ok, method({Class, Side}, Definer, Info)};
        {none, instance} -> own_class_side(Class, Selector);
        {none, class} -> not_understood({Class, class}, Selector)
    end.

%% What every class understands is no news of this one.
-spec own_class_side(atom(), binary()) -> answer().
own_class_side(Class, Selector) ->
    case beamtalk_method_info:find({Class, class}, Selector) of
        {ok, {_, class} = Definer, Info} -> {ok, method({Class, class}, Definer, Info)};
        _ -> not_understood({Class, instance}, Selector)
    end.

-spec method(behaviour(), behaviour(), info()) -> unicode:chardata().
method(Behaviour, Definer, Info) ->
    beamtalk_class_help:method(Behaviour, Definer, Info, beamtalk_repl_place:method(Definer, Info)).

-spec implementors(Selector :: binary()) -> answer().
implementors(Selector) ->
    case beamtalk_method_info:implementors(Selector) of
        [] -> nobody(Selector);
        [{{Class, Side}, _}] -> text(Class, Side, Selector);
        Found -> {ok, listed(Selector, Found, length(Found))}
    end.

-spec listed(binary(), [{behaviour(), info()}], pos_integer()) -> unicode:chardata().
listed(Selector, Found, Count) ->
    Lines = [["  ", title(Behaviour), " >> ", Signature, $\n] || {Behaviour, #{signature := Signature}} <- lists:sublist(Found, ?MOST)],
    [
        ["== ", Selector, " ==\n", "Defined by ", integer_to_binary(Count), " classes:\n\n"],
        Lines,
        [io_lib:format("  ... (~b more)~n", [Count - ?MOST]) || Count > ?MOST],
        ["\nUse :help Class ", Selector, " for one of them.\n"]
    ].

-spec nobody(binary()) -> answer().
nobody(Selector) ->
    Behaviours = [{Class, Side} || Class <- beamtalk_class_registry:all_classes(), Side <- [instance, class]],
    Error = beamtalk_repl_reply:problem(<<"selector_not_found">>, ["No class defines '", beamtalk_repl_suggestion:shown(Selector), "'"]),
    {error, with_hint(Selector, Behaviours, Error)}.

-spec not_understood(behaviour(), binary()) -> answer().
not_understood(Behaviour, Selector) ->
    Words = [title(Behaviour), " does not understand '", beamtalk_repl_suggestion:shown(Selector), "'"],
    Error = beamtalk_repl_reply:problem(<<"does_not_understand">>, Words),
    {error, with_hint(Selector, beamtalk_method_info:chain(Behaviour), Error)}.

-spec with_hint(binary(), [behaviour()], beamtalk_repl_reply:error()) -> beamtalk_repl_reply:error().
with_hint(Selector, Behaviours, Error) ->
    Required = [Needed || {Class, _} <- Behaviours, {_, Needed} <- beamtalk_protocols:required(Class)],
    Known = lists:usort(Required ++ lists:flatmap(fun({Class, Side}) -> beamtalk_class_hierarchy_table:selectors(Class, Side) end, Behaviours)),
    beamtalk_repl_reply:hinted(Error, Selector, [atom_to_binary(Each) || Each <- Known]).

-spec title(behaviour()) -> unicode:chardata().
title(Behaviour) ->
    beamtalk_class_help:title(Behaviour).
