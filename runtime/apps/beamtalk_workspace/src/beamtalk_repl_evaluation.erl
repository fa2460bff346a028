%% The process in which a session's inputs are evaluated, one after the other. It holds
%% the cells of the session's variables; values stay here, and only what an evaluation
%% has changed is handed to the session, which keeps a copy for when this process dies.
%% An evaluation that fails changes no variable.
%%
%% Interrupting. Nothing can be raised in a running process, and one that loops hears no
%% message. So another process suspends this one, which works wherever it is, takes its
%% dictionary, in which are the variables of all blocks and the cleanups of every
%% `ensure:` it stands in (`beamtalk_cleanup`), ends it, and runs these cleanups with
%% that dictionary, innermost first.
-module(beamtalk_repl_evaluation).

-export([start/4, evaluate/4, interrupt/3, is_worker/1, session/0, init/5]).

-export_type([worker/0, result/0, commit/0]).

-type cells() :: #{beamtalk_cell:cell() => term()}.
%% The variables, the cells that have another value now, and those that are gone.
-type commit() :: {beamtalk_bindings:bindings(), Changed :: cells(), Gone :: [beamtalk_cell:cell()]}.
-type result() :: #{outcome := map(), commit := commit() | none, rest := binary()}.

%% With the number of cleanups that it owes.
-type worker() :: {pid(), atomics:atomics_ref()}.

-record(worker, {
    session :: pid(),
    bindings :: beamtalk_bindings:bindings(),
    known :: [binary()]
}).

%% Milliseconds without work after which garbage is collected: blocks that nobody keeps
%% hold code until then.
-define(IDLE, 300).
%% In the dictionary of a worker.
-define(SESSION, '$beamtalk_session').

%% Monitored by, and linked to, who calls this: the session.
-spec start(Session :: pid(), Output :: pid(), beamtalk_bindings:bindings(), cells()) -> {worker(), reference()}.
start(Session, Output, Bindings, Cells) ->
    Owed = atomics:new(1, []),
    Words = beamtalk_repl_limits:memory_bytes() div erlang:system_info(wordsize),
    Limit = #{size => Words, kill => true, error_logger => false},
    Arguments = [Session, Output, Bindings, Cells, Owed],
    {Pid, Monitor} = spawn_opt(?MODULE, init, Arguments, [link, monitor, {max_heap_size, Limit}]),
    {{Pid, Owed}, Monitor}.

