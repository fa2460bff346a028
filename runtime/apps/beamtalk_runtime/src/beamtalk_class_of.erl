%% The class of any term: a total function, by the term's shape alone.
%% Knows no process and no table; only the module of a user's class is
%% looked up, in the persistent term that its name keys, and whether a long
%% binary is text may be known from before (beamtalk_text).
-module(beamtalk_class_of).

-include("beamtalk.hrl").

-export([class_of/1, is_exactly/2, class/1, module_of/1, is_utf8/1]).

%% The name of a term's class; for a class object its tag, 'C class'.
-spec class_of(term()) -> atom().
class_of(X) when is_integer(X) -> 'Integer';
class_of(X) when is_float(X) -> 'Float';
class_of(X) when is_binary(X) -> binary_class(X);
class_of(true) -> 'True';
class_of(false) -> 'False';
class_of(nil) -> 'UndefinedObject';
class_of(X) when is_function(X) -> 'Block';
class_of(X) when is_atom(X) -> 'Symbol';
class_of(X) when is_list(X) -> 'List';
class_of(#{?TAG := Class}) when is_atom(Class) -> Class;
class_of(X) when is_map(X) -> 'Dictionary';
class_of({beamtalk_object, Class, _, _}) when is_atom(Class) -> Class;
class_of({beamtalk_supervisor, Class, _, _}) when is_atom(Class) -> Class;
class_of(X) when is_tuple(X) -> 'Tuple';
class_of(X) when is_pid(X) -> 'Pid';
class_of(X) when is_port(X) -> 'Port';
class_of(X) when is_reference(X) -> 'Reference';
class_of(X) when is_bitstring(X) -> 'Binary'.

%% An instance of this very class, not of one below it.
-spec is_exactly(term(), atom()) -> boolean().
is_exactly(X, Class) ->
    class_of(X) =:= Class.

-spec binary_class(binary()) -> 'String' | 'Binary'.
binary_class(X) ->
    case is_utf8(X) of
        true -> 'String';
        false -> 'Binary'
    end.

%% Most texts are short and ASCII. What runs in C is faster at any length.
-spec is_utf8(binary()) -> boolean().
is_utf8(X) when byte_size(X) < 64 ->
    unicode:bin_is_7bit(X) orelse is_binary(unicode:characters_to_binary(X));
is_utf8(X) ->
    beamtalk_text:is_text(X).

%% What `x class` answers. A metaclass is its own class.
-spec class(term()) -> beamtalk_class_reference:class() | beamtalk_class_reference:metaclass().
class({beamtalk_object, 'Metaclass', _, {registered, _}} = Metaclass) ->
    Metaclass;
class({beamtalk_object, Tag, _, {registered, _}} = Reference) ->
    case persistent_term:get(Tag, {class_side, gone, gone}) of
        {class_side, _, _} -> beamtalk_class_reference:metaclass(Reference);
        _ActorModule -> beamtalk_class_registry:class_object(Tag)
    end;
class(X) ->
    beamtalk_class_registry:class_object(class_of(X)).

%% The module whose dispatch/3 answers messages to a term.
-spec module_of(term()) -> module() | undefined.
module_of(X) when is_integer(X) -> 'bt@stdlib@integer';
module_of(X) when is_float(X) -> 'bt@stdlib@float';
module_of(X) when is_binary(X) ->
    case is_utf8(X) of
        true -> 'bt@stdlib@string';
        false -> 'bt@stdlib@binary'
    end;
module_of(true) -> 'bt@stdlib@true';
module_of(false) -> 'bt@stdlib@false';
module_of(nil) -> 'bt@stdlib@undefined_object';
module_of(X) when is_function(X) -> 'bt@stdlib@block';
module_of(X) when is_atom(X) -> 'bt@stdlib@symbol';
module_of(X) when is_list(X) -> 'bt@stdlib@list';
module_of(#{?TAG := Class}) when is_atom(Class) -> module_of_class(Class);
module_of(X) when is_map(X) -> 'bt@stdlib@dictionary';
module_of({beamtalk_object, Class, _, _}) when is_atom(Class) -> module_of_class(Class);
module_of({beamtalk_supervisor, Class, _, _}) when is_atom(Class) -> module_of_class(Class);
module_of(X) when is_tuple(X) -> 'bt@stdlib@tuple';
module_of(X) when is_pid(X) -> 'bt@stdlib@pid';
module_of(X) when is_port(X) -> 'bt@stdlib@port';
module_of(X) when is_reference(X) -> 'bt@stdlib@reference';
module_of(X) when is_bitstring(X) -> 'bt@stdlib@binary'.

%% Of a class, or of the class side of one.
-spec module_of_class(atom()) -> module() | undefined.
module_of_class(Class) ->
    case persistent_term:get(Class, undefined) of
        undefined -> undefined;
        {class_side, Dispatch, _} -> module_of_function(Dispatch);
        Dispatch -> module_of_function(Dispatch)
    end.

-spec module_of_function(fun()) -> module().
module_of_function(Dispatch) ->
    {module, Module} = erlang:fun_info(Dispatch, module),
    Module.
