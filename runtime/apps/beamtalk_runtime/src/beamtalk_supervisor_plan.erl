%% What a supervisor will do, worked out before it starts: the class is asked for
%% its children and its limits, in the process that starts it, and so are the
%% supervisors among the children. Out comes a plan that holds for every restart.
%% What cannot be planned is raised as an exception.
-module(beamtalk_supervisor_plan).

-include("beamtalk.hrl").

-export([make/1, nested/1]).

-export_type([plan/0]).

-type class() :: beamtalk_class_reference:class().
-type plan() :: #{
    class := atom(),
    module := module(),
    flags := supervisor:sup_flags(),
    children := [supervisor:child_spec()]
}.

-spec make(class()) -> plan().
make(Class) ->
    make(Class, []).

%% Above are the supervisors that the class is nested in.
-spec make(class(), Above :: [atom()]) -> plan().
make({beamtalk_object, _, Module, _} = Class, Above) ->
    Name = beamtalk_class_reference:name(Class),
    lists:member(Name, Above) andalso refuse(Class, <<"It would be a supervisor below itself">>),
    {Strategy, Children} =
        case beamtalk_class_registry:inherits_from(Name, 'DynamicSupervisor') of
            true -> {simple_one_for_one, [template(Class)]};
            false -> {strategy(Class), children(Class, [Name | Above])}
        end,
    Flags = #{
        strategy => Strategy,
        intensity => number(Class, maxRestarts, 0),
        period => number(Class, restartWindow, 1)
    },
    #{class => Name, module => Module, flags => Flags, children => Children}.

