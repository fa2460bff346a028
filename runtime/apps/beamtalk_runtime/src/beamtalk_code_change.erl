%% Puts code in the place of code. A class that is loaded again gets a new
%% version beside those that are in use (`beamtalk_code_version`), and the
%% registry lets it count; any other module is replaced where it is, and a
%% process that stands in the code before the last is waited for and never
%% killed, which is where this differs from `code:load_binary/3` alone.
%%
%% One change of a module at a time: the code server loses a caller that loads a
%% module whose loading has just begun, if the module registers as it loads.
%% Different modules change beside each other, for what a module does as it loads
%% may change another.
-module(beamtalk_code_change).
-behaviour(gen_server).

-export([start_link/0, load/3, replace/4, patch/2, remove/3, delete/2]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

%% How often one waits for a process to leave: a call takes less, a loop may
%% take for ever.
-define(PATIENCE, 200).
%% When to look after code that was in use, in milliseconds: soon, and then
%% less and less often, for a block may be kept for ever.
-define(FIRST_LOOK, 50).
-define(LAST_LOOK, 100000).

-type patience() :: non_neg_integer() | infinity.
-type refusal() :: {error, in_use | no_object_code | term()}.

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

%% A class, or any other module, that was just compiled for this and not
%% optimised: patches of its methods may reach inside. When this answers, all
%% who wanted to hear of the class have heard.
-spec load(module(), From :: string(), Beam :: binary()) -> ok | refusal().
load(Module, From, Beam) ->
    case request(Module, fun() -> define(Module, From, Beam) end) of
        ok -> told(beamtalk_class_events:is_heard() andalso beamtalk_code_version:class_of(Module));
        Refusal -> Refusal
    end.

%% Not as part of the change, for which the process of the class may be waiting.
%% A registry that has died starts the processes that are missing in its next life.
-spec told({ok, map()} | none | false) -> ok.
told({ok, #{class := Class}}) ->
    try beamtalk_class_registry:whereis_class(Class) of
        undefined -> ok;
        ClassPid -> beamtalk_object_class:settle(ClassPid)
    catch
        exit:_ -> ok
    end;
told(_) ->
    ok.

%% Where it is, whatever it is.
-spec replace(module(), From :: string(), Beam :: binary(), patience()) -> ok | refusal().
replace(Module, From, Beam, Patience) ->
    request(Module, fun() -> in_place(Module, From, Beam, Patience) end).

%% The class goes on with the code that was compiled, but for these functions.
-spec patch(module(), beamtalk_redirected_code:bodies()) -> ok | refusal().
patch(Module, Bodies) ->
    request(Module, fun() -> patched(Module, Bodies, beamtalk_object_code:find(Module)) end).

%% The class goes where `Leave` agrees, and its code with it.
-spec remove(module(), Class :: atom(), Leave :: fun(() -> ok | {error, Reason})) -> ok | {error, Reason}.
remove(Module, Class, Leave) ->
    request(Module, fun() ->
        case Leave() of
            ok -> deleted(Module, Class);
            Refusal -> Refusal
        end
    end).

%% The class is gone. Blocks that its code has made live on.
-spec delete(module(), Class :: atom()) -> ok | refusal().
delete(Module, Class) ->
    request(Module, fun() -> deleted(Module, Class) end).

-spec request(module(), fun(() -> ok | refusal())) -> ok | refusal().
request(Module, Change) ->
    gen_server:call(?MODULE, {change, Module, Change}, infinity).

-record(state, {
    %% The modules that are changing, with the requests that wait for each.
    changing = #{} :: #{module() => queue:queue(request())},
    %% When to look after the older code of a module.
    looks = #{} :: #{module() => reference()}
}).
-type state() :: #state{}.
-type request() :: {gen_server:from() | nobody, fun(() -> ok | refusal())}.

-spec init([]) -> {ok, state()}.
init([]) ->
    {ok, #state{}}.

-spec handle_call(tuple(), gen_server:from(), state()) -> {noreply, state()}.
handle_call({change, Module, Change}, From, State) ->
    {noreply, next(Module, {From, Change}, State)}.

-spec handle_cast(term(), state()) -> {noreply, state()}.
handle_cast(_, State) ->
    {noreply, State}.

-spec handle_info(tuple() | term(), state()) -> {noreply, state()}.
handle_info({changed, Module}, #state{changing = Changing} = State) ->
    case queue:out(maps:get(Module, Changing)) of
        {empty, _} ->
            {noreply, State#state{changing = maps:remove(Module, Changing)}};
        {{value, Request}, Rest} ->
            start(Module, Request),
            {noreply, State#state{changing = Changing#{Module := Rest}}}
    end;
handle_info({look, Module, After}, #state{looks = Looks} = State) ->
    _ = [erlang:cancel_timer(Timer) || {ok, Timer} <- [maps:find(Module, Looks)]],
    Timer = erlang:send_after(After, self(), {sweep, Module, After}),
    {noreply, State#state{looks = Looks#{Module => Timer}}};
handle_info({sweep, Module, After}, #state{looks = Looks} = State) ->
    Sweep = {nobody, fun() -> sweep(Module, After) end},
    {noreply, next(Module, Sweep, State#state{looks = maps:remove(Module, Looks)})};
handle_info(_, State) ->
    {noreply, State}.

-spec next(module(), request(), state()) -> state().
next(Module, Request, #state{changing = Changing} = State) ->
    case Changing of
        #{Module := Waiting} ->
            State#state{changing = Changing#{Module := queue:in(Request, Waiting)}};
        _ ->
            start(Module, Request),
            State#state{changing = Changing#{Module => queue:new()}}
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
        From =:= nobody orelse gen_server:reply(From, Answer),
        Server ! {changed, Module}
    end).

-spec define(module(), string(), binary()) -> ok | refusal().
define(Module, From, Beam) ->
    IsRunning = beamtalk_code_version:exports(Module, '__beamtalk_meta', 0),
    case IsRunning andalso is_class(Beam) of
        true ->
            new_version(Module, From, {Beam, inside}, #{}, fun redefine/3);
        false ->
            ok = beamtalk_object_code:keep(Module, {Beam, inside}, compiled),
            in_place(Module, From, Beam, ?PATIENCE)
    end.

%% Patches go with what they have patched.
-spec redefine(module(), Version :: module(), binary() | none) -> ok | refusal().
redefine(Module, Version, Forwarding) ->
    #{class := Class} = Version:'__beamtalk_meta'(),
    case beamtalk_class_registry:redefine(Module, Version, Forwarding) of
        ok -> beamtalk_extensions:forget_patches(Class);
        Refusal -> Refusal
    end.

-spec is_class(binary()) -> boolean().
is_class(Beam) ->
    {ok, {_, [{exports, Exports}]}} = beam_lib:chunks(Beam, [exports]),
    lists:member({'__beamtalk_meta', 0}, Exports).

-spec patched(module(), beamtalk_redirected_code:bodies(), {ok, beamtalk_object_code:object_code()} | none) ->
    ok | refusal().
patched(_, _, none) ->
    {error, no_object_code};
patched(Module, Bodies, {ok, Base}) ->
    new_version(Module, "patched", Base, Bodies, fun beamtalk_class_registry:repoint/3).

%% Nobody can see the version before the registry lets it count, which it does
%% at one stroke.
-spec new_version(module(), string(), Base, beamtalk_redirected_code:bodies(), Commit) -> ok | refusal() when
    Base :: beamtalk_object_code:object_code(),
    Commit :: fun((module(), module(), binary() | none) -> ok | refusal()).
new_version(Module, From, {Compiled, Reach} = Base, Bodies, Commit) ->
    case beamtalk_code_version:free_name(Module) of
        {ok, Name} ->
            Beam = beamtalk_redirected_code:redirect(beamtalk_object_code:renamed(Compiled, Name), Bodies, Reach),
            ok = beamtalk_object_code:keep(Name, Base, case map_size(Bodies) of 0 -> compiled; _ -> patched end),
            ok = beamtalk_block_count:loading(Name, Beam),
            {module, Name} = code:load_binary(Name, From, Beam),
            Answer = Commit(Module, Name, forwarding(Module, Name)),
            look_again(Module, ?FIRST_LOOK),
            Answer;
        Refusal ->
            Refusal
    end.

%% The code to take the name of the class, unless it has done so.
-spec forwarding(module(), Version :: module()) -> binary() | none.
forwarding(Module, Version) ->
    case beamtalk_code_version:is_forwarding(Module) of
        true ->
            none;
        false ->
            ok = beamtalk_block_count:stepping_back(Module, beamtalk_object_code:find(Module)),
            #{class := Class} = Version:'__beamtalk_meta'(),
            beamtalk_forwarding_module:compile(Module, Class, Version:module_info(exports))
    end.

-spec in_place(module(), string(), binary(), patience()) -> ok | refusal().
in_place(Module, From, Beam, Patience) ->
    case code:soft_purge(Module) of
        true ->
            changed(code:load_binary(Module, From, Beam));
        false when Patience =:= 0 ->
            {error, in_use};
        false ->
            erlang:yield(),
            in_place(Module, From, Beam, less(Patience))
    end.

-spec changed({module, module()} | {error, term()}) -> ok | refusal().
changed({module, _}) -> ok;
changed({error, _} = Refusal) -> Refusal.

-spec less(pos_integer() | infinity) -> patience().
less(infinity) -> infinity;
less(Patience) -> Patience - 1.

%% The name must be free to be loaded again, even while a block of its code is
%% kept: so that code steps back behind some that passes calls on, to nowhere.
-spec deleted(module(), atom()) -> ok | refusal().
deleted(Module, Class) ->
    IsPlain = erlang:module_loaded(Module) andalso not beamtalk_code_version:is_forwarding(Module),
    _ = IsPlain andalso step_back(Module, Class),
    beamtalk_code_version:delete(Module),
    look_again(Module, ?FIRST_LOOK).

-spec step_back(module(), atom()) -> ok | refusal().
step_back(Module, Class) ->
    ok = beamtalk_block_count:stepping_back(Module, beamtalk_object_code:find(Module)),
    in_place(Module, "removed", beamtalk_forwarding_module:compile(Module, Class, []), ?PATIENCE).

-spec sweep(module(), pos_integer()) -> ok.
sweep(Module, After) ->
    case beamtalk_code_version:sweep(Module) of
        in_use when After < ?LAST_LOOK ->
            lists:foreach(fun tidy/1, beamtalk_class_hierarchy_table:classes_of(Module)),
            look_again(Module, 2 * After);
        _ ->
            ok
    end.

%% An actor that has nothing to do keeps what its last message left behind.
-spec tidy(Class :: atom()) -> ok.
tidy(Class) ->
    Collect = fun({Pid, _}) -> erlang:garbage_collect(Pid, [{async, Pid}]) end,
    lists:foreach(Collect, beamtalk_actor_instances:kind_of(Class)).

-spec look_again(module(), pos_integer()) -> ok.
look_again(Module, After) ->
    ?MODULE ! {look, Module, After},
    ok.
