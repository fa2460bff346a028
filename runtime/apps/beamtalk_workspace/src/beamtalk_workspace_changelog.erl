%% The live changes of a workspace: its one owner numbers them, keeps them, and writes them
%% to the files of the project when asked. In its folder they outlive the system; without a
%% project they are kept in memory. If this process dies it reads them again, and what was
%% only in memory is lost.
-module(beamtalk_workspace_changelog).
-behaviour(gen_server).

-include_lib("kernel/include/logger.hrl").

-export([start_link/1, record/1, changes/0, find/1, drop/1, forget/3, clear/0, reloaded/1, rebuilt/1]).
-export([flush/2, autoflush/0, autoflush/1, project/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

-export_type([found/0, viewed/0]).

-type change() :: beamtalk_change:change().
%% What happened, and what was live before: a text, nothing, or what has no text; and the same
%% with what was said of it.
-type found() :: #{
    class := binary(),
    selector := binary() | none,
    side := instance | class | none,
    kind := beamtalk_change:kind(),
    intent := durable | ephemeral,
    author := human | agent | program,
    path := binary() | none,
    text := binary() | none,
    live := binary() | none | unknown,
    documented := binary() | none
}.
%% A change and what is true of it now.
-type viewed() :: {change(), #{active := boolean(), shadowed := boolean(), clean := boolean(), prior_epoch := boolean()}}.

-record(state, {
    store :: beamtalk_change_store:store(),
    project :: binary() | none,
    epoch :: binary(),
    next = 1 :: pos_integer(),
    changes = [] :: [change()],
    %% What the files hold of methods that are live and not in them.
    known :: beamtalk_change_origin:known(),
    autoflush = false :: boolean()
}).

-spec start_link(beamtalk_workspace_sup:config()) -> {ok, pid()} | {error, term()}.
start_link(Config) ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, Config, []).

%% Something was changed. Where no workspace runs nobody keeps it.
-spec record(found()) -> ok.
record(Found) -> call({record, Found}, ok).

%% All of them, oldest first.
-spec changes() -> [viewed()].
changes() -> call(changes, []).

%% The one of that number, if nothing has taken its place, and whether it is what is live.
-spec find(Seq :: integer()) -> {ok, change(), IsLive :: boolean()} | shadowed | gone.
find(Seq) -> call({find, Seq}, gone).

-spec drop(Seq :: integer()) -> ok.
drop(Seq) -> call({drop, Seq}, ok).

%% What was changed in a method is undone.
-spec forget(Class :: binary(), instance | class, Selector :: binary()) -> ok.
forget(Class, Side, Selector) -> call({forget, #{class => Class, side => Side, selector => Selector}}, ok).

-spec clear() -> ok.
clear() -> call(clear, ok).

%% Classes that somebody wants as their files say: their changes are undone.
-spec reloaded([Class :: binary()]) -> ok.
reloaded(Classes) -> call({reloaded, Classes}, ok).

%% Classes that were built anew: their changes are not live any more, but still wanted.
-spec rebuilt([Class :: binary()]) -> ok.
rebuilt(Classes) -> call({rebuilt, Classes}, ok).

-spec flush(beamtalk_change:selection(), IsConfirmed :: boolean()) -> beamtalk_change_flush:outcome().
flush(Selection, IsConfirmed) ->
    call({flush, Selection, IsConfirmed}, #{written => [], clean => [], skipped => [], conflicts => [], files => []}).

-spec autoflush() -> boolean().
autoflush() -> call(autoflush, false).

-spec autoflush(boolean()) -> boolean().
autoflush(On) -> call({autoflush, On}, On).

-spec project() -> binary() | none.
project() -> call(project, none).

-spec call(term(), Otherwise) -> Otherwise | term().
call(Request, Otherwise) ->
    case whereis(?MODULE) of
        undefined -> Otherwise;
        Pid -> gen_server:call(Pid, Request, infinity)
    end.

-spec init(beamtalk_workspace_sup:config()) -> {ok, #state{}}.
init(Config) ->
    {Store, Project} = places(Config),
    Epoch = epoch(),
    {Kept, Autoflush} = beamtalk_change_store:open(Store),
    %% Trials end with the system that they were made in.
    Changes = [It || #{intent := Intent, epoch := Its} = It <- Kept, Intent =:= durable orelse Its =:= Epoch],
    ok = beamtalk_change_store:rewrite(Store, Changes, Autoflush),
    Next = lists:max([0 | [Seq || #{seq := Seq} <- Kept]]) + 1,
    Known = beamtalk_change_origin:known([It || #{epoch := Its, is_discarded := false} = It <- Changes, Its =:= Epoch]),
    {ok, #state{
        store = Store, project = Project, epoch = Epoch, next = Next, changes = Changes, known = Known, autoflush = Autoflush
    }}.

-spec places(beamtalk_workspace_sup:config()) -> {beamtalk_change_store:store(), binary() | none}.
places(#{project_path := Project, dir := Folder}) when is_binary(Project) ->
    {{folder, filename:join(Folder, "changes")}, Project};
places(#{project_path := Project}) when is_binary(Project) ->
    {none, Project};
places(_) ->
    {none, none}.

%% Which system this is: the same one if only this process has started again.
-spec epoch() -> binary().
epoch() ->
    Begun = erlang:system_info(start_time) + erlang:time_offset(),
    iolist_to_binary([os:getpid(), $-, integer_to_binary(Begun)]).

-spec handle_call(term(), gen_server:from(), #state{}) -> {reply, term(), #state{}}.
handle_call({record, Found}, _From, State) ->
    {reply, ok, recorded(Found, State)};
handle_call(changes, _From, State) ->
    {reply, viewed(State), State};
handle_call({find, Seq}, _From, State) ->
    {reply, found(Seq, State), State};
handle_call({drop, Seq}, _From, State) ->
    {reply, ok, dropped([Seq], State)};
handle_call({forget, Method}, _From, #state{changes = Changes} = State) ->
    {reply, ok, dropped([Seq || #{seq := Seq} = It <- Changes, beamtalk_change:same_method(It, Method)], State)};
handle_call(clear, _From, #state{store = Store, autoflush = Autoflush} = State) ->
    ok = beamtalk_change_store:rewrite(Store, [], Autoflush),
    {reply, ok, State#state{changes = []}};
handle_call({reloaded, Classes}, _From, State) ->
    {reply, ok, unlived(discarded, Classes, State)};
handle_call({rebuilt, Classes}, _From, State) ->
    {reply, ok, unlived(outlived, Classes, State)};
handle_call({flush, Selection, IsConfirmed}, _From, State) ->
    {Outcome, Flushed} = flushed(Selection, IsConfirmed, State),
    {reply, Outcome, Flushed};
handle_call(autoflush, _From, #state{autoflush = On} = State) ->
    {reply, On, State};
handle_call({autoflush, On}, _From, #state{store = Store} = State) ->
    ok = beamtalk_change_store:append(Store, {autoflush, On}),
    {reply, On, State#state{autoflush = On}};
handle_call(project, _From, #state{project = Project} = State) ->
    {reply, Project, State}.

-spec handle_cast(term(), #state{}) -> no_return().
handle_cast(Request, _State) ->
    error({unknown_cast, Request}).

-spec handle_info(term(), #state{}) -> {noreply, #state{}}.
handle_info(Message, State) ->
    ?LOG_WARNING("~ts got ~tP", [?MODULE, Message, 20]),
    {noreply, State}.

-spec recorded(found(), #state{}) -> #state{}.
recorded(Found, #state{store = Store, next = Next, epoch = Epoch, changes = Changes, known = Known} = State) ->
    Earlier = [It || #{epoch := Its} = It <- Changes, Its =:= Epoch],
    Origin = beamtalk_change_origin:of_change(Found, State#state.project, Earlier, Known),
    Named = maps:without([path, live, documented], Found),
    Change = maps:merge(Named, Origin#{seq => Next, epoch => Epoch, is_discarded => false}),
    ok = beamtalk_change_store:append(Store, {change, Change}),
    written_at_once(Change, State#state{
        next = Next + 1, changes = Changes ++ [Change], known = beamtalk_change_origin:noted(Change, Known)
    }).

%% What does not fit stays pending and is told by the next flush.
-spec written_at_once(change(), #state{}) -> #state{}.
written_at_once(#{intent := durable, class := Class, file := File}, #state{autoflush = true} = State) when File =/= none ->
    {#{conflicts := Conflicts}, Flushed} = flushed({class, Class}, false, State),
    _ = [?LOG_WARNING("a change of ~ts is not written: ~ts", [Class, Reason]) || {_, Reason} <- Conflicts],
    Flushed;
written_at_once(_, State) ->
    State.

-spec viewed(#state{}) -> [viewed()].
viewed(#state{changes = Changes, epoch = Epoch, project = Project}) ->
    [
        {Change, #{
            active => beamtalk_change:is_active(Change, Epoch, Changes),
            shadowed => beamtalk_change:is_shadowed(Change, Changes),
            clean => is_clean(Change, Project),
            prior_epoch => Its =/= Epoch
        }}
     || #{epoch := Its} = Change <- Changes
    ].

-spec is_clean(change(), binary() | none) -> boolean().
is_clean(#{file := none}, _) ->
    false;
is_clean(#{file := File} = Change, Project) ->
    case beamtalk_project_file:read(File, Project) of
        {ok, Text} -> beamtalk_change_text:is_made(Text, Change);
        missing -> beamtalk_change_text:is_made(missing, Change);
        {error, _} -> false
    end.

-spec found(integer(), #state{}) -> {ok, change(), boolean()} | shadowed | gone.
found(Seq, #state{changes = Changes, epoch = Epoch}) ->
    case [It || #{seq := Its} = It <- Changes, Its =:= Seq] of
        [] ->
            gone;
        [#{epoch := Its, is_discarded := IsDiscarded} = Change] ->
            case beamtalk_change:is_shadowed(Change, Changes) of
                true -> shadowed;
                false -> {ok, Change, Its =:= Epoch andalso not IsDiscarded}
            end
    end.

-spec dropped([pos_integer()], #state{}) -> #state{}.
dropped([], State) ->
    State;
dropped(Seqs, #state{store = Store, changes = Changes} = State) ->
    ok = beamtalk_change_store:append(Store, {dropped, Seqs}),
    State#state{changes = [It || #{seq := Seq} = It <- Changes, not lists:member(Seq, Seqs)]}.

%% Those of an earlier start were not live, so nothing happens to them.
-spec unlived(discarded | outlived, [binary()], #state{}) -> #state{}.
unlived(How, Classes, #state{store = Store, epoch = Epoch, changes = Changes, known = Known} = State) ->
    Seqs = [
        Seq
     || #{seq := Seq, class := Class, epoch := Its, is_discarded := false} <- Changes, Its =:= Epoch, lists:member(Class, Classes)
    ],
    _ = [ok = beamtalk_change_store:append(Store, {How, Seqs}) || Seqs =/= []],
    State#state{
        changes = beamtalk_change:unlived(How, Seqs, Changes),
        known = beamtalk_change_origin:forgotten({classes, Classes}, Known)
    }.

%% What is in its file now leaves the log, with all that it has taken the place of; so do
%% trials.
-spec flushed(beamtalk_change:selection(), boolean(), #state{}) -> {beamtalk_change_flush:outcome(), #state{}}.
flushed(Selection, IsConfirmed, #state{project = Project, epoch = Epoch, changes = Changes} = State) ->
    Pending = beamtalk_change:pending(own(Selection, Project), Epoch, Changes),
    #{written := Written, clean := Clean, files := Files} = Outcome = beamtalk_change_flush:write(Pending, IsConfirmed, Project),
    Done = Written ++ Clean,
    Durable = beamtalk_change:without_trials(Changes),
    Gone = [Seq || #{seq := Seq} = It <- Durable, lists:member(It, Done) orelse beamtalk_change:is_shadowed(It, Done)],
    Trials = [It || #{intent := ephemeral} = It <- Changes],
    Tried = [It || #{file := File} = It <- Trials, File =/= none, lists:any(fun(Other) -> beamtalk_change:same_method(It, Other) end, Written)],
    Known = beamtalk_change_origin:reread(Tried, Project, beamtalk_change_origin:forgotten(Done, State#state.known)),
    _ = [beamtalk_repl_push:flushed([{beamtalk_project_file:absolute(File, Project), Kind} || {File, Kind} <- Files]) || Files =/= []],
    {Outcome, dropped(Gone ++ [Seq || #{seq := Seq} <- Trials], State#state{known = Known})}.

%% Files are known by their paths in the project.
-spec own(beamtalk_change:selection(), binary() | none) -> beamtalk_change:selection().
own({file, Path}, Project) ->
    case beamtalk_project_file:own(Path, Project) of
        {ok, Own} -> {file, Own};
        none -> {file, Path}
    end;
own(Selection, _) ->
    Selection.
