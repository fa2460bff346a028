%% Primitives of Inspector: a place from which to look at one object, and the way that
%% led there. What is seen of an actor was its state when the Inspector was made.
%% Says nothing about how it is shown; that is in the class.
-module(beamtalk_inspector).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export(['class_on:'/2, subject/1, kind/1, fields/1, size/1, 'at:'/2, 'page:'/2, 'evaluate:'/2]).
-export([parent/1, path/1, refresh/1]).

-compile({no_auto_import, [size/1]}).

-define(PAGE, 50).

-type kind() :: value | actor | collection | foreign.
-type inspector() :: #{
    ?TAG := 'Inspector',
    '$object' := term(),
    '$subject' := term(),
    '$kind' := kind(),
    '$page' := pos_integer(),
    '$parent' := inspector() | nil,
    '$name' := term()
}.
-type field() :: #{?TAG := 'InspectorField', atom() => term()}.
-type result() :: beamtalk_result:result().

-spec 'class_on:'(beamtalk_class_reference:class(), term()) -> inspector().
'class_on:'(_, Object) ->
    made(Object, nil, nil).

-spec made(term(), inspector() | nil, term()) -> inspector().
made(Object, Parent, Name) ->
    {Kind, Subject} = seen(Object),
    #{
        ?TAG => 'Inspector',
        '$object' => Object,
        '$subject' => Subject,
        '$kind' => Kind,
        '$page' => 1,
        '$parent' => Parent,
        '$name' => Name
    }.

-spec seen(term()) -> {kind(), term()}.
seen({beamtalk_object, _, _, _} = Reference) ->
    case beamtalk_class_reference:side(Reference) of
        none -> {actor, state(Reference)};
        _ -> {value, Reference}
    end;
seen(Object) when is_pid(Object); is_port(Object); is_reference(Object); is_function(Object) ->
    {foreign, Object};
seen({beamtalk_supervisor, _, _, _} = Supervisor) ->
    {foreign, Supervisor};
seen(#{?TAG := 'ErlangModule'} = Module) ->
    {foreign, Module};
seen(Object) when is_list(Object); is_tuple(Object) ->
    {collection, Object};
seen(#{?TAG := Class} = Object) ->
    case beamtalk_class_registry:inherits_from(Class, 'Collection') of
        true -> {collection, Object};
        false -> {value, Object}
    end;
seen(Object) when is_map(Object) ->
    {collection, Object};
seen(Object) ->
    {value, Object}.

%% The slots by name. Nobody is waited for who does not answer.
-spec state(tuple()) -> #{atom() => term()}.
state(Actor) ->
    try
        Names = beamtalk_dispatch:send(Actor, fieldNames, []),
        maps:from_list([{Name, beamtalk_dispatch:send(Actor, 'fieldAt:', [Name])} || Name <- Names])
    catch
        error:_ -> #{status => unavailable}
    end.

-spec subject(inspector()) -> term().
subject(#{'$subject' := Subject}) -> Subject.

-spec kind(inspector()) -> kind().
kind(#{'$kind' := Kind}) -> Kind.

-spec parent(inspector()) -> inspector() | nil.
parent(#{'$parent' := Parent}) -> Parent.

%% From the root to here.
-spec path(inspector()) -> [term()].
path(#{'$parent' := nil}) -> [];
path(#{'$parent' := Parent, '$name' := Name}) -> path(Parent) ++ [Name].

-spec refresh(inspector()) -> inspector().
refresh(#{'$object' := Object, '$parent' := Parent, '$name' := Name, '$page' := Page}) ->
    (made(Object, Parent, Name))#{'$page' := Page}.

-spec fields(inspector()) -> [field()].
fields(#{'$kind' := collection, '$page' := Page} = Self) ->
    page(Page, members(Self));
fields(Self) ->
    members(Self).

-spec size(inspector()) -> non_neg_integer().
size(Self) ->
    length(members(Self)).

-spec page(pos_integer(), [field()]) -> [field()].
page(Page, Members) ->
    case length(Members) > (Page - 1) * ?PAGE of
        true -> lists:sublist(Members, (Page - 1) * ?PAGE + 1, ?PAGE);
        false -> []
    end.

-spec members(inspector()) -> [field()].
members(#{'$kind' := actor, '$subject' := State}) ->
    [field(Name, Value, slot) || {Name, Value} <- lists:sort(maps:to_list(State))];
members(#{'$kind' := collection, '$subject' := Subject}) ->
    elements(Subject);
members(#{'$kind' := value, '$subject' := #{?TAG := _} = Subject}) ->
    Names = beamtalk_dispatch:send(Subject, fieldNames, []),
    [field(Name, maps:get(Name, Subject, nil), slot) || Name <- Names];
members(_) ->
    [].

-spec elements(term()) -> [field()].
elements(#{} = Map) when not is_map_key(?TAG, Map) ->
    [field(Key, Value, entry) || {Key, Value} <- lists:sort(maps:to_list(Map))];
elements(Collection) ->
    List = beamtalk_dispatch:send(Collection, asList, []),
    [field(Index, Element, element) || {Index, Element} <- lists:zip(lists:seq(1, length(List)), List)].

-spec field(term(), term(), slot | element | entry) -> field().
field(Name, Value, Kind) ->
    #{
        ?TAG => 'InspectorField',
        name => Name,
        label => beamtalk_printing:display(Name),
        value => Value,
        kind => Kind,
        drillable => is_drillable(Value)
    }.

%% Whether there is something to see inside.
-spec is_drillable(term()) -> boolean().
is_drillable({beamtalk_object, _, _, _} = Reference) -> beamtalk_class_reference:side(Reference) =:= none;
is_drillable(Value) -> is_map(Value) orelse is_tuple(Value) orelse (is_list(Value) andalso Value =/= []).

-spec 'at:'(inspector(), term()) -> result().
'at:'(Self, Name) ->
    case [Value || #{name := Its, value := Value} <- members(Self), Its =:= Name] of
        [Value | _] -> beamtalk_result:ok(made(Value, Self, Name));
        [] -> refused(no_such_field, 'at:', <<"'fields' lists what there is">>)
    end.

-spec 'page:'(inspector(), pos_integer()) -> result().
'page:'(_, Page) when not is_integer(Page); Page < 1 ->
    beamtalk_argument:type_error('Inspector', 'page:', <<"Pages are counted from 1">>);
'page:'(#{'$kind' := collection} = Self, Page) ->
    beamtalk_result:ok(Self#{'$page' := Page});
'page:'(_, _) ->
    refused(not_a_collection, 'page:', <<"Only what is in a collection is shown by pages">>).

%% Text becomes code in a workspace only.
-spec 'evaluate:'(inspector(), binary()) -> result().
'evaluate:'(_, Source) when not is_binary(Source) ->
    beamtalk_argument:type_error('Inspector', 'evaluate:', <<"Pass the source as a String">>);
'evaluate:'(#{'$kind' := Kind}, _) when Kind =:= actor; Kind =:= foreign ->
    refused(actor_eval_unsupported, 'evaluate:', <<"Only values and collections can be self here">>);
'evaluate:'(_, _) ->
    refused(runtime_error, 'evaluate:', <<"Evaluate it in a workspace, which has the compiler">>).

-spec refused(atom(), atom(), binary()) -> result().
refused(Kind, Selector, Hint) ->
    beamtalk_result:error(beamtalk_error:wrap(beamtalk_error:make(Kind, 'Inspector', Selector, Hint))).
