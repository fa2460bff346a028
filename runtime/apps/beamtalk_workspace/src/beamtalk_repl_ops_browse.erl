%% Operations that describe: which classes there are, what they say of themselves, and
%% help on a topic. Only tables are read; nothing is evaluated.
-module(beamtalk_repl_ops_browse).

-export([handle/3]).

-spec handle(binary(), map(), beamtalk_repl_ops:context()) -> beamtalk_repl_ops:result().
handle(<<"help">>, #{<<"topic">> := Topic}, Context) ->
    docs(beamtalk_repl_help:topic(Topic, variables(Context)));
handle(<<"erlang-help">>, #{<<"module">> := Module, <<"function">> := Function}, _) when is_binary(Function) ->
    docs(beamtalk_repl_help_erlang:function(Module, Function));
handle(<<"erlang-help">>, #{<<"module">> := Module}, _) ->
    docs(beamtalk_repl_help_erlang:module(Module));
handle(<<"list-classes">>, Params, _) ->
    case filtered(text(<<"filter">>, Params), beamtalk_class_registry:all_classes()) of
        {ok, Classes} -> {ok, #{class_list => listed(Classes)}};
        Error -> Error
    end;
handle(<<"methods">>, #{<<"class">> := Name}, _) ->
    beamtalk_repl_target:with_class(Name, fun methods/1);
handle(<<"info">>, #{<<"symbol">> := Name}, _) ->
    {ok, #{info => info(Name, beamtalk_repl_target:class(Name))}};
handle(<<"browse-method-source">>, #{<<"class">> := Name, <<"selector">> := Selector} = Params, _) ->
    beamtalk_repl_target:with_class(Name, fun(Class) -> source(Class, side(text(<<"side">>, Params)), Selector) end).

-spec variables(Context :: map()) -> beamtalk_repl_receiver:bindings().
variables(#{session := Session}) -> beamtalk_repl_session:held(Session);
variables(_) -> #{}.

-spec docs({ok, unicode:chardata()} | {error, beamtalk_repl_reply:error()}) -> beamtalk_repl_ops:result().
docs({ok, Text}) -> {ok, #{docs => unicode:characters_to_binary(Text)}};
docs(Error) -> Error.

-spec text(binary(), map()) -> binary().
text(Name, Params) ->
    case Params of
        #{Name := Text} when is_binary(Text) -> Text;
        _ -> <<>>
    end.

-spec side(binary()) -> instance | class.
side(<<"class">>) -> class;
side(_) -> instance.

-spec filtered(binary(), [atom()]) -> {ok, [atom()]} | {error, beamtalk_repl_reply:error()}.
filtered(<<>>, Classes) -> {ok, Classes};
filtered(<<"stdlib">>, Classes) -> {ok, [Class || Class <- Classes, is_builtin(Class)]};
filtered(<<"user">>, Classes) -> {ok, [Class || Class <- Classes, not is_builtin(Class)]};
filtered(Name, Classes) ->
    Below = fun(Above) -> {ok, [Class || Class <- Classes, beamtalk_class_registry:inherits_from(Class, Above)]} end,
    beamtalk_repl_target:with_class(Name, Below).

-spec is_builtin(atom()) -> boolean().
is_builtin(Class) ->
    beamtalk_class_hierarchy_table:is_builtin(beamtalk_class_registry:module_of(Class)).

-spec listed([atom()]) -> [map()].
listed(Classes) ->
    Running = lists:foldl(fun({_, Class}, Counts) -> maps:update_with(Class, fun(N) -> N + 1 end, 1, Counts) end, #{}, beamtalk_actor_instances:all()),
    [described(Class, Meta, maps:get(Class, Running, 0)) || Class <- Classes, #{} = Meta <- [beamtalk_class_hierarchy_table:live_metadata(Class)]].

-spec described(atom(), map(), non_neg_integer()) -> map().
described(Class, Meta, Actors) ->
    #{
        name => Class,
        superclass => or_null(maps:get(superclass, Meta)),
        doc => or_null(maps:get(doc, Meta, none)),
        package => or_null(maps:get(package, Meta, none)),
        sealed => maps:get(is_sealed, Meta),
        abstract => maps:get(is_abstract, Meta),
        internal => maps:get(is_internal, Meta),
        source_file => or_null(beamtalk_method_info:source_file(Class)),
        actor_count => Actors
    }.

-spec or_null(none | nil | Value) -> null | Value.
or_null(none) -> null;
or_null(nil) -> null;
or_null(Value) -> Value.

-spec methods(atom()) -> beamtalk_repl_ops:result().
methods(Class) ->
    Methods = [method(Side, Info) || Side <- [instance, class], Info <- beamtalk_method_info:all({Class, Side})],
    {ok, #{methods => Methods, state_vars => maps:get(fields, beamtalk_method_info:metadata(Class))}}.

-spec method(instance | class, beamtalk_method_info:info()) -> map().
method(Side, #{selector := Selector, signature := Signature}) ->
    #{name => Selector, selector => Selector, side => Side, signature => Signature}.

-spec info(binary(), {ok, atom()} | none) -> map().
info(Name, none) ->
    #{found => false, symbol => Name};
info(Name, {ok, Class}) ->
    Meta = beamtalk_method_info:metadata(Class),
    {Path, Line} = place(beamtalk_repl_place:class(Class)),
    #{
        found => true,
        symbol => Name,
        kind => kind(Class),
        builtin => is_builtin(Class),
        superclass => or_null(maps:get(superclass, Meta)),
        superclass_chain => beamtalk_class_hierarchy_table:ancestors(Class),
        methods => beamtalk_class_hierarchy_table:selectors(Class, instance),
        source => Path,
        line => Line,
        doc => or_null(maps:get(doc, Meta, none))
    }.

-spec kind(atom()) -> class | protocol.
kind(Class) ->
    case beamtalk_protocols:is_protocol(Class) of
        true -> protocol;
        false -> class
    end.

-spec source(atom(), instance | class, binary()) -> beamtalk_repl_ops:result().
source(Class, Side, Selector) ->
    case beamtalk_method_info:find({Class, Side}, Selector) of
        {ok, {Definer, DefinerSide} = Behaviour, Info} ->
            {Path, Line} = place(beamtalk_repl_place:method(Behaviour, Info)),
            {ok, #{
                value => #{
                    class => Definer,
                    side => DefinerSide,
                    selector => maps:get(selector, Info),
                    signature => maps:get(signature, Info),
                    doc => or_null(beamtalk_method_info:doc(Behaviour, Info)),
                    source => or_null(beamtalk_method_info:source(Behaviour, Info)),
                    source_file => Path,
                    line => Line
                }
            }};
        none ->
            beamtalk_repl_help_method:not_understood({Class, Side}, Selector)
    end.

-spec place({binary(), pos_integer() | unknown} | none) -> {binary() | null, pos_integer() | null}.
place({Path, unknown}) -> {Path, null};
place({Path, Line}) -> {Path, Line};
place(none) -> {null, null}.
