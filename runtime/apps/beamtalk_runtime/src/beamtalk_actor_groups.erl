%% Groups of actors that all connected nodes share, which are those of `pg` in a
%% scope of their own. Members leave when they end, or their node does.
%%
%% A group is kept apart by class, {Name, Class}, so that asking for members of a
%% class reads a table of this node and sends nothing.
-module(beamtalk_actor_groups).

-export([child_spec/0, join/3, leave/3, members/3]).

-type class() :: atom().

-define(SCOPE, ?MODULE).

-spec child_spec() -> supervisor:child_spec().
child_spec() ->
    #{id => ?SCOPE, start => {pg, start_link, [?SCOPE]}}.

%% For the actor of this class that runs in this process. Once a member, it is
%% none twice.
-spec join(class(), term(), Selector :: atom()) -> ok.
join(Class, Name, Selector) ->
    check(Name, Selector),
    Group = {Name, Class},
    case lists:member(self(), pg:get_local_members(?SCOPE, Group)) of
        true -> ok;
        false -> pg:join(?SCOPE, Group, self())
    end.

-spec leave(class(), term(), Selector :: atom()) -> ok.
leave(Class, Name, Selector) ->
    check(Name, Selector),
    _ = pg:leave(?SCOPE, {Name, Class}, self()),
    ok.

%% Those of the class and of the classes below it.
-spec members(class(), term(), Selector :: atom()) -> [beamtalk_actor_call:actor()].
members(Class, Name, Selector) ->
    check(Name, Selector),
    [
        {beamtalk_object, Of, beamtalk_class_registry:module_of(Of), Pid}
     || Of <- with_subclasses(Class),
        Pid <- lists:sort(pg:get_members(?SCOPE, {Name, Of}))
    ].

-spec with_subclasses(class()) -> [class()].
with_subclasses(Class) ->
    [Class | lists:flatmap(fun with_subclasses/1, beamtalk_class_registry:subclasses(Class))].

-spec check(term(), atom()) -> ok.
check(Name, _) when is_atom(Name), Name =/= nil, Name =/= true, Name =/= false ->
    ok;
check(_, Selector) ->
    beamtalk_error:raise(type_error, 'Actor', Selector, <<"The name of a group is a Symbol">>).
