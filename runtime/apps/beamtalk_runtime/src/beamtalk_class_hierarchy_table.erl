%% The loaded classes as two tables: one row for each class, one for each
%% method that a class defines itself, with its type and what is shown of it, so
%% that a list of methods need not copy all that is known of a class. Reads happen
%% in the caller. Written
%% by the registry when a class loads and by the class's own process when a
%% method is patched; owned by neither.
-module(beamtalk_class_hierarchy_table).

-export([create/0, insert/3, delete/1, put_method/5, patched_metadata/2]).
-export([names/0, module/1, superclass/1, metadata/1, facts/1, compiled/1, live_metadata/1, is_patched/1, is_class/1]).
-export([ancestors/1, is_deepest/1, subclasses/1, classes_of/1, selectors/2, return_type/3, methods/2, shown/3]).
-export([all_builtins/0, is_builtin/1]).

-export_type([facts/0]).

-type side() :: beamtalk_class_reference:side().
-type metadata() :: beamtalk_class_metadata:metadata().

-type facts() :: #{
    kind := object | value | actor,
    is_abstract := boolean(),
    is_sealed := boolean(),
    is_internal := boolean(),
    is_native := boolean(),
    package := atom(),
    type_params := [atom()],
    summary := binary() | none
}.
-type row() ::
    {{Class :: atom(), side(), Selector :: atom()}, Type :: atom(), IsInternal :: boolean(), beamtalk_class_metadata:shown()}.

-define(CLASSES, ?MODULE).
-define(METHODS, beamtalk_class_methods).
%% The row of a method that is no longer there, for the moment until it is deleted.
-define(GONE(Key), {Key, none, gone, gone}).
%% A longer chain is taken for a cycle.
-define(MAX_DEPTH, 20).

-record(class, {
    name :: atom() | '_' | '$1',
    module :: module() | '_' | '$2',
    superclass :: atom() | '_',
    metadata :: metadata() | '_',
    %% Of these what is asked for often.
    facts :: facts() | '_',
    %% What the class process made of it by patches, if there are any.
    live = none :: metadata() | none | '_'
}).

