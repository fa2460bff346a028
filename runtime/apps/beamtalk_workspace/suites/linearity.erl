%% Whether what several clients have seen could have come of requests one after another.
%% In go the requests of each client in order, each with when it began, when it ended and
%% what came of it, and what a system does that has one client only. Out comes an order
%% that explains all of it, or that there is none. A request that ended before another one
%% began must come first in it.
-module(linearity).

-export([order/3]).

-export_type([event/0, model/0]).

-type event() :: {Begun :: integer(), Ended :: integer(), Command :: term(), Seen :: term()}.
%% What is to be seen, and what is then the case.
-type model() :: fun((Client :: term(), Command :: term(), State :: term()) -> {Seen :: term(), State :: term()}).

-spec order(#{Client => [event()]}, State :: term(), model()) -> {ok, [{Client, Command :: term()}]} | none.
order(History, State, Model) ->
    case search(History, State, Model, #{}) of
        {ok, _} = Found -> Found;
        {none, _} -> none
    end.

%% Where there was no way on once, there is none.
search(History, State, Model, Tried) ->
    case lists:all(fun(Events) -> Events =:= [] end, maps:values(History)) of
        true ->
            {ok, []};
        false ->
            Key = {maps:map(fun(_, Events) -> length(Events) end, History), State},
            case Tried of
                #{Key := _} -> {none, Tried};
                _ -> try_each(first(History), History, State, Model, Tried#{Key => tried})
            end
    end.

try_each([], _, _, _, Tried) ->
    {none, Tried};
try_each([Client | Others], History, State, Model, Tried) ->
    #{Client := [{_, _, Command, Seen} | Rest]} = History,
    case Model(Client, Command, State) of
        {Seen, Next} ->
            case search(History#{Client := Rest}, Next, Model, Tried) of
                {ok, Order} -> {ok, [{Client, Command} | Order]};
                {none, More} -> try_each(Others, History, State, Model, More)
            end;
        _ ->
            try_each(Others, History, State, Model, Tried)
    end.

%% Those whose next request may have been the next of all.
first(History) ->
    Next = [{Client, Begun, Ended} || {Client, [{Begun, Ended, _, _} | _]} <- maps:to_list(History)],
    Soonest = lists:min([Ended || {_, _, Ended} <- Next]),
    [Client || {Client, Begun, _} <- Next, Begun =< Soonest].
