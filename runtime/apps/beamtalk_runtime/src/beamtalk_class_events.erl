%% Who wants to hear of classes. A subscriber is a gen_server and gets the
%% casts {register_class, Name, Metadata} and {remove_class, Name}, those of
%% one class in order. The runtime does not know who listens or why.
-module(beamtalk_class_events).

-export([create/0, subscribe/1, unsubscribe/1, registered/2, removed/1]).

-spec create() -> ok.
create() ->
    ?MODULE = ets:new(?MODULE, [named_table, public, set, {read_concurrency, true}]),
    ok.

-spec subscribe(pid()) -> ok.
subscribe(Pid) ->
    true = ets:insert(?MODULE, {Pid}),
    ok.

-spec unsubscribe(pid()) -> ok.
unsubscribe(Pid) ->
    true = ets:delete(?MODULE, Pid),
    ok.

-spec registered(atom(), beamtalk_class_metadata:metadata()) -> ok.
registered(Class, Meta) ->
    publish({register_class, Class, Meta}).

-spec removed(atom()) -> ok.
removed(Class) ->
    publish({remove_class, Class}).

-spec publish(tuple()) -> ok.
publish(Event) ->
    lists:foreach(fun({Pid}) -> publish(Pid, Event) end, ets:tab2list(?MODULE)).

%% A dead subscriber needs no farewell: it is forgotten when next met.
-spec publish(pid(), tuple()) -> ok.
publish(Pid, Event) ->
    case is_process_alive(Pid) of
        true -> gen_server:cast(Pid, Event);
        false -> unsubscribe(Pid)
    end.
