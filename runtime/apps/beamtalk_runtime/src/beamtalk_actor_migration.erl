%% Keeps running actors in step with their classes. A class of actors that is
%% loaded again begins a new epoch, a number that everyone can read; an actor
%% that meets a new one takes the new code and brings its slots up to date
%% before its next message.
%% New slots get the default that a fresh actor would have, slots that are gone
%% are dropped, all others keep their values.
%%
%% Actors need not be found for this. They are told all the same, so that one
%% who looks at the state of an idle actor sees it as it is declared.
-module(beamtalk_actor_migration).

-include("beamtalk.hrl").
-include("beamtalk_actor.hrl").
-include_lib("kernel/include/logger.hrl").

-export([create/0, current/1, code/2, dispatch/1, with_defaults/1, slots/1, redefined/4, patched/1, uncertain/0]).

-export_type([code/0, dispatch/0]).

-type state() :: beamtalk_actor_state:state().
-type dispatch() :: fun((Selector :: atom(), Args :: [term()], Self :: term()) -> term()).
-type code() :: Version :: module() | dispatch().

%% {Class, Slot} to the epoch in which the class lost the slot.
-define(LOST, ?MODULE).
%% How often to look whether code that is being loaded is there.
-define(LOOKS, 1000).

-spec create() -> ok.
create() ->
    _ = ets:new(?LOST, [named_table, public, set, {read_concurrency, true}]),
    ok.

%% The state, up to date, with the code that goes with it.
-spec current(state()) -> state().
current(#{?SELF := {{_, _, Module, _} = Self, Before, _}} = State) ->
    case persistent_term:get(?EPOCH, 0) of
        Before ->
            State;
        Now ->
            Version = beamtalk_code_version:current(Module),
            New = without(lost(State, Before), with_defaults(State, Version)),
            New#{?SELF := {Self, Now, code(Module, Version)}}
    end.

%% The code that messages are to run in, as an actor keeps it between them.
-spec code(module(), Version :: module()) -> code().
code(Module, Module) -> dispatch(Module);
code(_, Version) -> Version.

%% `dispatch/3` of this very code. An actor may be there a little longer than its
%% class.
-spec dispatch(module()) -> dispatch().
dispatch(Version) ->
    try
        Version:'__dispatch'()
    catch
        error:_ ->
            fun(Selector, _, {beamtalk_object, Class, _, _}) ->
                beamtalk_error:raise(class_not_found, Class, Selector)
            end
    end.

%% What a fresh actor has and this one has not. If that cannot be computed,
%% the state is left as it is.
-spec with_defaults(state()) -> state().
with_defaults(#{?SELF := {{_, _, Module, _}, _, _}} = State) ->
    with_defaults(State, Module).

-spec with_defaults(state(), module()) -> state().
with_defaults(#{?TAG := Class} = State, Module) ->
    try
        maps:merge(Module:'__new'(), State)
    catch
        _:Reason ->
            ?LOG_WARNING("New slots of ~ts have no defaults: ~0tp", [Class, Reason]),
            State
    end.

%% The slots that classes of the actor have lost since, and do not have again.
-spec lost(state(), non_neg_integer()) -> [atom()].
lost(#{?TAG := Class}, Since) ->
    Chain = [Class | beamtalk_class_hierarchy_table:ancestors(Class)],
    Lost = [
        Slot
     || Each <- Chain,
        [Slot, Epoch] <- ets:match(?LOST, {{Each, '$1'}, '$2'}),
        Epoch > Since
    ],
    case Lost of
        [] -> [];
        _ -> Lost -- slots(Class)
    end.

%% Those that a class and its ancestors declare.
-spec slots(Class :: atom()) -> [atom()].
slots(Class) ->
    Chain = [Class | beamtalk_class_hierarchy_table:ancestors(Class)],
    lists:append([declared(beamtalk_class_hierarchy_table:metadata(Each)) || Each <- Chain]).

-spec declared(map() | undefined) -> [atom()].
declared(#{fields := Fields}) -> Fields;
declared(_) -> [].

-spec without([atom()], state()) -> state().
without([], State) ->
    State;
without(Lost, #{?TAG := Class} = State) ->
    Dropped = [Slot || Slot <- Lost, is_map_key(Slot, State)],
    Dropped =:= [] orelse
        ?LOG_WARNING("~ts ~p has lost ~ts", [Class, self(), lists:join(", ", [atom_to_list(It) || It <- Dropped])]),
    maps:without(Dropped, State).

%% A class has changed, and had these slots before. One that is loading has
%% registered already, though its name still means the code before; so this
%% waits until it is there.
-spec redefined(module(), Before :: [atom()], Meta :: map(), loading | none) -> ok.
redefined(Module, Before, #{kind := actor, class := Class}, loading) ->
    Old = code_of(Module),
    Lost = Before -- slots(Class),
    _ = spawn(fun() ->
        await(Module, Old, ?LOOKS),
        begin_epoch(Class, Lost)
    end),
    ok;
redefined(_, Before, #{kind := actor, class := Class}, none) ->
    begin_epoch(Class, Before -- slots(Class));
redefined(_, _, _, _) ->
    ok.

%% A class goes on with other code for some of its methods.
-spec patched(Class :: atom()) -> ok.
patched(Class) ->
    case beamtalk_class_hierarchy_table:metadata(Class) of
        #{kind := actor} -> begin_epoch(Class, []);
        _ -> ok
    end.

%% Of code that is the same as before it cannot be told when it is there.
-spec await(module(), Old :: binary() | undefined, non_neg_integer()) -> ok.
await(_, _, 0) ->
    ok;
await(Module, Old, Looks) ->
    case code_of(Module) of
        Old ->
            timer:sleep(1),
            await(Module, Old, Looks - 1);
        _ ->
            ok
    end.

-spec code_of(module()) -> binary() | undefined.
code_of(Module) ->
    try
        erlang:get_module_info(Module, md5)
    catch
        error:badarg -> undefined
    end.

%% Nobody knows what has changed: every actor will look.
-spec uncertain() -> ok.
uncertain() ->
    persistent_term:put(?EPOCH, erlang:unique_integer([monotonic, positive])).

%% Idle actors are told, so that they let the old code go.
-spec begin_epoch(atom(), Lost :: [atom()]) -> ok.
begin_epoch(Class, Lost) ->
    Epoch = erlang:unique_integer([monotonic, positive]),
    true = ets:insert(?LOST, [{{Class, Slot}, Epoch} || Slot <- Lost]),
    persistent_term:put(?EPOCH, Epoch),
    _ = spawn(fun() -> tell(beamtalk_actor_instances:kind_of(Class)) end),
    ok.

-spec tell([{pid(), atom()}]) -> ok.
tell(Actors) ->
    lists:foreach(fun({Pid, _}) -> gen_server:cast(Pid, migrate) end, Actors).
