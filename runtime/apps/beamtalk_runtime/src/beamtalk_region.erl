%% When the cells of a process may be freed. A region is a stretch of time:
%% from the start of a method to its end, or a round of a loop. Data never
%% changes, so what was there before a region began cannot lead to a cell
%% that was made in it, except through what can be written: older cells, the
%% variables of classes, the dictionary of the process. Hence a cell made in
%% a region is freed at its end unless the values that leave the region lead
%% to it, or something older that was written meanwhile does.
%%
%% What survives belongs to the region around. Cells that no region knows,
%% because a block brought them from another process, are left to
%% beamtalk_cell:sweep/1. A block that hides elsewhere (in a table, in a
%% message to its own process) and is run after its cell was freed works on
%% the values of when it was made, as it would in another process.
-module(beamtalk_region).

-export([mark/0, leave/2, settle/2, made/1, wrote/2, count/0, forget/0]).

-export_type([mark/0, source/0]).

-type cell() :: beamtalk_cell:cell().
%% Something that can be written and read again.
-type source() ::
    cell()
    | {class_variable, beamtalk_class_reference:class(), Name :: atom()}
    | {dictionary, Key :: term()}.
%% Newest first, each with how many there are up to it.
-type made() :: [nonempty_improper_list(pos_integer(), cell())].
%% Newest first, each with the number of the write.
-type written() :: [nonempty_improper_list(pos_integer(), source())].

-record(region, {
    %% The cells of all regions that have not ended.
    made = [] :: made(),
    %% What was written while there were cells.
    written = [] :: written(),
    writes = 0 :: non_neg_integer(),
    %% When to look what was written more than once.
    shorten_at = 64 :: pos_integer(),
    %% How many cells a loop may have made before they are looked through, by
    %% how many there were when it began.
    dues = [] :: [{Began :: non_neg_integer(), Due :: pos_integer()}]
}).

-opaque mark() :: undefined | #region{}.

-define(REGION, '$beamtalk_region').
%% So few cells are not worth a look in each round of a loop.
-define(FEW, 64).
%% So many terms of what was written are looked through at the end of a method.
-define(PATIENCE, 500).

-spec mark() -> mark().
mark() ->
    get(?REGION).

%% The end of a method that made cells: only its answer leaves.
-spec leave(mark(), Answer) -> Answer.
leave(Mark, Answer) ->
    case get(?REGION) of
        Mark ->
            Answer;
        Region ->
            leave(since(Mark, Region), Answer, Mark, Region),
            Answer
    end.

%% What was written is older than the method, so its owner is still there and
%% will look through it; here it is not worth much.
-spec leave({[cell()], [source()]}, term(), mark(), mark()) -> ok.
leave({[], _}, _, _, _) ->
    ok;
leave({Made, Written}, Answer, Mark, Region) ->
    Cells = maps:from_keys(Made, made),
    case beamtalk_reach:unreached(roots(Written, Cells), Cells, ?PATIENCE) of
        too_many ->
            ok;
        {Left, _} ->
            {Free, _} = beamtalk_reach:unreached([Answer], Left, infinity),
            release(Free, Made, Mark, Region)
    end.

%% The end of a round of a loop: the next one sees only the variables that
%% the loop changes. Looks only when there are many cells, and so many more
%% than last time that looking costs little by comparison.
-spec settle(mark(), [term()]) -> ok.
settle(Mark, Values) ->
    case get(?REGION) of
        Mark -> ok;
        Region -> settle(count(Mark), Mark, Values, Region)
    end.

-spec settle(non_neg_integer(), mark(), [term()], mark()) -> ok.
settle(Began, Mark, Values, Region) ->
    Count = count(Region) - Began,
    case Count < ?FEW orelse Count < due(Began, Region) of
        true -> ok;
        false -> settle_all(Began, Mark, Values, Region)
    end.

