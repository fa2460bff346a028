%% The messages that a receiver understands, as a prompt offers them: the only list of
%% selectors that there is at the prompt. In go a class and a side, and what was typed;
%% out come candidates, each selector once, with the definition that a message would find.
%%
%% Reads tables in the caller. What is internal to a package is left out: the prompt
%% belongs to none.
-module(beamtalk_repl_candidates).

-export([messages/2, common/2, required/2, next_parts/2, symbols/2, told/2, word/4, moved/2]).

-export_type([kind/0, candidate/0, wanted/0, sent/0]).

-include("../include/beamtalk_candidate.hrl").

-type kind() ::
    method | class_method | class | protocol | alias | variable | field | keyword | symbol | module | function | command.
-type candidate() :: #candidate{}.
-type receiver() :: beamtalk_repl_receiver:receiver().
-type side() :: beamtalk_class_reference:side().
%% What is looked for: how it begins, what sort of selector, and to what it would go.
-type wanted() :: #{
    prefix := binary(),
    selectors => all | unary | not_unary | keyword | binary,
    binds_to => receiver | result | argument | cascade,
    %% Whether an object sends to itself, which may say more.
    is_self => boolean(),
    %% How often the text before the cursor sends what.
    sent => sent()
}.
-type sent() :: #{Selector :: binary() => Times :: pos_integer()}.
%% Who defines a selector, on which side, and how far up.
-type found() :: {Label :: binary(), Selector :: atom(), Owner :: atom(), instance | class, Distance :: non_neg_integer()}.

%% What all objects have for the language itself, or for other purposes.
-define(HIDDEN, #{
    subclassResponsibility => true, notImplemented => true, 'doesNotUnderstand:args:' => true,
    fieldNames => true, 'fieldAt:' => true, 'fieldAt:put:' => true, new => true, 'new:' => true,
    'perform:' => true, 'perform:withArguments:' => true, delegate => true
}).

%% The best first.
-spec messages(receiver(), wanted()) -> [candidate()].
messages(Receiver, Wanted) ->
    common([Receiver], Wanted).

%% What all of several receivers understand, as the first one has it.
-spec common([receiver()], wanted()) -> [candidate()].
common([], _) ->
    [];
common([First | Others], Wanted) ->
    beamtalk_repl_rank:sort([
        fitted(It, Wanted)
     || #candidate{label = Label} = It <- understood(First, maps:get(is_self, Wanted, false)),
        matches(Label, Wanted),
        lists:all(fun(Other) -> understands(Other, binary_to_existing_atom(Label)) end, Others)
    ]).

%% Everything, as it is where nothing is typed yet.
-spec understood(receiver(), IsSelf :: boolean()) -> [candidate()].
understood(Receiver, IsSelf) ->
    Wanted = #{prefix => <<>>, is_self => IsSelf},
    Find = fun() -> beamtalk_repl_rank:sort([described(Found, Receiver, Wanted) || Found <- found(Receiver, Wanted)]) end,
    beamtalk_repl_understood:by({Receiver, IsSelf}, Find).

