%% Class variables. Committed values are rows of a table and read from any
%% process; what a writer has not yet committed is seen by the writer alone,
%% for it lies in its process dictionary. Ending well commits the writes of
%% a class, failing forgets them.
%%
%% A class is given as its object or its name. Defaults are worked out in the
%% process that first asks, for they are user code.
-module(beamtalk_class_variables).

-include("beamtalk.hrl").

-export([get/2, put/3, locked/2, snapshot/0, restore/1]).
-export([create/0, commit/2, keep/2, forget/1]).

-type class() :: atom() | beamtalk_class_reference:class().
-opaque snapshot() :: undefined | #{atom() => {pos_integer(), #{atom() => term()}}}.
-export_type([snapshot/0]).

%% Class => {how often entered, what it has written}
-define(WRITES, '$beamtalk_class_writes').

-spec create() -> ok.
create() ->
    ?MODULE = ets:new(?MODULE, [named_table, public, set, {read_concurrency, true}]),
    ok.

-spec get(class(), atom()) -> term().
get(Class, Name) ->
    read(class_name(Class), Name, erlang:get(?WRITES)).

-spec read(atom(), atom(), snapshot()) -> term().
read(Class, Name, undefined) ->
    committed(Class, Name);
read(Class, Name, Writes) ->
    case Writes of
        #{Class := {_, #{Name := Value}}} -> Value;
        _ -> committed(Class, Name)
    end.

-spec committed(atom(), atom()) -> term().
committed(Class, Name) ->
    case ets:lookup(?MODULE, {Class, Name}) of
        [{_, Value}] -> Value;
        [] -> default(Class, Name)
    end.

-spec default(atom(), atom()) -> term().
default(Class, Name) ->
    declared(Class, Name),
    on_process(Class, fun(Pid) -> beamtalk_object_class:set_defaults(Pid, defaults(Class)) end),
    [{_, Value}] = ets:lookup(?MODULE, {Class, Name}),
    Value.

-spec declared(atom(), atom()) -> ok.
declared(Class, Name) ->
    lists:member(Name, variables(Class)) orelse
        beamtalk_error:raise_message(key_error, Class, undefined, undeclared(Class, Name), undefined),
    ok.

-spec undeclared(atom(), atom()) -> binary().
undeclared(Class, Name) ->
    unicode:characters_to_binary(io_lib:format("~ts has no class variable ~ts", [Class, Name])).

-spec variables(atom()) -> [atom()].
variables(Class) ->
    case beamtalk_class_hierarchy_table:metadata(Class) of
        #{class_variables := Names} -> Names;
        undefined -> beamtalk_error:raise(class_not_found, Class, undefined)
    end.

-spec defaults(atom()) -> #{atom() => term()}.
defaults(Class) ->
    Module = beamtalk_class_hierarchy_table:module(Class),
    None = maps:from_list([{Name, nil} || Name <- variables(Class)]),
    case beamtalk_code_version:exports(Module, '__class_variables', 0) of
        true -> maps:merge(None, maps:with(maps:keys(None), Module:'__class_variables'()));
        false -> None
    end.

%% Writes at once for the caller, for others when its outermost writer ends.
-spec put(class(), atom(), Value) -> Value.
put(Class, Name, Value) ->
    write(class_name(Class), Name, Value, erlang:get(?WRITES)).

