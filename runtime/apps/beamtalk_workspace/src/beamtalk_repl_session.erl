%% A session at the prompt: variables, and evaluations one at a time. Clients come and
%% go; a session without any ends after a while. What is evaluated runs in a process of
%% its own (`beamtalk_repl_evaluation`) and writes through another
%% (`beamtalk_repl_output`); whatever becomes of the first, the session goes on with the
%% variables as they were before.
%%
%% The values of variables are kept in a table besides, where clients read them without
%% waiting for anybody.
-module(beamtalk_repl_session).
-behaviour(gen_server).

-export([create/0, start_link/1, find/1, writing_to/1, attach/2, close/1]).
-export([eval/5, interrupt/1, input/2, bindings/1, held/1, bind/3, unbind/2, clear/1, more/1, call/2]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, terminate/2]).

-export_type([id/0]).

-type id() :: binary().

%% Rows: {Id, Pid}, {Pid, Table} and {{output, Pid}, Id}.
-define(REGISTRY, ?MODULE).
%% Milliseconds after work until garbage is collected: blocks that nobody keeps hold code
%% until then.
-define(COLLECT, 300).
%% Milliseconds between looks at the memory of an evaluation.
-define(LOOK, 15).
%% Milliseconds that the last answer has to get away.
-define(FAREWELL, 100).

-record(evaluation, {
    ref :: reference(),
    worker :: beamtalk_repl_evaluation:worker(),
    %% How much memory it had when last looked at.
    heap = 0 :: non_neg_integer(),
    look :: reference(),
    %% The process that ends it, if it was interrupted.
    interrupter = none :: none | {pid(), reference(), Deadline :: reference()}
}).

