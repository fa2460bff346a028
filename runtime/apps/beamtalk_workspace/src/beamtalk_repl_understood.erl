%% What receivers understand, kept until any class changes: in go a receiver and how to
%% find out, out come the candidates, with their JSON written. Tab is pressed on the same
%% classes again and again, while words are typed or taken back.
%%
%% Where there is no table, as outside of a workspace, nothing is kept.
-module(beamtalk_repl_understood).

-export([create/0, by/2]).

-include("../include/beamtalk_candidate.hrl").

-type key() :: {beamtalk_repl_receiver:receiver(), IsSelf :: boolean()}.
-type candidates() :: [beamtalk_repl_candidates:candidate()].

-define(TABLE, ?MODULE).
%% Of so many receivers, which are some 30,000 bytes each. Then it begins anew.
-define(MOST, 100).

-spec create() -> ok.
create() ->
    ?TABLE = ets:new(?TABLE, [named_table, public, set, {read_concurrency, true}]),
    ok.

-spec by(key(), fun(() -> candidates())) -> candidates().
by(Key, Find) ->
    case ets:whereis(?TABLE) of
        undefined -> Find();
        _ -> kept(Key, beamtalk_class_version:now(), Find)
    end.

%% The version is that of before the classes are read.
-spec kept(key(), Version :: integer(), fun(() -> candidates())) -> candidates().
kept(Key, Version, Find) ->
    case ets:lookup(?TABLE, Key) of
        [{_, Version, Candidates}] ->
            Candidates;
        _ ->
            Candidates = [It#candidate{written = beamtalk_repl_item:written(It)} || It <- Find()],
            _ = ets:info(?TABLE, size) >= ?MOST andalso ets:delete_all_objects(?TABLE),
            true = ets:insert(?TABLE, {Key, Version, Candidates}),
            Candidates
    end.
