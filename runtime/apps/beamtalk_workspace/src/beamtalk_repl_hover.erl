%% What is known of the last word of a text, and of its value. In go a text and the
%% variables of the session, out come documentation, or a type and why it is not known.
%% Nothing is evaluated.
-module(beamtalk_repl_hover).

-export([docs/2, type/2]).

-type bindings() :: beamtalk_repl_receiver:bindings().
-type receiver() :: beamtalk_repl_receiver:receiver().

%% Empty where there is nothing to tell.
-spec docs(Code :: binary(), bindings()) -> binary().
docs(Code, Bindings) ->
    try
        case beamtalk_repl_fragment:read(trimmed(Code)) of
            #{ends_in := code, receiver := none, prefix := Name} -> class(beamtalk_repl_receiver:class_named(Name));
            #{ends_in := code, receiver := {_, Receiver}, prefix := Selector} -> method(receivers(Receiver, Bindings), Selector);
            _ -> <<>>
        end
    catch
        %% A selector that is no atom, a class that is just going.
        error:_ -> <<>>
    end.

-spec trimmed(binary()) -> binary().
trimmed(Code) ->
    re:replace(Code, "\\s+$", "", [{return, binary}]).

-spec receivers(binary(), bindings()) -> [receiver()].
receivers(Text, Bindings) ->
    case beamtalk_repl_completion:resolve(Text, Bindings) of
        {ok, Receiver, _} -> [Receiver];
        _ -> inferred(beamtalk_compiler_server:resolve_completion_type(Text, beamtalk_repl_receiver:all(Bindings)))
    end.

-spec inferred(term()) -> [receiver()].
inferred({ok, #{types := Types}}) ->
    [
        {Side, Class}
     || #{class_name := Name, side := Side} <- Types, {ok, Class} <- [beamtalk_repl_receiver:class_named(Name)]
    ];
inferred(_) ->
    [].

-spec class({ok, atom()} | none) -> binary().
class(none) ->
    <<>>;
class({ok, Class}) ->
    Head =
        case beamtalk_class_registry:superclass_of(Class) of
            none -> io_lib:format("== ~ts ==", [Class]);
            Superclass -> io_lib:format("== ~ts < ~ts ==", [Class, Superclass])
        end,
    page(Head, [], maps:get(doc, beamtalk_class_hierarchy_table:live_metadata(Class), none)).

-spec method([receiver()], Selector :: binary()) -> binary().
method([], _) ->
    <<>>;
method([{Side, Class} | _], Text) ->
    Selector = binary_to_existing_atom(Text),
    Behaviours = [{Class, Side} | beamtalk_metaclass_tower:superclasses({Class, Side})],
    Has = fun({Of, On}) -> beamtalk_class_hierarchy_table:shown(Of, On, Selector) =/= not_local end,
    case lists:dropwhile(fun(It) -> not Has(It) end, Behaviours) of
        [{Owner, On} | _] -> found(Owner, On, Selector);
        [] -> <<>>
    end.

-spec found(atom(), instance | class, atom()) -> binary().
found(Owner, Side, Selector) ->
    {ok, {Signature, _, _}} = beamtalk_class_hierarchy_table:shown(Owner, Side, Selector),
    Of = case Side of instance -> ""; class -> " class" end,
    Head = io_lib:format("== ~ts~ts >> ~ts ==", [Owner, Of, Selector]),
    Meta = beamtalk_class_hierarchy_table:live_metadata(Owner),
    #{Selector := Info} = beamtalk_class_metadata:methods(Side, Meta),
    page(Head, ["\n  ", Signature], maps:get(doc, Info, none)).

-spec page(iodata(), iodata(), Doc :: term()) -> binary().
page(Head, More, Doc) when is_binary(Doc) -> unicode:characters_to_binary([Head, More, "\n\n", Doc]);
page(Head, More, _) -> unicode:characters_to_binary([Head, More]).

%% The type of what the text would answer, as it would be written.
-spec type(Code :: binary(), bindings()) -> {ok, #{type := binary(), why => binary()}} | {error, map()}.
type(Code, Bindings) ->
    Known = beamtalk_repl_receiver:all(Bindings),
    case beamtalk_compiler_server:type_of(Code, Known) of
        {refused, Why} -> beamtalk_repl_code:failed(Why);
        {ok, Found} -> {ok, #{type => written(Code, Known, Found)}};
        {not_found, Why} -> {ok, #{type => <<"Dynamic">>, why => why(Code, Known, Why)}};
        {error, type_unknown} -> {error, #{kind => <<"compiler_unavailable">>, message => beamtalk_repl_reason:no_compiler(unavailable)}}
    end.

%% Whoever asks what may follow is told the cause, which may be far inside.
-spec why(binary(), map(), Otherwise :: binary()) -> binary().
why(Code, Known, Otherwise) ->
    Texts = [<<"(", Code/binary, "\n) ">>, <<Code/binary, " ">>],
    Places = [beamtalk_compiler_server:complete(Text, byte_size(Text), Known) || Text <- Texts],
    case lists:flatmap(fun reasons/1, Places) of
        [Reason | _] -> Reason;
        [] -> Otherwise
    end.

%% Of a message that is being typed, why nobody knows what it would go to.
-spec reasons(term()) -> [binary()].
reasons({ok, #{position := message, readings := [#{reason := Reason} | _]}}) when is_binary(Reason) -> [Reason];
reasons(_) -> [].

%% With its type arguments, which a receiver has no need of. Only one expression can be
%% put into parentheses.
-spec written(binary(), map(), map()) -> binary().
written(Code, Known, Found) ->
    Whole = <<"(", Code/binary, "\n)">>,
    Last = byte_size(Whole) - 1,
    case beamtalk_compiler_server:hover(Whole, Last, Known) of
        {ok, #{type := Type, span := #{start := 0}}} when is_binary(Type) -> Type;
        _ -> named(Found)
    end.

-spec named(map()) -> binary().
named(#{types := Types}) ->
    Names = [case Side of instance -> Name; class -> <<Name/binary, " class">> end || #{class_name := Name, side := Side} <- Types],
    iolist_to_binary(lists:join(<<" | ">>, Names));
named(#{selectors := Selectors}) ->
    iolist_to_binary([<<"whatever understands ">>, lists:join(<<", ">>, Selectors)]).
