%% What the compiler is told of a value: its class, and of a collection also what it holds.
%% In goes a term, out come classes, read from the term alone; no message is sent.
%%
%% Of a long collection only the beginning is looked at. That is enough to offer messages,
%% and not enough to warn of anything.
-module(beamtalk_repl_held).

-export([of_value/1, receiver/1, type/1]).

-export_type([type/0, held/0]).

%% A class with the alternatives for each of its type parameters; for one of which nothing
%% is known there are none.
-type type() ::
    {instance | class, Class :: binary()}
    | {instance, Class :: binary(), [[type()], ...]}.

%% All that counts of a value for those who do not evaluate: it stands in the place of the
%% value, which may be large, and which they need not copy.
-opaque held() :: {'$held', beamtalk_repl_receiver:receiver() | undefined, type() | undefined}.

-define(MOST_ELEMENTS, 16).
-define(MOST_LEVELS, 3).
%% More than these, and it holds anything.
-define(MOST_CLASSES, 4).

-spec of_value(term()) -> held().
of_value(Value) ->
    {'$held', beamtalk_repl_receiver:of_value(Value), type(Value)}.

-spec receiver(held() | term()) -> {ok, beamtalk_repl_receiver:receiver() | undefined} | error.
receiver({'$held', Receiver, _}) -> {ok, Receiver};
receiver(_) -> error.

-spec type(Value :: held() | term()) -> type() | undefined.
type({'$held', _, Type}) ->
    Type;
type(Value) ->
    type(Value, ?MOST_LEVELS).

-spec type(term(), non_neg_integer()) -> type() | undefined.
type(Value, Levels) ->
    case beamtalk_repl_receiver:of_value(Value) of
        undefined -> undefined;
        {class, Class} -> {class, atom_to_binary(Class)};
        {instance, Class} -> applied(atom_to_binary(Class), arguments(Class, Value), Levels)
    end.

%% Examples for each type parameter.
-spec arguments(Class :: atom(), term()) -> [[term()]].
arguments('List', [_ | _] = List) ->
    [first(List, ?MOST_ELEMENTS)];
arguments('Dictionary', Map) when map_size(Map) > 0 ->
    {Keys, Values} = lists:unzip(pairs(maps:next(maps:iterator(Map)), ?MOST_ELEMENTS)),
    [Keys, Values];
arguments(Class, #{} = Object) ->
    case beamtalk_class_hierarchy_table:facts(Class) of
        #{type_params := [_ | _] = Parameters} -> slots(Parameters, beamtalk_class_hierarchy_table:metadata(Class), Object);
        _ -> []
    end;
arguments(_, _) ->
    [].

%% A slot that is declared to hold what a parameter stands for is an example for it, unless
%% it is empty.
-spec slots([Parameter :: atom()], map(), map()) -> [[term()]].
slots(Parameters, #{field_type_texts := Texts}, Object) when is_map(Texts) ->
    Held = [{Text, maps:get(Slot, Object)} || {Slot, Text} <- maps:to_list(Texts), is_map_key(Slot, Object)],
    [examples(atom_to_binary(Parameter), Held) || Parameter <- Parameters];
slots(_, _, _) ->
    [].

-spec examples(Parameter :: binary(), [{Text :: term(), Value :: term()}]) -> [term()].
examples(Parameter, Held) ->
    OrNil = <<Parameter/binary, " | Nil">>,
    [Value || {Text, Value} <- Held, Value =/= nil, Text =:= Parameter orelse Text =:= OrNil].

%% A list may end in something that is none.
-spec first(term(), non_neg_integer()) -> [term()].
first([Element | Rest], Count) when Count > 0 -> [Element | first(Rest, Count - 1)];
first(_, _) -> [].

-spec pairs(none | {term(), term(), maps:iterator(term(), term())}, non_neg_integer()) -> [{term(), term()}].
pairs({Key, Value, Next}, Count) when Count > 0 -> [{Key, Value} | pairs(maps:next(Next), Count - 1)];
pairs(_, _) -> [].

-spec applied(binary(), [[term()]], non_neg_integer()) -> type().
applied(Class, [], _) ->
    {instance, Class};
applied(Class, _, 0) ->
    {instance, Class};
applied(Class, Examples, Levels) ->
    Alternatives = [alternatives(Of, Levels - 1) || Of <- Examples],
    case lists:all(fun(It) -> It =:= [] end, Alternatives) of
        true -> {instance, Class};
        false -> {instance, Class, Alternatives}
    end.

-spec alternatives([term()], non_neg_integer()) -> [type()].
alternatives(Examples, Levels) ->
    Types = lists:usort([boolean(type(Example, Levels)) || Example <- Examples]),
    case lists:member(undefined, Types) orelse length(Types) > ?MOST_CLASSES of
        true -> [];
        false -> Types
    end.

%% One of the two may become the other.
-spec boolean(type() | undefined) -> type() | undefined.
boolean({instance, Class}) when Class =:= <<"True">>; Class =:= <<"False">> -> {instance, <<"Boolean">>};
boolean(Type) -> Type.
