%% What a receiver is, before any message: a class or an instance of one. In go an
%% operand as it is written and the variables of a session with their values, out comes
%% `{instance, Class}`, `{class, Class}` or `undefined`.
%%
%% The class of a value is read from the value; no message is sent and no process asked,
%% for an actor carries its class. Makes no atoms.
-module(beamtalk_repl_receiver).

-export([classify/2, of_value/1, is_class_name/1, class_named/1, all/1]).

-export_type([receiver/0, bindings/0]).

-type receiver() :: {instance | class, Class :: atom()}.
%% Values themselves, or what is held of them.
-type bindings() :: #{Name :: binary() | atom() => Value :: term() | beamtalk_repl_held:held()}.

-spec classify(binary(), bindings()) -> receiver() | undefined.
classify(<<"true">>, _) -> known('Boolean');
classify(<<"false">>, _) -> known('Boolean');
classify(<<"nil">>, _) -> known('UndefinedObject');
classify(Text, Bindings) ->
    case beamtalk_repl_fragment:operand(Text) of
        name -> bound(Text, Bindings);
        class -> named(Text, Bindings);
        integer -> known('Integer');
        float -> known('Float');
        string -> known('String');
        symbol -> known('Symbol');
        character -> known('Character');
        list -> known('List');
        array -> known('Array');
        dictionary -> known('Dictionary');
        block -> known('Block');
        none -> undefined
    end.

%% A class that is not loaded has no messages to offer.
-spec known(atom()) -> receiver() | undefined.
known(Class) ->
    case beamtalk_class_hierarchy_table:is_class(Class) of
        true -> {instance, Class};
        false -> undefined
    end.

%% A class is meant before a variable of its name, as in a program.
-spec named(binary(), bindings()) -> receiver() | undefined.
named(Text, Bindings) ->
    case class_named(Text) of
        {ok, Class} -> {class, Class};
        none -> bound(Text, Bindings)
    end.

%% A class by its name, which may say of which package it is.
-spec class_named(binary()) -> {ok, atom()} | none.
class_named(Text) ->
    [Name | Package] = lists:reverse(binary:split(Text, <<"@">>)),
    try binary_to_existing_atom(Name) of
        Class -> case is_of(Class, Package) of true -> {ok, Class}; false -> none end
    catch
        error:_ -> none
    end.

-spec is_of(atom(), [Package :: binary()]) -> boolean().
is_of(Class, Package) ->
    case {beamtalk_class_hierarchy_table:facts(Class), Package} of
        {undefined, _} -> false;
        {_, []} -> true;
        {#{package := Of}, [Name]} -> atom_to_binary(Of) =:= Name
    end.

-spec is_class_name(binary()) -> boolean().
is_class_name(Text) ->
    beamtalk_repl_fragment:operand(Text) =:= class andalso class_named(Text) =/= none.

-spec bound(binary(), bindings()) -> receiver() | undefined.
bound(Name, Bindings) ->
    case value(Name, Bindings) of
        {ok, Value} -> of_value(Value);
        none -> global(Name)
    end.

-spec value(binary(), bindings()) -> {ok, term()} | none.
value(Name, Bindings) when is_map_key(Name, Bindings) ->
    {ok, maps:get(Name, Bindings)};
value(Name, Bindings) ->
    try maps:get(binary_to_existing_atom(Name), Bindings) of
        Value -> {ok, Value}
    catch
        error:_ -> none
    end.

-spec global(binary()) -> receiver() | undefined.
global(Name) ->
    case [Class || Global <- beamtalk_globals:names(), atom_to_binary(Global) =:= Name, {ok, Class} <- [beamtalk_globals:class_of(Global)]] of
        [Class] -> {instance, Class};
        [] -> undefined
    end.

%% A class object is its class, and a metaclass one of Metaclass.
-spec of_value(term()) -> receiver() | undefined.
of_value(Value) ->
    case beamtalk_repl_held:receiver(Value) of
        {ok, Receiver} -> Receiver;
        error -> of_term(Value)
    end.

-spec of_term(term()) -> receiver() | undefined.
of_term(Value) ->
    case beamtalk_class_reference:side(Value) of
        instance -> class_object(Value);
        class -> known('Metaclass');
        none -> known(beamtalk_class_of:class_of(Value))
    end.

%% The class may be long gone, and its name with it.
-spec class_object(beamtalk_class_reference:class()) -> receiver() | undefined.
class_object(Value) ->
    try known(beamtalk_class_reference:name(Value)) of
        {instance, Class} -> {class, Class};
        undefined -> undefined
    catch
        error:_ -> undefined
    end.

%% All variables whose class is known, as the compiler is told of them.
-spec all(bindings()) -> #{binary() => beamtalk_repl_held:type()}.
all(Bindings) ->
    maps:from_list([
        {name(Name), Type}
     || {Name, Value} <- maps:to_list(Bindings), Type <- [beamtalk_repl_held:type(Value)], Type =/= undefined
    ]).

-spec name(binary() | atom()) -> binary().
name(Name) when is_atom(Name) -> atom_to_binary(Name);
name(Name) -> Name.
