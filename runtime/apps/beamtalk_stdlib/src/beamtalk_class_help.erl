%% Help on classes and methods as text, made of what classes say of themselves: of a class
%% what it is, what it understands and from whom, and what to look at next; of a method its
%% signature, what it says of itself with its examples, where it is defined and what it
%% overrides. Knows nothing of who asks.
-module(beamtalk_class_help).

-export([class/1, method/4, requirement/3, title/1, summary/1]).

-export_type([place/0]).

-type behaviour() :: beamtalk_metaclass_tower:behaviour().
-type info() :: beamtalk_method_info:info().
-type place() :: {File :: binary(), Line :: pos_integer() | unknown} | none.

%% Of what an ancestor has, all is named up to so many, and else some.
-define(ALL, 5).
-define(SOME, 3).
-define(MOST_SIBLINGS, 5).

%% Of a class that is loaded, or of the class side of one.
-spec class(behaviour()) -> unicode:chardata().
class({Class, instance} = Behaviour) ->
    Meta = beamtalk_method_info:metadata(Class),
    {Doc, Named} = split_doc(maps:get(doc, Meta, none)),
    sections([
        head(Class, Meta),
        Doc,
        fields(Meta),
        required(Class),
        methods("Instance methods:", Behaviour),
        methods("Class methods:", {Class, class}),
        inherited(Behaviour),
        see_also(Class, Named)
    ]);
class({_, class} = Behaviour) ->
    sections([
        ["== ", title(Behaviour), " =="],
        methods("Class methods:", Behaviour),
        inherited(Behaviour)
    ]).

%% As the behaviour has it that is asked about, from where it is defined.
-spec method(behaviour(), Definer :: behaviour(), info(), place()) -> unicode:chardata().
method(Behaviour, Definer, #{selector := Selector, signature := Signature} = Info, Place) ->
    Tags = beamtalk_method_info:tags(Info),
    [
        ["== ", title(Behaviour), " >> ", atom_to_binary(Selector), " ==\n"],
        [[lists:join($\s, [[$[, Tag, $]] || Tag <- Tags]), $\n] || Tags =/= []],
        [["(inherited from ", title(Definer), ")\n"] || Definer =/= Behaviour],
        ["  ", Signature, $\n],
        [[$\n, string:trim(Doc), $\n] || Doc <- [beamtalk_method_info:doc(Definer, Info)], is_binary(Doc)],
        [$\n, defined(Definer, Info, Place), overrides(Definer, Selector)]
    ].

%% What a protocol, or one that it extends, requires of who conforms to it.
-spec requirement(behaviour(), beamtalk_protocols:declaration(), {Selector :: atom(), place()}) -> unicode:chardata().
requirement({Protocol, Side}, #{protocol := Declaring, signature := Signature, doc := Doc}, {Selector, Place}) ->
    [
        ["== ", title({Protocol, Side}), " >> ", atom_to_binary(Selector), " ==\n[required]\n"],
        [["(inherited from ", title({Declaring, Side}), ")\n"] || Declaring =/= Protocol],
        ["  ", Signature, $\n],
        [[$\n, string:trim(Doc), $\n] || is_binary(Doc)],
        ["\nDeclared in: ", atom_to_binary(Declaring), where(Declaring, Place), $\n]
    ].

-spec defined(behaviour(), info(), place()) -> unicode:chardata().
defined({Class, _} = Definer, Info, Place) ->
    Made = [" (made for the field)" || maps:get(is_generated, Info, false)],
    ["Defined in: ", title(Definer), where(Class, Place), Made, $\n].

-spec where(Class :: atom(), place()) -> unicode:chardata().
where(_, {Path, unknown}) -> [", ", Path];
where(_, {Path, Line}) -> [", ", Path, $:, integer_to_binary(Line)];
where(Class, none) -> [[", package ", atom_to_binary(Package)] || Package <- [beamtalk_method_info:package(Class)], Package =/= none].

-spec overrides(behaviour(), atom()) -> unicode:chardata().
overrides(Definer, Selector) ->
    case beamtalk_method_info:overridden(Definer, Selector) of
        {ok, Above} -> ["Overrides: ", title(Above), " >> ", atom_to_binary(Selector), $\n];
        none -> []
    end.

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
    Tags = [<<"protocol">> || beamtalk_protocols:is_protocol(Class)] ++ beamtalk_method_info:tags(Meta),
    [
        ["== ", atom_to_binary(Class), Above, " =="],
        [[$\n, lists:join($\s, [[$[, Tag, $]] || Tag <- Tags])] || Tags =/= []],
        [["\nPackage: ", atom_to_binary(Package)] || Package <- [maps:get(package, Meta, none)], Package =/= none],
        [["\nDefined in: ", Path] || Path <- [beamtalk_method_info:source_file(Class)], Path =/= none]
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
        Required -> ["Required methods:" | [["\n  ", needed(Class, Needed)] || Needed <- Required]]
    end.

-spec needed(Protocol :: atom(), beamtalk_protocols:requirement()) -> unicode:chardata().
needed(Protocol, {Side, _} = Needed) ->
    {ok, #{signature := Signature}} = beamtalk_protocols:declaration(Protocol, Needed),
    [["class " || Side =:= class], Signature].

-spec methods(string(), behaviour()) -> unicode:chardata().
methods(Title, Behaviour) ->
    case beamtalk_method_info:all(Behaviour) of
        [] -> [];
        Methods -> [Title | [["\n  ", Signature, tags(Info)] || #{signature := Signature} = Info <- Methods]]
    end.

-spec tags(beamtalk_method_info:info()) -> unicode:chardata().
tags(Info) ->
    [[" [", Tag, $]] || Tag <- beamtalk_method_info:tags(Info)].

%% For each ancestor what it adds: what is defined nearer is not inherited from it.
-spec inherited(behaviour()) -> unicode:chardata().
inherited(Behaviour) ->
    [Own | Above] = beamtalk_method_info:chain(Behaviour),
    {Groups, _} = lists:mapfoldl(fun group/2, sets:from_list(public(Own)), Above),
    lists:join($\n, [Group || Group <- Groups, Group =/= []]).

-spec public(behaviour()) -> [atom()].
public(Behaviour) ->
    [Selector || #{selector := Selector} = Info <- beamtalk_method_info:all(Behaviour), maps:get(visibility, Info, public) =/= internal].

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
    try summary(binary_to_existing_atom(Name)) of
        none -> [];
        Summary -> [" - ", Summary]
    catch
        %% What is named need not be a class that is loaded.
        error:_ -> []
    end;
why(_, Why) ->
    [" - ", Why].

%% The first sentence of what a class says of itself.
-spec summary(atom()) -> binary() | none.
summary(Class) ->
    case maps:get(doc, beamtalk_method_info:metadata(Class), none) of
        Doc when is_binary(Doc) -> first_sentence(Doc);
        _ -> none
    end.

-spec first_sentence(binary()) -> binary().
first_sentence(Doc) ->
    Paragraph = hd(string:split(Doc, "\n\n")),
    Line = unicode:characters_to_binary(lists:join($\s, string:lexemes(Paragraph, "\n"))),
    %% What stands between back quotes belongs together.
    hd(re:split(Line, "`[^`]*`(*SKIP)(*FAIL)|(?<=[.!?])\\s+(?=[A-Z])|: |\\.$", [unicode, {parts, 2}])).
