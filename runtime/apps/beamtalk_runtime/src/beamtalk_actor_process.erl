%% The process of one actor, as an OTP server whose state is the map of the
%% actor's slots. A message is {Selector, Args, Context} or {Selector, Args};
%% the answer is {ok, Value} or {error, Exception}. A message that fails leaves
%% the state as it was. Messages that are no Beamtalk messages go to
%% `handleInfo:` where the class has one.
%%
%% A message begins with code and slots of one moment and ends with them,
%% whatever is loaded meanwhile: both change between messages, together.
-module(beamtalk_actor_process).
-behaviour(gen_server).

-include("beamtalk.hrl").
-include("beamtalk_actor.hrl").

-export([supervised/1, without_goodbye/1]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, terminate/2, code_change/3]).

-export_type([start/0]).

%% The class, its module, and what to put over the defaults.
-type start() :: {Class :: atom(), module(), Given :: map()}.
-type state() :: beamtalk_actor_state:state().
-type actor() :: beamtalk_actor_start:actor().

%% Called in the supervisor of an actor. To say goodbye when that ends it, the
%% actor must hear of exits, which kill those who do not.
-spec supervised(pid()) -> ok.
supervised(Actor) ->
    gen_server:cast(Actor, {supervised, self()}).

%% Asks a supervisor something. If that ends the very actor that asks, there is
%% no goodbye: it would have to wait for its own end.
-spec without_goodbye(fun(() -> Answer)) -> Answer.
without_goodbye(Ask) ->
    case get(?SUPERVISOR) of
        {_, false} ->
            Before = process_flag(trap_exit, false),
            try
                Ask()
            after
                process_flag(trap_exit, Before)
            end;
        _ ->
            Ask()
    end.

%% A start that fails is told to whoever waits for it; the link would tell it
%% once more, by an exit.
-spec init(start() | {start(), Spawner :: pid()}) ->
    {ok, state()} | {stop, {shutdown, {failed, beamtalk_error:exception()}}}.
init({Start, Spawner}) ->
    case init(Start) of
        {ok, _} = Started ->
            true = link(Spawner),
            Started;
        Failure ->
            Failure
    end;
init({Class, Module, Given}) ->
    _ = put(?CLASS, Class),
    Self = {beamtalk_object, Class, Module, self()},
    try
        {ok, beamtalk_actor_start:first_state(Self, Given)}
    catch
        Kind:Reason:Stacktrace ->
            Exception = beamtalk_actor_failure:exception(Kind, Reason, Stacktrace, Self),
            {links, Links} = process_info(self(), links),
            lists:foreach(fun unlink/1, Links),
            {stop, {shutdown, {failed, Exception}}}
    end.

-spec handle_call(term(), gen_server:from(), state()) ->
    {reply, {ok, term()} | {error, beamtalk_error:exception()}, state()}.
