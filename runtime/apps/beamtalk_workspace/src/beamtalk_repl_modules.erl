%% Runs code that must be compiled under names that are used again and again, so that
%% neither atoms nor code grow with what is typed. A name is taken, its code loaded and
%% run. The code of the last lines stays, for who types a line again; that of others is
%% deleted: who still stands in it, or keeps a block of it, goes on in the deleted code.
%% The name is free again when nobody does any more, which is looked after in the
%% background, for it takes the longer the more processes there are.
-module(beamtalk_repl_modules).
-behaviour(gen_server).

-export([start_link/0, run/2, counts/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

%% So many blocks of different lines can be kept at once.
-define(MOST, 4000).
%% Of so many lines the code stays.
-define(RECENT, 10).
%% Milliseconds until deleted code is looked after: soon, and then less and less often.
-define(FIRST_LOOK, 20).
-define(LAST_LOOK, 10000).

%% What tells the code of lines apart.
-type key() :: binary().

-record(state, {
    free = [] :: [module()],
    made = 0 :: non_neg_integer(),
    %% Who holds a name that is in use, and for which code.
    taken = #{} :: #{Monitor :: reference() => {key(), module()}},
    %% Code that was run and is still loaded, the last first.
    recent = [] :: [{key(), module()}],
    %% Deleted code that may still be needed.
    kept = [] :: [module()],
    look = none :: none | reference(),
    pause = ?FIRST_LOOK :: pos_integer()
}).

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

%% What the module's `eval/1` answers.
-spec run(beamtalk_core_walk:core(), Bindings :: map()) -> term().
run(Core, Bindings) ->
    case gen_server:call(?MODULE, {take, erlang:md5(term_to_binary(Core))}, infinity) of
        {ok, Module, IsLoaded, Taken} ->
            try
                ok = loaded(IsLoaded, Module, Core),
                Module:eval(Bindings)
            after
                gen_server:cast(?MODULE, {return, Taken})
            end;
        none ->
            beamtalk_error:raise_message(
                resource_error,
                undefined,
                undefined,
                <<"Too many blocks of earlier lines are kept">>,
                <<"Let some of them go, or define a class for what they do">>
            )
    end.

-spec counts() -> #{free | taken | recent | kept := non_neg_integer()}.
counts() ->
    gen_server:call(?MODULE, counts, infinity).

%% The compiler of the language has called it something else.
-spec named(beamtalk_core_walk:core(), module()) -> beamtalk_core_walk:core().
named({c_module, Anno, _, Exports, Attributes, Definitions}, Module) ->
    Renamed = [{Name, about(Name, Fun, Module)} || {Name, Fun} <- Definitions],
    {c_module, Anno, {c_literal, [], Module}, Exports, Attributes, Renamed}.

-spec about(tuple(), tuple(), module()) -> tuple().
about({c_var, _, {module_info, _}}, {c_fun, A, Parameters, {c_call, B, M, F, [_ | Rest]}}, Module) ->
    {c_fun, A, Parameters, {c_call, B, M, F, [{c_literal, [], Module} | Rest]}};
about(_, Fun, _) ->
    Fun.

%% It runs a few times at most: what makes code faster takes longer than it saves.
-spec compiled(beamtalk_core_walk:core()) -> binary().
compiled(Core) ->
    Options = [
        from_core, binary, return_errors, no_copt, no_ssa_opt, no_bool_opt, no_share_opt,
        no_bsm_opt, no_recv_opt, no_postopt, no_type_opt, no_core_alias
    ],
    {ok, _, Beam} = compile:noenv_forms(Core, Options),
    Beam.

-spec loaded(boolean(), module(), beamtalk_core_walk:core()) -> ok.
loaded(true, _, _) ->
    ok;
loaded(false, Module, Core) ->
    Beam = compiled(named(Core, Module)),
    ok = beamtalk_block_count:loading(Module, Beam),
    {module, Module} = code:load_binary(Module, "<prompt>", Beam),
    ok.

-spec init([]) -> {ok, #state{}}.
init([]) ->
    {ok, #state{}}.

-spec handle_call({take, key()} | counts, gen_server:from(), #state{}) -> {reply, term(), #state{}}.
handle_call({take, Key}, {Pid, _}, #state{recent = Recent} = State) ->
    case lists:keyfind(Key, 1, Recent) of
        {Key, Module} -> taken(Key, Module, true, Pid, State);
        false -> taken_next(Key, Pid, next(State), State)
    end;
handle_call(counts, _, #state{free = Free, taken = Taken, recent = Recent, kept = Kept} = State) ->
    Counts = #{free => length(Free), taken => map_size(Taken), recent => length(Recent), kept => length(Kept)},
    {reply, Counts, State}.

-spec taken_next(key(), pid(), {module(), #state{}} | none, #state{}) -> {reply, term(), #state{}}.
taken_next(Key, Pid, {Module, Left}, _) -> taken(Key, Module, false, Pid, Left);
taken_next(_, _, none, State) -> {reply, none, State}.

-spec taken(key(), module(), IsLoaded :: boolean(), pid(), #state{}) -> {reply, term(), #state{}}.
taken(Key, Module, IsLoaded, Pid, #state{taken = Taken} = State) ->
    Monitor = monitor(process, Pid),
    {reply, {ok, Module, IsLoaded, Monitor}, State#state{taken = Taken#{Monitor => {Key, Module}}}}.

%% Names are made as they are needed.
-spec next(#state{}) -> {module(), #state{}} | none.
next(#state{free = [Module | Free]} = State) ->
    {Module, State#state{free = Free}};
next(#state{made = Made, kept = [_ | _]} = State) when Made >= ?MOST ->
    case looked(State) of
        #state{free = []} -> none;
        Looked -> next(Looked)
    end;
next(#state{made = Made}) when Made >= ?MOST ->
    none;
next(#state{made = Made} = State) ->
    Module = list_to_atom("beamtalk_prompt@" ++ integer_to_list(Made + 1)),
    Next = State#state{made = Made + 1},
    %% The life before this one may have left code that somebody needs.
    case erlang:module_loaded(Module) orelse erlang:check_old_code(Module) of
        true -> next(Next);
        false -> {Module, Next}
    end.

-spec handle_cast({return, reference()}, #state{}) -> {noreply, #state{}}.
handle_cast({return, Monitor}, State) ->
    {noreply, returned(Monitor, State)}.

-spec handle_info(term(), #state{}) -> {noreply, #state{}}.
handle_info({'DOWN', Monitor, process, _, _}, State) ->
    {noreply, returned(Monitor, State)};
handle_info({timeout, Look, look}, #state{look = Look} = State) ->
    {noreply, looking(looked(State#state{look = none}))};
handle_info(_, State) ->
    {noreply, State}.

-spec returned(reference(), #state{}) -> #state{}.
returned(Monitor, #state{taken = Taken, recent = Recent} = State) ->
    case maps:take(Monitor, Taken) of
        {{Key, Module} = Code, Left} ->
            true = demonitor(Monitor, [flush]),
            Returned = State#state{taken = Left},
            case {lists:keyfind(Key, 1, Recent), erlang:module_loaded(Module)} of
                {Code, true} -> Returned#state{recent = [Code | lists:delete(Code, Recent)]};
                {false, true} -> forgetting(Returned#state{recent = [Code | Recent]});
                %% Somebody else has run the same meanwhile, or it was ended before it was loaded.
                _ -> deleted([Module], Returned)
            end;
        error ->
            State
    end.

%% The oldest go that nobody is running.
-spec forgetting(#state{}) -> #state{}.
forgetting(#state{recent = Recent, taken = Taken} = State) ->
    Running = maps:values(Taken),
    {Last, Older} = lists:split(min(?RECENT, length(Recent)), Recent),
    {Needed, Gone} = lists:partition(fun(Code) -> lists:member(Code, Running) end, Older),
    deleted([Module || {_, Module} <- Gone], State#state{recent = Last ++ Needed}).

-spec deleted([module()], #state{}) -> #state{}.
deleted([], State) ->
    State;
deleted(Modules, #state{kept = Kept} = State) ->
    Delete = fun(Module) ->
        ok = beamtalk_block_count:deleting(Module),
        code:delete(Module)
    end,
    lists:foreach(Delete, Modules),
    looking(sooner(State#state{kept = Modules ++ Kept})).

%% What has just been kept is likely to be free soon.
-spec sooner(#state{}) -> #state{}.
sooner(#state{look = Look, pause = Pause} = State) when Look =/= none, Pause > 2 * ?FIRST_LOOK ->
    _ = erlang:cancel_timer(Look),
    State#state{look = none, pause = ?FIRST_LOOK};
sooner(State) ->
    State.

-spec looking(#state{}) -> #state{}.
looking(#state{kept = [_ | _], look = none, pause = Pause} = State) ->
    State#state{look = erlang:start_timer(Pause, self(), look), pause = min(2 * Pause, ?LAST_LOOK)};
looking(#state{kept = []} = State) ->
    State#state{pause = ?FIRST_LOOK};
looking(State) ->
    State.

-spec looked(#state{}) -> #state{}.
looked(#state{free = Free, kept = Kept} = State) ->
    {Gone, Needed} = lists:partition(fun is_gone/1, Kept),
    State#state{free = Gone ++ Free, kept = Needed}.

%% Blocks are counted first, which is quick.
-spec is_gone(module()) -> boolean().
is_gone(Module) ->
    case beamtalk_block_count:are_gone(Module) andalso not beamtalk_old_code:has_processes(Module) of
        true ->
            _ = code:purge(Module),
            ok = beamtalk_block_count:forget(Module),
            true;
        false ->
            false
    end.
