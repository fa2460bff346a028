%% Classes that are made while the program runs, as `ClassBuilder` does. A
%% definition goes in; out comes a class like any other: a module with the
%% functions that a compiled class has, whose methods are the funs of the
%% definition as constants. So a message to its instances costs what a message
%% to others does, and subclasses may be compiled or built. Making the module
%% takes some milliseconds; the funs stay where they are.
%%
%% An existing class is replaced as a whole under the name that its module has,
%% for subclasses call it by that.
-module(beamtalk_built_class).

-include("beamtalk.hrl").

-export([define/1, is_built/1]).

-export_type([definition/0]).

%% A method takes the receiver and the arguments. `meta` is metadata besides
%% what follows from the rest.
-type definition() :: #{
    name := atom(),
    superclass := atom(),
    fields := #{atom() => term()},
    methods := #{atom() => method()},
    class_methods := #{atom() => method()},
    class_variables := #{atom() => term()},
    meta := #{atom() => term()}
}.

-type method() :: fun() | beamtalk_built_members:code().

-spec define(definition()) ->
    {ok, beamtalk_class_reference:class()} | {error, beamtalk_error:error()}.
define(#{name := Name, superclass := Superclass} = Given) ->
    Kind = kind(Superclass),
    Definition = beamtalk_built_members:added(Kind, Given),
    Meta = metadata(Kind, Definition),
    Module = module(Name, Meta),
    case refusal(Module, Meta) of
        none -> load(Name, Module, code(Module, Meta, Definition));
        Error -> {error, Error}
    end.

%% Names that differ only in where their words end are one module.
-spec refusal(module(), beamtalk_class_metadata:metadata()) -> none | beamtalk_error:error().
refusal(Module, #{class := Name} = Meta) ->
    Others = beamtalk_class_hierarchy_table:classes_of(Module) -- [Name],
    case {beamtalk_class_hierarchy_table:is_builtin(Module), Others} of
        {true, _} -> beamtalk_error:make(stdlib_shadowing, Name, undefined);
        {false, [Other | _]} -> beamtalk_error:make(class_already_exists, Other, undefined);
        {false, []} -> beamtalk_class_registry:refusal(Module, Meta)
    end.

%% The module registers as it loads, so that of two definitions at once one
%% comes after the other, code and metadata alike.
-spec load(atom(), module(), binary()) ->
    {ok, beamtalk_class_reference:class()} | {error, beamtalk_error:error()}.
load(Name, Module, Beam) ->
    case beamtalk_code_change:load(Module, "built at run time", Beam) of
        ok ->
            {ok, beamtalk_class_registry:class_object(Name)};
        {error, Reason} ->
            Hint = unicode:characters_to_binary(io_lib:format("~ts was not loaded: ~tp", [Module, Reason])),
            {error, beamtalk_error:make(internal_error, Name, undefined, Hint)}
    end.

-spec is_built(Class :: atom()) -> boolean().
is_built(Class) ->
    case beamtalk_class_registry:module_of(Class) of
        undefined -> false;
        Module -> maps:get(is_built, Module:'__beamtalk_meta'(), false)
    end.

-spec module(atom(), beamtalk_class_metadata:metadata()) -> module().
module(Name, #{package := Package}) ->
    case beamtalk_class_registry:module_of(Name) of
        undefined -> beamtalk_module_name:of_class(Name, Package);
        Module -> Module
    end.

-spec metadata(value | actor | object, definition()) -> beamtalk_class_metadata:metadata().
metadata(Kind, #{name := Name, superclass := Superclass, meta := Given} = Definition) ->
    Own = Given#{
        class => Name,
        superclass => Superclass,
        meta_version => 2,
        kind => Kind,
        is_value => Kind =:= value,
        is_built => true,
        package => maps:get(package, Given, none),
        fields => lists:sort(maps:keys(maps:get(fields, Definition))),
        class_variables => lists:sort(maps:keys(maps:get(class_variables, Definition))),
        method_info => method_info(maps:get(methods, Definition), maps:get(method_info, Given, #{})),
        class_method_info =>
            method_info(maps:get(class_methods, Definition), maps:get(class_method_info, Given, #{}))
    },
    {ok, Meta} = beamtalk_class_metadata:normalise(Own),
    Meta.

-spec kind(atom()) -> value | actor | object.
kind(Superclass) ->
    case beamtalk_class_hierarchy_table:metadata(Superclass) of
        #{kind := Kind} -> Kind;
        undefined -> object
    end.

%% What is said of methods that are not there is dropped.
-spec method_info(#{atom() => method()}, #{atom() => map()}) -> #{atom() => map()}.
method_info(Methods, Given) ->
    maps:map(
        fun(Selector, Method) ->
            Arity = beamtalk_selector:arity(Selector),
            Known = #{arity => Arity, param_types => lists:duplicate(Arity, none), is_generated => not is_function(Method)},
            maps:merge(Known, maps:get(Selector, Given, #{}))
        end,
        Methods
    ).

-spec code(module(), beamtalk_class_metadata:metadata(), definition()) -> binary().
code(Module, Meta, #{name := Name, fields := Fields, class_variables := Variables} = Definition) ->
    Constant = fun(Term) -> fun([]) -> beamtalk_generated_module:literal(Term) end end,
    beamtalk_generated_module:compile(
        Module,
        [{on_load, [{register_class, 0}]}],
        [
            {'__beamtalk_meta', 0, Constant(Meta)},
            {'__class_variables', 0, Constant(Variables)},
            {'__new', 0, fun([]) -> instance(Meta, Fields#{?TAG => Name}) end},
            {register_class, 0, fun([]) -> registration(Module, Meta) end},
            {dispatch, 3, fun(Parameters) -> dispatch(Definition, Parameters) end},
            {class_dispatch, 3, fun(Parameters) -> class_dispatch(Definition, Parameters) end}
        ] ++ actor_functions(Meta, Definition) ++
            functions(instance, maps:get(methods, Definition)) ++
            functions(class, maps:get(class_methods, Definition))
    ).

%% What the process of an actor asks of its class.
-spec actor_functions(beamtalk_class_metadata:metadata(), definition()) -> [beamtalk_generated_module:definition()].
actor_functions(#{kind := actor, superclass := Superclass}, Definition) ->
    Above = module_of(Superclass),
    [
        {'__dispatch', 0, fun([]) -> cerl:c_fname(dispatch, 3) end},
        {'__required', 0, fun([]) -> beamtalk_generated_module:remote(Above, '__required', []) end},
        {'__initialize', 1, fun(Parameters) ->
            Inherited = beamtalk_generated_module:remote(Above, '__initialize', Parameters),
            cerl:c_seq(Inherited, own_initialize(Definition, Parameters))
        end}
    ];
actor_functions(_, _) ->
    [].

-spec own_initialize(definition(), [cerl:cerl()]) -> cerl:cerl().
own_initialize(#{methods := #{initialize := _}}, Parameters) ->
    cerl:c_apply(cerl:c_fname(initialize, 1), Parameters);
own_initialize(#{name := Name}, [Self]) ->
    Selector = cerl:c_atom(initialize),
    or_extension(Name, Selector, [Selector, cerl:c_nil(), Self], cerl:c_atom(nil)).

-spec registration(module(), beamtalk_class_metadata:metadata()) -> cerl:cerl().
registration(Module, Meta) ->
    Arguments = [cerl:c_atom(Module), beamtalk_generated_module:literal(Meta)],
    beamtalk_generated_module:remote(beamtalk_class_registry, register, Arguments).

%% The defaults of the superclass are those of the moment.
-spec instance(beamtalk_class_metadata:metadata(), map()) -> cerl:cerl().
instance(#{superclass := Superclass}, Own) ->
    Inherited = beamtalk_generated_module:remote(beamtalk_construction, inherited, [cerl:c_atom(Superclass)]),
    beamtalk_generated_module:remote(maps, merge, [Inherited, beamtalk_generated_module:literal(Own)]).

-spec functions(beamtalk_class_reference:side(), #{atom() => method()}) -> [beamtalk_generated_module:definition()].
functions(Side, Methods) ->
    [
        {beamtalk_selector:method_function(Selector, Side), beamtalk_selector:arity(Selector) + 1, body(Method)}
     || {Selector, Method} <- maps:to_list(Methods)
    ].

-spec body(method()) -> fun(([cerl:cerl()]) -> cerl:cerl()).
body({code, Body}) ->
    Body;
body(Method) ->
    fun(Parameters) ->
        Fun = cerl:c_var('Fun'),
        cerl:c_let([Fun], beamtalk_generated_module:literal(Method), cerl:c_apply(Fun, Parameters))
    end.

%% A method of the class, else an extension of it, else what the superclass does.
-spec dispatch(definition(), [cerl:cerl()]) -> cerl:cerl().
dispatch(#{name := Name, superclass := Superclass, methods := Methods}, [Selector, _, _] = Parameters) ->
    Above =
        case beamtalk_class_hierarchy_table:is_deepest(Superclass) of
            true -> beamtalk_generated_module:remote(beamtalk_dispatch, send_far, [cerl:c_atom(Name) | Parameters]);
            false -> beamtalk_generated_module:remote(module_of(Superclass), dispatch, Parameters)
        end,
    own(instance, maps:keys(Methods), [], Parameters, or_extension(Name, Selector, Parameters, Above)).

%% The class side asks for extensions first.
-spec class_dispatch(definition(), [cerl:cerl()]) -> cerl:cerl().
class_dispatch(#{name := Name, superclass := Superclass, class_methods := Methods}, [Selector | _] = Parameters) ->
    Above = beamtalk_generated_module:remote(module_of(Superclass), class_dispatch, Parameters),
    Own = own(class, maps:keys(Methods), constructors(Superclass, Methods), Parameters, Above),
    or_extension(beamtalk_class_reference:tag(Name), Selector, Parameters, Own).

-spec module_of(atom()) -> module().
module_of(Class) ->
    beamtalk_class_registry:module_of(Class).

%% `new` and `new:`, unless the class or an ancestor has its own way. What the
%% roots have is the general one.
-spec constructors(atom(), #{atom() => method()}) -> [fun((cerl:cerl()) -> cerl:cerl())].
constructors(Superclass, Methods) ->
    Chain = [Superclass | beamtalk_class_hierarchy_table:ancestors(Superclass)],
    [
        Clause
     || {Selector, Clause} <- [{new, constructor(new, [])}, {'new:', constructor('new:', [cerl:c_var('Fields')])}],
        not is_map_key(Selector, Methods),
        lists:member(beamtalk_lookup:find(Chain, class, Selector), [none, {ok, 'Value'}, {ok, 'Object'}])
    ].

-spec constructor(atom(), [cerl:cerl()]) -> fun((Self :: cerl:cerl()) -> cerl:cerl()).
constructor(Selector, Args) ->
    fun(Self) ->
        Made = beamtalk_generated_module:remote(beamtalk_construction, built, [Self | Args]),
        cerl:c_clause([cerl:c_atom(Selector), cerl:make_list(Args)], Made)
    end.

-spec own(
    beamtalk_class_reference:side(), [atom()], [fun((cerl:cerl()) -> cerl:cerl())], [cerl:cerl()], cerl:cerl()
) -> cerl:cerl().
own(Side, Selectors, More, [Selector, Args, Self], Missed) ->
    Clauses = [clause(Side, Each, Self) || Each <- Selectors] ++ [Each(Self) || Each <- More],
    Others = cerl:c_clause([cerl:c_var('_S'), cerl:c_var('_A')], Missed),
    cerl:c_case(cerl:c_values([Selector, Args]), Clauses ++ [Others]).

-spec clause(beamtalk_class_reference:side(), atom(), cerl:cerl()) -> cerl:cerl().
clause(Side, Selector, Self) ->
    Arity = beamtalk_selector:arity(Selector),
    Args = [cerl:c_var(list_to_atom("A" ++ integer_to_list(N))) || N <- lists:seq(1, Arity)],
    Function = cerl:c_fname(beamtalk_selector:method_function(Selector, Side), Arity + 1),
    cerl:c_clause([cerl:c_atom(Selector), cerl:make_list(Args)], cerl:c_apply(Function, [Self | Args])).

-spec or_extension(atom(), cerl:cerl(), [cerl:cerl()], cerl:cerl()) -> cerl:cerl().
or_extension(Class, Selector, [_, Args, Self], Otherwise) ->
    Extension = cerl:c_var('Extension'),
    Find = beamtalk_generated_module:remote(beamtalk_overlay, find, [cerl:c_atom(Class), Selector]),
    cerl:c_case(Find, [
        cerl:c_clause([cerl:c_atom(none)], Otherwise),
        cerl:c_clause([Extension], cerl:c_apply(Extension, [Args, Self]))
    ]).
