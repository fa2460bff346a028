%% What is wrong with classes since something that they use was changed. When a method was
%% put into a class or taken out, those that send it are checked again; when a class was
%% loaded, those of which something is shown that this may have mended. It happens here,
%% after a moment of quiet, so that nobody waits for it.
%%
%% The findings of each class are kept until it is checked again or goes. Peers are told what
%% a check has found, and take it for all that is wrong with the classes that were checked.
-module(beamtalk_reload_check).
-behaviour(gen_server).

-include_lib("kernel/include/logger.hrl").

-export([start_link/0, changed/4, found/1, findings/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

-type text() :: binary() | unknown | none.
-type change() :: {method, Class :: atom(), Selector :: atom(), Before :: text(), After :: text()} | {class, atom()}.

%% Milliseconds without another change.
-define(QUIET, 100).
%% Of one check no more are kept.
-define(MOST_FINDINGS, 500).

%% Rows: {Owner, [Finding]}. Read by whoever asks.
-define(TABLE, ?MODULE).

%% Latest first.
-record(state, {changes = [] :: [change()]}).

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

%% A method has another text now. `none` is for one that is not there.
-spec changed(Class :: binary(), Selector :: binary(), Before :: text(), After :: text()) -> ok.
changed(Class, Selector, Before, After) ->
    gen_server:cast(?MODULE, {changed, {method, binary_to_atom(Class), binary_to_atom(Selector), Before, After}}).

%% By somebody who has checked.
-spec found(beamtalk_recheck:report()) -> ok.
found(Report) ->
    gen_server:cast(?MODULE, {found, Report}).

%% What is known to be wrong, by the names of the classes, for JSON.
-spec findings() -> [map()].
findings() ->
    case ets:whereis(?TABLE) of
        undefined -> [];
        _ -> [shown(It) || {_, Found} <- lists:sort(ets:tab2list(?TABLE)), It <- Found]
    end.

-spec init([]) -> {ok, #state{}}.
init([]) ->
    ?TABLE = ets:new(?TABLE, [named_table, protected, {read_concurrency, true}]),
    beamtalk_class_events:subscribe(self()),
    {ok, #state{}}.

-spec handle_call(term(), gen_server:from(), #state{}) -> no_return().
handle_call(Request, _From, _State) ->
    error({unknown_call, Request}).

-spec handle_cast(term(), #state{}) -> {noreply, #state{}, timeout()}.
handle_cast({changed, Change}, State) ->
    soon(with(Change, State));
handle_cast({found, Report}, State) ->
    ok = taken(Report, #{}),
    soon(State);
handle_cast({register_class, Class, _}, State) ->
    case touched(Class) of
        [] -> soon(State);
        _ -> soon(with({class, Class}, State))
    end;
handle_cast({remove_class, Class}, State) ->
    true = ets:delete(?TABLE, Class),
    soon(State);
handle_cast(_, State) ->
    soon(State).

-spec handle_info(term(), #state{}) -> {noreply, #state{}, timeout()}.
handle_info(timeout, #state{changes = Changes} = State) ->
    %% A method says more than that its class was loaded for it.
    {Methods, Classes} = lists:partition(fun(Change) -> element(1, Change) =:= method end, lists:reverse(Changes)),
    _ = lists:foldl(fun fenced/2, [], Methods ++ Classes),
    soon(State#state{changes = []});
handle_info(Message, State) ->
    ?LOG_WARNING("~ts got ~tP", [?MODULE, Message, 20]),
    soon(State).

-spec with(change(), #state{}) -> #state{}.
with(Change, #state{changes = Changes} = State) ->
    State#state{changes = [Change | Changes -- [Change]]}.

-spec soon(#state{}) -> {noreply, #state{}, timeout()}.
soon(#state{changes = []} = State) -> {noreply, State, infinity};
soon(State) -> {noreply, State, ?QUIET}.

%% The classes of which something is shown that this class may have to do with.
-spec touched(Class :: atom()) -> [atom()].
touched(Class) ->
    [Owner || {Owner, Found} <- ets:tab2list(?TABLE), Owner =:= Class orelse [It || #{'changedClass' := C} = It <- Found, C =:= Class] =/= []].

%% A check that fails has found nothing. Classes that were checked a moment ago are not
%% checked for the same change again.
-spec fenced(change(), Done :: [atom()]) -> [atom()].
fenced(Change, Done) ->
    try
        checked(Change, Done)
    catch
        Kind:Reason:Stack ->
            ?LOG_ERROR("classes could not be checked: ~tp ~tP at ~tP", [Kind, Reason, 20, Stack, 20]),
            Done
    end.

-spec checked(change(), Done :: [atom()]) -> [atom()].
checked({method, Class, Selector, Before, After}, Done) ->
    case beamtalk_recheck:classification(Before, After) of
        body_only ->
            Done;
        Classification ->
            Said = #{changed => Class, selector => Selector, classification => Classification},
            told(beamtalk_recheck:senders(Said), Said) ++ Done
    end;
checked({class, Class}, Done) ->
    case touched(Class) -- Done of
        [] ->
            Done;
        Owners ->
            Said = #{changed => Class, classification => class_loaded},
            told(beamtalk_recheck:owners(Owners, Said), Said) ++ Done
    end.

%% Where nobody was looked at there is nothing to tell.
-spec told(beamtalk_recheck:report(), beamtalk_recheck:said()) -> Checked :: [atom()].
told(#{'checkedOwners' := []}, _) ->
    [];
told(#{'checkedOwners' := Owners} = Report, Said) ->
    ok = taken(Report, Said),
    Owners.

-spec taken(beamtalk_recheck:report(), beamtalk_recheck:said()) -> ok.
taken(#{findings := All, 'checkedOwners' := Owners} = Report, Said) ->
    Findings = lists:sublist(All, ?MOST_FINDINGS),
    lists:foreach(fun(Owner) -> keep(Owner, [It || #{owner := Its} = It <- Findings, Its =:= Owner]) end, Owners),
    beamtalk_repl_push:reload_checked(#{
        'changedClass' => or_null(maps:get(changed, Said, nil)),
        'changedSelector' => or_null(maps:get(selector, Said, nil)),
        classification => or_null(maps:get(classification, Said, nil)),
        checked => length(Owners),
        'notChecked' => maps:get('notChecked', Report, 0),
        'capNote' => or_null(cap(All, Findings, maps:get('capNote', Report, nil))),
        'checkedOwners' => Owners,
        findings => lists:map(fun shown/1, Findings)
    }).

-spec cap([term()], [term()], binary() | nil) -> binary() | nil.
cap(All, All, Note) -> Note;
cap(All, _, nil) -> <<"Only the first ", (integer_to_binary(?MOST_FINDINGS))/binary, " of ", (integer_to_binary(length(All)))/binary, " findings are told">>;
cap(_, _, Note) -> Note.

-spec keep(atom(), [beamtalk_recheck:finding()]) -> true.
keep(Owner, []) -> ets:delete(?TABLE, Owner);
keep(Owner, Findings) -> ets:insert(?TABLE, {Owner, Findings}).

-spec shown(beamtalk_recheck:finding()) -> map().
shown(#{sites := Sites} = Finding) ->
    maps:map(fun(_, Value) -> or_null(Value) end, Finding#{sites := [maps:map(fun(_, Value) -> or_null(Value) end, Site) || Site <- Sites]}).

-spec or_null(nil | Value) -> null | Value.
or_null(nil) -> null;
or_null(Value) -> Value.
