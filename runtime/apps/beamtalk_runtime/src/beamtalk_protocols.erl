%% The protocols: named sets of selectors, and which classes have them. Nobody
%% declares that a class conforms; it does if it understands what is required,
%% so the question is asked of the live classes each time and no answer is kept.
%% Modules that define protocols register them while they load.
-module(beamtalk_protocols).

-export([create/0, register/1, adopt/0, is_protocol/1, all/0, required/1, requirement/3, declaration/2, source_file/1, texts/0]).
-export([conforms/2, conforming_classes/1, of_behaviour/1]).
-export_type([requirement/0, declaration/0]).

-type protocol() :: #{
    name := atom(),
    package := atom(),
    extending := atom(),
    methods := [atom()],
    class_methods := [atom()],
    %% In the order of these; not of what was compiled before there were any.
    signatures => [binary()],
    docs => [binary() | none],
    source => binary()
}.
-type requirement() :: {beamtalk_class_reference:side(), Selector :: atom()}.
%% How a requirement is written, with its types, what is said of it, and by which protocol.
-type declaration() :: #{protocol := atom(), signature := binary(), doc := binary() | none}.
-type behaviour() :: beamtalk_metaclass_tower:behaviour().

-spec create() -> ok.
create() ->
    ?MODULE = ets:new(?MODULE, [named_table, public, set, {read_concurrency, true}]),
    ok.

