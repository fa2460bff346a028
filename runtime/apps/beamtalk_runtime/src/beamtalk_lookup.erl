%% Where a selector is defined, without sending it: reads the class table
%% and the extensions in the order in which compiled dispatch tries them.
%% For reflection; an ordinary send never comes here.
-module(beamtalk_lookup).

-export([local/3, find/3, understands/2]).

-type side() :: beamtalk_class_reference:side().

%% What one class has for a selector, its ancestors apart. On the instance
%% side its own method hides its extension, on the class side the reverse.
-spec local(atom(), side(), atom()) -> {method, ReturnType :: atom()} | extension | none.
local(Class, instance, Selector) ->
    case beamtalk_class_hierarchy_table:return_type(Class, instance, Selector) of
        {ok, Type} -> {method, Type};
        not_local -> extended(Class, instance, Selector)
    end;
local(Class, class, Selector) ->
    case extended(Class, class, Selector) of
        extension -> extension;
        none -> own_class_method(Class, Selector)
    end.

-spec own_class_method(atom(), atom()) -> {method, atom()} | none.
own_class_method(Class, Selector) ->
    case beamtalk_class_hierarchy_table:return_type(Class, class, Selector) of
        {ok, Type} -> {method, Type};
        not_local -> none
    end.

-spec extended(atom(), side(), atom()) -> extension | none.
extended(Class, Side, Selector) ->
    case beamtalk_extensions:has(Class, Side, Selector) of
        true -> extension;
        false -> none
    end.

%% The nearest class of a chain that has the selector.
-spec find([atom()], side(), atom()) -> {ok, atom()} | none.
find([], _, _) ->
    none;
find([Class | Ancestors], Side, Selector) ->
    case local(Class, Side, Selector) of
        none -> find(Ancestors, Side, Selector);
        _ -> {ok, Class}
    end.

%% Whether a message would find a method, were it sent to the term.
-spec understands(term(), atom()) -> boolean().
understands(Receiver, Selector) ->
    case beamtalk_class_reference:side(Receiver) of
        none -> finds(beamtalk_class_of:class_of(Receiver), instance, Selector);
        instance -> class_understands(beamtalk_class_reference:name(Receiver), Selector);
        class -> metaclass_understands(beamtalk_class_reference:name(Receiver), Selector)
    end.

-spec class_understands(atom(), atom()) -> boolean().
class_understands(Class, Selector) ->
    finds(Class, class, Selector) orelse finds('Class', instance, Selector).

%% A metaclass passes on to its class what it does not know itself.
-spec metaclass_understands(atom(), atom()) -> boolean().
metaclass_understands(Class, Selector) ->
    finds('Metaclass', instance, Selector) orelse finds(Class, class, Selector).

%% The host proxies forward whatever they are sent.
-spec finds(atom(), side(), atom()) -> boolean().
finds('Erlang', instance, _) -> true;
finds('ErlangModule', instance, _) -> true;
finds('Erlang', class, _) -> true;
finds(Class, Side, Selector) ->
    find([Class | beamtalk_class_hierarchy_table:ancestors(Class)], Side, Selector) =/= none.
