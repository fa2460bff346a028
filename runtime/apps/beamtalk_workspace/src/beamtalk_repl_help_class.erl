%% Help on a class: what it is, what it says of itself, what it understands and from
%% whom, and what to look at next.
-module(beamtalk_repl_help_class).

-export([text/1, class_side/1, title/1, summary/1]).

-type answer() :: {ok, unicode:chardata()}.
-type behaviour() :: beamtalk_metaclass_tower:behaviour().

%% Of what an ancestor has, all is named up to so many, and else some.
-define(ALL, 5).
-define(SOME, 3).
-define(MOST_SIBLINGS, 5).

-spec text(atom()) -> answer().
text(Class) ->
    Meta = beamtalk_repl_method:metadata(Class),
    {Doc, Named} = split_doc(maps:get(doc, Meta, none)),
    {ok, sections([
        head(Class, Meta),
        Doc,
        fields(Meta),
        required(Class),
        methods("Instance methods:", {Class, instance}),
        methods("Class methods:", {Class, class}),
        inherited({Class, instance}),
        see_also(Class, Named),
        hint(Class, "")
    ])}.

-spec class_side(atom()) -> answer().
class_side(Class) ->
    {ok, sections([
        ["== ", atom_to_binary(Class), " class =="],
        methods("Class methods:", {Class, class}),
        inherited({Class, class}),
        hint(Class, "class ")
    ])}.

%% The name of a behaviour, as `List` or `List class`.
-spec title(behaviour()) -> unicode:chardata().
title({Class, instance}) -> atom_to_binary(Class);
title({Class, class}) -> [atom_to_binary(Class), " class"].

-spec sections([unicode:chardata()]) -> unicode:chardata().
sections(Sections) ->
    [lists:join("\n\n", [Section || Section <- Sections, Section =/= []]), $\n].