-spec settle_all(non_neg_integer(), mark(), [term()], #region{}) -> ok.
settle_all(Began, Mark, Values, Region) ->
    {Made, Written} = since(Mark, Region),
    Cells = maps:from_keys(Made, made),
    {Free, Visited} = beamtalk_reach:unreached(roots(Written, Cells) ++ Values, Cells, infinity),
    Due = ?FEW + 2 * (length(Made) - map_size(Free)) + Visited div 8,
    Around = [It || {Other, _} = It <- Region#region.dues, Other < Began],
    release(Free, Made, Mark, Region#region{dues = [{Began, Due} | Around]}).

-spec due(non_neg_integer(), #region{}) -> non_neg_integer().
due(Began, #region{dues = Dues}) ->
    case lists:keyfind(Began, 1, Dues) of
        {_, Due} -> Due;
        false -> 0
    end.

-spec made(cell()) -> ok.
made(Cell) ->
    Region = current(get(?REGION)),
    Made = [[count(Region) + 1 | Cell] | Region#region.made],
    _ = put(?REGION, Region#region{made = Made}),
    ok.

%% Whoever keeps a value where it can be read again says so.
-spec wrote(source(), Value :: term()) -> ok.
wrote(_, Value) when is_atom(Value); is_number(Value); is_binary(Value); Value =:= [] ->
    ok;
wrote(Source, _) ->
    case get(?REGION) of
        undefined -> ok;
        #region{writes = Writes, shorten_at = Writes} = Region -> log(Source, shortened(Region));
        Region -> log(Source, Region)
    end.

-spec log(source(), #region{}) -> ok.
log(Source, #region{writes = Writes, written = Written} = Region) ->
    Others = case Written of [[_ | Source] | Earlier] -> Earlier; _ -> Written end,
    _ = put(?REGION, Region#region{written = [[Writes + 1 | Source] | Others], writes = Writes + 1}),
    ok.

%% Of what was written more than once only the last time counts.
-spec shortened(#region{}) -> #region{}.
shortened(#region{written = Written, writes = Writes} = Region) ->
    Oldest = lists:reverse(Written),
    Last = maps:from_list([{Source, Number} || [Number | Source] <- Oldest, not is_gone(Source)]),
    Once = lists:reverse(lists:sort([[Number | Source] || {Source, Number} <- maps:to_list(Last)])),
    Region#region{written = Once, shorten_at = Writes + 64 + map_size(Last)}.

-spec is_gone(source()) -> boolean().
is_gone(Source) ->
    is_reference(Source) andalso get(Source) =:= undefined.

%% How many cells there are that regions know of.
-spec count() -> non_neg_integer().
count() ->
    count(get(?REGION)).

%% For when no region is left: what there is belongs to no one now.
-spec forget() -> ok.
forget() ->
    _ = erase(?REGION),
    ok.

-spec current(mark()) -> #region{}.
current(undefined) -> #region{};
current(Region) -> Region.

-spec count(mark()) -> non_neg_integer().
count(#region{made = [[Count | _] | _]}) -> Count;
count(_) -> 0.

%% The cells that were made since, newest first, and what was written since.
-spec since(mark(), mark()) -> {[cell()], [source()]}.
since(Mark, Region) ->
    #region{made = Before, writes = Writes} = current(Mark),
    #region{made = Made, written = Written} = current(Region),
    {News, _} = written_since(Writes, Written),
    {made_since(Before, Made, []), [Source || [_ | Source] <- News]}.

-spec written_since(non_neg_integer(), written()) -> {written(), written()}.
written_since(Writes, Written) ->
    lists:splitwith(fun([Number | _]) -> Number > Writes end, Written).

-spec made_since(made(), made(), [cell()]) -> [cell()].
made_since(Before, Before, Found) -> lists:reverse(Found);
made_since(Before, [[_ | Cell] | Made], Found) -> made_since(Before, Made, [Cell | Found]);
made_since(_, [], _) -> [].

%% The cells of the region are no roots themselves.
-spec roots([source()], #{cell() => made}) -> [term()].
roots(Written, Cells) ->
    [value(Source) || Source <- Written, not is_map_key(Source, Cells)].

-spec value(source()) -> term().
value({class_variable, Class, Name}) ->
    try
        beamtalk_class_variables:get(Class, Name)
    catch
        error:_ -> gone
    end;
value({dictionary, Key}) ->
    get(Key);
value(Cell) ->
    beamtalk_cell:get(Cell, gone).

%% Frees cells; the others belong to the region around from now on. What was
%% written to the cells of this region is no longer of interest.
-spec release(#{cell() => made}, [cell()], mark(), mark()) -> ok.
release(Free, Made, Mark, Region) ->
    maps:foreach(fun(Cell, _) -> beamtalk_cell:free(Cell) end, Free),
    #region{made = Before, writes = Writes} = current(Mark),
    #region{written = Written} = Now = current(Region),
    {News, Earlier} = written_since(Writes, Written),
    Cells = maps:from_keys(Made, made),
    Number = fun(Cell, All) -> [[length_of(All) + 1 | Cell] | All] end,
    _ = put(?REGION, Now#region{
        made = lists:foldr(Number, Before, [Cell || Cell <- Made, not is_map_key(Cell, Free)]),
        written = [Write || [_ | Source] = Write <- News, not is_map_key(Source, Cells)] ++ Earlier
    }),
    ok.

-spec length_of(made()) -> non_neg_integer().
length_of([]) -> 0;
length_of([[Count | _] | _]) -> Count.