handle_call({Selector, Args, #{call_stack := Stack}}, _From, State) when is_atom(Selector), is_list(Args) ->
    _ = put(?WAITING, Stack),
    Reply = answer(Selector, Args, State),
    _ = erase(?WAITING),
    Reply;
handle_call({Selector, Args, #{}}, _From, State) when is_atom(Selector), is_list(Args) ->
    answer(Selector, Args, State);
handle_call({Selector, Args}, _From, State) when is_atom(Selector), is_list(Args) ->
    answer(Selector, Args, State);
handle_call(Request, _From, #{?TAG := Class} = State) ->
    Hint = <<"Call an actor with {Selector, Arguments}">>,
    Error = beamtalk_error:make(type_error, Class, undefined, Hint),
    logger:warning("~ts was called with ~0tp", [Class, Request]),
    {reply, {error, beamtalk_error:wrap(Error)}, State}.

-spec handle_cast(term(), state()) -> {noreply, state()} | {stop, normal, state()}.
handle_cast({Selector, Args}, State) when is_atom(Selector), is_list(Args) ->
    without_answer(Selector, Args, State);
handle_cast({Selector, Args, _Context}, State) when is_atom(Selector), is_list(Args) ->
    without_answer(Selector, Args, State);
handle_cast(migrate, State) ->
    {noreply, beamtalk_actor_migration:current(State)};
handle_cast({supervised, Supervisor}, State) ->
    _ = put(?SUPERVISOR, {Supervisor, process_flag(trap_exit, true)}),
    {noreply, State};
handle_cast(stop, State) ->
    {stop, normal, State};
handle_cast(_, State) ->
    {noreply, State}.

-spec handle_info(term(), state()) -> {noreply, state()} | {stop, term(), state()}.
handle_info({'EXIT', From, Reason} = Message, State) ->
    case get(?SUPERVISOR) of
        {From, _} -> {stop, Reason, State};
        {_, false} -> fall_with(Reason, State);
        _ -> raw_message(Message, State)
    end;
handle_info(Message, State) ->
    raw_message(Message, State).

%% What the exit of another would have done, had nobody made it a message.
-spec fall_with(term(), state()) -> {noreply, state()}.
fall_with(normal, State) ->
    {noreply, State};
fall_with(Reason, State) ->
    _ = process_flag(trap_exit, false),
    true = exit(self(), Reason),
    {noreply, State}.

-spec raw_message(term(), state()) -> {noreply, state()}.
raw_message(Message, #{?SELF := {Self, _, _}} = State) ->
    case beamtalk_lookup:understands(Self, 'handleInfo:') of
        true -> without_answer('handleInfo:', [Message], State);
        false -> {noreply, State}
    end.

%% Only an orderly end says goodbye; what goes wrong in it is not worth more.
-spec terminate(term(), state()) -> ok.
terminate(Reason, State) ->
    _ = answer('terminate:', [Reason], State),
    ok.

-spec code_change(term(), state(), term()) -> {ok, state()}.
code_change(_Before, State, _Extra) ->
    {ok, beamtalk_actor_migration:current(State)}.

-spec answer(atom(), [term()], state()) ->
    {reply, {ok, term()} | {error, beamtalk_error:exception()}, state()}.
answer(Selector, Args, Before) ->
    #{?SELF := {Self, _, Code}} = State = current(Before),
    Dispatch = begin_message(Code, State),
    try Dispatch(Selector, Args, Self) of
        Value -> {reply, {ok, Value}, end_message(Code)}
    catch
        Class:Reason:Stacktrace ->
            {reply, {error, failed(Class, Reason, Stacktrace, Self, State)}, State}
    end.

-spec without_answer(atom(), [term()], state()) -> {noreply, state()}.
without_answer(Selector, Args, Before) ->
    #{?SELF := {Self, _, Code}} = State = current(Before),
    Dispatch = begin_message(Code, State),
    try Dispatch(Selector, Args, Self) of
        _ -> {noreply, end_message(Code)}
    catch
        Class:Reason:Stacktrace ->
            Exception = failed(Class, Reason, Stacktrace, Self, State),
            ok = beamtalk_actor_failure:log(Self, Selector, Args, Exception),
            {noreply, State}
    end.

-spec current(state()) -> state().
current(#{?SELF := {_, Epoch, _}} = State) ->
    case persistent_term:get(?EPOCH, 0) of
        Epoch -> State;
        _ -> beamtalk_actor_migration:current(State)
    end.

%% A version is held for the time of a message.
-spec begin_message(beamtalk_actor_migration:code(), state()) -> beamtalk_actor_migration:dispatch().
begin_message(Version, #{?SELF := {Self, Epoch, _}} = State) when is_atom(Version) ->
    Dispatch = beamtalk_actor_migration:dispatch(Version),
    _ = put(?STATE, State#{?SELF := {Self, Epoch, Dispatch}}),
    Dispatch;
begin_message(Dispatch, State) ->
    _ = put(?STATE, State),
    Dispatch.

-spec end_message(beamtalk_actor_migration:code()) -> state().
end_message(Code) ->
    New = erase(?STATE),
    ok = beamtalk_cell:quiet(New),
    ok = beamtalk_text:forget(),
    case New of
        #{?SELF := {Self, Epoch, _}} when is_atom(Code) -> New#{?SELF := {Self, Epoch, Code}};
        _ -> New
    end.

-spec failed(error | exit | throw, term(), list(), actor(), state()) -> beamtalk_error:exception().
failed(Class, Reason, Stacktrace, Self, State) ->
    Exception = beamtalk_actor_failure:exception(Class, Reason, Stacktrace, Self),
    _ = erase(?STATE),
    ok = beamtalk_cell:quiet(State),
    ok = beamtalk_text:forget(),
    Exception.