-spec create() -> ok.
create() ->
    Options = [named_table, public, {read_concurrency, true}],
    _ = ets:new(?CLASSES, [set, {keypos, #class.name} | Options]),
    _ = ets:new(?METHODS, [ordered_set | Options]),
    beamtalk_class_version:create().

%% Replaces the class and all of its methods. A list of rows is inserted at one stroke:
%% so the methods that are gone are marked with it, and whoever lists them sees the old
%% ones or the new ones.
-spec insert(atom(), module(), metadata()) -> ok.
insert(Class, Module, #{superclass := Superclass} = Meta) ->
    New = rows(Class, instance, Meta) ++ rows(Class, class, Meta),
    Gone = (keys(Class, instance) ++ keys(Class, class)) -- [element(1, Row) || Row <- New],
    true = ets:insert(?METHODS, New ++ [?GONE(Key) || Key <- Gone]),
    true = ets:insert(?CLASSES, #class{
        name = Class, module = Module, superclass = Superclass, metadata = Meta, facts = facts_of(Meta)
    }),
    lists:foreach(fun(Key) -> ets:delete_object(?METHODS, ?GONE(Key)) end, Gone),
    beamtalk_class_version:changed().

-spec facts_of(metadata()) -> facts().
facts_of(Meta) ->
    #{
        kind => maps:get(kind, Meta, object),
        is_abstract => maps:get(is_abstract, Meta, false),
        is_sealed => maps:get(is_sealed, Meta, false),
        is_internal => maps:get(is_internal, Meta, false),
        is_native => maps:get(native, Meta, none) =/= none,
        package => maps:get(package, Meta, none),
        type_params => beamtalk_class_metadata:atoms(type_params, Meta),
        summary => beamtalk_class_metadata:summary(maps:get(doc, Meta, none))
    }.

-spec rows(atom(), side(), metadata()) -> [row()].
rows(Class, Side, Meta) ->
    [row(Class, Side, Selector, Meta) || Selector <- maps:keys(beamtalk_class_metadata:methods(Side, Meta))].

-spec row(atom(), side(), atom(), metadata()) -> row().
row(Class, Side, Selector, Meta) ->
    #{Selector := #{return_type := Type} = Info} = beamtalk_class_metadata:methods(Side, Meta),
    IsInternal = maps:get(visibility, Info, public) =:= internal,
    {{Class, Side, Selector}, Type, IsInternal, beamtalk_class_metadata:shown(Side, Selector, Meta)}.

-spec delete(atom()) -> ok.
delete(Class) ->
    true = ets:delete(?CLASSES, Class),
    true = ets:match_delete(?METHODS, {{Class, '_', '_'}, '_', '_', '_'}),
    beamtalk_class_version:changed().

-spec put_method(atom(), side(), atom(), atom() | removed, metadata()) -> ok.
put_method(Class, Side, Selector, removed, Live) ->
    true = ets:delete(?METHODS, {Class, Side, Selector}),
    put_live(Class, Live);
put_method(Class, Side, Selector, _Type, Live) ->
    true = ets:insert(?METHODS, row(Class, Side, Selector, Live)),
    put_live(Class, Live).

%% Something else than a method was changed, such as what a method is for.
-spec patched_metadata(atom(), metadata()) -> ok.
patched_metadata(Class, Live) ->
    true = ets:insert(?METHODS, rows(Class, instance, Live) ++ rows(Class, class, Live)),
    put_live(Class, Live).

-spec put_live(atom(), metadata()) -> ok.
put_live(Class, Live) ->
    _ = ets:update_element(?CLASSES, Class, [{#class.live, Live}, {#class.facts, facts_of(Live)}]),
    beamtalk_class_version:changed().

-spec names() -> [atom()].
names() ->
    lists:sort(ets:select(?CLASSES, [{#class{name = '$1', _ = '_'}, [], ['$1']}])).

-spec is_class(atom()) -> boolean().
is_class(Class) ->
    ets:member(?CLASSES, Class).

-spec module(atom()) -> module() | undefined.
module(Class) ->
    element(Class, #class.module, undefined).

%% `none` for a root and for a class that is not loaded.
-spec superclass(atom()) -> atom().
superclass(Class) ->
    element(Class, #class.superclass, none).

%% As compiled.
-spec metadata(atom()) -> metadata() | undefined.
metadata(Class) ->
    element(Class, #class.metadata, undefined).

%% A few words about a class, which cost no copy of all that is known of it.
-spec facts(atom()) -> facts() | undefined.
facts(Class) ->
    element(Class, #class.facts, undefined).

%% The module and what it was compiled with, which are of one moment.
-spec compiled(atom()) -> {module(), metadata()} | undefined.
compiled(Class) ->
    case ets:lookup(?CLASSES, Class) of
        [#class{module = Module, metadata = Meta}] -> {Module, Meta};
        [] -> undefined
    end.

%% As it is now, patches included.
-spec live_metadata(atom()) -> metadata() | undefined.
live_metadata(Class) ->
    case element(Class, #class.live, none) of
        none -> metadata(Class);
        Live -> Live
    end.

-spec is_patched(atom()) -> boolean().
is_patched(Class) ->
    element(Class, #class.live, none) =/= none.

%% One element at a time, for a lookup copies what it answers.
-spec element(atom(), pos_integer(), term()) -> term().
element(Class, Position, Default) ->
    try
        ets:lookup_element(?CLASSES, Class, Position)
    catch
        error:badarg -> Default
    end.

%% Nearest first, without the class itself.
-spec ancestors(atom()) -> [atom()].
ancestors(Class) ->
    ancestors(superclass(Class), ?MAX_DEPTH).

-spec ancestors(atom(), non_neg_integer()) -> [atom()].
ancestors(none, _) -> [];
ancestors(_, 0) -> [];
ancestors(Class, Left) -> [Class | ancestors(superclass(Class), Left - 1)].

%% Whether classes under it have more ancestors than a search goes through.
-spec is_deepest(atom()) -> boolean().
is_deepest(Class) ->
    length(ancestors(Class)) =:= ?MAX_DEPTH.

-spec subclasses(atom()) -> [atom()].
subclasses(Class) ->
    Pattern = #class{name = '$1', superclass = Class, _ = '_'},
    lists:sort(ets:select(?CLASSES, [{Pattern, [], ['$1']}])).

%% The classes that a module has registered.
-spec classes_of(module()) -> [atom()].
classes_of(Module) ->
    ets:select(?CLASSES, [{#class{name = '$1', module = Module, _ = '_'}, [], ['$1']}]).

%% Sorted.
-spec selectors(atom(), side()) -> [atom()].
selectors(Class, Side) ->
    [Selector || {_, _, Selector} <- keys(Class, Side)].

-spec keys(atom(), side()) -> [{atom(), side(), atom()}].
keys(Class, Side) ->
    Pattern = {{Class, Side, '$1'}, '_', '$2', '_'},
    [{Class, Side, S} || S <- ets:select(?METHODS, [{Pattern, [{'=/=', '$2', gone}], ['$1']}])].

%% The type of a method that the class itself defines; `none` is dynamic.
-spec return_type(atom(), side(), atom()) -> {ok, atom()} | not_local.
return_type(Class, Side, Selector) ->
    case ets:lookup(?METHODS, {Class, Side, Selector}) of
        [{_, Type, IsInternal, _}] when IsInternal =/= gone -> {ok, Type};
        _ -> not_local
    end.

%% The selectors that the class itself defines, sorted, and who may send them.
-spec methods(atom(), side()) -> [{Selector :: atom(), IsInternal :: boolean()}].
methods(Class, Side) ->
    ets:select(?METHODS, [{{{Class, Side, '$1'}, '_', '$2', '_'}, [{'=/=', '$2', gone}], [{{'$1', '$2'}}]}]).

%% How a method that the class itself defines is shown to people.
-spec shown(atom(), side(), atom()) -> {ok, beamtalk_class_metadata:shown()} | not_local.
shown(Class, Side, Selector) ->
    try ets:lookup_element(?METHODS, {Class, Side, Selector}, 4) of
        gone -> not_local;
        Shown -> {ok, Shown}
    catch
        error:badarg -> not_local
    end.

%% The classes of the library.
-spec all_builtins() -> [atom()].
all_builtins() ->
    Pattern = #class{name = '$1', module = '$2', _ = '_'},
    Rows = ets:select(?CLASSES, [{Pattern, [], [{{'$1', '$2'}}]}]),
    lists:sort([Class || {Class, Module} <- Rows, is_builtin(Module)]).

-spec is_builtin(module()) -> boolean().
is_builtin(Module) ->
    case atom_to_binary(Module) of
        <<"bt@stdlib@", _/binary>> -> true;
        _ -> false
    end.
