%% Names that were given to objects for all sessions of a workspace. A prompt finds them
%% behind its own variables and before classes. They are kept in a table that outlives
%% everybody who writes to it, and are read in the caller.
-module(beamtalk_workspace_bindings).

-export([create/0, bind/2, unbind/1, find/1, all/0]).

-define(TABLE, ?MODULE).

%% The table belongs to who calls this.
-spec create() -> ok.
create() ->
    ?TABLE = ets:new(?TABLE, [named_table, public, set, {read_concurrency, true}]),
    ok.

%% Names that mean something else already are refused.
-spec bind(Name :: atom(), Object :: term()) -> ok | {error, name_conflict}.
bind(Name, Object) ->
    case is_taken(Name) of
        true ->
            {error, name_conflict};
        false ->
            true = ets:insert(?TABLE, {Name, Object}),
            ok
    end.

-spec unbind(Name :: atom()) -> ok | {error, name_not_found}.
unbind(Name) ->
    case ets:take(?TABLE, Name) of
        [_] -> ok;
        [] -> {error, name_not_found}
    end.

%% Code may look for a name where there is no runtime.
-spec find(Name :: atom()) -> {ok, term()} | undefined.
find(Name) ->
    try ets:lookup(?TABLE, Name) of
        [{_, Object}] -> {ok, Object};
        [] -> undefined
    catch
        error:badarg -> undefined
    end.

-spec all() -> #{Name :: atom() => term()}.
all() ->
    maps:from_list(ets:tab2list(?TABLE)).

-spec is_taken(atom()) -> boolean().
is_taken(Name) ->
    lists:member(Name, [self, super, true, false, nil | beamtalk_globals:names()]) orelse
        beamtalk_class_hierarchy_table:is_class(Name).
