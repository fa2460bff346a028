%% What a ClassBuilder was told, checked: its state goes in, a definition that
%% can be built comes out. The first thing that is wrong is raised; the order of
%% the checks is part of the language. Knows no processes.
-module(beamtalk_class_definition).

-export([checked/1, literal/3, shown/1]).

-export_type([told/0]).

%% By the names that the builder's state has in the language.
-type told() :: #{atom() => term()}.

%% A literal block comes from the compiler as more than a block: made for the
%% class that it becomes a method of, and with what its text says for metadata.
-define(METHOD(Make, Said), {'$beamtalk_method', Make, Said}).

-type methods() :: #{Selector :: atom() => {fun(), Said :: #{atom() => term()}}}.

-define(MODIFIERS, #{
    sealed => is_sealed, abstract => is_abstract, typed => is_typed, internal => is_internal
}).

%% What a receiver of a message that builders understand is given for a literal
%% block: a builder more than a block, any other the block.
-spec literal(Receiver :: term(), fun((Class :: atom()) -> fun()), #{atom() => term()}) -> tuple() | fun().
literal(Receiver, Make, Said) ->
    case beamtalk_class_registry:inherits_from(beamtalk_class_of:class_of(Receiver), 'ClassBuilder') of
        true -> ?METHOD(Make, Said);
        false -> Make(none)
    end.

%% What was told, as the program knows it: blocks as blocks.
-spec shown(term()) -> term().
shown(#{} = Told) ->
    maps:map(
        fun
            (_, ?METHOD(Make, _)) -> Make(none);
            (_, Value) -> Value
        end,
        Told
    );
shown(Told) ->
    Told.

-spec checked(told()) -> beamtalk_built_class:definition().
checked(#{className := GivenName, superclassRef := GivenSuperclass} = Told) ->
    Name = name(GivenName),
    Superclass = superclass(GivenSuperclass, Name),
    Fields = dictionary(fieldSpecs, Told),
    Variables = dictionary(classState, Told),
    Methods = methods(methodSpecs, Name, Told),
    ClassMethods = methods(classMethods, Name, Told),
    ok = check_arities(Name, ClassMethods),
    ok = check_arities(Name, Methods),
    #{
        name => Name,
        superclass => Superclass,
        fields => Fields,
        class_variables => Variables,
        methods => funs(Methods),
        class_methods => funs(ClassMethods),
        meta => meta(Told, Methods, ClassMethods)
    }.

-spec name(term()) -> atom().
name(nil) -> refuse(missing_parameter, <<"Give the class a name with name:">>);
name(Name) when is_atom(Name), not is_boolean(Name) -> Name;
name(_) -> refuse(type_error, <<"The name of a class is a Symbol">>).

-spec superclass(term(), atom()) -> atom().
superclass(nil, _) ->
    no_superclass(<<"Give the class a superclass with superclass:">>);
superclass(Given, Name) ->
    Superclass = superclass_name(Given),
    case beamtalk_class_hierarchy_table:metadata(Superclass) of
        undefined -> no_superclass(<<"There is no class ", (atom_to_binary(Superclass))/binary>>);
        #{is_sealed := true} -> sealed(Name, Superclass);
        #{} -> Superclass
    end.

-spec superclass_name(term()) -> atom().
superclass_name(Name) when is_atom(Name), not is_boolean(Name) ->
    Name;
superclass_name(Given) ->
    case beamtalk_class_reference:side(Given) of
        instance -> beamtalk_class_reference:name(Given);
        _ -> refuse(type_error, <<"A superclass is a class or the Symbol that names it">>)
    end.

-spec no_superclass(binary()) -> no_return().
no_superclass(Hint) ->
    refuse(no_superclass, Hint).

-spec sealed(atom(), atom()) -> no_return().
sealed(Name, Superclass) ->
    Message = io_lib:format("~ts cannot subclass sealed class ~ts", [Name, Superclass]),
    beamtalk_error:raise_message(
        instantiation_error,
        'ClassBuilder',
        register,
        unicode:characters_to_binary(Message),
        <<"Choose another superclass, or hold an instance of this one in a field">>
    ).

%% Names, which are Symbols, with what they stand for.
-spec dictionary(atom(), told()) -> #{atom() => term()}.
dictionary(Key, Told) ->
    Given = maps:get(Key, Told),
    case is_map(Given) andalso lists:all(fun is_atom/1, maps:keys(Given)) of
        true -> Given;
        false -> ill_typed(Key)
    end.

-spec ill_typed(atom()) -> no_return().
ill_typed(Key) ->
    refuse(type_error, <<"Names in ", (atom_to_binary(Key))/binary, " are Symbols in a Dictionary">>).

-spec methods(atom(), atom(), told()) -> methods().
methods(Key, Name, Told) ->
    maps:map(fun(Selector, Body) -> method(Selector, Body, Name) end, dictionary(Key, Told)).

-spec method(atom(), term(), atom()) -> {fun(), #{atom() => term()}}.
method(_, ?METHOD(Make, Said), Name) when is_function(Make, 1), is_map(Said) -> {Make(Name), Said};
method(_, Block, _) when is_function(Block) -> {Block, #{}};
method(Selector, _, _) -> refuse(type_error, <<"The body of ", (atom_to_binary(Selector))/binary, " is no block">>).

-spec check_arities(atom(), methods()) -> ok.
check_arities(Name, Methods) ->
    maps:foreach(fun(Selector, {Fun, _}) -> check_arity(Name, Selector, Fun) end, Methods).

-spec check_arity(atom(), atom(), fun()) -> ok.
check_arity(Name, Selector, Fun) ->
    Expected = beamtalk_selector:arity(Selector) + 1,
    case is_function(Fun, Expected) of
        true ->
            ok;
        false ->
            Count = integer_to_binary(Expected),
            Hint = <<"Its block takes ", Count/binary, " parameters: the receiver, and the arguments after it">>,
            beamtalk_error:raise(arity_mismatch, Name, Selector, Hint)
    end.

-spec funs(methods()) -> #{atom() => fun()}.
funs(Methods) ->
    maps:map(fun(_, {Fun, _}) -> Fun end, Methods).

-spec meta(told(), map(), map()) -> #{atom() => term()}.
meta(Told, Methods, ClassMethods) ->
    Known = [
        {doc, maps:get(classDoc, Told)},
        {native, maps:get(backingModule, Told)},
        {is_constructible, maps:get(isConstructible, Told)}
    ],
    lists:foldl(fun maps:merge/2, #{}, [
        given_meta(maps:get(meta, Told)),
        flags(maps:get(modifiers, Told)),
        maps:from_list([{Key, Value} || {Key, Value} <- Known, Value =/= nil]),
        #{
            method_info => info(Methods, Told, [methodSource, methodSignatures, methodReturnTypes, methodDocs]),
            class_method_info => info(ClassMethods, Told, [
                classMethodSource, classMethodSignatures, classMethodReturnTypes, classMethodDocs
            ])
        }
    ]).

-spec given_meta(term()) -> #{atom() => term()}.
given_meta(nil) ->
    #{};
given_meta(Given) ->
    case dictionary(meta, #{meta => Given}) of
        #{package := Package} when not is_atom(Package) -> refuse(type_error, <<"A package is named by a Symbol">>);
        #{package := nil} = Meta -> Meta#{package := none};
        Meta -> Meta
    end.

-spec flags([term()]) -> #{atom() => true}.
flags(Modifiers) ->
    maps:from_list([{flag(Modifier), true} || Modifier <- Modifiers]).

-spec flag(term()) -> atom().
flag(Modifier) ->
    case ?MODIFIERS of
        #{Modifier := Flag} -> Flag;
        _ -> refuse(type_error, <<"A modifier is #sealed, #abstract, #typed or #internal">>)
    end.

%% The four dictionaries that say something of methods, one map for each method.
%% The text that a literal block brings gives way to one that was set.
-spec info(methods(), told(), [atom()]) -> #{atom() => map()}.
info(Methods, Told, Keys) ->
    [Sources, Signatures, Types, Docs] = [dictionary(Key, Told) || Key <- Keys],
    maps:map(
        fun(Selector, {_, Said}) ->
            Known = [
                {source, maps:get(Selector, Sources, none)},
                {signature, maps:get(Selector, Signatures, none)},
                {return_type, maps:get(Selector, Types, none)},
                {doc, maps:get(Selector, Docs, none)}
            ],
            maps:merge(Said, maps:from_list([{Key, Value} || {Key, Value} <- Known, Value =/= none]))
        end,
        Methods
    ).

-spec refuse(atom(), binary()) -> no_return().
refuse(Kind, Hint) ->
    beamtalk_error:raise(Kind, 'ClassBuilder', register, Hint).