-record(state, {
    id :: id(),
    %% {bindings, #{Name => Cell}}, {Cell, Value} and {{held, Cell}, Held}.
    table :: ets:table(),
    output :: pid(),
    worker = none :: none | {beamtalk_repl_evaluation:worker(), reference()},
    evaluation = none :: none | #evaluation{},
    %% What is to be done when the evaluation is over.
    deferred = [] :: [fun((#state{}) -> #state{})],
    clients = #{} :: #{reference() => pid()},
    grace = none :: none | reference(),
    %% What was cut off the latest value.
    rest = <<>> :: binary(),
    %% Whether garbage will be collected.
    collects = false :: boolean()
}).

%% The registry belongs to who calls this.
-spec create() -> ok.
create() ->
    ?REGISTRY = ets:new(?REGISTRY, [named_table, public, set, {read_concurrency, true}]),
    ok.

%% Who started it knows where it comes from.
-spec start_link(#{id := id(), atom() => term()}) -> {ok, pid()} | {error, term()}.
start_link(#{id := Id}) ->
    gen_server:start_link(?MODULE, Id, []).

-spec find(id()) -> {ok, pid()} | error.
find(Id) ->
    case ets:lookup(?REGISTRY, Id) of
        [{_, Session}] -> {ok, Session};
        [] -> error
    end.

%% The session whose evaluations write to this process.
-spec writing_to(Output :: pid()) -> {ok, id()} | none.
writing_to(Output) ->
    case ets:lookup(?REGISTRY, {output, Output}) of
        [{_, Id}] -> {ok, Id};
        [] -> none
    end.

-spec attach(pid(), Client :: pid()) -> ok.
attach(Session, Client) ->
    gen_server:call(Session, {attach, Client}, infinity).

-spec close(pid()) -> ok.
close(Session) ->
    gen_server:stop(Session).

%% `To` gets {repl_output, Ref, Text} and {repl_need_input, Ref, Prompt} as they come,
%% and in the end {repl_done, Ref, Outcome}.
-spec eval(pid(), To :: pid(), Ref :: term(), Code :: binary(), #{trace => boolean()}) -> ok | {error, eval_busy}.
eval(Session, To, Ref, Code, Options) ->
    gen_server:call(Session, {eval, To, Ref, Code, Options}, infinity).

%% Of what runs now, if anything does.
-spec interrupt(pid()) -> ok.
interrupt(Session) ->
    gen_server:call(Session, interrupt, infinity).

-spec input(pid(), binary() | eof) -> ok | {error, no_pending_input}.
input(Session, Typed) ->
    gen_server:call(Session, {input, Typed}, infinity).

%% Reads in the caller, also while an evaluation runs: then they are those of before.
-spec bindings(pid()) -> #{Name :: binary() => term()}.
bindings(Session) ->
    read(Session, fun(Cell) -> Cell end).

%% The same without the values, which may be large: only what they are.
-spec held(pid()) -> #{Name :: binary() => beamtalk_repl_held:held()}.
held(Session) ->
    read(Session, fun(Cell) -> {held, Cell} end).

-spec read(pid(), fun((reference()) -> term())) -> #{Name :: binary() => term()}.
read(Session, Key) ->
    try
        [{_, Table}] = ets:lookup(?REGISTRY, Session),
        [{_, Cells}] = ets:lookup(Table, bindings),
        maps:from_list([{atom_to_binary(Name), Found} || {Name, Cell} <- maps:to_list(Cells), {_, Found} <- ets:lookup(Table, Key(Cell))])
    catch
        error:_ -> #{}
    end.

%% Like what follows, after the evaluation that runs.
-spec bind(pid(), Name :: atom(), Value :: term()) -> ok.
bind(Session, Name, Value) ->
    gen_server:call(Session, {with, Name, Value}, infinity).

-spec unbind(pid(), Name :: binary()) -> ok | {error, not_bound}.
unbind(Session, Name) ->
    case is_map_key(Name, held(Session)) of
        true -> gen_server:call(Session, {without, [binary_to_existing_atom(Name)]}, infinity);
        false -> {error, not_bound}
    end.

-spec clear(pid()) -> ok.
clear(Session) ->
    gen_server:call(Session, {without, all}, infinity).

%% The next piece of the value that was cut last, and how many bytes are left after it.
-spec more(pid()) -> {ok, binary(), Left :: non_neg_integer()} | none.
more(Session) ->
    gen_server:call(Session, more, infinity).

%% Evaluates and waits: for whoever wants the outcome only. Exits with the session.
-spec call(pid(), Code :: binary()) -> Outcome :: map() | {error, eval_busy}.
call(Session, Code) ->
    Ref = monitor(process, Session),
    Answer =
        case eval(Session, self(), Ref, Code, #{}) of
            ok -> outcome(Ref);
            Error -> Error
        end,
    true = demonitor(Ref, [flush]),
    Answer.

-spec outcome(reference()) -> map().
outcome(Ref) ->
    receive
        {repl_done, Ref, Outcome} ->
            forget_output(Ref),
            Outcome;
        {'DOWN', Ref, process, _, Reason} ->
            exit(Reason)
    end.

-spec forget_output(reference()) -> ok.
forget_output(Ref) ->
    receive
        {repl_output, Ref, _} -> forget_output(Ref)
    after 0 -> ok
    end.

-spec init(id()) -> {ok, #state{}}.
init(Id) ->
    process_flag(trap_exit, true),
    Table = ets:new(bindings, [protected, set]),
    true = ets:insert(Table, {bindings, #{}}),
    {ok, Output} = beamtalk_repl_output:start_link(),
    true = ets:insert(?REGISTRY, [{Id, self()}, {self(), Table}, {{output, Output}, Id}]),
    {ok, with_worker(ungraced(#state{id = Id, table = Table, output = Output}))}.

-spec handle_call(term(), gen_server:from(), #state{}) -> {reply, term(), #state{}}.
handle_call({eval, To, Ref, Code, Options}, _, #state{evaluation = none, output = Output} = State) ->
    #state{worker = {Worker, _}} = Ready = with_worker(State),
    ok = beamtalk_repl_output:start(Output, To, Ref),
    Number = make_ref(),
    ok = beamtalk_repl_evaluation:evaluate(Worker, Number, Code, Options),
    Evaluation = #evaluation{ref = Number, worker = Worker, look = look()},
    {reply, ok, Ready#state{evaluation = Evaluation}};
handle_call({eval, _, _, _, _}, _, State) ->
    {reply, {error, eval_busy}, State};
handle_call(interrupt, _, State) ->
    {reply, ok, interrupted(State)};
handle_call({input, _}, _, #state{evaluation = none} = State) ->
    {reply, {error, no_pending_input}, State};
handle_call({input, Typed}, _, #state{output = Output} = State) ->
    {reply, beamtalk_repl_output:input(Output, Typed), State};
handle_call({with, Name, Value}, _, State) ->
    {reply, ok, in_turn(fun(Now) -> with(Name, Value, Now) end, State)};
handle_call({without, Names}, _, State) ->
    {reply, ok, in_turn(fun(Now) -> without(Names, Now) end, State)};
handle_call(more, _, #state{rest = <<>>} = State) ->
    {reply, none, State};
handle_call(more, _, #state{rest = Rest} = State) ->
    {Next, Left} = beamtalk_repl_text:split(Rest, 8 * beamtalk_repl_limits:print_characters()),
    {reply, {ok, Next, byte_size(Left)}, State#state{rest = Left}};
handle_call({attach, Client}, _, #state{clients = Clients, grace = Grace} = State) ->
    Grace =:= none orelse erlang:cancel_timer(Grace),
    {reply, ok, State#state{clients = Clients#{monitor(process, Client) => Client}, grace = none}}.

-spec handle_cast(term(), #state{}) -> {noreply, #state{}}.
handle_cast(_, State) ->
    {noreply, State}.

-spec handle_info(term(), #state{}) -> {noreply, #state{}} | {stop, term(), #state{}}.
handle_info({evaluated, Pid, Ref, Result}, #state{evaluation = #evaluation{worker = {Pid, _}, ref = Ref, interrupter = none}} = State) ->
    #{outcome := Outcome, commit := Commit, rest := Rest} = Result,
    ok = announced(Commit, State),
    ok = committed(Commit, State),
    ok = leave(Outcome),
    {noreply, over(Outcome, State#state{rest = Rest})};
handle_info(leave, State) ->
    {stop, normal, State};
handle_info(collect, State) ->
    true = erlang:garbage_collect(),
    {noreply, State#state{collects = false}};
handle_info({interrupted, Pid}, #state{evaluation = #evaluation{interrupter = {Pid, _, _}}} = State) ->
    {noreply, ended(beamtalk_repl_error:interrupted(), State)};
handle_info({timeout, Timer, give_up}, #state{evaluation = #evaluation{interrupter = {Pid, _, Timer}}} = State) ->
    exit(Pid, kill),
    {noreply, ended(beamtalk_repl_error:interrupted(), State)};
handle_info({timeout, Timer, look}, #state{evaluation = #evaluation{look = Timer} = Evaluation} = State) ->
    {noreply, State#state{evaluation = looked(Evaluation)}};
handle_info({'DOWN', Monitor, process, Pid, Reason}, State) ->
    {noreply, down(Monitor, Pid, Reason, State)};
handle_info({timeout, Grace, grace}, #state{grace = Grace} = State) ->
    {stop, normal, State};
handle_info({'EXIT', Output, Reason}, #state{output = Output} = State) ->
    {stop, Reason, State};
handle_info(_, State) ->
    {noreply, State}.

-spec terminate(term(), #state{}) -> ok.
terminate(_, #state{id = Id, worker = Worker, output = Output}) ->
    true = ets:delete(?REGISTRY, Id),
    true = ets:delete(?REGISTRY, self()),
    true = ets:delete(?REGISTRY, {output, Output}),
    case Worker of
        none -> ok;
        {{Pid, _}, _} -> exit(Pid, kill)
    end,
    beamtalk_repl_output:stop(Output).

%% The one there is, or another with all that is kept.
-spec with_worker(#state{}) -> #state{}.
with_worker(#state{worker = none, output = Output, table = Table} = State) ->
    [{_, Bindings}] = ets:lookup(Table, bindings),
    Cells = maps:from_list([Row || {Cell, _} = Row <- ets:tab2list(Table), is_reference(Cell)]),
    State#state{worker = beamtalk_repl_evaluation:start(self(), Output, Bindings, Cells)};
with_worker(State) ->
    State.

-spec committed(beamtalk_repl_evaluation:commit() | none, #state{}) -> ok.
committed(none, _) ->
    ok;
committed({Bindings, Changed, Gone}, #state{table = Table}) ->
    true = ets:insert(Table, [{bindings, Bindings} | lists:flatmap(fun rows/1, maps:to_list(Changed))]),
    lists:foreach(fun(Cell) -> ets:delete(Table, {held, Cell}), ets:delete(Table, Cell) end, Gone).

-spec rows({reference(), Value :: term()}) -> [{term(), term()}].
rows({Cell, Value}) ->
    [{Cell, Value}, {{held, Cell}, beamtalk_repl_held:of_value(Value)}].

%% Whoever shows variables hears that there is something to show. What every evaluation
%% leaves, its value or its error, is none of that.
-spec announced(beamtalk_repl_evaluation:commit() | none, #state{}) -> ok.
announced(none, _) ->
    ok;
announced({Bindings, Changed, _}, #state{id = Id, table = Table}) ->
    [{_, Before}] = ets:lookup(Table, bindings),
    Names = fun(Of) -> maps:without(['_', '_error'], Of) end,
    IsChanged = Names(Bindings) =/= Names(Before) orelse
        lists:any(fun(Cell) -> is_map_key(Cell, Changed) end, maps:values(Names(Bindings))),
    case IsChanged of
        true -> beamtalk_repl_push:bindings_changed(Id);
        false -> ok
    end.

%% Code may end the session that it runs in, when its client has heard of it.
-spec leave(Outcome :: map()) -> ok.
leave(#{exit_code := _}) ->
    _ = erlang:send_after(?FAREWELL, self(), leave),
    ok;
leave(_) ->
    ok.

%% An evaluation goes on with the variables that it began with.
-spec in_turn(fun((#state{}) -> #state{}), #state{}) -> #state{}.
in_turn(Change, #state{evaluation = none} = State) ->
    Change(State);
in_turn(Change, #state{deferred = Deferred} = State) ->
    State#state{deferred = [Change | Deferred]}.

-spec with(atom(), term(), #state{}) -> #state{}.
with(Name, Value, #state{id = Id, table = Table} = State) ->
    ok = beamtalk_repl_push:bindings_changed(Id),
    [{_, Bindings}] = ets:lookup(Table, bindings),
    Cell = make_ref(),
    true = ets:insert(Table, [{bindings, Bindings#{Name => Cell}} | rows({Cell, Value})]),
    with_worker(without_worker(collecting(State))).

%% The worker begins again with what is left.
-spec without([atom()] | all, #state{}) -> #state{}.
without(all, #state{table = Table} = State) ->
    true = ets:delete_all_objects(Table),
    true = ets:insert(Table, {bindings, #{}}),
    with_worker(without_worker(collecting(State)));
without(Names, #state{table = Table} = State) ->
    [{_, Bindings}] = ets:lookup(Table, bindings),
    true = ets:insert(Table, {bindings, maps:without(Names, Bindings)}),
    with_worker(without_worker(collecting(State))).

-spec collecting(#state{}) -> #state{}.
collecting(#state{collects = true} = State) ->
    State;
collecting(State) ->
    _ = erlang:send_after(?COLLECT, self(), collect),
    State#state{collects = true}.

-spec without_worker(#state{}) -> #state{}.
without_worker(#state{worker = none} = State) ->
    State;
without_worker(#state{worker = {{Pid, _}, Monitor}} = State) ->
    true = demonitor(Monitor, [flush]),
    exit(Pid, kill),
    State#state{worker = none}.

-spec over(Outcome :: map(), #state{}) -> #state{}.
over(Outcome, #state{output = Output, evaluation = #evaluation{look = Look}, deferred = Deferred} = State) ->
    _ = erlang:cancel_timer(Look),
    ok = beamtalk_repl_output:finish(Output, Outcome),
    Over = collecting(State#state{evaluation = none, deferred = []}),
    lists:foldr(fun(Change, Changed) -> Change(Changed) end, Over, Deferred).

%% Before its time. The next one has a worker when it comes.
-spec ended(beamtalk_repl_error:error(), #state{}) -> #state{}.
ended(Error, #state{evaluation = #evaluation{interrupter = Interrupter}} = State) ->
    _ = [
        begin
            _ = erlang:cancel_timer(Deadline),
            demonitor(Monitor, [flush])
        end
     || {_, Monitor, Deadline} <- [Interrupter]
    ],
    Over = over(#{status => error, error => Error, warnings => []}, without_worker(State)),
    with_worker(Over).

%% A second interrupt does not wait for cleanups.
-spec interrupted(#state{}) -> #state{}.
interrupted(#state{evaluation = none} = State) ->
    State;
interrupted(#state{evaluation = #evaluation{interrupter = none, worker = Worker} = Evaluation, output = Output} = State) ->
    {Pid, Monitor} = beamtalk_repl_evaluation:interrupt(self(), Worker, Output),
    Deadline = erlang:start_timer(beamtalk_repl_limits:cleanup_milliseconds(), self(), give_up),
    State#state{evaluation = Evaluation#evaluation{interrupter = {Pid, Monitor, Deadline}}};
interrupted(#state{evaluation = #evaluation{interrupter = {Pid, _, _}}} = State) ->
    exit(Pid, kill),
    State.

-spec down(reference(), pid(), term(), #state{}) -> #state{}.
down(Monitor, _, _, #state{worker = {_, Monitor}, evaluation = none} = State) ->
    with_worker(State#state{worker = none});
down(Monitor, _, Reason, #state{worker = {_, Monitor}, evaluation = #evaluation{interrupter = none, heap = Heap}} = State) ->
    ended(beamtalk_repl_error:ended(Reason, cause(Heap)), State#state{worker = none});
down(Monitor, _, _, #state{worker = {_, Monitor}} = State) ->
    State#state{worker = none};
down(Monitor, Pid, _, #state{evaluation = #evaluation{interrupter = {Pid, Monitor, _}}} = State) ->
    ended(beamtalk_repl_error:interrupted(), State);
down(Monitor, _, _, #state{clients = Clients} = State) ->
    case maps:take(Monitor, Clients) of
        {_, Left} -> ungraced(State#state{clients = Left});
        error -> State
    end.

%% Whether memory was why it was killed, which nobody says: a heap grows step by step,
%% so one that was ended for its size was not small when last looked at.
-spec cause(Heap :: non_neg_integer()) -> memory | other.
cause(Heap) when Heap =:= 0 -> other;
cause(Heap) ->
    case Heap * erlang:system_info(wordsize) > beamtalk_repl_limits:memory_bytes() div 16 of
        true -> memory;
        false -> other
    end.

-spec looked(#evaluation{}) -> #evaluation{}.
looked(#evaluation{worker = {Pid, _}, heap = Before} = Evaluation) ->
    Heap =
        case process_info(Pid, total_heap_size) of
            {_, Words} -> Words;
            undefined -> Before
        end,
    Evaluation#evaluation{heap = Heap, look = look()}.

-spec look() -> reference().
look() ->
    erlang:start_timer(?LOOK, self(), look).

%% Without clients the time begins to run.
-spec ungraced(#state{}) -> #state{}.
ungraced(#state{clients = Clients} = State) when map_size(Clients) > 0 ->
    State;
ungraced(State) ->
    State#state{grace = erlang:start_timer(beamtalk_repl_limits:grace_milliseconds(), self(), grace)}.
