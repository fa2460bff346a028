%% Primitives of Stream. A stream is a function that, when called, makes the next
%% element and the function for what comes after it; nothing is remembered, so an
%% endless stream is gone through in constant space, and a stream of plain values
%% can be gone through again. Stages wrap the function, terminal operations call it
%% and then run the finaliser, however they end.
%%
%% `make/3` is for other classes whose data comes bit by bit. One thing although it
%% exports much: each export is one message.
-module(beamtalk_stream).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([make/2, make/3]).
-export(['class_from:'/2, 'class_from:by:'/3, 'class_on:'/2]).
-export(['select:'/2, 'collect:'/2, 'reject:'/2, 'drop:'/2]).
-export(['take:'/2, 'do:'/2, 'inject:into:'/3, 'detect:'/2, 'detect:ifNone:'/3]).
-export([asList/1, 'anySatisfy:'/2, 'allSatisfy:'/2, printString/1]).

-export_type([stream/0, pull/0]).

-type class() :: beamtalk_class_reference:class().
-type pull() :: fun(() -> pulled()).
-type pulled() :: {Element :: term(), pull()} | done.
-type finaliser() :: fun(() -> term()) | none.
-type stream() :: #{?TAG := 'Stream', pull := pull(), text := binary(), finaliser := finaliser()}.
-type block(Answer) :: fun((term()) -> Answer).

-spec make(pull(), binary()) -> stream().
make(Pull, Text) ->
    make(Pull, Text, none).

%% The finaliser runs once when a terminal operation ends, normally or not.
-spec make(pull(), binary(), finaliser()) -> stream().
make(Pull, Text, Finaliser) ->
    #{?TAG => 'Stream', pull => Pull, text => Text, finaliser => Finaliser}.

-spec 'class_from:'(class(), integer()) -> stream().
'class_from:'(_, Start) when is_integer(Start) ->
    make(counting(Start), <<"Stream(from: ", (integer_to_binary(Start))/binary, ")">>);
'class_from:'(_, _) ->
    mistyped('from:', <<"Pass an Integer to start from">>).

-spec counting(integer()) -> pull().
counting(Number) ->
    fun() -> {Number, counting(Number + 1)} end.

-spec 'class_from:by:'(class(), term(), block(term())) -> stream().
'class_from:by:'(_, Start, Block) when is_function(Block, 1) ->
    Text = beamtalk_printing:print(Start),
    make(fun() -> {Start, following(Start, Block)} end, <<"Stream(from: ", Text/binary, " by: [...])">>);
'class_from:by:'(_, _, Block) ->
    refuse_block(Block, 1, 'from:by:').

%% The block is only asked for an element that is wanted.
-spec following(term(), block(term())) -> pull().
following(Value, Block) ->
    fun() ->
        Next = Block(Value),
        {Next, following(Next, Block)}
    end.

-spec 'class_on:'(class(), term()) -> stream().
'class_on:'(_, List) when is_list(List) ->
    make(listed(List), <<"Stream(on: [...])">>);
