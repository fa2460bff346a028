%% Help on classes and methods as text, made of what classes say of themselves.
%% Knows nothing of who asks.
-module(beamtalk_class_help).

-export([class/1, method/2]).

-type behaviour() :: beamtalk_metaclass_tower:behaviour().

%% Of a class that is loaded, or of the class side of one.
-spec class(behaviour()) -> binary().
class({Name, Side} = Behaviour) ->
    Meta = beamtalk_class_hierarchy_table:live_metadata(Name),
    Own = [
        [<<"== ">>, title(Behaviour), ancestor(Behaviour), <<" ==">>, modifiers(Meta)],
        [known(maps:get(doc, Meta, none)) || Side =:= instance],
        [methods(<<"Instance methods:">>, instance, Meta) || Side =:= instance],
        methods(<<"Class methods:">>, class, Meta)
    ],
    text(Own ++ [inherited(Ancestor) || Ancestor <- beamtalk_metaclass_tower:superclasses(Behaviour)]).

%% Of the nearest class that has the method.
-spec method(behaviour(), atom()) -> {ok, binary()} | none.
method({_, _} = Behaviour, Selector) ->
    Line = [Behaviour | beamtalk_metaclass_tower:superclasses(Behaviour)],
    case [Owner || Owner <- Line, has(Owner, Selector)] of
        [Owner | _] -> {ok, described(Behaviour, Owner, Selector)};
        [] -> none
    end.

-spec has(behaviour(), atom()) -> boolean().
has({Name, Side}, Selector) ->
    beamtalk_lookup:local(Name, Side, Selector) =/= none.

-spec described(behaviour(), behaviour(), atom()) -> binary().
described(Behaviour, {Owner, Side} = From, Selector) ->
    Info = maps:get(Selector, infos(Side, beamtalk_class_hierarchy_table:live_metadata(Owner)), #{}),
    text([
        [
            [<<"== ">>, title(Behaviour), <<" >> ">>, atom_to_binary(Selector), <<" ==">>],
            [[<<"\n(inherited from ">>, title(From), <<")">>] || From =/= Behaviour],
            <<"\n  ">>,
            signature(Selector, Info)
        ],
        known(beamtalk_behaviour_intrinsics:docForMethod(beamtalk_metaclass_tower:reference(From), Selector))
    ]).

-spec title(behaviour()) -> binary().
title({Name, instance}) -> atom_to_binary(Name);
title({Name, class}) -> <<(atom_to_binary(Name))/binary, " class">>.

-spec ancestor(behaviour()) -> iodata().
ancestor(Behaviour) ->
    case beamtalk_metaclass_tower:superclass(Behaviour) of
        none -> [];
        Superclass -> [<<" < ">>, title(Superclass)]
    end.

-spec modifiers(map()) -> iodata().
modifiers(Meta) ->
    Flags = [{is_internal, <<"[internal]">>}, {is_sealed, <<"[sealed]">>}, {is_abstract, <<"[abstract]">>}],
    case [Word || {Flag, Word} <- Flags, maps:get(Flag, Meta, false)] of
        [] -> [];
        Words -> [$\n | lists:join($\s, Words)]
    end.

-spec methods(binary(), beamtalk_class_reference:side(), map()) -> iodata().
methods(Title, Side, Meta) ->
    Public = [Method || {_, Info} = Method <- lists:sort(maps:to_list(infos(Side, Meta))), is_public(Info)],
    [[Title | [[<<"\n  ">>, signature(Selector, Info)] || {Selector, Info} <- Public]] || Public =/= []].

-spec is_public(map()) -> boolean().
is_public(Info) ->
    maps:get(visibility, Info, public) =:= public.

-spec inherited(behaviour()) -> iodata().
inherited({Name, Side} = Ancestor) ->
    Meta = beamtalk_class_hierarchy_table:live_metadata(Name),
    Selectors = [Selector || {Selector, Info} <- maps:to_list(infos(Side, Meta)), is_public(Info)],
    Names = lists:join(<<", ">>, [atom_to_binary(Selector) || Selector <- lists:sort(Selectors)]),
    [[<<"Inherited from ">>, title(Ancestor), <<": ">>, Names] || Selectors =/= []].

-spec infos(beamtalk_class_reference:side(), map()) -> #{atom() => map()}.
infos(instance, Meta) -> maps:get(method_info, Meta, #{});
infos(class, Meta) -> maps:get(class_method_info, Meta, #{}).

%% As it is written: `at: key :: K put: value :: V -> Dictionary(K, V)`.
-spec signature(atom(), map()) -> iodata().
signature(Selector, Info) ->
    Names = maps:get(param_names, Info, []),
    Types = maps:get(param_type_texts, Info, [none || _ <- Names]),
    [head(keywords(Selector), parameters(Names, Types)), returned(maps:get(return_type_text, Info, none))].

-spec keywords(atom()) -> [binary()].
keywords(Selector) ->
    Text = atom_to_binary(Selector),
    case binary:split(Text, <<":">>, [global, trim_all]) of
        [Text] -> [Text];
        Parts when hd(Parts) =:= <<"=">> -> [Text];
        Parts -> [<<Part/binary, ":">> || Part <- Parts]
    end.

-spec parameters([binary()], [binary() | none]) -> [iodata()].
parameters([Name | Names], [Type | Types]) -> [parameter(Name, Type) | parameters(Names, Types)];
parameters(Names, []) -> Names;
parameters([], _) -> [].

-spec parameter(binary(), term()) -> iodata().
parameter(Name, Type) when is_binary(Type) -> [Name, <<" :: ">>, Type];
parameter(Name, _) -> Name.

-spec head([binary()], [iodata()]) -> iodata().
head([Keyword | Keywords], [Parameter | Parameters]) ->
    lists:join($\s, [Keyword, Parameter | [head(Keywords, Parameters) || Keywords =/= []]]);
head([Keyword | _], []) ->
    Keyword;
head([], _) ->
    [].

-spec returned(term()) -> iodata().
returned(Type) when is_binary(Type) -> [<<" -> ">>, Type];
returned(_) -> [].

-spec known(term()) -> iodata().
known(Text) when is_binary(Text) -> Text;
known(_) -> [].

%% Parts that say something, with empty lines between them.
-spec text([iodata()]) -> binary().
text(Parts) ->
    Said = [Part || Part <- Parts, iolist_size(Part) > 0],
    iolist_to_binary(lists:join(<<"\n\n">>, Said)).
