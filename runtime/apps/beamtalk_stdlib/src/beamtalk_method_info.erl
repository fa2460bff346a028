%% What the running system knows of classes and their methods, for showing it to people:
%% patches and extensions included, as a message would find them. A behaviour is a class
%% and a side. Reads tables.
-module(beamtalk_method_info).

-export([all/1, find/2, overridden/2, implementors/1, chain/1]).
-export([metadata/1, package/1, doc/2, tags/1, source_file/1, source/2]).

-export_type([info/0]).

-type behaviour() :: beamtalk_metaclass_tower:behaviour().
-type info() :: #{selector := atom(), signature := binary(), atom() => term()}.

%% Those that the behaviour itself defines, sorted by selector.
-spec all(behaviour()) -> [info()].
all({Class, Side}) ->
    Meta = beamtalk_extension_metadata:extended(Class, metadata(Class)),
    Signatures = beamtalk_class_metadata:signatures(Side, Meta),
    [
        Info#{selector => Selector, signature => signature(Info, maps:get(Selector, Signatures))}
     || {Selector, Info} <- lists:sort(maps:to_list(beamtalk_class_metadata:methods(Side, Meta)))
    ].

%% Of an extension only its text tells names and types.
-spec signature(map(), binary()) -> binary().
signature(#{is_extension := true, source := Source}, Otherwise) ->
    case re:run(Source, "^(?:\\s*///.*\\n)*\\s*(?:.*>>\\s*)?(.+?)\\s*=>", [unicode, {capture, [1], binary}]) of
        {match, [Head]} -> Head;
        nomatch -> Otherwise
    end;
signature(_, Signature) ->
    Signature.

%% The nearest definition.
-spec find(behaviour(), Selector :: binary()) -> {ok, behaviour(), info()} | none.
find(Behaviour, Selector) ->
    first(chain(Behaviour), Selector).

-spec first([behaviour()], binary()) -> {ok, behaviour(), info()} | none.
first(Behaviours, Selector) ->
    try binary_to_existing_atom(Selector) of
        Atom -> first_of(Behaviours, Atom)
    catch
        error:_ -> none
    end.

-spec first_of([behaviour()], atom()) -> {ok, behaviour(), info()} | none.
first_of([], _) ->
    none;
first_of([{Class, Side} = Behaviour | Rest], Selector) ->
    case beamtalk_lookup:local(Class, Side, Selector) of
        none -> first_of(Rest, Selector);
        _ -> {ok, Behaviour, hd([Info || #{selector := Known} = Info <- all(Behaviour), Known =:= Selector])}
    end.

%% Who would answer if this definition were not there.
-spec overridden(behaviour(), Selector :: atom()) -> {ok, behaviour()} | none.
overridden(Behaviour, Selector) ->
    case first_of(tl(chain(Behaviour)), Selector) of
        {ok, Above, _} -> {ok, Above};
        none -> none
    end.

%% All definitions of a selector, by the names of the classes.
-spec implementors(Selector :: binary()) -> [{behaviour(), info()}].
implementors(Selector) ->
    Behaviours = [{Class, Side} || Class <- beamtalk_class_registry:all_classes(), Side <- [instance, class]],
    [{Behaviour, Info} || Behaviour <- Behaviours, {ok, _, Info} <- [first([Behaviour], Selector)]].

%% The behaviour and those above it, nearest first.
-spec chain(behaviour()) -> [behaviour()].
chain(Behaviour) ->
    [Behaviour | beamtalk_metaclass_tower:superclasses(Behaviour)].

-spec metadata(Class :: atom()) -> beamtalk_class_metadata:metadata().
metadata(Class) ->
    case beamtalk_class_hierarchy_table:live_metadata(Class) of
        undefined -> error({no_class, Class});
        Meta -> Meta
    end.

-spec package(Class :: atom()) -> atom().
package(Class) ->
    maps:get(package, metadata(Class), none).

%% A reader that was made for a field has what is said of the field.
-spec doc(behaviour(), info()) -> binary() | none.
doc(_, #{doc := Doc}) when is_binary(Doc) ->
    Doc;
doc({Class, instance}, #{is_generated := true, selector := Selector}) ->
    maps:get(Selector, maps:get(field_docs, metadata(Class), #{}), none);
doc(_, _) ->
    none.

-spec tags(info() | beamtalk_class_metadata:metadata()) -> [binary()].
tags(Info) ->
    [<<"internal">> || maps:get(visibility, Info, public) =:= internal orelse maps:get(is_internal, Info, false)] ++
        [<<"sealed">> || maps:get(is_sealed, Info, false)] ++
        [<<"abstract">> || maps:get(is_abstract, Info, false)] ++
        [<<"extension">> || maps:get(is_extension, Info, false)].

%% Classes of the library have none.
-spec source_file(Class :: atom()) -> binary() | none.
source_file(Class) ->
    case {beamtalk_protocols:is_protocol(Class), beamtalk_class_registry:find_class(Class)} of
        {true, _} -> beamtalk_protocols:source_file(Class);
        {false, {ok, Object}} -> path(beamtalk_behaviour_intrinsics:sourceFile(Object));
        {false, undefined} -> none
    end.

-spec path(binary() | nil) -> binary() | none.
path(nil) -> none;
path(Path) -> Path.

-spec source(behaviour(), info()) -> binary() | none.
source(_, #{source := Source}) when is_binary(Source) -> Source;
source(_, _) -> none.