-spec fitted(candidate(), wanted()) -> candidate().
fitted(#candidate{label = Label, facts = Facts} = It, #{prefix := Prefix} = Wanted) ->
    Sent = maps:get(Label, maps:get(sent, Wanted, #{}), 0),
    case maps:get(binds_to, Wanted, receiver) of
        receiver when Sent =:= 0, Label =/= Prefix -> It;
        receiver -> It#candidate{facts = beamtalk_repl_rank:fitted(Facts, primary, Label =/= Prefix, Sent)};
        BindsTo ->
            Fitted = beamtalk_repl_rank:fitted(Facts, group(BindsTo), Label =/= Prefix, Sent),
            It#candidate{binds_to = BindsTo, facts = Fitted, written = none}
    end.

-spec found_by_all([receiver(), ...], wanted()) -> [found()].
found_by_all([First | Others], Wanted) ->
    [Found || {_, Selector, _, _, _} = Found <- found(First, Wanted), lists:all(fun(It) -> understands(It, Selector) end, Others)].

-spec understands(receiver(), atom()) -> boolean().
understands(Receiver, Selector) ->
    lists:any(fun({Class, Side}) -> beamtalk_lookup:local(Class, Side, Selector) =/= none end, behaviours(Receiver)).

%% What a protocol asks for; nobody knows who has it.
-spec required([Selector :: binary()], wanted()) -> [candidate()].
required(Selectors, #{prefix := Prefix} = Wanted) ->
    beamtalk_repl_rank:sort([
        (word(Label, method, primary, Prefix))#candidate{binds_to = maps:get(binds_to, Wanted, receiver)}
     || Label <- Selectors, matches(Label, Wanted)
    ]).

%% How a keyword message can go on, of which some parts are written. Where several go on
%% alike, the nearest is shown, and all count. A message that there is not yet has to go on;
%% any other may.
-spec next_parts([receiver()], #{parts := [binary()], prefix := binary(), sent => sent()}) -> [candidate()].
next_parts([], _) ->
    [];
next_parts([First | _] = Receivers, #{parts := Parts, prefix := Prefix} = Query) ->
    Written = iolist_to_binary(Parts),
    Size = byte_size(Written),
    Wanted = #{prefix => Written, selectors => keyword, is_self => true},
    All = lists:reverse(found_by_all(Receivers, Wanted)),
    Group = case lists:keymember(Written, 1, All) of true -> continuation; false -> primary end,
    Longer = [
        {hd(binary:split(Rest, <<":">>)), Found}
     || {Label, _, _, _, _} = Found <- All,
        <<_:Size/binary, Rest/binary>> <- [Label],
        Rest =/= <<>>,
        is_prefix(Prefix, Rest)
    ],
    Words = lists:usort([Word || {Word, _} <- Longer]),
    Sent = maps:get(sent, Query, #{}),
    beamtalk_repl_rank:sort([next_part(Word, Group, [Found || {Of, Found} <- Longer, Of =:= Word], First, Prefix, Sent) || Word <- Words]).

-spec next_part(Word :: binary(), beamtalk_repl_rank:group(), [found(), ...], receiver(), Prefix :: binary(), sent()) -> candidate().
next_part(Word, Group, [Nearest | _] = All, Receiver, Prefix, Sent) ->
    Label = <<Word/binary, $:>>,
    Context = #{
        prefix => Prefix,
        sent => lists:sum([maps:get(Selector, Sent, 0) || {Selector, _, _, _, _} <- All]),
        uses => lists:sum([beamtalk_repl_rank:uses(Selector) || {Selector, _, _, _, _} <- All])
    },
    It = described(Nearest, Receiver, #{prefix => Prefix}),
    It#candidate{label = Label, insert = Label, facts = beamtalk_repl_rank:facts(Group, Label, Context)}.

%% The messages of a receiver, written as symbols.
-spec symbols(receiver(), wanted()) -> [candidate()].
symbols(Receiver, Wanted) ->
    [
        It#candidate{label = Symbol, kind = symbol, insert = Symbol, written = none}
     || #candidate{label = Label} = It <- messages(Receiver, Wanted), Symbol <- [symbol(Label)]
    ].

-spec symbol(binary()) -> binary().
symbol(<<"=:=">>) -> <<"#'=:='">>;
symbol(Label) -> <<"#", Label/binary>>.

%% A candidate of which nothing but its name is known.
-spec word(Label :: binary(), kind(), beamtalk_repl_rank:group(), Prefix :: binary()) -> candidate().
word(Label, Kind, Group, Prefix) ->
    Facts = beamtalk_repl_rank:facts(Group, Label, #{prefix => Prefix}),
    #candidate{label = Label, kind = Kind, signature = Label, insert = Label, facts = Facts}.

%% What the compiler has listed itself, with what it tells of it; of what it does not tell,
%% or not in this form, nothing is known.
-spec told(#{label := binary(), atom() => term()}, Prefix :: binary()) -> candidate().
told(#{label := Label} = It, Prefix) ->
    Kind = kind(maps:get(kind, It, variable)),
    Optional = fun(Key) -> case It of #{Key := Text} when is_binary(Text) -> Text; _ -> none end end,
    Or = fun(none, Otherwise) -> Otherwise; (Text, _) -> Text end,
    (word(Label, Kind, group(Kind, maps:get(binds_to, It, none)), Prefix))#candidate{
        signature = Or(Optional(signature), Label),
        defined_in = Optional(defined_in),
        return_type = Optional(type),
        doc = Optional(doc),
        insert = Or(Optional(insert), Label),
        replaces_from = case It of #{replaces_from := From} when is_integer(From), From >= 0 -> From; _ -> none end,
        binds_to = case It of #{binds_to := Reading} when Reading =:= receiver; Reading =:= result; Reading =:= argument; Reading =:= cascade -> Reading; _ -> none end,
        rank = case It of #{rank := Rank} when is_integer(Rank), Rank >= 0 -> Rank; _ -> none end
    }.

-spec kind(term()) -> kind().
kind(Kind) when
    Kind =:= method; Kind =:= class_method; Kind =:= class; Kind =:= protocol; Kind =:= alias; Kind =:= field;
    Kind =:= keyword; Kind =:= symbol; Kind =:= module; Kind =:= function
->
    Kind;
kind(_) ->
    variable.

%% What such an item is to the place.
-spec group(kind(), BindsTo :: term()) -> beamtalk_repl_rank:group().
group(_, argument) -> argument;
group(method, _) -> primary;
group(class_method, _) -> primary;
group(function, _) -> primary;
group(field, _) -> field;
group(symbol, _) -> wanted;
group(keyword, _) -> beginning;
group(variable, _) -> local;
group(_, _) -> class.

%% The same, where the text begins farther on.
-spec moved(non_neg_integer(), candidate()) -> candidate().
moved(_, #candidate{replaces_from = none} = It) -> It;
moved(Start, #candidate{replaces_from = From} = It) -> It#candidate{replaces_from = From + Start, written = none}.

%% The farthest first.
-spec found(receiver(), wanted()) -> [found()].
found(Receiver, Wanted) ->
    nearest(behaviours(Receiver), is_offered(Receiver, Wanted), Wanted, 0, #{}, []).

%% In the order in which a message looks for its method.
-spec behaviours(receiver()) -> [{Class :: atom(), side()}].
behaviours({Side, Class}) ->
    Chain = beamtalk_metaclass_tower:superclasses({Class, Side}),
    [{Class, Side} | [It || {Of, _} = It <- Chain, beamtalk_class_hierarchy_table:is_class(Of)]].

%% What is defined nearer hides what is defined farther up, whether it is offered or not.
-spec nearest([{atom(), side()}], fun((atom(), side()) -> boolean()), wanted(), non_neg_integer(), #{atom() => true}, [found()]) ->
    [found()].
nearest([], _, _, _, _, Found) ->
    Found;
nearest([{Class, Side} | Rest], IsOffered, Wanted, Distance, Seen, Found) ->
    Own = [Own || {Selector, _} = Own <- own(Class, Side), not is_map_key(Selector, Seen)],
    IsOpen = is_open(Class),
    Offered = [
        {Label, Selector, Class, Side, Distance}
     || {Selector, IsInternal} <- Own,
        IsOpen orelse not IsInternal,
        Label <- [atom_to_binary(Selector)],
        matches(Label, Wanted),
        IsOffered(Selector, Side)
    ],
    Now = lists:foldl(fun({Selector, _}, All) -> All#{Selector => true} end, Seen, Own),
    nearest(Rest, IsOffered, Wanted, Distance + 1, Now, Offered ++ Found).

%% Methods and what was added to the class from outside.
-spec own(atom(), instance | class) -> [{Selector :: atom(), IsInternal :: boolean()}].
own(Class, Side) ->
    Methods = beamtalk_class_hierarchy_table:methods(Class, Side),
    case beamtalk_extensions:all(tag(Class, Side)) of
        [] -> Methods;
        Added -> lists:ukeysort(1, Methods ++ [{Selector, false} || {Selector, _} <- Added])
    end.

%% The class is registered, so this atom is there.
-spec tag(atom(), instance | class) -> atom().
tag(Class, instance) -> Class;
tag(Class, class) -> beamtalk_class_reference:tag(Class).

-spec is_open(atom()) -> boolean().
is_open(Class) ->
    maps:get(package, facts(Class)) =:= none.

%% Whether a receiver is offered a selector that it understands, by the side on which it
%% is defined. A class makes instances if there can be any.
-spec is_offered(receiver(), wanted()) -> fun((atom(), side()) -> boolean()).
is_offered({instance, Class}, #{is_self := true}) ->
    #{is_native := IsNative} = facts(Class),
    fun(Selector, _) -> Selector =/= delegate orelse IsNative end;
is_offered({instance, _}, _) ->
    fun(Selector, _) -> not is_map_key(Selector, ?HIDDEN) end;
is_offered({class, Class}, _) ->
    #{is_abstract := IsAbstract, kind := Kind, is_native := IsNative} = facts(Class),
    fun
        (delegate, _) -> IsNative;
        (Selector, _) when Selector =:= new; Selector =:= 'new:'; Selector =:= basicNew -> not IsAbstract andalso Kind =/= actor;
        (Selector, _) when Selector =:= spawn; Selector =:= 'spawnWith:' -> not IsAbstract andalso Kind =:= actor;
        (_, class) -> true;
        (Selector, instance) -> not is_map_key(Selector, ?HIDDEN)
    end.

-spec facts(atom()) -> map().
facts(Class) ->
    case beamtalk_class_hierarchy_table:facts(Class) of
        undefined -> #{is_native => false, is_abstract => true, kind => object, package => none};
        Facts -> Facts
    end.

-spec matches(binary(), wanted()) -> boolean().
matches(Label, #{prefix := Prefix} = Wanted) ->
    is_prefix(Prefix, Label) andalso can_be_sent(Label) andalso is_of_sort(maps:get(selectors, Wanted, all), Label).

%% A comma parts elements, and can stand for no message.
-spec can_be_sent(binary()) -> boolean().
can_be_sent(Label) ->
    Label =/= <<",">>.

-spec is_prefix(binary(), binary()) -> boolean().
is_prefix(Prefix, Label) ->
    Size = byte_size(Prefix),
    case Label of
        <<Prefix:Size/binary, _/binary>> -> true;
        _ -> false
    end.

-spec is_of_sort(all | unary | not_unary | keyword | binary, binary()) -> boolean().
is_of_sort(all, _) -> true;
is_of_sort(unary, Label) -> not is_keyword(Label) andalso not is_binary_selector(Label);
is_of_sort(not_unary, Label) -> not is_of_sort(unary, Label);
is_of_sort(keyword, Label) -> is_keyword(Label);
is_of_sort(binary, Label) -> is_binary_selector(Label).

-spec is_keyword(binary()) -> boolean().
is_keyword(Label) ->
    binary:last(Label) =:= $:.

-spec is_binary_selector(binary()) -> boolean().
is_binary_selector(<<First, _/binary>>) ->
    not beamtalk_repl_scan:is_word(First).

-spec described(found(), receiver(), wanted()) -> candidate().
described({Label, Selector, Owner, Side, Distance}, Receiver, #{prefix := Prefix}) ->
    {Signature, Returns, Summary} = shown(Label, Selector, Owner, Side),
    Context = #{
        prefix => Prefix,
        is_common => is_common(Owner, Side, Receiver),
        uses => beamtalk_repl_rank:uses(Label),
        distance => Distance
    },
    #candidate{
        label = Label,
        kind = case Side of instance -> method; class -> class_method end,
        signature = Signature,
        defined_in = owner(Owner, Side),
        return_type = Returns,
        doc = Summary,
        insert = first_part(Label),
        binds_to = receiver,
        facts = beamtalk_repl_rank:facts(primary, Label, Context)
    }.

%% What is typed first of a selector.
-spec first_part(binary()) -> binary().
first_part(Label) ->
    case is_keyword(Label) of
        true -> binary:part(Label, 0, colon(Label, 1));
        false -> Label
    end.

-spec colon(binary(), pos_integer()) -> pos_integer().
colon(<<$:, _/binary>>, At) -> At;
colon(<<_, Rest/binary>>, At) -> colon(Rest, At + 1).

%% Whether all objects understand it, or all classes.
-spec is_common(atom(), side(), receiver()) -> boolean().
is_common(_, _, {_, Of}) when Of =:= 'Object'; Of =:= 'ProtoObject' -> false;
is_common(_, instance, {class, _}) -> true;
is_common(Owner, _, _) -> Owner =:= 'Object' orelse Owner =:= 'ProtoObject'.

-spec group(receiver | result | argument | cascade) -> beamtalk_repl_rank:group().
group(argument) -> argument;
group(_) -> primary.

-spec owner(atom(), instance | class) -> binary().
owner(Owner, instance) -> atom_to_binary(Owner);
owner(Owner, class) -> <<(atom_to_binary(Owner))/binary, " class">>.

%% An extension tells about itself only in its text.
-spec shown(binary(), atom(), atom(), instance | class) -> beamtalk_class_metadata:shown().
shown(Label, Selector, Owner, Side) ->
    case beamtalk_class_hierarchy_table:shown(Owner, Side, Selector) of
        {ok, Shown} -> Shown;
        not_local -> extension(Label, beamtalk_extensions:getSource(tag(Owner, Side), Selector))
    end.

-spec extension(binary(), {ok, binary()} | not_found) -> beamtalk_class_metadata:shown().
extension(Label, {ok, Source}) -> {beamtalk_class_metadata:head(Source, Label), none, none};
extension(Label, not_found) -> {Label, none, none}.