%% The session gets {evaluated, Worker, Ref, result()}.
-spec evaluate(worker(), Ref :: reference(), Code :: binary(), #{trace => boolean()}) -> ok.
evaluate({Worker, _}, Ref, Code, Options) ->
    Worker ! {evaluate, Ref, Code, Options},
    ok.

-spec is_worker(pid()) -> boolean().
is_worker(Pid) ->
    process_info(Pid, initial_call) =:= {initial_call, {?MODULE, init, 5}}.

%% The one that the caller evaluates for.
-spec session() -> pid() | undefined.
session() ->
    get(?SESSION).

%% Ends the worker and does what it owes. The session gets {interrupted, Pid} from the
%% process that does it, or a 'DOWN'.
-spec interrupt(Session :: pid(), worker(), Output :: pid()) -> {pid(), reference()}.
interrupt(Session, Worker, Output) ->
    spawn_monitor(fun() ->
        true = group_leader(Output, self()),
        Dictionary = taken(Worker),
        _ = [put(Key, Value) || {Key, Value} <- Dictionary],
        clean_up(beamtalk_cleanup:owed(Dictionary)),
        Session ! {interrupted, self()}
    end).

%% The suspended process goes on if this one ends before it.
-spec taken(worker()) -> [{term(), term()}].
taken({Pid, Owed}) ->
    try erlang:suspend_process(Pid) of
        true ->
            Dictionary = dictionary(atomics:get(Owed, 1), Pid),
            exit(Pid, kill),
            Dictionary
    catch
        error:badarg -> []
    end.

-spec dictionary(Owed :: non_neg_integer(), pid()) -> [{term(), term()}].
dictionary(0, _) ->
    [];
dictionary(_, Pid) ->
    case process_info(Pid, dictionary) of
        {dictionary, Dictionary} -> Dictionary;
        undefined -> []
    end.

-spec clean_up([fun(() -> term())]) -> ok.
clean_up([]) ->
    ok;
clean_up([Cleanup | Around]) ->
    try
        beamtalk_cleanup:run(Cleanup, Around)
    catch
        _:_ -> ok
    end,
    clean_up(Around).

-spec init(pid(), pid(), beamtalk_bindings:bindings(), cells(), atomics:atomics_ref()) -> no_return().
init(Session, Output, Bindings, Cells, Owed) ->
    true = group_leader(Output, self()),
    undefined = put(?SESSION, Session),
    ok = beamtalk_cleanup:count_with(Owed),
    ok = beamtalk_cell:take(Cells),
    ok = beamtalk_region:forget(),
    loop(#worker{session = Session, bindings = Bindings, known = known(Bindings)}, ?IDLE).

-spec known(#{atom() => term()}) -> [binary()].
known(Bindings) ->
    [atom_to_binary(Name) || Name <- maps:keys(Bindings)].

-spec loop(#worker{}, timeout()) -> no_return().
loop(Worker, Idle) ->
    receive
        {evaluate, Ref, Code, Options} ->
            loop(evaluated(Ref, Code, Options, Worker), ?IDLE);
        _ ->
            %% For an evaluation that is over.
            loop(Worker, Idle)
    after Idle ->
        true = erlang:garbage_collect(),
        loop(Worker, infinity)
    end.

-spec evaluated(reference(), binary(), map(), #worker{}) -> #worker{}.
evaluated(Ref, Code, Options, #worker{session = Session, bindings = Bindings, known = Known} = Worker) ->
    Before = beamtalk_cell:held(),
    Begun = reductions(),
    {Attempt, Rest, Bound} = attempt(Code, Bindings, Options#{known => shared() ++ Known}, Before),
    Outcome = measured(Options, reductions() - Begun, Attempt),
    ok = beamtalk_cell:quiet(Bound),
    ok = tidy(Session),
    Commit = commit(Bound, Bindings, Before, beamtalk_cell:held()),
    case Commit =:= none orelse beamtalk_repl_size:fits(element(2, Commit), beamtalk_repl_limits:memory_bytes()) of
        true ->
            Session ! {evaluated, self(), Ref, #{outcome => Outcome, commit => Commit, rest => Rest}},
            kept(Bound, Worker);
        false ->
            restore(Before),
            Refused = failed(beamtalk_repl_error:too_large(), #{warnings => []}),
            Session ! {evaluated, self(), Ref, #{outcome => Refused, commit => none, rest => <<>>}},
            Worker
    end.

%% Names that all sessions see.
-spec shared() -> [binary()].
shared() ->
    known(beamtalk_workspace_bindings:all()).

-spec kept(beamtalk_bindings:bindings(), #worker{}) -> #worker{}.
kept(Bindings, #worker{bindings = Bindings} = Worker) -> Worker;
kept(Bound, Worker) -> Worker#worker{bindings = Bound, known = known(Bound)}.

%% How much work it was, for whoever wants to know. Making code of it is part of it.
-spec measured(map(), non_neg_integer(), map()) -> map().
measured(#{time := true}, Reductions, Outcome) -> Outcome#{reductions => Reductions};
measured(_, _, Outcome) -> Outcome.

-spec reductions() -> non_neg_integer().
reductions() ->
    {reductions, Count} = process_info(self(), reductions),
    Count.

-spec attempt(binary(), beamtalk_bindings:bindings(), map(), cells()) -> {map(), binary(), beamtalk_bindings:bindings()}.
attempt(Code, Bindings, Options, Before) ->
    case beamtalk_repl_line:read(Code, Options) of
        {ok, Work, Warnings} -> done(Work, Bindings, Warnings, Before);
        {error, Error} -> {failed(Error, #{warnings => []}), <<>>, Bindings}
    end.

-spec done(beamtalk_repl_line:work(), beamtalk_bindings:bindings(), map(), cells()) ->
    {map(), binary(), beamtalk_bindings:bindings()}.
done(Work, Bindings, Warnings, Before) ->
    try Work(Bindings) of
        {error, Error} -> {failed(Error, Warnings), <<>>, Bindings};
        Done -> told(Done, Warnings, Bindings)
    catch
        throw:{'$beamtalk_return', _, _} ->
            restore(Before),
            Message = <<"The method that this returns from has ended">>,
            {failed(beamtalk_repl_error:plain(<<"dead_return">>, Message), Warnings), <<>>, Bindings};
        exit:{beamtalk_exit, Status} when Status >= 0, Status =< 255 ->
            restore(Before),
            {succeeded(#{value => null, class => <<"UndefinedObject">>, exit_code => Status}, Warnings), <<>>, Bindings};
        Class:Reason:Stack ->
            restore(Before),
            Exception = beamtalk_error:exception(Class, Reason, Stack),
            {failed(beamtalk_repl_error:raised(Exception), Warnings), <<>>, bind('_error', Exception, Bindings)}
    end.

-spec failed(beamtalk_repl_error:error(), map()) -> map().
failed(Error, Warnings) ->
    Warnings#{status => error, error => Error}.

%% All as it was.
-spec restore(cells()) -> ok.
restore(Before) ->
    New = maps:without(maps:keys(Before), beamtalk_cell:held()),
    maps:foreach(fun(Cell, _) -> beamtalk_cell:free(Cell) end, New),
    ok = beamtalk_cell:take(Before),
    beamtalk_region:forget().

-spec told(term(), map(), beamtalk_bindings:bindings()) -> {map(), binary(), beamtalk_bindings:bindings()}.
told({value, Value, Bound}, Warnings, _) ->
    {Shown, Rest} = beamtalk_repl_value:shown(Value),
    {succeeded(Shown, Warnings), Rest, bind('_', Value, Bound)};
told({steps, Steps, Bound}, Warnings, _) ->
    {_, Value} = lists:last(Steps),
    {Shown, Rest} = beamtalk_repl_value:shown(Value),
    Told = [#{<<"src">> => Source, <<"value">> => beamtalk_repl_value:json(It)} || {Source, It} <- Steps],
    {succeeded(Shown#{steps => Told}, Warnings), Rest, bind('_', Value, Bound)};
told({defined, Value, Text}, Warnings, Bindings) ->
    Class = beamtalk_repl_value:class(Value),
    {succeeded(#{value => Text, class => Class, print => Text}, Warnings), <<>>, Bindings}.

-spec succeeded(map(), map()) -> map().
succeeded(Shown, Warnings) ->
    maps:merge(Shown#{status => ok}, Warnings).

-spec bind(atom(), term(), beamtalk_bindings:bindings()) -> beamtalk_bindings:bindings().
bind(Name, Value, Bindings) ->
    case Bindings of
        #{Name := Cell} ->
            _ = beamtalk_cell:put(Cell, Value),
            Bindings;
        _ ->
            Bindings#{Name => beamtalk_cell:new(Value)}
    end.

%% A term that was not changed is the same one, which is seen at once.
-spec commit(beamtalk_bindings:bindings(), beamtalk_bindings:bindings(), cells(), cells()) -> commit() | none.
commit(Bound, Bindings, Before, After) ->
    Changed = maps:filter(
        fun(Cell, Value) ->
            case Before of
                #{Cell := Value} -> false;
                _ -> true
            end
        end,
        After
    ),
    Gone = [Cell || Cell <- maps:keys(Before), not is_map_key(Cell, After)],
    case map_size(Changed) =:= 0 andalso Gone =:= [] andalso Bound =:= Bindings of
        true -> none;
        false -> {Bound, Changed, Gone}
    end.

%% What an evaluation leaves in the process besides the variables. Whoever it has
%% started lives on: this process may be ended for what another evaluation does.
-spec tidy(Session :: pid()) -> ok.
tidy(Session) ->
    _ = [erase(Key) || {Key, _} <- get(), not is_kept(Key)],
    {links, Links} = process_info(self(), links),
    _ = [unlink(Other) || Other <- Links, Other =/= Session],
    _ = process_flag(trap_exit, false),
    ok = flush().

-spec is_kept(term()) -> boolean().
is_kept(Key) when is_reference(Key) -> true;
is_kept(?SESSION) -> true;
is_kept('$beamtalk_cleanup_count') -> true;
is_kept('$beamtalk_region') -> true;
is_kept('$beamtalk_visitors') -> true;
is_kept('$beamtalk_cells_due') -> true;
is_kept(_) -> false.

-spec flush() -> ok.
flush() ->
    receive
        {evaluate, _, _, _} = Next ->
            self() ! Next,
            ok;
        _ ->
            flush()
    after 0 -> ok
    end.
