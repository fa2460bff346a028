%% Making instances: whether a class may, what `new:` takes, and the slots of a
%% new instance with their defaults. Actors are made elsewhere.
-module(beamtalk_construction).

-include("beamtalk.hrl").

-export([check/2, fields/2, inherited/1, built/1, built/2]).

-type class() :: beamtalk_class_reference:class().

%% Instances of these are terms of the VM, or made by the runtime alone.
-define(PRIMITIVES, [
    'Integer', 'Float', 'Character', 'Binary', 'String', 'Symbol', 'True', 'False',
    'UndefinedObject', 'Block', 'CompiledMethod', 'Pid', 'Port', 'Reference', 'Class',
    'Metaclass', 'Erlang', 'ErlangModule', 'Inspector', 'TestResult', 'Timer'
]).

%% Whether the class may answer new instances.
-spec check(class(), Selector :: atom()) -> ok.
check({beamtalk_object, _, Module, _} = Class, Selector) ->
    Name = beamtalk_class_reference:name(Class),
    case {Module:'__beamtalk_meta'(), lists:member(Name, ?PRIMITIVES)} of
        {#{is_constructible := true}, _} ->
            ok;
        {#{is_abstract := true}, _} ->
            Hint = <<"Abstract classes cannot be instantiated; make a subclass and instantiate that">>,
            beamtalk_error:raise(instantiation_error, Name, Selector, Hint);
        {#{is_constructible := false}, _} ->
            beamtalk_error:raise(instantiation_error, Name, Selector, <<"The class makes its instances itself">>);
        {#{native := Behind, fields := []}, false} when Behind =/= none ->
            Hint = <<"Its instances are made by the module behind it: send one of its class methods">>,
            beamtalk_error:raise(instantiation_error, Name, Selector, Hint);
        {_, true} ->
            Text = atom_to_binary(Name),
            Hint = <<Text/binary, " is a primitive: its instances are written or answered, not made">>,
            beamtalk_error:raise(instantiation_error, Name, Selector, Hint);
        {_, false} ->
            ok
    end.

%% The argument of `new:`, a Dictionary.
-spec fields(class(), term()) -> map().
fields(_, Fields) when is_map(Fields), not is_map_key(?TAG, Fields) ->
    Fields;
fields(Class, _) ->
    beamtalk_error:raise_message(
        type_error,
        beamtalk_class_reference:name(Class),
        'new:',
        <<"new: expects a Dictionary argument">>,
        <<"Pass the fields as #{#name => value}">>
    ).

%% The slots that the nearest class from here upwards knows defaults for.
-spec inherited(Class :: atom()) -> map().
inherited(none) ->
    #{};
inherited(Class) ->
    Module = beamtalk_class_registry:module_of(Class),
    case beamtalk_code_version:exports(Module, '__new', 0) of
        true -> Module:'__new'();
        false -> inherited(beamtalk_class_registry:superclass_of(Class))
    end.

%% `new` on a class that was built at run time, or on one below it.
-spec built(class()) -> map().
built(Class) ->
    instance(Class, new).

%% `new:` on such a class: what is no slot is dropped.
-spec built(class(), term()) -> map().
built(Class, Fields) ->
    Instance = instance(Class, 'new:'),
    Slots = maps:keys(maps:remove(?TAG, Instance)),
    maps:merge(Instance, maps:with(Slots, fields(Class, Fields))).

-spec instance(class(), atom()) -> map().
instance(Class, Selector) ->
    ok = check(Class, Selector),
    Name = beamtalk_class_reference:name(Class),
    (inherited(Name))#{?TAG => Name}.
