%% Runs code that must be compiled under names that are used again and again, so that
%% neither atoms nor code grow with what is typed. A name is taken, its code loaded and
%% run, and then deleted at once: who still stands in it, or keeps a block of it, goes
%% on in the deleted code. The name is free again when nobody does any more, which is
%% looked after in the background, for it takes the longer the more processes there are.
-module(beamtalk_repl_modules).
-behaviour(gen_server).

-export([start_link/0, run/2, counts/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

%% So many blocks of different lines can be kept at once.
-define(MOST, 4000).
%% Milliseconds until deleted code is looked after: soon, and then less and less often.
-define(FIRST_LOOK, 20).
-define(LAST_LOOK, 10000).

-record(state, {
    free = [] :: [module()],
    made = 0 :: non_neg_integer(),
    %% Who holds a name that is in use.
    taken = #{} :: #{Monitor :: reference() => module()},
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
    case gen_server:call(?MODULE, take, infinity) of
        {ok, Module, Taken} ->
            try
                ok = load(Module, compiled(named(Core, Module))),
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

-spec counts() -> #{free := non_neg_integer(), taken := non_neg_integer(), kept := non_neg_integer()}.
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

%% It runs once: what makes code faster takes longer than it saves.
-spec compiled(beamtalk_core_walk:core()) -> binary().
compiled(Core) ->
    Options = [
        from_core, binary, return_errors, no_copt, no_ssa_opt, no_bool_opt, no_share_opt,
        no_bsm_opt, no_recv_opt, no_postopt, no_type_opt, no_core_alias
    ],
    {ok, _, Beam} = compile:noenv_forms(Core, Options),
    Beam.

-spec load(module(), binary()) -> ok.
load(Module, Beam) ->
    ok = beamtalk_block_count:loading(Module, Beam),
    {module, Module} = code:load_binary(Module, "<prompt>", Beam),
    ok.

-spec init([]) -> {ok, #state{}}.
init([]) ->
    {ok, #state{}}.

-spec handle_call(take | counts, gen_server:from(), #state{}) -> {reply, term(), #state{}}.
handle_call(take, {Pid, _}, State) ->
    case next(State) of
        {Module, Left} ->
            Monitor = monitor(process, Pid),
            {reply, {ok, Module, Monitor}, Left#state{taken = (Left#state.taken)#{Monitor => Module}}};
        none ->
            {reply, none, State}
    end;
handle_call(counts, _, #state{free = Free, taken = Taken, kept = Kept} = State) ->
    {reply, #{free => length(Free), taken => map_size(Taken), kept => length(Kept)}, State}.

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
returned(Monitor, #state{taken = Taken, kept = Kept} = State) ->
    case maps:take(Monitor, Taken) of
        {Module, Left} ->
            true = demonitor(Monitor, [flush]),
            ok = beamtalk_block_count:deleting(Module),
            _ = code:delete(Module),
            looking(sooner(State#state{taken = Left, kept = [Module | Kept]}));
        error ->
            State
    end.

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
