%% The slots of the actor whose process this is, while it handles a message.
%% They live in the process dictionary from the start of the message to its
%% end; whoever handles the message takes them back as the new state, or
%% drops them if it failed.
%%
%% A block of an actor that runs in another process sees what the slots held
%% when it was made, and cannot write them.
-module(beamtalk_actor_state).
-compile({no_auto_import, [get/1, get/2, put/2]}).

-include("beamtalk.hrl").
-include("beamtalk_actor.hrl").

-export([get/2, get/3, put/3, field/2, put_field/3, snapshot/0, restore/1]).

-export_type([state/0]).

-type actor() :: {beamtalk_object, atom(), module(), pid()}.
-type state() :: #{atom() => term()}.

%% In the code of a method, which its actor runs; without a snapshot there is
%% only the actor to ask.
-spec get(actor(), atom()) -> term().
get(Self, Slot) ->
    case here(Self) of
        #{Slot := Value} -> Value;
        undefined -> beamtalk_dispatch:send(Self, 'fieldAt:', [Slot]);
        State -> missing(Self, Slot, State)
    end.

%% In a block.
-spec get(actor(), atom(), Snapshot :: term()) -> term().
get(Self, Slot, Snapshot) ->
    case here(Self) of
        #{Slot := Value} -> Value;
        undefined -> Snapshot;
        State -> missing(Self, Slot, State)
    end.

%% Inherited code may be newer than the state: this message began before it
%% was loaded.
-spec missing(actor(), atom(), state()) -> term().
missing(Self, Slot, State) ->
    New = beamtalk_actor_migration:with_defaults(State),
    enter(New),
    case New of
        #{Slot := Value} -> Value;
        _ -> erlang:error({badkey, Slot}, [Self, Slot])
    end.

-spec put(actor(), atom(), Value) -> Value.
put(Self, Slot, Value) ->
    case here(Self) of
        undefined ->
            elsewhere(Self, Slot);
        State ->
            _ = erlang:put(?STATE, State#{Slot => Value}),
            beamtalk_region:wrote({dictionary, ?STATE}, Value),
            Value
    end.

-spec elsewhere(actor(), atom()) -> no_return().
elsewhere({beamtalk_object, Class, _, _}, Slot) ->
    Message = <<"Cannot write slot '", (atom_to_binary(Slot))/binary, "' of ",
        (atom_to_binary(Class))/binary, " in another process">>,
    Hint = <<"Send the actor a message that writes it instead, such as [self tick!]">>,
    beamtalk_error:raise_message(actor_state_elsewhere, Class, undefined, Message, Hint).

-spec here(actor()) -> state() | undefined.
here({beamtalk_object, _, _, Pid}) when Pid =:= self() -> erlang:get(?STATE);
here(_) -> undefined.

%% What reflection sees; nil where there is no such slot.
-spec field(actor(), term()) -> term().
field(Self, Slot) ->
    case {is_slot(Slot), here(Self)} of
        {true, #{Slot := Value}} -> Value;
        _ -> nil
    end.

-spec put_field(actor(), term(), Value) -> Value.
put_field({beamtalk_object, Class, _, _} = Self, Slot, Value) ->
    case is_slot(Slot) of
        true ->
            put(Self, Slot, Value);
        false ->
            beamtalk_error:raise(type_error, Class, 'fieldAt:put:', <<"The name of a slot is a Symbol">>)
    end.

-spec is_slot(term()) -> boolean().
is_slot(Slot) ->
    is_atom(Slot) andalso not beamtalk_slots:is_hidden(Slot).

%% For a protected block: what to go back to.
-spec snapshot() -> state() | undefined.
snapshot() ->
    erlang:get(?STATE).

-spec restore(state() | undefined) -> ok.
restore(undefined) ->
    ok;
restore(State) ->
    enter(State).

-spec enter(state()) -> ok.
enter(State) ->
    _ = erlang:put(?STATE, State),
    ok.
