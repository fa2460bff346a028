%% One live change of a class, as the log keeps it, and what a list of them tells: which of
%% them count, and which are meant by a selection. Pure: knows no files and no classes.
-module(beamtalk_change).

-export([is_shadowed/2, is_active/3, pending/3, without_trials/1, is_selected/2, same_method/2, unlived/3, encode/1, decode/2]).

-export_type([change/0, kind/0, selection/0]).

-type kind() :: instance | class | 'remove-method' | 'new-class' | 'remove-class'.
%% Names are text: after a restart their classes may not be there. `base` is what the file
%% held, at `span`, before any change that is not in it yet; `before` what was live.
-type change() :: #{
    seq := pos_integer(),
    epoch := binary(),
    class := binary(),
    selector := binary() | none,
    side := instance | class | none,
    kind := kind(),
    intent := durable | ephemeral,
    author := human | agent | program,
    file := binary() | none,
    base := binary() | none,
    span := {non_neg_integer(), non_neg_integer()} | none,
    before := binary() | none,
    text := binary() | none,
    is_discarded := boolean()
}.
-type selection() :: all | {class, binary()} | {kinds, [atom()]} | {file, binary()}.

%% Whether a later one of the list has taken its place: one of the same method, or of the
%% whole class.
-spec is_shadowed(change(), [change()]) -> boolean().
is_shadowed(#{seq := Seq} = Change, Changes) ->
    lists:any(fun(#{seq := Later} = Other) -> Later > Seq andalso covers(Other, Change) end, Changes).

-spec covers(change(), change()) -> boolean().
covers(#{class := Class, selector := none}, #{class := Class}) -> true;
covers(Later, Earlier) -> same_method(Later, Earlier).

-spec same_method(change(), change()) -> boolean().
same_method(#{class := Class, side := Side, selector := Selector}, Other) ->
    case Other of
        #{class := Class, side := Side, selector := Selector} -> Selector =/= none;
        _ -> false
    end.

%% Whether it is what counts for its method or class. What was made in an earlier start and
%% belongs to no file is gone, and what was loaded anew from its file since is undone.
-spec is_active(change(), Epoch :: binary(), [change()]) -> boolean().
is_active(#{is_discarded := true}, _, _) -> false;
is_active(#{file := none, epoch := Other}, Epoch, _) when Other =/= Epoch -> false;
is_active(Change, _, Changes) -> not is_shadowed(Change, Changes).

%% What a flush is about, oldest first. A trial hides nothing that is meant to stay.
-spec pending(selection(), Epoch :: binary(), [change()]) -> [change()].
pending(Selection, Epoch, Changes) ->
    Durable = without_trials(Changes),
    [Change || Change <- Durable, is_active(Change, Epoch, Durable), is_selected(Change, Selection)].

-spec without_trials([change()]) -> [change()].
without_trials(Changes) ->
    [Change || #{intent := durable} = Change <- Changes].

-spec is_selected(change(), selection()) -> boolean().
is_selected(_, all) -> true;
is_selected(#{class := Class}, {class, Wanted}) -> Class =:= Wanted;
is_selected(#{kind := Kind}, {kinds, Kinds}) -> lists:member(Kind, Kinds);
is_selected(#{file := File}, {file, Wanted}) -> File =:= Wanted.

%% Some of them are no longer what runs: undone, or as if from an earlier start.
-spec unlived(discarded | outlived, Seqs :: [pos_integer()], [change()]) -> [change()].
unlived(How, Seqs, Changes) ->
    [
        case {lists:member(Seq, Seqs), How} of
            {false, _} -> Change;
            {true, discarded} -> Change#{is_discarded := true};
            {true, outlived} -> Change#{epoch := <<>>}
        end
     || #{seq := Seq} = Change <- Changes
    ].

%% As JSON takes it, without its texts: those are named by who keeps them.
-spec encode(change()) -> map().
encode(#{span := Span} = Change) ->
    Texts = maps:map(fun(_, none) -> null; (_, Value) -> Value end, Change),
    Texts#{span := case Span of {Start, End} -> [Start, End]; none -> null end}.

%% With texts again; error for what is no change.
-spec decode(map(), Texts :: #{base | before | text => binary() | none}) -> {ok, change()} | error.
decode(Fields, Texts) ->
    try
        #{<<"seq">> := Seq, <<"epoch">> := Epoch, <<"class">> := Class} = Fields,
        true = is_integer(Seq) andalso is_binary(Epoch) andalso is_binary(Class),
        Words = [instance, class, 'remove-method', 'new-class', 'remove-class', durable, ephemeral, human, agent, program, none],
        Word = fun(Key) -> hd([It || It <- Words, atom_to_binary(It) =:= text(maps:get(Key, Fields))]) end,
        {ok,
            maps:merge(Texts, #{
                seq => Seq,
                epoch => Epoch,
                class => Class,
                selector => or_none(maps:get(<<"selector">>, Fields)),
                side => Word(<<"side">>),
                kind => Word(<<"kind">>),
                intent => Word(<<"intent">>),
                author => Word(<<"author">>),
                file => or_none(maps:get(<<"file">>, Fields)),
                span => span(maps:get(<<"span">>, Fields)),
                is_discarded => maps:get(<<"is_discarded">>, Fields)
            })}
    catch
        error:_ -> error
    end.

-spec text(binary() | null) -> binary().
text(null) -> <<"none">>;
text(Text) when is_binary(Text) -> Text.

-spec or_none(binary() | null) -> binary() | none.
or_none(null) -> none;
or_none(Text) when is_binary(Text) -> Text.

-spec span(term()) -> {non_neg_integer(), non_neg_integer()} | none.
span(null) -> none;
span([Start, End]) when is_integer(Start), is_integer(End) -> {Start, End}.