%% The plans of the supervisors right below one.
-spec nested(plan()) -> [plan()].
nested(#{children := Children}) ->
    [Plan || #{start := {beamtalk_supervisor_tree, start_link, [Plan]}} <- Children].

-spec strategy(class()) -> supervisor:strategy().
strategy(Class) ->
    case ask(Class, strategy) of
        oneForOne -> one_for_one;
        oneForAll -> one_for_all;
        restForOne -> rest_for_one;
        Other -> refuse(Class, [<<"A strategy is #oneForOne, #oneForAll or #restForOne, not ">>, shown(Other)])
    end.

-spec number(class(), atom(), non_neg_integer()) -> non_neg_integer().
number(Class, Selector, Least) ->
    case ask(Class, Selector) of
        Number when is_integer(Number), Number >= Least -> Number;
        Other -> refuse(Class, [<<"'">>, atom_to_binary(Selector), <<"' cannot be ">>, shown(Other)])
    end.

-spec children(class(), [atom()]) -> [supervisor:child_spec()].
children(Class, Above) ->
    case ask(Class, children) of
        Children when is_list(Children) -> distinct(Class, [child(Child, Class, Above) || Child <- Children]);
        Other -> refuse(Class, [<<"'children' must answer a List, and answered ">>, shown(Other)])
    end.

-spec distinct(class(), [supervisor:child_spec()]) -> [supervisor:child_spec()].
distinct(Class, Children) ->
    Ids = [Id || #{id := Id} <- Children],
    case Ids -- lists:usort(Ids) of
        [] -> Children;
        [Id | _] -> refuse(Class, [<<"Two children have the id ">>, shown(Id), <<"; give one another with 'withId:'">>])
    end.

%% A class, or a SupervisionSpec.
-spec child(term(), class(), [atom()]) -> supervisor:child_spec().
child(#{?TAG := _} = Specification, Class, Above) ->
    specified(beamtalk_dispatch:send(Specification, childSpec, []), Class, Above);
child(Child, Class, Above) ->
    case sort(Child) of
        supervisor ->
            tree(#{id => beamtalk_class_reference:name(Child), restart => permanent, shutdown => infinity}, Child, Above);
        actor ->
            child(beamtalk_dispatch:send(Child, supervisionSpec, []), Class, Above);
        none ->
            refuse(Class, [shown(Child), <<" is no actor class, supervisor class or SupervisionSpec">>])
    end.

%% What `childSpec` answers.
-spec specified(map(), class(), [atom()]) -> supervisor:child_spec().
specified(#{id := Id, start := Start, restart := Restart, shutdown := Shutdown}, Class, Above) ->
    [Child, Function, Args] = beamtalk_dispatch:send(Start, asList, []),
    Common = #{id => Id, restart => restart(Restart, Class), shutdown => shutdown(Shutdown, Class)},
    case {sort(Child), Function} of
        {actor, _} -> actor(Common, Child, Function, Args);
        {supervisor, spawn} -> tree(Common, Child, Above);
        {supervisor, _} -> refuse(Class, [shown(Child), <<" is a supervisor, which takes neither arguments nor a name">>]);
        {none, _} -> refuse(Class, [shown(Child), <<" is no actor class or supervisor class">>])
    end;
specified(Other, Class, _) ->
    refuse(Class, [<<"'childSpec' answered ">>, shown(Other)]).

-spec actor(map(), class(), atom(), [term()]) -> supervisor:child_spec().
actor(Common, {beamtalk_object, _, Module, _} = Child, Function, Args) ->
    Common#{
        start => {beamtalk_supervisor_child, start_link, [Child, Function, Args]},
        type => worker,
        modules => [Module]
    }.

-spec tree(map(), class(), [atom()]) -> supervisor:child_spec().
tree(Common, {beamtalk_object, _, Module, _} = Child, Above) ->
    Common#{
        start => {beamtalk_supervisor_tree, start_link, [make(Child, Above)]},
        type => supervisor,
        modules => [Module]
    }.

%% The one sort of child of a dynamic supervisor. How each is spawned comes when
%% it is.
-spec template(class()) -> supervisor:child_spec().
template(Class) ->
    Child = ask(Class, childClass),
    case sort(Child) of
        actor ->
            {beamtalk_object, _, Module, _} = Child,
            #{
                id => beamtalk_class_reference:name(Child),
                start => {beamtalk_supervisor_child, start_link, [Child]},
                restart => restart(ask(Child, supervisionPolicy), Class),
                shutdown => 5000,
                type => worker,
                modules => [Module]
            };
        _ ->
            refuse(Class, [<<"'childClass' must answer an actor class, and answered ">>, shown(Child)])
    end.

-spec restart(term(), class()) -> supervisor:restart().
restart(Restart, _) when Restart =:= permanent; Restart =:= transient; Restart =:= temporary ->
    Restart;
restart(Other, Class) ->
    refuse(Class, [<<"Children are #permanent, #transient or #temporary, not ">>, shown(Other)]).

-spec shutdown(term(), class()) -> supervisor:shutdown().
shutdown(Time, _) when is_integer(Time), Time >= 0; Time =:= infinity ->
    Time;
shutdown(Other, Class) ->
    refuse(Class, [<<"The time for a shutdown is a number of milliseconds, not ">>, shown(Other)]).

-spec sort(term()) -> supervisor | actor | none.
sort(Child) ->
    case beamtalk_class_reference:side(Child) of
        instance -> sort_of(beamtalk_class_reference:name(Child));
        _ -> none
    end.

-spec sort_of(atom()) -> supervisor | actor | none.
sort_of(Name) ->
    Is = fun(Ancestor) -> beamtalk_class_registry:inherits_from(Name, Ancestor) end,
    case {Is('Actor'), Is('Supervisor') orelse Is('DynamicSupervisor')} of
        {true, _} -> actor;
        {_, true} -> supervisor;
        _ -> none
    end.

-spec ask(class(), atom()) -> term().
ask(Class, Selector) ->
    beamtalk_dispatch:send(Class, Selector, []).

-spec shown(term()) -> binary().
shown(Value) ->
    beamtalk_printing:print(Value).

-spec refuse(class(), iodata()) -> no_return().
refuse(Class, Hint) ->
    Name = beamtalk_class_reference:name(Class),
    beamtalk_error:raise(supervisor_start_failed, Name, supervise, iolist_to_binary(Hint)).
