%% Operations for browsers: which classes there are and how they were defined, which
%% protocols and who conforms to them, which names there are for types. Tables are read, and
%% of a class its text; nothing is evaluated.
-module(beamtalk_repl_ops_definition).

-export([handle/3]).

-spec handle(binary(), map(), beamtalk_repl_ops:context()) -> beamtalk_repl_ops:result().
handle(<<"browse-classes">>, _, _) ->
    Known = [{Class, beamtalk_class_hierarchy_table:facts(Class)} || Class <- beamtalk_class_registry:all_classes()],
    value(#{classes => [class(Class, Facts) || {Class, #{} = Facts} <- Known]});
handle(<<"browse-protocols">>, #{<<"class">> := Name}, _) when is_binary(Name) ->
    beamtalk_repl_target:with_class(Name, fun(Class) -> protocols(beamtalk_protocols:of_behaviour({Class, instance})) end);
handle(<<"browse-protocols">>, _, _) ->
    protocols(beamtalk_protocols:all());
handle(<<"browse-class-definition">>, #{<<"class">> := Name}, _) ->
    beamtalk_repl_target:with_class(Name, fun definition/1);
handle(<<"browse-type-aliases">>, _, _) ->
    value(#{aliases => lists:sort([named_type(Text) || Text <- beamtalk_compiler_server:get_aliases()])}).

-spec value(map()) -> beamtalk_repl_ops:result().
value(Value) ->
    {ok, #{value => Value}}.

-spec class(atom(), beamtalk_class_hierarchy_table:facts()) -> map().
class(Class, Facts) ->
    #{
        name => Class,
        superclass => or_null(beamtalk_class_hierarchy_table:superclass(Class)),
        package => or_null(maps:get(package, Facts)),
        kind => kind(Class, Facts),
        abstract => maps:get(is_abstract, Facts),
        sealed => maps:get(is_sealed, Facts),
        internal => maps:get(is_internal, Facts),
        native => maps:get(is_native, Facts),
        builtin => beamtalk_class_hierarchy_table:is_builtin(beamtalk_class_hierarchy_table:module(Class)),
        type_params => maps:get(type_params, Facts),
        summary => or_null(maps:get(summary, Facts))
    }.

-spec kind(atom(), #{kind := atom(), _ => _}) -> atom().
kind(Class, #{kind := Kind}) ->
    case beamtalk_protocols:is_protocol(Class) of
        true -> protocol;
        false -> Kind
    end.

-spec or_null(none | Value) -> null | Value.
or_null(none) -> null;
or_null(Value) -> Value.

-spec protocols([atom()]) -> beamtalk_repl_ops:result().
protocols(Names) ->
    value(#{protocols => [protocol(Name) || Name <- Names]}).

-spec protocol(atom()) -> map().
protocol(Name) ->
    #{
        name => Name,
        package => or_null(beamtalk_method_info:package(Name)),
        required => [
            #{selector => Selector, side => Side, signature => Signature}
         || {Side, Selector} = Needed <- beamtalk_protocols:required(Name),
            {ok, #{signature := Signature}} <- [beamtalk_protocols:declaration(Name, Needed)]
        ],
        classes => beamtalk_protocols:conforming_classes(Name)
    }.

-spec definition(atom()) -> beamtalk_repl_ops:result().
definition(Class) ->
    Meta = beamtalk_method_info:metadata(Class),
    {Path, Line} = place(beamtalk_repl_place:class(Class)),
    Facts = class(Class, beamtalk_class_hierarchy_table:facts(Class)),
    value(Facts#{
        native => or_null(maps:get(native, Meta, none)),
        typed => maps:get(is_typed, Meta, false),
        doc => or_null(maps:get(doc, Meta, none)),
        header => header(Class, Meta),
        fields => slots(fields, {field_type_texts, field_has_default, field_docs}, Meta),
        class_variables => slots(
            class_variables, {class_variable_type_texts, class_variable_has_default, class_variable_docs}, Meta
        ),
        source => source(Class),
        source_file => Path,
        line => Line
    }).

-spec place(beamtalk_class_help:place()) -> {binary() | null, pos_integer() | null}.
place({Path, unknown}) -> {Path, null};
place({Path, Line}) -> {Path, Line};
place(none) -> {null, null}.

%% The first line of the class, as the formatter would write it. A root says so.
-spec header(atom(), map()) -> binary().
header(Class, #{superclass := Superclass} = Meta) ->
    Words = [{is_internal, "internal "}, {is_abstract, "abstract "}, {is_sealed, "sealed "}, {is_typed, "typed "}],
    Above = case Superclass of none -> nil; _ -> Superclass end,
    unicode:characters_to_binary([
        [Word || {Flag, Word} <- Words, maps:get(Flag, Meta, false)],
        atom_to_binary(Above), listed(maps:get(superclass_type_args, Meta, [])),
        " subclass: ", atom_to_binary(Class), listed(parameters(Meta)),
        [[" native: ", atom_to_binary(Native)] || Native <- [maps:get(native, Meta, none)], Native =/= none]
    ]).

-spec parameters(map()) -> [unicode:chardata()].
parameters(Meta) ->
    Names = beamtalk_class_metadata:atoms(type_params, Meta),
    Bounds = maps:get(type_param_bounds, Meta, []),
    Known = case length(Bounds) =:= length(Names) of true -> Bounds; false -> [none || _ <- Names] end,
    [[text(Name), [[" :: ", text(Bound)] || Bound =/= none]] || {Name, Bound} <- lists:zip(Names, Known)].

-spec listed([term()]) -> unicode:chardata().
listed([]) -> [];
listed(Types) -> ["(", lists:join(", ", [text(Type) || Type <- Types]), ")"].

-spec text(term()) -> unicode:chardata().
text(Atom) when is_atom(Atom) -> atom_to_binary(Atom);
text(Text) -> Text.

-spec slots(atom(), {atom(), atom(), atom()}, map()) -> [map()].
slots(Key, {Types, Defaults, Docs}, Meta) ->
    Of = fun(About, Name, Otherwise) -> maps:get(Name, maps:get(About, Meta, #{}), Otherwise) end,
    [
        #{name => Name, type => or_null(Of(Types, Name, none)), has_default => Of(Defaults, Name, false), doc => or_null(Of(Docs, Name, none))}
     || Name <- beamtalk_class_metadata:atoms(Key, Meta)
    ].

%% The whole class with its methods, where there is a text of it that can be read.
-spec source(atom()) -> binary() | null.
source(Class) ->
    case beamtalk_class_text:text(Class) of
        {ok, Text, _, _} ->
            case beamtalk_compiler_server:resolve_class_span(Text, Class) of
                {ok, #{prev_source := Source}} -> Source;
                _ -> null
            end;
        none ->
            null
    end.

-spec named_type(binary()) -> map().
named_type(Text) ->
    {match, [Modifier, Name, Type]} = re:run(
        Text, "^\\s*(internal\\s+)?type\\s+(\\w+)\\s*=\\s*(.*?)\\s*$", [unicode, dotall, {capture, all_but_first, binary}]
    ),
    #{name => Name, type => Type, internal => Modifier =/= <<>>}.