'class_on:'(_, #{?TAG := 'Set', elements := Elements}) ->
    make(listed(Elements), <<"Stream(on: Set(...))">>);
'class_on:'(_, Text) when is_binary(Text) ->
    case beamtalk_class_of:is_utf8(Text) of
        true -> make(spelled(Text), <<"Stream(on: '...')">>);
        false -> refuse_source()
    end;
'class_on:'(_, _) ->
    refuse_source().

-spec refuse_source() -> no_return().
refuse_source() ->
    mistyped('on:', <<"Pass a List, a String or a Set; asList makes a List of any collection">>).

-spec listed([term()]) -> pull().
listed(List) ->
    fun() -> next_of(List) end.

-spec next_of([term()]) -> pulled().
next_of([Element | Rest]) -> {Element, listed(Rest)};
next_of([]) -> done.

-spec spelled(unicode:chardata()) -> pull().
spelled(Text) ->
    fun() -> next_grapheme(string:next_grapheme(Text)) end.

-spec next_grapheme(term()) -> pulled().
next_grapheme([Grapheme | Rest]) -> {unicode:characters_to_binary([Grapheme]), spelled(Rest)};
next_grapheme([]) -> done.

-spec 'select:'(stream(), block(boolean())) -> stream().
'select:'(Self, Block) when is_function(Block, 1) ->
    stage(Self, fun(Pull) -> filtered(Pull, Block, true) end, <<"select: [...]">>);
'select:'(_, Block) ->
    refuse_block(Block, 1, 'select:').

-spec 'reject:'(stream(), block(boolean())) -> stream().
'reject:'(Self, Block) when is_function(Block, 1) ->
    stage(Self, fun(Pull) -> filtered(Pull, Block, false) end, <<"reject: [...]">>);
'reject:'(_, Block) ->
    refuse_block(Block, 1, 'reject:').

-spec filtered(pull(), block(boolean()), Keeps :: boolean()) -> pull().
filtered(Pull, Block, Keeps) ->
    fun() -> next_kept(Pull(), Block, Keeps) end.

-spec next_kept(pulled(), block(boolean()), boolean()) -> pulled().
next_kept({Element, Pull}, Block, Keeps) ->
    case (Block(Element) =:= true) =:= Keeps of
        true -> {Element, filtered(Pull, Block, Keeps)};
        false -> next_kept(Pull(), Block, Keeps)
    end;
next_kept(done, _, _) ->
    done.

-spec 'collect:'(stream(), block(term())) -> stream().
'collect:'(Self, Block) when is_function(Block, 1) ->
    stage(Self, fun(Pull) -> mapped(Pull, Block) end, <<"collect: [...]">>);
'collect:'(_, Block) ->
    refuse_block(Block, 1, 'collect:').

-spec mapped(pull(), block(term())) -> pull().
mapped(Pull, Block) ->
    fun() ->
        case Pull() of
            {Element, Rest} -> {Block(Element), mapped(Rest, Block)};
            done -> done
        end
    end.

-spec 'drop:'(stream(), non_neg_integer()) -> stream().
'drop:'(Self, Count) when is_integer(Count), Count >= 0 ->
    Text = <<"drop: ", (integer_to_binary(Count))/binary>>,
    stage(Self, fun(Pull) -> fun() -> skip(Count, Pull) end end, Text);
'drop:'(_, _) ->
    mistyped('drop:', <<"Pass an Integer of 0 or more">>).

-spec skip(non_neg_integer(), pull()) -> pulled().
skip(0, Pull) ->
    Pull();
skip(Count, Pull) ->
    case Pull() of
        {_, Rest} -> skip(Count - 1, Rest);
        done -> done
    end.

-spec stage(stream(), fun((pull()) -> pull()), binary()) -> stream().
stage(#{pull := Pull, text := Text} = Self, Wrap, Stage) ->
    Self#{pull := Wrap(Pull), text := <<Text/binary, " | ", Stage/binary>>}.

-spec 'take:'(stream(), non_neg_integer()) -> [term()].
'take:'(Self, Count) when is_integer(Count), Count >= 0 ->
    finished(Self, fun(Pull) -> taken(Count, Pull) end);
'take:'(_, _) ->
    mistyped('take:', <<"Pass an Integer of 0 or more">>).

-spec taken(non_neg_integer(), pull()) -> [term()].
taken(0, _) ->
    [];
taken(Count, Pull) ->
    case Pull() of
        {Element, Rest} -> [Element | taken(Count - 1, Rest)];
        done -> []
    end.

-spec 'do:'(stream(), block(term())) -> nil.
'do:'(Self, Block) when is_function(Block, 1) ->
    finished(Self, fun(Pull) -> each(Pull(), Block) end);
'do:'(_, Block) ->
    refuse_block(Block, 1, 'do:').

-spec each(pulled(), block(term())) -> nil.
each({Element, Pull}, Block) ->
    _ = Block(Element),
    each(Pull(), Block);
each(done, _) ->
    nil.

-spec 'inject:into:'(stream(), A, fun((A, term()) -> A)) -> A.
'inject:into:'(Self, Initial, Block) when is_function(Block, 2) ->
    finished(Self, fun(Pull) -> inject(Pull(), Block, Initial) end);
'inject:into:'(_, _, Block) ->
    refuse_block(Block, 2, 'inject:into:').

-spec inject(pulled(), fun((A, term()) -> A), A) -> A.
inject({Element, Pull}, Block, Value) -> inject(Pull(), Block, Block(Value, Element));
inject(done, _, Value) -> Value.

-spec 'detect:'(stream(), block(boolean())) -> term().
'detect:'(Self, Block) when is_function(Block, 1) ->
    case search(Self, Block, true) of
        {found, Element} ->
            Element;
        none ->
            Hint = <<"Use detect:ifNone: to say what to answer when nothing matches">>,
            beamtalk_error:raise(not_found, 'Stream', 'detect:', Hint)
    end;
'detect:'(_, Block) ->
    refuse_block(Block, 1, 'detect:').

-spec 'detect:ifNone:'(stream(), block(boolean()), term()) -> term().
'detect:ifNone:'(Self, Block, Default) when is_function(Block, 1) ->
    case search(Self, Block, true) of
        {found, Element} -> Element;
        none when is_function(Default) -> beamtalk_block:value(Default);
        none -> Default
    end;
'detect:ifNone:'(_, Block, _) ->
    refuse_block(Block, 1, 'detect:ifNone:').

-spec 'anySatisfy:'(stream(), block(boolean())) -> boolean().
'anySatisfy:'(Self, Block) when is_function(Block, 1) -> search(Self, Block, true) =/= none;
'anySatisfy:'(_, Block) -> refuse_block(Block, 1, 'anySatisfy:').

-spec 'allSatisfy:'(stream(), block(boolean())) -> boolean().
'allSatisfy:'(Self, Block) when is_function(Block, 1) -> search(Self, Block, false) =:= none;
'allSatisfy:'(_, Block) -> refuse_block(Block, 1, 'allSatisfy:').

%% The first element for which the block does, or does not, answer true.
-spec search(stream(), block(boolean()), boolean()) -> {found, term()} | none.
search(Self, Block, Wanted) ->
    finished(Self, fun(Pull) ->
        case next_kept(Pull(), Block, Wanted) of
            {Element, _} -> {found, Element};
            done -> none
        end
    end).

-spec asList(stream()) -> [term()].
asList(Self) ->
    finished(Self, fun(Pull) -> all(Pull(), []) end).

-spec all(pulled(), [term()]) -> [term()].
all({Element, Pull}, Done) -> all(Pull(), [Element | Done]);
all(done, Done) -> lists:reverse(Done).

%% Without a finaliser there is nothing to hold on to.
-spec finished(stream(), fun((pull()) -> Answer)) -> Answer.
finished(#{pull := Pull, finaliser := none}, Operation) ->
    Operation(Pull);
finished(#{pull := Pull, finaliser := Finaliser}, Operation) ->
    try
        Operation(Pull)
    after
        Finaliser()
    end.

-spec printString(stream()) -> binary().
printString(#{text := Text}) -> Text.

-spec mistyped(atom(), binary()) -> no_return().
mistyped(Selector, Hint) ->
    beamtalk_argument:type_error('Stream', Selector, Hint).

-spec refuse_block(term(), arity(), atom()) -> no_return().
refuse_block(Block, Arity, Selector) ->
    beamtalk_argument:refuse_block(Block, Arity, 'Stream', Selector).
