%% The metadata map of a class, read with patience: modules of other
%% compiler versions may lack keys or hold odd values. In goes whatever
%% '__beamtalk_meta'/0 answered, out comes a map with every key the runtime
%% reads, each of the right shape. Keys it does not know pass through.
-module(beamtalk_class_metadata).

-export([normalise/1, methods/2, return_types/2, signatures/2, texts/3, shown/3, summary/1, head/2, atoms/2]).

-export_type([metadata/0, shown/0]).

-type metadata() :: #{class := atom(), superclass := atom(), atom() => term()}.
-type side() :: beamtalk_class_reference:side().
%% A method as a list of methods shows it: how it is sent, what it answers, and the
%% first paragraph of what it is for.
-type shown() :: {Signature :: binary(), Returns :: binary() | none, Summary :: binary() | none}.

-spec normalise(term()) -> {ok, metadata()} | error.
normalise(#{class := Class} = Meta) when is_atom(Class) ->
    Read = #{
        superclass => superclass(Meta),
        is_sealed => flag(is_sealed, Meta),
        is_abstract => flag(is_abstract, Meta),
        is_value => flag(is_value, Meta),
        is_typed => flag(is_typed, Meta),
        is_internal => flag(is_internal, Meta),
        kind => kind(Meta),
        fields => atoms(fields, Meta),
        class_variables => class_variables(Meta),
        field_types => table(field_types, Meta),
        method_info => method_info(method_info, methods, Meta),
        class_method_info => method_info(class_method_info, class_methods, Meta)
    },
    {ok, maps:merge(Meta, Read)};
normalise(_) ->
    error.

