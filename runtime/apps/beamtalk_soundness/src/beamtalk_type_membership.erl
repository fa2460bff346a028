%% Whether a value is of a type. Types are terms:
%%
%%   {class, Name, Arguments}   an instance, or what conforms to the protocol
%%   {meta, Name}               the class object, or that of a class below
%%   {symbol, Name}             that symbol
%%   {any_of, Types}  {all_of, Types}  {without, Type, Excluded}
%%   self, self_class           until bind/3 says whose
%%   never                      no value
%%   any                        nothing is known
%%
%% Only looks at values, sends no message, and looks at some elements of a large
%% collection.
-module(beamtalk_type_membership).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([is_member/2, bind/3, text/1]).

-export_type([type/0]).

-type type() ::
    {class, atom(), [type()]}
    | {meta, atom()}
    | {kind, beamtalk_metaclass_tower:behaviour()}
    | {symbol, atom()}
    | {any_of, [type()]}
    | {all_of, [type()]}
    | {without, type(), [type()]}
    | self
    | self_class
    | never
    | any.

%% So many elements of a collection are looked at.
-define(SAMPLE, 30).

-spec is_member(term(), type()) -> boolean().
is_member(_, any) -> true;
is_member(_, never) -> false;
is_member(_, self) -> true;
is_member(_, self_class) -> true;
is_member(Value, {symbol, Name}) -> Value =:= Name;
is_member(Value, {any_of, Types}) -> lists:any(fun(Type) -> is_member(Value, Type) end, Types);
is_member(Value, {all_of, Types}) -> lists:all(fun(Type) -> is_member(Value, Type) end, Types);
is_member(Value, {without, Type, Excluded}) ->
    is_member(Value, Type) andalso not is_member(Value, {any_of, Excluded});
is_member(Value, {kind, Behaviour}) -> is_kind(Value, Behaviour);
%% A character is an Integer when a program runs, and so is its class.
is_member(Value, {meta, 'Character'}) ->
    is_member(Value, {meta, 'Integer'});
is_member(Value, {meta, Name}) ->
    beamtalk_class_reference:side(Value) =:= instance andalso is_kind(Value, {Name, class});
is_member(Value, {class, 'Character', _}) -> is_integer(Value);
is_member(Value, {class, 'Tuple', Arguments}) ->
    is_instance(Value, 'Tuple') andalso places_fit(Value, Arguments);
is_member(Value, {class, Name, Arguments}) ->
    is_instance(Value, Name) andalso parts_fit(Value, Arguments).

%% Whose `Self` a type speaks of: on the class side of an instance of the receiver,
%% else of one like the receiver.
-spec bind(type(), beamtalk_class_reference:side(), Self :: term()) -> type().
bind(self, Side, Self) -> {kind, instances(Side, Self)};
bind(self_class, instance, Self) -> class_of_kind(instances(instance, Self));
bind(self_class, class, Self) -> {meta, beamtalk_class_reference:name(Self)};
bind({class, Name, Arguments}, Side, Self) -> {class, Name, [bind(It, Side, Self) || It <- Arguments]};
bind({any_of, Types}, Side, Self) -> {any_of, [bind(It, Side, Self) || It <- Types]};
bind({all_of, Types}, Side, Self) -> {all_of, [bind(It, Side, Self) || It <- Types]};
bind({without, Type, Excluded}, Side, Self) -> {without, bind(Type, Side, Self), Excluded};
bind(Type, _, _) -> Type.

-spec instances(beamtalk_class_reference:side(), term()) -> beamtalk_metaclass_tower:behaviour().
instances(class, Self) -> {beamtalk_class_reference:name(Self), instance};
instances(instance, Self) -> hd(beamtalk_metaclass_tower:kinds(Self)).

-spec class_of_kind(beamtalk_metaclass_tower:behaviour()) -> type().
class_of_kind({Name, instance}) -> {meta, Name};
class_of_kind({_, class}) -> {class, 'Metaclass', []}.

