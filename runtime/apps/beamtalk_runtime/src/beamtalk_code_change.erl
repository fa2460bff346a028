%% Puts code in the place of code. A process that stands in the code before the
%% last is waited for and never killed, which is where this differs from
%% `code:load_binary/3` alone. What was replaced stays until the next change,
%% for blocks that it has made may be kept somewhere.
%%
%% One change of a module at a time: the code server loses a caller that loads a
%% module whose loading has just begun, if the module registers as it loads.
%% Different modules change beside each other, for what a module does as it loads
%% may change another.
-module(beamtalk_code_change).
-behaviour(gen_server).

-export([start_link/0, load/3, load/4, retire/1, delete/1]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

%% How often one waits for a process to leave: a call takes less, a loop may
%% take for ever.
-define(PATIENCE, 200).

-type patience() :: non_neg_integer() | infinity.
-type refusal() :: {error, in_use | term()}.

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

-spec load(module(), From :: string(), Beam :: binary()) -> ok | refusal().
load(Module, From, Beam) ->
    load(Module, From, Beam, ?PATIENCE).

-spec load(module(), From :: string(), Beam :: binary(), patience()) -> ok | refusal().
load(Module, From, Beam, Patience) ->
    gen_server:call(?MODULE, {load, Module, From, Beam, Patience}, infinity).

%% Nobody can call it any more; its blocks live on.
-spec retire(module()) -> ok.
retire(Module) ->
    gen_server:call(?MODULE, {retire, Module}, infinity).

%% Its blocks go with it, unless it is running.
-spec delete(module()) -> ok.
delete(Module) ->
    ok = retire(Module),
    _ = code:soft_purge(Module),
    ok.

%% The modules that are changing, with the requests that wait for each.
-type state() :: #{module() => queue:queue(request())}.
-type request() :: {gen_server:from(), fun(() -> ok | refusal())}.

-spec init([]) -> {ok, state()}.
init([]) ->
    {ok, #{}}.

-spec handle_call(tuple(), gen_server:from(), state()) -> {noreply, state()}.
handle_call({load, Module, Name, Beam, Patience}, From, State) ->
    {noreply, next(Module, {From, fun() -> change(Module, Name, Beam, Patience) end}, State)};
handle_call({retire, Module}, From, State) ->
    Retire = fun() ->
        _ = code:soft_purge(Module) andalso code:delete(Module),
        ok
    end,
    {noreply, next(Module, {From, Retire}, State)}.

-spec handle_cast(term(), state()) -> {noreply, state()}.
handle_cast(_, State) ->
    {noreply, State}.

-spec handle_info({changed, module()} | term(), state()) -> {noreply, state()}.
handle_info({changed, Module}, State) ->
    case queue:out(maps:get(Module, State)) of
        {empty, _} ->
            {noreply, maps:remove(Module, State)};
        {{value, Request}, Rest} ->
            start(Module, Request),
            {noreply, State#{Module := Rest}}
    end;
handle_info(_, State) ->
    {noreply, State}.

-spec next(module(), request(), state()) -> state().
next(Module, Request, State) ->
    case State of
        #{Module := Waiting} ->
            State#{Module := queue:in(Request, Waiting)};
        _ ->
            start(Module, Request),
            State#{Module => queue:new()}
    end.

%% Whatever becomes of the change, the one who asked and this server hear of it.
-spec start(module(), request()) -> pid().
start(Module, {From, Change}) ->
    Server = self(),
    spawn_link(fun() ->
        Answer =
            try
                Change()
            catch
                _:Reason -> {error, Reason}
            end,
        gen_server:reply(From, Answer),
        Server ! {changed, Module}
    end).

-spec change(module(), string(), binary(), patience()) -> ok | refusal().
change(Module, From, Beam, Patience) ->
    case code:soft_purge(Module) of
        true ->
            changed(code:load_binary(Module, From, Beam));
        false when Patience =:= 0 ->
            {error, in_use};
        false ->
            erlang:yield(),
            change(Module, From, Beam, less(Patience))
    end.

-spec changed({module, module()} | {error, term()}) -> ok | refusal().
changed({module, _}) -> ok;
changed({error, _} = Refusal) -> Refusal.

-spec less(pos_integer() | infinity) -> patience().
less(infinity) -> infinity;
less(Patience) -> Patience - 1.
