%% Classes made in a test, without a compiler: methods are funs that take the
%% receiver and a list of arguments. The roots of the library are there as far as
%% sending a message needs them.
-module(toy).

-export([start/0, stop/1, class/1, define/3, define/4, dispatch/5, meta/1]).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

start() ->
    {ok, Started} = application:ensure_all_started(beamtalk_runtime),
    define('ProtoObject', none, #{}),
    define('Object', 'ProtoObject', #{
        yourself => fun(Self, []) -> Self end,
        printString => fun(Self, []) -> beamtalk_object:printString(Self) end,
        'equals:' => fun(Self, [Other]) -> Self =:= Other end
    }),
    define('Value', 'Object', #{}, #{
        class => #{new => fun(Self, []) -> beamtalk_value:class_new(Self) end},
        meta => #{kind => value}
    }),
    define('Behaviour', 'Object', #{}, #{meta => #{is_abstract => true}}),
    define('Class', 'Behaviour', #{}),
    define('Metaclass', 'Class', #{}),
    define('Exception', 'Object', #{}),
    define('Error', 'Exception', #{}),
    define('RuntimeError', 'Error', #{}),
    define('TypeError', 'Error', #{}),
    Started.

stop(_) ->
    Level = maps:get(level, logger:get_primary_config()),
    logger:set_primary_config(level, none),
    ok = application:stop(beamtalk_runtime),
    logger:set_primary_config(level, Level).

class(Name) ->
    beamtalk_class_registry:class_object(Name).

define(Name, Superclass, Methods) ->
    define(Name, Superclass, Methods, #{}).

%% More: class methods under `class`, fields and their defaults under `fields`, and
%% keys of the metadata under `meta`.
define(Name, Superclass, Methods, More) ->
    ClassMethods = maps:get(class, More, #{}),
    Fields = maps:get(fields, More, []),
    Meta = #{
        class => Name,
        superclass => Superclass,
        meta_version => 2,
        fields => [Field || {Field, _} <- Fields],
        method_info => maps:map(fun info/2, Methods),
        class_method_info => maps:map(fun info/2, ClassMethods)
    },
    persistent_term:put({toy, Name}, #{
        instance => Methods,
        class => ClassMethods,
        superclass => Superclass,
        meta => maps:merge(Meta, maps:get(meta, More, #{})),
        new => maps:from_list([{?TAG, Name} | Fields])
    }),
    ok = beamtalk_class_registry:register(load(Name)).

info(Selector, _) ->
    #{arity => beamtalk_selector:arity(Selector), return_type => none, param_types => none}.

meta(Name) ->
    maps:get(meta, persistent_term:get({toy, Name})).

%% The library's modules are known by their names to a send.
load(Name) ->
    Module = module(Name, lists:member(Name, ['Class', 'Metaclass'])),
    Quoted = io_lib:format("~p", [Name]),
    Lines = [
        io_lib:format("-module(~p).", [Module]),
        "-export(['__beamtalk_meta'/0, '__new'/0, dispatch/3, class_dispatch/3]).",
        ["'__beamtalk_meta'() -> toy:meta(", Quoted, ")."],
        ["'__new'() -> maps:get(new, persistent_term:get({toy, ", Quoted, "}))."],
        ["dispatch(S, A, R) -> toy:dispatch(", Quoted, ", instance, S, A, R)."],
        ["class_dispatch(S, A, R) -> toy:dispatch(", Quoted, ", class, S, A, R)."]
    ],
    {ok, Module, Beam} = compile:forms([form(Line) || Line <- Lines]),
    {module, Module} = code:load_binary(Module, "toy", Beam),
    Module.

module('Metaclass', true) -> 'bt@stdlib@metaclass';
module('Class', true) -> 'bt@stdlib@class';
module(Name, _) -> list_to_atom("bt@toy@" ++ string:lowercase(atom_to_list(Name))).

form(Line) ->
    {ok, Tokens, _} = erl_scan:string(lists:flatten(Line)),
    {ok, Form} = erl_parse:parse_form(Tokens),
    Form.

dispatch(none, instance, Selector, Arguments, Self) ->
    beamtalk_dispatch:not_understood(Selector, Arguments, Self);
dispatch(none, class, Selector, Arguments, Self) ->
    dispatch('Class', instance, Selector, Arguments, Self);
dispatch(Class, Side, Selector, Arguments, Self) ->
    case persistent_term:get({toy, Class}) of
        #{Side := #{Selector := Method}} -> Method(Self, Arguments);
        #{superclass := Superclass} -> dispatch(Superclass, Side, Selector, Arguments, Self)
    end.