-spec is_kind(term(), beamtalk_metaclass_tower:behaviour()) -> boolean().
is_kind(Value, Behaviour) ->
    lists:member(Behaviour, beamtalk_metaclass_tower:kinds(Value)).

-spec is_instance(term(), atom()) -> boolean().
%% What `withTimeout:` answers stands for the actor.
is_instance({beamtalk_object, 'TimeoutProxy', _, _}, Name) ->
    is_below(Name, 'Actor') orelse is_below('TimeoutProxy', Name);
is_instance(Value, Name) ->
    case beamtalk_protocols:is_protocol(Name) of
        true -> beamtalk_protocols:conforms(hd(beamtalk_metaclass_tower:kinds(Value)), Name);
        false -> is_kind(Value, {Name, instance})
    end.

-spec is_below(atom(), atom()) -> boolean().
is_below(Class, Above) ->
    lists:member(Above, [Class | beamtalk_class_hierarchy_table:ancestors(Class)]).

%% Type arguments of what holds others. Of other classes nothing is known.
-spec parts_fit(term(), [type()]) -> boolean().
parts_fit(_, []) -> true;
parts_fit(List, [Element]) when is_list(List) -> all_fit(List, Element, ?SAMPLE);
parts_fit(#{?TAG := 'Set', elements := Elements}, [Element]) -> all_fit(Elements, Element, ?SAMPLE);
parts_fit(#{?TAG := 'Array', data := Data}, [Element]) -> all_fit(maps:values(Data), Element, ?SAMPLE);
parts_fit(#{?TAG := 'Bag', counts := Counts}, [Element]) -> all_fit(maps:keys(Counts), Element, ?SAMPLE);
parts_fit(#{?TAG := 'Result', isOk := true, okValue := Value}, [Ok, _]) -> is_member(Value, Ok);
parts_fit(#{?TAG := 'Result', isOk := false, errReason := Reason}, [_, Error]) -> is_member(Reason, Error);
parts_fit(#{?TAG := _}, _) -> true;
parts_fit(Map, [Key, Value]) when is_map(Map) ->
    all_fit(maps:keys(Map), Key, ?SAMPLE) andalso all_fit(maps:values(Map), Value, ?SAMPLE);
parts_fit(Block, Types) when is_function(Block) -> is_function(Block, length(Types) - 1);
parts_fit(_, _) -> true.

%% Of a tuple each place has its type.
-spec places_fit(tuple(), [type()]) -> boolean().
places_fit(_, []) ->
    true;
places_fit(Tuple, Types) ->
    tuple_size(Tuple) =:= length(Types) andalso
        lists:all(
            fun({Part, Type}) -> is_member(Part, Type) end,
            lists:zip(tuple_to_list(Tuple), Types)
        ).

%% A list may be improper.
-spec all_fit(term(), type(), non_neg_integer()) -> boolean().
all_fit([Element | Rest], Type, Left) when Left > 0 ->
    is_member(Element, Type) andalso all_fit(Rest, Type, Left - 1);
all_fit(_, _, _) ->
    true.

%% As people write it.
-spec text(type()) -> iodata().
text({class, Name, []}) -> atom_to_binary(Name);
text({class, Name, Types}) -> [atom_to_binary(Name), "(", texts(Types, ", "), ")"];
text({meta, Name}) -> [atom_to_binary(Name), " class"];
text({kind, Behaviour}) -> io_lib:format("~tp", [Behaviour]);
text({symbol, Name}) -> ["#", atom_to_binary(Name)];
text({any_of, Types}) -> texts(Types, " | ");
text({all_of, Types}) -> texts(Types, " & ");
text({without, Type, Excluded}) -> [text(Type), " \\ ", texts(Excluded, " \\ ")];
text(self) -> "Self";
text(self_class) -> "Self class";
text(never) -> "Never";
text(any) -> "Dynamic".

-spec texts([type()], string()) -> iodata().
texts(Types, Between) ->
    lists:join(Between, [text(Type) || Type <- Types]).