-spec head(atom(), map()) -> unicode:chardata().
head(Class, #{superclass := Superclass} = Meta) ->
    Above = [[" < ", atom_to_binary(Superclass)] || Superclass =/= none],
    Tags = [<<"protocol">> || beamtalk_protocols:is_protocol(Class)] ++ beamtalk_repl_method:tags(Meta),
    [
        ["== ", atom_to_binary(Class), Above, " =="],
        [[$\n, lists:join($\s, [[$[, Tag, $]] || Tag <- Tags])] || Tags =/= []],
        [["\nPackage: ", atom_to_binary(Package)] || Package <- [maps:get(package, Meta, none)], Package =/= none],
        [["\nDefined in: ", Path] || Path <- [beamtalk_repl_method:source_file(Class)], Path =/= none]
    ].

%% The documentation without its lines `@see Name (why)`, and what these name.
-spec split_doc(binary() | none) -> {unicode:chardata(), [{binary(), binary() | none}]}.
split_doc(none) ->
    {[], []};
split_doc(Doc) ->
    Lines = string:split(Doc, "\n", all),
    {See, Text} = lists:partition(fun(Line) -> string:prefix(string:trim(Line), "@see") =/= nomatch end, Lines),
    {string:trim(lists:join($\n, Text)), [Named || Line <- See, Named <- named(Line)]}.

-spec named(binary()) -> [{binary(), binary() | none}].
named(Line) ->
    case re:run(Line, "@see\\s+(\\S+)(?:\\s+\\((.*)\\))?", [unicode, {capture, all_but_first, binary}]) of
        {match, [Name, Why]} -> [{Name, Why}];
        {match, [Name]} -> [{Name, none}];
        nomatch -> []
    end.

-spec fields(map()) -> unicode:chardata().
fields(#{fields := []}) ->
    [];
fields(#{fields := Fields} = Meta) ->
    Types = maps:get(field_type_texts, Meta, #{}),
    Docs = maps:get(field_docs, Meta, #{}),
    Line = fun(Field) ->
        Type = maps:get(Field, Types, none),
        Doc = maps:get(Field, Docs, none),
        ["\n  ", atom_to_binary(Field), [[" :: ", Type] || is_binary(Type)], [[" - ", first_sentence(Doc)] || is_binary(Doc)]]
    end,
    ["Fields:" | lists:map(Line, Fields)].

-spec required(atom()) -> unicode:chardata().
required(Class) ->
    case beamtalk_protocols:is_protocol(Class) andalso beamtalk_protocols:required(Class) of
        false -> [];
        [] -> [];
        Required -> ["Required methods:" | [["\n  ", requirement(Needed)] || Needed <- Required]]
    end.

-spec requirement({instance | class, atom()}) -> unicode:chardata().
requirement({instance, Selector}) -> atom_to_binary(Selector);
requirement({class, Selector}) -> ["class ", atom_to_binary(Selector)].

-spec methods(string(), behaviour()) -> unicode:chardata().
methods(Title, Behaviour) ->
    case beamtalk_repl_method:all(Behaviour) of
        [] -> [];
        Methods -> [Title | [["\n  ", Signature, tags(Info)] || #{signature := Signature} = Info <- Methods]]
    end.

-spec tags(beamtalk_repl_method:info()) -> unicode:chardata().
tags(Info) ->
    [[" [", Tag, $]] || Tag <- beamtalk_repl_method:tags(Info)].

%% For each ancestor what it adds: what is defined nearer is not inherited from it.
-spec inherited(behaviour()) -> unicode:chardata().
inherited(Behaviour) ->
    [Own | Above] = beamtalk_repl_method:chain(Behaviour),
    {Groups, _} = lists:mapfoldl(fun group/2, sets:from_list(public(Own)), Above),
    lists:join($\n, [Group || Group <- Groups, Group =/= []]).

-spec public(behaviour()) -> [atom()].
public(Behaviour) ->
    [Selector || #{selector := Selector} = Info <- beamtalk_repl_method:all(Behaviour), maps:get(visibility, Info, public) =/= internal].

-spec group(behaviour(), sets:set(atom())) -> {unicode:chardata(), sets:set(atom())}.
group(Behaviour, Seen) ->
    case [Selector || Selector <- public(Behaviour), not sets:is_element(Selector, Seen)] of
        [] -> {[], Seen};
        New -> {inherited_line(Behaviour, New, length(New)), sets:union(Seen, sets:from_list(New))}
    end.

-spec inherited_line(behaviour(), [atom()], pos_integer()) -> unicode:chardata().
inherited_line(Behaviour, Selectors, Count) ->
    Shown =
        case Count =< ?ALL of
            true -> names(Selectors);
            false -> [names(lists:sublist(Selectors, ?SOME)), io_lib:format(", ... (~b more)", [Count - ?SOME])]
        end,
    Methods = [integer_to_binary(Count), " method", [$s || Count =/= 1]],
    ["Inherited from ", title(Behaviour), " (", Methods, "): ", Shown].

-spec names([atom()]) -> unicode:chardata().
names(Selectors) ->
    lists:join(", ", [atom_to_binary(Selector) || Selector <- Selectors]).

-spec see_also(atom(), [{binary(), binary() | none}]) -> unicode:chardata().
see_also(Class, Named) ->
    Known = [Name || {Name, _} <- Named],
    Siblings = [{Name, none} || Name <- siblings(Class), not lists:member(Name, Known)],
    case Named ++ lists:sublist(Siblings, ?MOST_SIBLINGS) of
        [] -> [];
        All -> ["See also:" | [["\n  ", Name, why(Name, Why)] || {Name, Why} <- All]]
    end.

%% Classes of the same parent, unless that is one that nearly all have.
-spec siblings(atom()) -> [binary()].
siblings(Class) ->
    case beamtalk_class_registry:superclass_of(Class) of
        General when General =:= none; General =:= 'ProtoObject'; General =:= 'Object'; General =:= 'Value'; General =:= 'Actor'; General =:= 'Protocol' ->
            [];
        Superclass ->
            [atom_to_binary(Other) || Other <- beamtalk_class_registry:subclasses(Superclass), Other =/= Class]
    end.

-spec why(binary(), binary() | none) -> unicode:chardata().
why(Name, none) ->
    case beamtalk_repl_target:class(Name) of
        {ok, Class} -> [[" - ", Summary] || Summary <- [summary(Class)], Summary =/= none];
        none -> []
    end;
why(_, Why) ->
    [" - ", Why].

%% The first sentence of what a class says of itself.
-spec summary(atom()) -> binary() | none.
summary(Class) ->
    case maps:get(doc, beamtalk_repl_method:metadata(Class), none) of
        Doc when is_binary(Doc) -> first_sentence(Doc);
        _ -> none
    end.

-spec first_sentence(binary()) -> binary().
first_sentence(Doc) ->
    Paragraph = hd(string:split(Doc, "\n\n")),
    Line = unicode:characters_to_binary(lists:join($\s, string:lexemes(Paragraph, "\n"))),
    hd(re:split(Line, "(?<=[.!?])\\s+(?=[A-Z])|: |\\.$", [unicode, {parts, 2}])).

-spec hint(atom(), string()) -> unicode:chardata().
hint(Class, Side) ->
    ["Use :help ", atom_to_binary(Class), $\s, Side, "selector for one method."].
