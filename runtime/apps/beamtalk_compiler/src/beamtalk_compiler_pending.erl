%% The requests under way, as data inside the server: whom to answer, what was
%% sent, how often, and until when. A request leaves with its answer, its time or
%% its asker. Knows nothing of what is asked.
-module(beamtalk_compiler_pending).

-export([new/0, size/1, add/2, take/2, sent/2, unsent/1, lost/1, has_probe/1]).

-export_type([pending/0, request/0, asker/0]).

-include("beamtalk_compiler_request.hrl").

-type request() :: #request{}.
-type asker() :: gen_server:from() | probe.
-type pending() :: #{Id :: pos_integer() => request()}.

%% A request may have been what the port has died of.
-define(MOST_ATTEMPTS, 2).

-spec new() -> pending().
new() ->
    #{}.

-spec size(pending()) -> non_neg_integer().
size(Pending) ->
    map_size(Pending).

%% From now on `{timeout, _, {deadline, Id}}` comes when its time is over, and
%% `{{asker_gone, Id}, …}` when nobody waits for it any more.
-spec add(request(), pending()) -> pending().
add(#request{id = Id, asker = Asker, patience = Patience} = Request, Pending) ->
    Timer = erlang:start_timer(beamtalk_compiler_patience:milliseconds(Patience), self(), {deadline, Id}),
    Pending#{Id => Request#request{timer = Timer, monitor = watch(Asker, Id)}}.

-spec watch(asker(), pos_integer()) -> reference() | none.
watch(probe, _) -> none;
watch({Pid, _}, Id) -> monitor(process, Pid, [{tag, {asker_gone, Id}}]).

-spec take(Id :: term(), pending()) -> {request(), pending()} | none.
take(Id, Pending) ->
    case maps:take(Id, Pending) of
        {Request, Rest} ->
            forget(Request),
            {Request, Rest};
        error ->
            none
    end.

-spec forget(request()) -> ok.
forget(#request{timer = Timer, monitor = Monitor}) ->
    _ = erlang:cancel_timer(Timer),
    _ = Monitor =:= none orelse demonitor(Monitor, [flush]),
    ok.

-spec sent(Id :: pos_integer(), pending()) -> pending().
sent(Id, Pending) ->
    #{Id := #request{attempts = Attempts} = Request} = Pending,
    Pending#{Id := Request#request{is_sent = true, attempts = Attempts + 1}}.

%% In the order in which they were asked.
-spec unsent(pending()) -> [request()].
unsent(Pending) ->
    lists:keysort(#request.id, [Request || #request{is_sent = false} = Request <- maps:values(Pending)]).

%% The port has died. Those that have had their chances fail; the others are to be
%% sent again. Whether the port was well is no question any more.
-spec lost(pending()) -> {Failed :: [request()], pending()}.
lost(Pending) ->
    {Over, Left} = lists:partition(fun is_over/1, maps:values(Pending)),
    lists:foreach(fun forget/1, Over),
    Again = maps:from_list([{Id, Request#request{is_sent = false}} || #request{id = Id} = Request <- Left]),
    {[Request || #request{asker = Asker} = Request <- Over, Asker =/= probe], Again}.

-spec is_over(request()) -> boolean().
is_over(#request{asker = probe}) -> true;
is_over(#request{attempts = Attempts}) -> Attempts >= ?MOST_ATTEMPTS.

-spec has_probe(pending()) -> boolean().
has_probe(Pending) ->
    lists:any(fun(#request{asker = Asker}) -> Asker =:= probe end, maps:values(Pending)).