%% Without a runtime nothing happens: when one starts, it asks the modules that
%% are there.
-spec register([protocol()]) -> ok.
register(Protocols) ->
    case ets:whereis(?MODULE) of
        undefined -> ok;
        _ ->
            lists:foreach(fun enter/1, Protocols),
            beamtalk_class_events:protocols(maps:with([Name || #{name := Name} <- Protocols], texts()))
    end.

-spec enter(protocol()) -> ok.
enter(#{name := Name} = Protocol) ->
    insert(Protocol),
    case beamtalk_class_hierarchy_table:is_class(Name) of
        true -> ok;
        false -> beamtalk_class_registry:register('bt@stdlib@protocol', class(Protocol))
    end.

%% For the registry as it starts: takes in what loaded modules define, and
%% answers the classes that these protocols are.
-spec adopt() -> [map()].
adopt() ->
    Protocols = lists:flatmap(fun defined_by/1, code:all_loaded()),
    lists:foreach(fun insert/1, Protocols),
    [
        class(Protocol)
     || #{name := Name} = Protocol <- Protocols, not beamtalk_class_hierarchy_table:is_class(Name)
    ].

-spec defined_by({module(), term()}) -> [protocol()].
defined_by({Module, _}) ->
    case erlang:function_exported(Module, '__beamtalk_protocols', 0) of
        true -> Module:'__beamtalk_protocols'();
        false -> []
    end.

-spec insert(protocol()) -> ok.
insert(#{name := Name, extending := Extended, methods := Methods, class_methods := ClassMethods} = Protocol) ->
    Own = [{instance, Selector} || Selector <- Methods] ++ [{class, Selector} || Selector <- ClassMethods],
    Declared = maps:from_list([{Needed, declared(Name, Texts)} || {Needed, Texts} <- lists:zip(Own, texts_of(Protocol, Own))]),
    true = ets:insert(?MODULE, {Name, Extended, Own, beamtalk_protocol_text:text(Protocol), Declared}),
    ok.

-spec declared(atom(), {binary(), binary() | none}) -> declaration().
declared(Name, {Signature, Doc}) ->
    #{protocol => Name, signature => Signature, doc => Doc}.

%% Of each requirement how it is written and what is said of it, as far as that is known.
-spec texts_of(protocol(), [requirement()]) -> [{binary(), binary() | none}].
texts_of(Protocol, Own) ->
    Signatures = as_many(maps:get(signatures, Protocol, []), [atom_to_binary(Selector) || {_, Selector} <- Own]),
    lists:zip(Signatures, as_many(maps:get(docs, Protocol, []), [none || _ <- Own])).

-spec as_many([Some], [Some]) -> [Some].
as_many(Known, Otherwise) when length(Known) =:= length(Otherwise) -> Known;
as_many(_, Otherwise) -> Otherwise.

%% The name of a protocol is an object too. It has no methods but those that
%% every protocol has, so Protocol's module answers for it.
-spec class(protocol()) -> map().
class(#{name := Name, package := Package}) ->
    #{
        class => Name,
        superclass => 'Protocol',
        meta_version => 2,
        kind => object,
        is_sealed => true,
        is_abstract => true,
        package => package(Package)
    }.

-spec package(atom()) -> atom().
package(nil) -> none;
package(Package) -> Package.

-spec is_protocol(atom()) -> boolean().
is_protocol(Name) ->
    ets:member(?MODULE, Name).

%% Their names, sorted.
-spec all() -> [atom()].
all() ->
    lists:sort(ets:select(?MODULE, [{{'$1', '_', '_', '_', '_'}, [], ['$1']}])).

%% How those that are not the library's are written.
-spec texts() -> #{Name :: atom() => binary()}.
texts() ->
    maps:from_list([{Name, Text} || {Name, _, _, Text, _} <- ets:tab2list(?MODULE), is_binary(Text)]).

%% What a protocol and those it extends require, each side sorted; what is
%% required of the class comes last.
-spec required(atom()) -> [requirement()].
required(Name) ->
    All = lists:usort(requirements(Name, [])),
    {Instance, Class} = lists:partition(fun({Side, _}) -> Side =:= instance end, All),
    Instance ++ Class.

%% What a selector means that somebody asks about: of a protocol first what it requires of
%% instances, then of classes. Nothing of what is no protocol.
-spec requirement(Name :: atom(), beamtalk_class_reference:side(), Selector :: binary()) -> {ok, requirement(), declaration()} | none.
requirement(Name, Side, Selector) ->
    Sides = case Side of instance -> [instance, class]; class -> [class] end,
    case [Needed || {Its, Known} = Needed <- required(Name), lists:member(Its, Sides), atom_to_binary(Known) =:= Selector] of
        [Needed | _] ->
            {ok, Declaration} = declaration(Name, Needed),
            {ok, Needed, Declaration};
        [] ->
            none
    end.

%% One of these, by the nearest protocol that requires it.
-spec declaration(Name :: atom(), requirement()) -> {ok, declaration()} | none.
declaration(Name, Requirement) ->
    declaration(Name, Requirement, []).

-spec declaration(atom(), requirement(), Met :: [atom()]) -> {ok, declaration()} | none.
declaration(Name, Requirement, Met) ->
    case {lists:member(Name, Met), ets:lookup(?MODULE, Name)} of
        {false, [{_, _, _, _, #{Requirement := Declaration}}]} -> {ok, Declaration};
        {false, [{_, Extended, _, _, _}]} -> declaration(Extended, Requirement, [Name | Met]);
        _ -> none
    end.

%% The file that a protocol stands in. Nothing for those of the library.
-spec source_file(Name :: atom()) -> binary() | none.
source_file(Name) ->
    Sources = [
        Source
     || {Module, _} = Loaded <- code:all_loaded(),
        #{name := Defined, package := Package} <- defined_by(Loaded),
        Defined =:= Name,
        Package =/= stdlib,
        {beamtalk_source, Source} <- Module:module_info(attributes)
    ],
    case Sources of
        [Source | _] -> unicode:characters_to_binary(Source);
        [] -> none
    end.

-spec requirements(atom(), Met :: [atom()]) -> [requirement()].
requirements(Name, Met) ->
    case {lists:member(Name, Met), ets:lookup(?MODULE, Name)} of
        {false, [{_, Extended, Own, _, _}]} -> Own ++ requirements(Extended, [Name | Met]);
        _ -> []
    end.

%% Of a class: whether its instances understand what is required of instances,
%% and it what is required of classes. Of a metaclass, one step higher. A
%% protocol that nobody knows has nothing that conforms to it.
-spec conforms(behaviour(), Protocol :: atom()) -> boolean().
conforms(Behaviour, Protocol) ->
    is_protocol(Protocol) andalso
        lists:all(fun(Required) -> understands(Behaviour, Required) end, required(Protocol)).

-spec understands(behaviour(), requirement()) -> boolean().
understands(Behaviour, {Side, Selector}) ->
    Asked = asked(Behaviour, Side),
    has(Asked, Selector) orelse forwards(Asked).

%% Whose instance is asked. The class of every metaclass is Metaclass.
-spec asked(behaviour(), beamtalk_class_reference:side()) -> behaviour().
asked(Behaviour, instance) -> Behaviour;
asked({Class, instance}, class) -> {Class, class};
asked({_, class}, class) -> {'Metaclass', instance}.

-spec has(behaviour(), atom()) -> boolean().
has({Class, instance}, Selector) ->
    finder(Class, instance, Selector) =/= none;
has({Class, class}, Selector) ->
    finder(Class, class, Selector) =/= none orelse has({'Class', instance}, Selector).

%% Whoever takes any message conforms to everything.
-spec forwards(behaviour()) -> boolean().
forwards({Class, Side}) ->
    not lists:member(finder(Class, Side, 'doesNotUnderstand:args:'), [none, {ok, 'ProtoObject'}]).

-spec finder(atom(), beamtalk_class_reference:side(), atom()) -> {ok, atom()} | none.
finder(Class, Side, Selector) ->
    beamtalk_lookup:find([Class | beamtalk_class_hierarchy_table:ancestors(Class)], Side, Selector).

%% The names of the classes, sorted; protocols are none.
-spec conforming_classes(atom()) -> [atom()].
conforming_classes(Protocol) ->
    Classes = [Class || Class <- beamtalk_class_registry:all_classes(), not is_protocol(Class)],
    [Class || Class <- Classes, conforms({Class, instance}, Protocol)].

-spec of_behaviour(behaviour()) -> [atom()].
of_behaviour(Behaviour) ->
    [Protocol || Protocol <- all(), conforms(Behaviour, Protocol)].
