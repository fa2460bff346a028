%% Follows unary messages from class to class by what their methods are known to answer.
%% In go a receiver and selectors, out comes the last receiver, or at which hop the way
%% ends and why. Reads tables in the caller; nothing is sent and nothing is evaluated.
-module(beamtalk_repl_walk).

-export([walk/2, walk/3]).

-export_type([stop/0]).

-type receiver() :: beamtalk_repl_receiver:receiver().
%% Whether a class stands there by its name, or is the value of something.
-type written() :: literal | value.
-type stop() ::
    {untyped | not_understood, receiver(), Selector :: atom() | binary()}
    | {abstract, Class :: atom()}
    | {not_loaded, Class :: atom()}
    | too_long.

%% A longer chain is taken for a mistake.
-define(MOST_HOPS, 20).

-spec walk(receiver(), [Selector :: atom()]) -> {ok, Class :: atom(), instance | class} | {stop, stop()}.
walk(Receiver, Selectors) ->
    walk(Receiver, Selectors, value).

-spec walk(receiver(), [atom()], written()) -> {ok, atom(), instance | class} | {stop, stop()}.
walk({Side, Class}, [], _) ->
    {ok, Class, Side};
walk(_, Selectors, _) when length(Selectors) > ?MOST_HOPS ->
    {stop, too_long};
walk(Receiver, Selectors, Written) ->
    hops(Receiver, Selectors, Written).

%% A class that is not there answers nothing, and neither do its instances.
-spec hops(receiver(), [atom()], written()) -> {ok, atom(), instance | class} | {stop, stop()}.
hops({Side, Class} = Receiver, Selectors, Written) ->
    case {beamtalk_class_hierarchy_table:is_class(Class), Selectors} of
        {false, _} -> {stop, {not_loaded, Class}};
        {true, []} -> {ok, Class, Side};
        {true, [Selector | Rest]} -> hopped(hop(Receiver, Selector, Written), Rest)
    end.

-spec hopped(receiver() | {stop, stop()}, [atom()]) -> {ok, atom(), instance | class} | {stop, stop()}.
hopped({stop, _} = Stop, _) -> Stop;
hopped(Receiver, Rest) -> hops(Receiver, Rest, value).

-spec hop(receiver(), atom(), written()) -> receiver() | {stop, stop()}.
hop({instance, Class}, class, _) -> {class, Class};
hop({class, Class}, class, literal) -> {class, Class};
hop({class, _}, class, value) -> {instance, 'Metaclass'};
hop({instance, Class} = Receiver, Selector, _) -> instance_hop(Receiver, Class, Selector);
hop({class, Class} = Receiver, Selector, _) -> class_hop(Receiver, Class, Selector).

-spec instance_hop(receiver(), atom(), atom()) -> receiver() | {stop, stop()}.
instance_hop(_, Class, Selector) when
    Selector =:= new orelse Selector =:= basicNew, Class =:= 'Behaviour' orelse Class =:= 'Class' orelse Class =:= 'Metaclass'
->
    {instance, 'Object'};
instance_hop(Receiver, Class, Selector) ->
    case beamtalk_class_registry:get_method_return_type(Class, Selector) of
        {ok, Type} -> typed(Type, Class);
        undefined -> {stop, {missing(Class, instance, Selector), Receiver, Selector}}
    end.

-spec class_hop(receiver(), atom(), atom()) -> receiver() | {stop, stop()}.
class_hop(Receiver, Class, Selector) ->
    #{is_abstract := IsAbstract, kind := Kind} = beamtalk_class_hierarchy_table:facts(Class),
    IsNew = Selector =:= new orelse Selector =:= basicNew,
    case {beamtalk_class_registry:get_class_method_return_type(Class, Selector), missing(Class, class, Selector)} of
        {{ok, Class}, _} when IsNew, IsAbstract -> {stop, {abstract, Class}};
        {{ok, Type}, _} -> typed(Type, Class);
        {undefined, untyped} -> {stop, {untyped, Receiver, Selector}};
        {undefined, _} when IsNew, IsAbstract -> {stop, {abstract, Class}};
        {undefined, _} when IsNew, Kind =/= actor; Selector =:= spawn, Kind =:= actor -> {instance, Class};
        {undefined, _} -> tower_hop(Receiver, Class, Selector)
    end.

%% What every class understands, with the class as receiver.
-spec tower_hop(receiver(), atom(), atom()) -> receiver() | {stop, stop()}.
tower_hop(Receiver, Class, Selector) ->
    case defined('Class', instance, Selector) of
        {method, Type} when Type =:= 'Self'; Type =:= 'Self class' -> {class, Class};
        {method, Type} when Type =/= none -> typed(Type, 'Class');
        none -> {stop, {not_understood, Receiver, Selector}};
        _ -> {stop, {untyped, Receiver, Selector}}
    end.

%% A type as the class table has it: a name, `Self class` or `C class`.
-spec typed(atom(), Receiver :: atom()) -> receiver().
typed('Self class', Class) ->
    {class, Class};
typed(Type, _) ->
    try beamtalk_class_reference:of_tag(Type) of
        {Class, Side} -> {Side, Class}
    catch
        error:_ -> {instance, Type}
    end.

-spec missing(atom(), instance | class, atom()) -> untyped | not_understood.
missing(Class, Side, Selector) ->
    case defined(Class, Side, Selector) of
        none -> not_understood;
        _ -> untyped
    end.

-spec defined(atom(), instance | class, atom()) -> {method, atom()} | extension | none.
defined(Class, Side, Selector) ->
    Chain = [Class | beamtalk_class_hierarchy_table:ancestors(Class)],
    case beamtalk_lookup:find(Chain, Side, Selector) of
        {ok, Definer} -> beamtalk_lookup:local(Definer, Side, Selector);
        none -> none
    end.
