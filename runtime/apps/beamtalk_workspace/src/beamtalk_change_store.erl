%% The log of changes on disk, in the folder `changes` of a workspace: `index`, to which one
%% JSON object a line is appended for each event, and `sources`, where each text is a file
%% named by its digest. In go events, out come the changes that they leave.
%%
%% Whoever is killed while writing leaves half a line at most, which is passed over. A text
%% is there, whole, before a line names it. `none` is a log that is kept nowhere.
-module(beamtalk_change_store).

-include_lib("kernel/include/logger.hrl").

-export([open/1, append/2, rewrite/3]).

-export_type([store/0, event/0]).

-type store() :: {folder, file:filename_all()} | none.
-type change() :: beamtalk_change:change().
-type event() ::
    {change, change()} | {dropped | discarded | outlived, [Seq :: pos_integer()]} | {autoflush, boolean()}.

-define(TEXTS, [base, before, text]).

-spec open(store()) -> {[change()], Autoflush :: boolean()}.
open(none) ->
    {[], false};
open({folder, Folder} = Store) ->
    ok = filelib:ensure_dir(filename:join([Folder, "sources", "it"])),
    _ = file:change_mode(Folder, 8#700),
    case file:read_file(index(Folder)) of
        {ok, Text} -> lists:foldl(fun(Line, Done) -> event(Line, Store, Done) end, {[], false}, lines(Text));
        {error, _} -> {[], false}
    end.

%% What stands behind the last line end was being written when somebody was killed.
-spec lines(binary()) -> [binary()].
lines(Text) ->
    lists:droplast(binary:split(Text, <<"\n">>, [global])).

-spec event(binary(), store(), {[change()], boolean()}) -> {[change()], boolean()}.
event(Line, Store, {Changes, Autoflush} = Before) ->
    case beamtalk_json:decode(Line) of
        {ok, #{<<"event">> := <<"change">>} = Fields} -> {Changes ++ changed(Fields, Store), Autoflush};
        {ok, #{<<"event">> := <<"dropped">>, <<"seqs">> := Seqs}} -> {without(Seqs, Changes), Autoflush};
        {ok, #{<<"event">> := <<"discarded">>, <<"seqs">> := Seqs}} -> {beamtalk_change:unlived(discarded, Seqs, Changes), Autoflush};
        {ok, #{<<"event">> := <<"outlived">>, <<"seqs">> := Seqs}} -> {beamtalk_change:unlived(outlived, Seqs, Changes), Autoflush};
        {ok, #{<<"event">> := <<"autoflush">>, <<"on">> := On}} when is_boolean(On) -> {Changes, On};
        _ -> unread(Line, Before)
    end.

-spec changed(map(), store()) -> [change()].
changed(Fields, Store) ->
    Texts = maps:from_list([{Key, stored(maps:get(atom_to_binary(Key), Fields, null), Store)} || Key <- ?TEXTS]),
    case lists:member(missing, maps:values(Texts)) orelse beamtalk_change:decode(Fields, Texts) of
        {ok, Change} -> [Change];
        _ -> unread(Fields, [])
    end.

-spec unread(term(), Otherwise) -> Otherwise.
unread(Line, Otherwise) ->
    ?LOG_WARNING("a line of the change log is not read: ~tP", [Line, 20]),
    Otherwise.

-spec without([pos_integer()], [change()]) -> [change()].
without(Seqs, Changes) ->
    [Change || #{seq := Seq} = Change <- Changes, not lists:member(Seq, Seqs)].

-spec stored(term(), store()) -> binary() | none | missing.
stored(null, _) ->
    none;
stored(Name, {folder, Folder}) when is_binary(Name) ->
    case file:read_file(filename:join([Folder, "sources", Name])) of
        {ok, Text} -> Text;
        {error, _} -> missing
    end;
stored(_, _) ->
    missing.

%% A log that cannot be written is still a log, until the system ends.
-spec append(store(), event()) -> ok.
append(none, _) ->
    ok;
append({folder, Folder}, Event) ->
    case file:write_file(index(Folder), line(Event, Folder), [append, raw]) of
        ok -> ok;
        {error, Why} -> ?LOG_ERROR("the change log cannot be written: ~ts", [file:format_error(Why)])
    end.

%% The whole log anew, with nothing in it that is not needed.
-spec rewrite(store(), [change()], Autoflush :: boolean()) -> ok.
rewrite(none, _, _) ->
    ok;
rewrite({folder, Folder}, Changes, Autoflush) ->
    Events = [{autoflush, true} || Autoflush] ++ [{change, Change} || Change <- Changes],
    Draft = filename:join(Folder, "index.draft"),
    Written =
        case file:write_file(Draft, [line(Event, Folder) || Event <- Events], [raw]) of
            ok -> file:rename(Draft, index(Folder));
            Error -> Error
        end,
    case Written of
        ok -> tidy(Folder, [binary_to_list(digest(maps:get(Key, Change))) || Change <- Changes, Key <- ?TEXTS, maps:get(Key, Change) =/= none]);
        {error, Why} -> ?LOG_ERROR("the change log cannot be written: ~ts", [file:format_error(Why)])
    end.

%% Texts that no change has any more.
-spec tidy(file:filename_all(), [string()]) -> ok.
tidy(Folder, Needed) ->
    Sources = filename:join(Folder, "sources"),
    {ok, Names} = file:list_dir(Sources),
    lists:foreach(fun(Name) -> _ = file:delete(filename:join(Sources, Name)) end, Names -- Needed).

-spec line(event(), file:filename_all()) -> iodata().
line({change, Change}, Folder) ->
    Named = maps:map(fun(_, none) -> none; (_, Text) -> store(Text, Folder) end, maps:with(?TEXTS, Change)),
    line((beamtalk_change:encode(maps:merge(Change, Named)))#{event => change});
line({autoflush, On}, _) ->
    line(#{event => autoflush, on => On});
line({Event, Seqs}, _) ->
    line(#{event => Event, seqs => Seqs}).

-spec line(map()) -> iodata().
line(Fields) ->
    [beamtalk_json:encode(Fields), $\n].

%% Under its name, whole or not at all.
-spec store(binary(), file:filename_all()) -> Name :: binary().
store(Text, Folder) ->
    Name = digest(Text),
    Path = filename:join([Folder, "sources", Name]),
    Draft = filename:join([Folder, "sources", <<Name/binary, ".draft">>]),
    case filelib:is_regular(Path) of
        true ->
            Name;
        false ->
            _ = file:write_file(Draft, Text, [raw]),
            _ = file:rename(Draft, Path),
            Name
    end.

-spec digest(binary()) -> binary().
digest(Text) ->
    <<Number:128>> = erlang:md5(Text),
    iolist_to_binary(io_lib:format("~32.16.0b", [Number])).

-spec index(file:filename_all()) -> file:filename_all().
index(Folder) ->
    filename:join(Folder, "index").