-spec superclass(map()) -> atom().
superclass(#{superclass := nil}) -> none;
superclass(#{superclass := Name}) when is_atom(Name) -> Name;
superclass(_) -> none.

-spec flag(atom(), map()) -> boolean().
flag(Key, Meta) ->
    maps:get(Key, Meta, false) =:= true.

-spec kind(map()) -> value | actor | object.
kind(#{kind := Kind}) when Kind =:= value; Kind =:= actor; Kind =:= object -> Kind;
kind(#{is_value := true}) -> value;
kind(_) -> object.

%% A list of names; whatever else is there is none.
-spec atoms(atom(), map()) -> [atom()].
atoms(Key, Meta) ->
    case Meta of
        #{Key := List} when is_list(List) -> [Name || Name <- List, is_atom(Name)];
        _ -> []
    end.

-spec class_variables(map()) -> [atom()].
class_variables(#{class_variables := _} = Meta) -> atoms(class_variables, Meta);
class_variables(Meta) -> atoms(class_fields, Meta).

-spec table(atom(), map()) -> map().
table(Key, Meta) ->
    case Meta of
        #{Key := Map} when is_map(Map) -> Map;
        _ -> #{}
    end.

%% Older modules list {Selector, Arity} instead of the map.
-spec method_info(atom(), atom(), map()) -> #{atom() => map()}.
method_info(Key, ListKey, Meta) ->
    Listed = [{S, #{arity => N}} || {S, N} <- pairs(ListKey, Meta), is_integer(N)],
    All = maps:merge(maps:from_list(Listed), table(Key, Meta)),
    maps:from_list([{S, info(S, I)} || {S, I} <- maps:to_list(All), is_atom(S), is_map(I)]).

-spec pairs(atom(), map()) -> [{atom(), term()}].
pairs(Key, Meta) ->
    case Meta of
        #{Key := List} when is_list(List) -> [Pair || {Name, _} = Pair <- List, is_atom(Name)];
        _ -> []
    end.

-spec info(atom(), map()) -> map().
info(Selector, Info) ->
    Info#{
        arity => arity(Selector, Info),
        param_types => maps:get(param_types, Info, none),
        return_type => return_type(Info)
    }.

-spec arity(atom(), map()) -> non_neg_integer().
arity(_, #{arity := N}) when is_integer(N), N >= 0 -> N;
arity(Selector, _) -> beamtalk_selector:arity(Selector).

-spec return_type(map()) -> atom().
return_type(#{return_type := Type}) when is_atom(Type), Type =/= nil -> Type;
return_type(_) -> none.

%% The methods that the class itself defines on one side.
-spec methods(side(), metadata()) -> #{atom() => map()}.
methods(instance, #{method_info := Methods}) -> Methods;
methods(class, #{class_method_info := Methods}) -> Methods.

%% Only what is one class: the absence of an entry means dynamic.
-spec return_types(side(), metadata()) -> #{atom() => atom()}.
return_types(Side, Meta) ->
    Typed = fun(_, Info) -> maps:get(return_type, Info, none) =/= none end,
    maps:map(fun(_, #{return_type := T}) -> T end, maps:filter(Typed, methods(Side, Meta))).

%% One text key of every method that has it, such as `doc` or `source`.
-spec texts(atom(), side(), metadata()) -> #{atom() => binary()}.
texts(Key, Side, Meta) ->
    Has = fun(_, Info) -> is_binary(maps:get(Key, Info, none)) end,
    maps:map(fun(_, Info) -> maps:get(Key, Info) end, maps:filter(Has, methods(Side, Meta))).

%% How each method is shown to people: `at: index :: Integer -> E`.
-spec signatures(side(), metadata()) -> #{atom() => binary()}.
signatures(Side, Meta) ->
    maps:map(fun signature/2, methods(Side, Meta)).

-spec signature(atom(), map()) -> binary().
signature(_, #{signature := Text}) when is_binary(Text) ->
    Text;
signature(Selector, #{arity := Arity} = Info) ->
    Parts = parts(atom_to_binary(Selector), parameters(Arity, Info)),
    unicode:characters_to_binary([lists:join(<<" ">>, Parts), result(Info)]).

-spec parts(binary(), [iodata()]) -> [iodata()].
parts(Text, []) ->
    [Text];
parts(Text, Parameters) ->
    Keywords = [[Word, $:] || Word <- binary:split(Text, <<":">>, [global]), Word =/= <<>>],
    case length(Keywords) =:= length(Parameters) andalso binary:last(Text) =:= $: of
        true -> lists:zipwith(fun(K, P) -> [K, $\s, P] end, Keywords, Parameters);
        false -> [Text | Parameters]
    end.

-spec parameters(non_neg_integer(), map()) -> [iodata()].
parameters(Arity, Info) ->
    Names = padded(Arity, maps:get(param_names, Info, [])),
    Texts = padded(Arity, maps:get(param_type_texts, Info, [])),
    Types = padded(Arity, maps:get(param_types, Info, [])),
    [parameter(Name, type(Text, Type)) || {Name, Text, Type} <- lists:zip3(Names, Texts, Types)].

-spec padded(non_neg_integer(), term()) -> [term()].
padded(Arity, List) when is_list(List), length(List) =:= Arity -> List;
padded(Arity, _) -> lists:duplicate(Arity, none).

-spec parameter(term(), iodata() | none) -> iodata().
parameter(Name, none) -> name(Name);
parameter(Name, Type) -> [name(Name), <<" :: ">>, Type].

-spec name(term()) -> iodata().
name(none) -> <<"_">>;
name(Name) when is_atom(Name) -> atom_to_binary(Name);
name(Name) when is_binary(Name) -> Name;
name(_) -> <<"_">>.

-spec type(term(), term()) -> iodata() | none.
type(Text, _) when is_binary(Text) -> Text;
type(_, none) -> none;
type(_, Type) when is_atom(Type) -> atom_to_binary(Type);
type(_, _) -> none.

-spec result(map()) -> iodata().
result(Info) ->
    case type(maps:get(return_type_text, Info, none), maps:get(return_type, Info)) of
        none -> <<>>;
        Type -> [<<" -> ">>, Type]
    end.

-spec shown(side(), atom(), metadata()) -> shown().
shown(Side, Selector, Meta) ->
    #{Selector := Info} = methods(Side, Meta),
    Returns = type(maps:get(return_type_text, Info, none), maps:get(return_type, Info)),
    {shown_signature(Selector, Info), Returns, summary(doc(Side, Selector, Info, Meta))}.

%% Of what was put in at run time only the text may tell the names of parameters.
-spec shown_signature(atom(), map()) -> binary().
shown_signature(Selector, #{source := Source, arity := Arity} = Info) when
    is_binary(Source), Arity > 0, not is_map_key(param_names, Info)
->
    head(Source, signature(Selector, Info));
shown_signature(Selector, Info) ->
    signature(Selector, Info).

%% What the text of a method says before its body, for people to read.
-spec head(Source :: binary(), Otherwise :: binary()) -> binary().
head(Source, Otherwise) ->
    case binary:split(Source, <<"=>">>) of
        [Head, _] when byte_size(Head) < 200 -> without_modifiers(Head);
        _ -> Otherwise
    end.

-spec without_modifiers(binary()) -> binary().
without_modifiers(<<"class ", Rest/binary>>) -> without_modifiers(Rest);
without_modifiers(<<"sealed ", Rest/binary>>) -> without_modifiers(Rest);
without_modifiers(<<"internal ", Rest/binary>>) -> without_modifiers(Rest);
without_modifiers(Head) -> re:replace(Head, "\\s+$", "", [{return, binary}]).

%% What was changed at run time stands beside the methods.
-spec doc(side(), atom(), map(), metadata()) -> term().
doc(instance, Selector, _, #{method_docs := Docs}) when is_map(Docs) -> maps:get(Selector, Docs, none);
doc(class, Selector, _, #{class_method_docs := Docs}) when is_map(Docs) -> maps:get(Selector, Docs, none);
doc(_, _, Info, _) -> maps:get(doc, Info, none).

%% The first paragraph of a text, on one line.
-spec summary(term()) -> binary() | none.
summary(Doc) when is_binary(Doc), Doc =/= <<>> ->
    [First | _] = binary:split(Doc, <<"\n\n">>),
    binary:replace(First, <<"\n">>, <<" ">>, [global]);
summary(_) ->
    none.
