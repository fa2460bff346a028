%% Who wants to hear of classes. A subscriber is a gen_server and gets the casts
%%
%%   {register_class, Name, Metadata}   as the class is now, with its extensions
%%   {remove_class, Name}
%%   {register_protocols, #{Name => Text}}
%%
%% those of one class in order. The runtime does not know who listens or why.
%%
%% Whatever changes a class answers when its subscribers have been told: a message
%% within a node is in the mailbox when it has been sent. So who has changed a
%% class and then calls a subscriber finds that it knows.
-module(beamtalk_class_events).

-export([create/0, subscribe/1, unsubscribe/1, is_heard/0, registered/2, removed/1, protocols/1]).

-spec create() -> ok.
create() ->
    ?MODULE = ets:new(?MODULE, [named_table, public, set, {read_concurrency, true}]),
    ok.

-spec subscribe(pid()) -> ok.
subscribe(Pid) ->
    lists:foreach(fun unsubscribe/1, [Other || {Other} <- subscribers(), not is_process_alive(Other)]),
    true = ets:insert(?MODULE, {Pid}),
    ok.

-spec unsubscribe(pid()) -> ok.
unsubscribe(Pid) ->
    true = ets:delete(?MODULE, Pid),
    ok.

%% Whether anyone listens. Who begins to after this finds in the tables what was
%% there before.
-spec is_heard() -> boolean().
is_heard() ->
    ets:info(?MODULE, size) > 0.

-spec registered(atom(), beamtalk_class_metadata:metadata()) -> ok.
registered(Class, Meta) ->
    case is_heard() of
        true -> publish({register_class, Class, beamtalk_extension_metadata:extended(Class, Meta)});
        false -> ok
    end.

-spec removed(atom()) -> ok.
removed(Class) ->
    publish({remove_class, Class}).

-spec protocols(#{atom() => binary()}) -> ok.
protocols(Texts) ->
    publish({register_protocols, Texts}).

-spec subscribers() -> [{pid()}].
subscribers() ->
    ets:tab2list(?MODULE).

-spec publish(tuple()) -> ok.
publish(Event) ->
    lists:foreach(fun({Pid}) -> tell(Pid, Event) end, subscribers()).

%% A dead subscriber needs no farewell: it is forgotten when next met.
-spec tell(pid(), tuple()) -> ok.
tell(Pid, Event) ->
    case is_process_alive(Pid) of
        true -> gen_server:cast(Pid, Event);
        false -> unsubscribe(Pid)
    end.
