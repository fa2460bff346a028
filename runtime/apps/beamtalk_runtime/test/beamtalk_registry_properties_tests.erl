%% Classes registered, redefined and removed at random: the registry says what a
%% map from names to superclasses says.
-module(beamtalk_registry_properties_tests).
-include("properties.hrl").
-include("../include/beamtalk.hrl").

registry_test_() ->
    {setup, fun fixture:start/0, fun stop/1, [
        ?_property("the registry is a tree of classes", 150, registry())
    ]}.

-define(NAMES, ['Ash', 'Birch', 'Cedar', 'Elm']).

command() ->
    Name = elements(?NAMES),
    frequency([
        {5, {register, Name, oneof(['Object', elements(?NAMES)]), elements([none, 'Integer', 'Self'])}},
        {2, {remove, Name}}
    ]).

registry() ->
    ?FORALL(Commands, list(command()), begin
        clear(),
        {_, Agree} = lists:foldl(fun step/2, {#{}, true}, Commands),
        Agree
    end).

step(Command, {Model, Agree}) ->
    Answer = run(Command),
    {Expected, New} = model(Command, Model),
    {New, Agree andalso Answer =:= Expected andalso agrees(New)}.

run({register, Name, Superclass, Type}) ->
    Meta = #{class => Name, superclass => Superclass, method_info => #{leaf => #{arity => 0, return_type => Type}}},
    outcome(beamtalk_class_registry:register(module(Name), Meta));
run({remove, Name}) ->
    outcome(beamtalk_class_registry:remove(Name)).

outcome(ok) -> ok;
outcome({error, #beamtalk_error{kind = Kind}}) -> Kind.

module(Name) ->
    list_to_atom("bt@test@" ++ string:lowercase(atom_to_list(Name))).

model({register, Name, Superclass, Type}, Model) ->
    case Name =:= Superclass orelse lists:member(Name, chain(Superclass, Model)) of
        true -> {runtime_error, Model};
        false -> {ok, Model#{Name => {Superclass, Type}}}
    end;
model({remove, Name}, Model) ->
    case {is_map_key(Name, Model), children(Name, Model)} of
        {false, _} -> {class_not_found, Model};
        {true, []} -> {ok, maps:remove(Name, Model)};
        {true, _} -> {runtime_error, Model}
    end.

%% A superclass may not be there yet: the chain ends at it.
chain(Name, Model) ->
    case Model of
        #{Name := {Superclass, _}} -> [Superclass | chain(Superclass, Model)];
        _ when Name =:= 'Object' -> ['ProtoObject'];
        _ -> []
    end.

children(Name, Model) ->
    lists:sort([Child || {Child, {Superclass, _}} <- maps:to_list(Model), Superclass =:= Name]).

agrees(Model) ->
    lists:all(fun(Name) -> agrees(Name, Model) end, ?NAMES) andalso
        [Name || Name <- beamtalk_class_registry:all_classes(), lists:member(Name, ?NAMES)] =:= lists:sort(maps:keys(Model)).

agrees(Name, Model) ->
    {Module, Superclass} =
        case Model of
            #{Name := {Above, _}} -> {module(Name), Above};
            _ -> {undefined, none}
        end,
    beamtalk_class_registry:module_of(Name) =:= Module andalso
        persistent_term:get(Name, undefined) =:= dispatch(Module) andalso
        beamtalk_class_registry:superclass_of(Name) =:= Superclass andalso
        (beamtalk_class_registry:find_class(Name) =:= undefined) =:= (Module =:= undefined) andalso
        is_pid(beamtalk_class_registry:whereis_class(Name)) =:= (Module =/= undefined) andalso
        beamtalk_class_registry:subclasses(Name) =:= children(Name, Model) andalso
        beamtalk_class_hierarchy_table:ancestors(Name) =:= chain(Name, Model) andalso
        beamtalk_class_registry:get_method_return_type(Name, leaf) =:= type(Name, Model).

dispatch(undefined) -> undefined;
dispatch(Module) -> fun Module:dispatch/3.

%% The nearest definition counts, typed or not; Self is who was asked.
type(Name, Model) ->
    case Model of
        #{Name := {_, none}} -> undefined;
        #{Name := {_, 'Self'}} -> {ok, Name};
        #{Name := {_, Type}} -> {ok, Type};
        _ -> undefined
    end.

%% Leaves first.
clear() ->
    [beamtalk_class_registry:remove(Name) || _ <- ?NAMES, Name <- ?NAMES].

stop(Started) ->
    clear(),
    fixture:stop(Started).
