%% Methods added to classes from outside. Writes go through this process,
%% reads go straight to the table; dispatch reads neither, but the module
%% `beamtalk_overlay` that is made from the table.
%%
%% The first registration of a burst loads an overlay that asks the table,
%% so that it counts at once; when the burst is over, one made of constants
%% takes its place. A method that is new to a class at run time comes the same
%% way: it hides an extension of the class's instances and is hidden by one
%% of the class itself.
-module(beamtalk_extensions).
-behaviour(gen_server).

-include_lib("kernel/include/logger.hrl").

-export([start_link/0, create/0]).
-export([register/4, register/5, register/1, unregister/2, forget/1]).
-export([has/2, has/3, getSource/2, conflicts/0, all/1, texts/1, invoke/3]).
-export([lookup/2, extension/2, has_texts/0, ask_table/0]).
-export([patch/4, hide/3, forget_patches/1, unpatch/1, unpatch/3, settle/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

-export_type([extension/0, method/0]).

%% The second shape is for actors, which have a state of their own.
-type method() ::
    fun((Args :: [term()], Self :: term()) -> term())
    | fun((Args :: [term()], Self :: term(), State :: map()) -> {term(), map()}).
-type key() :: {Class :: atom(), Selector :: atom()}.
-type extension() ::
    {Class :: atom(), Selector :: atom(), method(), Owner :: atom(), Source :: binary() | none}.
-type side() :: beamtalk_class_reference:side().

%% Rows: {{Class, Selector}, Fun, Owner, Source} and {{patch, Class, Selector}, Fun}.
-define(TABLE, ?MODULE).
-define(CONFLICTS, beamtalk_extension_conflicts).
%% How long a burst may pause, in milliseconds.
-define(PAUSE, 25).

-record(state, {overlay = constant :: constant | lookup}).

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

-spec create() -> ok.
create() ->
    ?TABLE = ets:new(?TABLE, [named_table, public, ordered_set, {read_concurrency, true}]),
    ?CONFLICTS = ets:new(?CONFLICTS, [named_table, public, bag]),
    ok.

%% Adds or replaces a method of a class; the class side is 'C class'.
-spec register(atom(), atom(), method(), atom()) -> ok.
register(Class, Selector, Fun, Owner) ->
    register(Class, Selector, Fun, Owner, none).

-spec register(atom(), atom(), method(), atom(), binary() | none) -> ok.
register(Class, Selector, Fun, Owner, Source) ->
    register([{Class, Selector, Fun, Owner, Source}]).

%% All the extensions of a module in one go. Without a server they are
%% dropped: a module loads before the runtime only in tools.
-spec register([extension()]) -> ok.
register(Extensions) ->
    case whereis(?MODULE) of
        undefined -> ok;
        Server ->
            ok = gen_server:call(Server, {register, Extensions}, infinity),
            announce([Tag || {Tag, _, _, _, _} <- Extensions])
    end.

%% Here in the caller, for the classes themselves call the server.
-spec announce([Tag :: atom()]) -> ok.
announce(Tags) ->
    lists:foreach(fun beamtalk_object_class:announce/1, lists:usort(lists:flatmap(fun class/1, Tags))).

%% A class that was never there may not even have a name.
-spec class(Tag :: atom()) -> [Class :: atom()].
class(Tag) ->
    try beamtalk_class_reference:of_tag(Tag) of
        {Class, _} -> [Class]
    catch
        error:badarg -> []
    end.

-spec unregister(atom(), atom()) -> ok | not_found.
unregister(Class, Selector) ->
    case gen_server:call(?MODULE, {delete, {Class, Selector}}, infinity) of
        ok -> announce([Class]);
        not_found -> not_found
    end.

%% The class is gone, and so is all that was added to it.
-spec forget(atom()) -> ok.
forget(Class) ->
    gen_server:call(?MODULE, {forget, Class}, infinity).

-spec has(atom(), atom()) -> boolean().
has(Class, Selector) ->
    ets:member(?TABLE, {Class, Selector}).

-spec has(atom(), side(), atom()) -> boolean().
has(Class, instance, Selector) ->
    has(Class, Selector);
has(Class, class, Selector) ->
    ets:info(?TABLE, size) > 0 andalso has(beamtalk_class_reference:tag(Class), Selector).

-spec getSource(atom(), atom()) -> {ok, binary()} | not_found.
getSource(Class, Selector) ->
    case ets:lookup(?TABLE, {Class, Selector}) of
        [{_, _, _, Source}] when is_binary(Source) -> {ok, Source};
        _ -> not_found
    end.

%% Who has replaced whose method.
-spec conflicts() -> [{Class :: atom(), Selector :: atom(), Old :: atom(), New :: atom()}].
conflicts() ->
    [{Class, Selector, Old, New} || {{Class, Selector}, Old, New} <- ets:tab2list(?CONFLICTS)].

%% The selectors and owners of the extensions of one class.
-spec all(atom()) -> [{Selector :: atom(), Owner :: atom()}].
all(Class) ->
    ets:select(?TABLE, [{{{Class, '$1'}, '_', '$2', '_'}, [], [{{'$1', '$2'}}]}]).

%% The selectors and texts of the extensions of one side of a class.
-spec texts(Tag :: atom()) -> [{Selector :: atom(), Source :: binary() | none}].
texts(Tag) ->
    ets:select(?TABLE, [{{{Tag, '$1'}, '_', '_', '$2'}, [], [{{'$1', '$2'}}]}]).

%% What find/2 of the overlay answers, read from the table. Of an instance the
%% method that was put hides the extension, of a class the reverse.
-spec lookup(atom(), atom()) -> none | fun(([term()], term()) -> term()).
lookup(Class, Selector) ->
    case {patch_of(Class, Selector), extension(Class, Selector)} of
        {none, Extension} -> Extension;
        {Patch, none} -> Patch;
        {Patch, Extension} -> nearer(persistent_term:get(Class, undefined), Patch, Extension)
    end.

-spec nearer({class_side, fun(), atom()} | fun() | undefined, fun(), fun()) -> fun().
nearer({class_side, _, _}, _, Extension) -> Extension;
nearer(_, Patch, _) -> Patch.

-spec extension(atom(), atom()) -> none | fun(([term()], term()) -> term()).
extension(Class, Selector) ->
    case ets:lookup(?TABLE, {Class, Selector}) of
        [{_, Fun, _, _}] -> beamtalk_extension_call:callable(Class, Selector, Fun);
        [] -> none
    end.

-spec patch_of(atom(), atom()) -> none | fun(([term()], term()) -> term()).
patch_of(Class, Selector) ->
    case ets:lookup(?TABLE, {patch, Class, Selector}) of
        [{_, Fun}] -> Fun;
        [] -> none
    end.

%% What has_texts/0 of the overlay answers, read from the table.
-spec has_texts() -> boolean().
has_texts() ->
    are_texts([{Class, Selector} || {_, Class, Selector} <- keys()] ++ [Key || {_, _} = Key <- keys()]).

-spec are_texts([key()]) -> boolean().
are_texts(Keys) ->
    lists:any(fun({_, Selector}) -> Selector =:= printString orelse Selector =:= displayString end, Keys).

%% The overlay that asks the table each time.
-spec ask_table() -> ok.
ask_table() ->
    beamtalk_overlay_builder:load_lookup(#{
        {find, 2} => {?MODULE, lookup},
        {has_texts, 0} => {?MODULE, has_texts}
    }).

%% Calls what the overlay has found.
-spec invoke(fun(([term()], term()) -> term()), [term()], term()) -> term().
invoke(Method, Args, Self) ->
    Method(Args, Self).

%% A method of the class's own, put at run time: fun(Self, Arg, ...).
-spec patch(atom(), side(), atom(), fun()) -> ok.
patch(Class, Side, Selector, Fun) ->
    Method = fun(Args, Self) -> apply(Fun, [Self | Args]) end,
    gen_server:call(?MODULE, {patch, {patch, tag(Class, Side), Selector}, Method}, infinity).

%% The class has no such method any more: messages go where they would without
%% it.
-spec hide(atom(), side(), atom()) -> ok.
hide(Class, Side, Selector) ->
    Method = fun(Args, Self) -> beamtalk_dispatch:send_beyond(Class, Side, Selector, Args, Self) end,
    gen_server:call(?MODULE, {patch, {patch, tag(Class, Side), Selector}, Method}, infinity).

-spec unpatch(atom(), side(), atom()) -> ok | not_found.
unpatch(Class, Side, Selector) ->
    gen_server:call(?MODULE, {delete, {patch, tag(Class, Side), Selector}}, infinity).

%% All patches of a class.
-spec forget_patches(atom()) -> ok.
forget_patches(Class) ->
    gen_server:call(?MODULE, {unpatch, Class}, infinity).

%% The same for the class itself, which may be starting before this server: so
%% it is told and does not wait.
-spec unpatch(atom()) -> ok.
unpatch(Class) ->
    gen_server:cast(?MODULE, {unpatch, Class}).

-spec tag(atom(), side()) -> atom().
tag(Class, instance) -> Class;
tag(Class, class) -> beamtalk_class_reference:tag(Class).

%% Ends a burst now.
-spec settle() -> ok.
settle() ->
    gen_server:call(?MODULE, settle, infinity).

%% The overlay may be from an earlier life, with other clauses.
-spec init([]) -> {ok, #state{}}.
init([]) ->
    Generated = filename:extension(code:which(beamtalk_overlay)) =/= ".beam",
    case Generated orelse ets:info(?TABLE, size) > 0 of
        true -> load();
        false -> ok
    end,
    {ok, #state{}}.

-spec handle_call(atom() | tuple(), gen_server:from(), #state{}) -> {reply, ok | not_found, #state{}}.
handle_call({register, Extensions}, _From, State) ->
    lists:foreach(fun insert/1, Extensions),
    {reply, ok, changed(State)};
handle_call({patch, Key, Fun}, _From, State) ->
    true = ets:insert(?TABLE, {Key, Fun}),
    {reply, ok, changed(State)};
handle_call({delete, Key}, _From, State) ->
    case ets:take(?TABLE, Key) of
        [] -> {reply, not_found, State};
        [_] -> {reply, ok, changed(State)}
    end;
handle_call({forget, Class}, _From, State) ->
    Tags = [Class, beamtalk_class_reference:tag(Class)],
    lists:foreach(fun(Tag) -> ets:match_delete(?TABLE, {{Tag, '_'}, '_', '_', '_'}) end, Tags),
    delete_patches(Class),
    {reply, ok, changed(State)};
handle_call({unpatch, Class}, _From, State) ->
    {reply, ok, unpatched(Class, State)};
handle_call(settle, _From, State) ->
    {reply, ok, settled(State)}.

-spec handle_cast({unpatch, atom()}, #state{}) -> {noreply, #state{}}.
handle_cast({unpatch, Class}, State) ->
    {noreply, unpatched(Class, State)}.

%% The overlay is left alone if there were none.
-spec unpatched(atom(), #state{}) -> #state{}.
unpatched(Class, State) ->
    Before = ets:info(?TABLE, size),
    delete_patches(Class),
    case ets:info(?TABLE, size) of
        Before -> State;
        _ -> changed(State)
    end.

-spec handle_info(term(), #state{}) -> {noreply, #state{}}.
handle_info(settle, State) ->
    {noreply, settled(State)};
handle_info(Message, State) ->
    ?LOG_WARNING("beamtalk_extensions got ~tp", [Message]),
    {noreply, State}.

-spec insert(extension()) -> true.
insert({Class, Selector, Fun, Owner, Source}) ->
    Key = {Class, Selector},
    case ets:lookup(?TABLE, Key) of
        [{_, _, Other, _}] when Other =/= Owner -> conflict(Key, Other, Owner);
        _ -> ok
    end,
    ets:insert(?TABLE, {Key, Fun, Owner, Source}).

-spec conflict(key(), atom(), atom()) -> ok.
conflict({Class, Selector} = Key, Old, New) ->
    true = ets:insert(?CONFLICTS, {Key, Old, New}),
    ?LOG_WARNING("~ts replaces the extension ~ts>>~ts of ~ts", [New, Class, Selector, Old]).

-spec delete_patches(atom()) -> ok.
delete_patches(Class) ->
    Tags = [Class, beamtalk_class_reference:tag(Class)],
    lists:foreach(fun(Tag) -> ets:match_delete(?TABLE, {{patch, Tag, '_'}, '_'}) end, Tags).

-spec changed(#state{}) -> #state{}.
changed(State) ->
    beamtalk_class_version:changed(),
    outdated(State).

-spec outdated(#state{}) -> #state{}.
outdated(#state{overlay = lookup} = State) ->
    State;
outdated(#state{overlay = constant} = State) ->
    ask_table(),
    _ = erlang:send_after(?PAUSE, self(), settle),
    State#state{overlay = lookup}.

-spec settled(#state{}) -> #state{}.
settled(#state{overlay = constant} = State) ->
    State;
settled(#state{overlay = lookup} = State) ->
    load(),
    State#state{overlay = constant}.

-spec load() -> ok.
load() ->
    Keys = keys(),
    Patched = [{Class, Selector} || {patch, Class, Selector} <- Keys],
    Extended = [Key || {_, _} = Key <- Keys],
    All = lists:usort(Extended ++ Patched),
    beamtalk_overlay_builder:load(#{find => entries(All)}, #{has_texts => are_texts(All)}).

-spec keys() -> [key() | {patch, atom(), atom()}].
keys() ->
    [element(1, Row) || Row <- ets:tab2list(?TABLE)].

-spec entries([key()]) -> beamtalk_overlay_builder:entries().
entries(Keys) ->
    maps:from_list([{Key, lookup(Class, Selector)} || {Class, Selector} = Key <- Keys]).
