%% The order in which candidates are offered, the best first. What counts is a record of
%% named facts, and the order of its fields is the policy; the editor's engine has the
%% same. How often the library itself sends a selector is read from a table that is made
%% with the library; where there is none, all are sent equally often.
-module(beamtalk_repl_rank).

-export([facts/3, fitted/4, best_of/2, sort/1, number/1, uses/1]).

-export_type([facts/0, group/0, context/0]).

-include("../include/beamtalk_candidate.hrl").

%% What a candidate is to the place where it is offered.
-type group() ::
    %% A message to the receiver, or to what the message before answers, and the next part
    %% of a message that there is not without it; a message to the last argument; the next
    %% part of a message that would do without it.
    primary | argument | continuation
    %% A symbol that the place asks for; a name that is bound near by; a slot; a
    %% variable of the session; `self` and the like; a class; a word that begins something.
    | wanted | local | field | live | word | class | beginning.
-type context() :: #{
    prefix := binary(),
    sent => non_neg_integer(),
    is_common => boolean(),
    uses => non_neg_integer(),
    distance => non_neg_integer()
}.

-record(facts, {
    %% How the place is read comes before all else: what the result of a message
    %% understands stands before what its last argument does, whatever is wanted more often.
    group :: non_neg_integer(),
    %% Whether it is more than what is typed already.
    is_partial :: boolean(),
    %% How often the text before the cursor sends it, by magnitude; the most comes first.
    sent :: integer(),
    %% Whether all objects understand it.
    is_common :: boolean(),
    %% Whether it is defined above the class of the receiver.
    is_inherited :: boolean(),
    %% How often the library sends it, by magnitude; the most comes first.
    uses :: integer(),
    %% How many levels up it is defined.
    distance :: non_neg_integer()
}).

-opaque facts() :: #facts{}.

-define(TABLE, {?MODULE, uses}).
-define(COMMON, 50).
-define(ARGUMENT, 100).
-define(CONTINUATION, 101).

-spec facts(group(), Label :: binary(), context()) -> facts().
facts(Group, Label, #{prefix := Prefix} = Context) ->
    #facts{
        group = place(Group),
        is_partial = Prefix =/= Label,
        sent = -magnitude(maps:get(sent, Context, 0)),
        is_common = maps:get(is_common, Context, false),
        is_inherited = maps:get(distance, Context, 0) > 0,
        uses = -magnitude(maps:get(uses, Context, 0)),
        distance = maps:get(distance, Context, 0)
    }.

%% The same of what is offered at another place, where something is typed already.
-spec fitted(facts(), group(), IsPartial :: boolean(), Sent :: non_neg_integer()) -> facts().
fitted(#facts{} = Facts, Group, IsPartial, Sent) ->
    Facts#facts{group = place(Group), is_partial = IsPartial, sent = -magnitude(Sent)}.

%% What is two things to a place has the better of each fact.
-spec best_of(facts(), facts()) -> facts().
best_of(#facts{} = One, #facts{} = Other) ->
    #facts{
        group = min(One#facts.group, Other#facts.group),
        is_partial = min(One#facts.is_partial, Other#facts.is_partial),
        sent = min(One#facts.sent, Other#facts.sent),
        is_common = min(One#facts.is_common, Other#facts.is_common),
        is_inherited = min(One#facts.is_inherited, Other#facts.is_inherited),
        uses = min(One#facts.uses, Other#facts.uses),
        distance = min(One#facts.distance, Other#facts.distance)
    }.

-spec place(group()) -> non_neg_integer().
place(primary) -> 0;
place(argument) -> 1;
place(continuation) -> 2;
place(wanted) -> 3;
place(local) -> 4;
place(field) -> 5;
place(live) -> 6;
place(word) -> 7;
place(class) -> 8;
place(beginning) -> 9.

%% Small differences are chance: 0, 1, 2 and 3, 4 to 7, …
-spec magnitude(non_neg_integer()) -> non_neg_integer().
magnitude(0) -> 0;
magnitude(Count) -> 1 + magnitude(Count bsr 1).

-spec sort([#candidate{}]) -> [#candidate{}].
sort(Candidates) ->
    Ranked = [{Facts, Label, It} || #candidate{facts = Facts, label = Label} = It <- Candidates],
    [Candidate || {_, _, Candidate} <- lists:sort(Ranked)].

%% Where something comes from as one number, for clients that show it.
-spec number(facts()) -> non_neg_integer().
number(#facts{group = 1}) -> ?ARGUMENT;
number(#facts{group = 2}) -> ?CONTINUATION;
number(#facts{is_common = true}) -> ?COMMON;
number(#facts{distance = 0}) -> 0;
number(#facts{distance = Distance}) -> 1 + Distance.

%% How often the library sends a selector.
-spec uses(Selector :: binary()) -> non_neg_integer().
uses(Selector) ->
    maps:get(Selector, table(), 0).

%% Read once; a table that cannot be read is as good as none.
-spec table() -> #{binary() => non_neg_integer()}.
table() ->
    case persistent_term:get(?TABLE, none) of
        none ->
            Table = read(code:priv_dir(beamtalk_stdlib)),
            persistent_term:put(?TABLE, Table),
            Table;
        Table ->
            Table
    end.

-spec read(file:filename() | {error, bad_name}) -> #{binary() => non_neg_integer()}.
read({error, bad_name}) ->
    #{};
read(Folder) ->
    try
        {ok, Bytes} = file:read_file(filename:join(Folder, "selector_use.etf")),
        maps:from_list([Row || {Selector, Count} = Row <- rows(binary_to_term(Bytes, [safe])), is_binary(Selector), is_integer(Count), Count >= 0])
    catch
        error:_ -> #{}
    end.

-spec rows(map() | list()) -> list().
rows(Map) when is_map(Map) -> maps:to_list(Map);
rows(List) when is_list(List) -> List.