-spec write(atom(), atom(), Value, snapshot()) -> Value.
write(Class, Name, Value, Writes) ->
    ets:member(?MODULE, {Class, Name}) orelse declared(Class, Name),
    case Writes of
        #{Class := {Depth, Changes}} ->
            _ = erlang:put(?WRITES, Writes#{Class := {Depth, Changes#{Name => Value}}}),
            Value;
        _ ->
            locked(Class, fun() -> write(Class, Name, Value, erlang:get(?WRITES)) end)
    end.

%% Runs the body of a writer of class variables.
-spec locked(class(), fun(() -> Result)) -> Result.
locked(Class, Body) ->
    Name = class_name(Class),
    case writes() of
        #{Name := {Depth, Changes}} = Writes ->
            _ = erlang:put(?WRITES, Writes#{Name := {Depth + 1, Changes}}),
            again(Name, Body);
        _ ->
            acquire(Name),
            outermost(Name, Body)
    end.

-spec writes() -> #{atom() => {pos_integer(), #{atom() => term()}}}.
writes() ->
    case erlang:get(?WRITES) of
        undefined -> #{};
        Writes -> Writes
    end.

-spec again(atom(), fun(() -> Result)) -> Result.
again(Class, Body) ->
    try
        Body()
    after
        #{Class := {Depth, Changes}} = Writes = writes(),
        erlang:put(?WRITES, Writes#{Class := {Depth - 1, Changes}})
    end.

%% A non-local return is a normal end.
-spec outermost(atom(), fun(() -> Result)) -> Result.
outermost(Class, Body) ->
    try Body() of
        Result ->
            release(Class, changes(Class)),
            Result
    catch
        throw:{'$beamtalk_return', _, _} = Return ->
            release(Class, changes(Class)),
            throw(Return);
        Kind:Reason:Stacktrace ->
            _ = changes(Class),
            release(Class, #{}),
            erlang:raise(Kind, Reason, Stacktrace)
    end.

%% Takes what the writer has written out of its dictionary.
-spec changes(atom()) -> #{atom() => term()}.
changes(Class) ->
    {{_, Changes}, Others} = maps:take(Class, writes()),
    case map_size(Others) of
        0 -> _ = erase(?WRITES);
        _ -> _ = erlang:put(?WRITES, Others)
    end,
    Changes.

-spec acquire(atom()) -> ok.
acquire(Class) ->
    Chain = beamtalk_actor_call:waiting(),
    case on_process(Class, fun(Pid) -> beamtalk_object_class:lock(Pid, Chain) end) of
        granted ->
            _ = erlang:put(?WRITES, (writes())#{Class => {1, #{}}}),
            ok;
        deadlock ->
            beamtalk_error:raise(deadlock_detected, Class, undefined);
        timeout ->
            beamtalk_error:raise(timeout, Class, undefined)
    end.

%% A class that was started again in the meantime has forgotten the lock; its
%% variables are back at their defaults and the late writes are dropped.
-spec release(atom(), #{atom() => term()}) -> ok.
release(Class, Changes) ->
    case on_process(Class, fun(Pid) -> beamtalk_object_class:unlock(Pid, Changes) end) of
        ok -> ok;
        not_owner -> lost(Class)
    end.

-spec lost(atom()) -> no_return().
lost(Class) ->
    Message = <<"The class was started again while its variables were written">>,
    beamtalk_error:raise_message(runtime_error, Class, undefined, Message, undefined).

%% A process that has just died is started again and asked once more.
-spec on_process(atom(), fun((pid()) -> Answer)) -> Answer.
on_process(Class, Ask) ->
    try
        Ask(process(Class))
    catch
        exit:{noproc, _} -> Ask(process(Class));
        exit:{killed, _} -> Ask(process(Class))
    end.

-spec process(atom()) -> pid().
process(Class) ->
    case beamtalk_class_registry:whereis_class(Class) of
        undefined -> beamtalk_error:raise(class_not_found, Class, undefined);
        Pid -> Pid
    end.

%% What this process has written and not committed: protected blocks go back
%% to it when they fail.
-spec snapshot() -> snapshot().
snapshot() ->
    erlang:get(?WRITES).

-spec restore(snapshot()) -> ok.
restore(undefined) ->
    _ = erase(?WRITES),
    ok;
restore(Writes) ->
    _ = erlang:put(?WRITES, Writes),
    ok.

-spec class_name(class()) -> atom().
class_name(Class) when is_atom(Class) ->
    Class;
class_name({beamtalk_object, Tag, _, _} = Class) ->
    case persistent_term:get(Tag, gone) of
        {class_side, _, Name} -> Name;
        gone -> beamtalk_class_reference:name(Class)
    end.

%% The rest is for the process of the class.

-spec commit(atom(), #{atom() => term()}) -> ok.
commit(Class, Changes) ->
    true = ets:insert(?MODULE, [{{Class, Name}, Value} || {Name, Value} <- maps:to_list(Changes)]),
    ok.

%% Forgets all variables but these.
-spec keep(atom(), [atom()]) -> ok.
keep(Class, Names) ->
    Rows = ets:match(?MODULE, {{Class, '$1'}, '_'}),
    lists:foreach(fun(Name) -> ets:delete(?MODULE, {Class, Name}) end, lists:append(Rows) -- Names).

-spec forget(atom()) -> ok.
forget(Class) ->
    keep(Class, []).
