%% The names that may begin an expression, as a prompt offers them: classes, protocols,
%% variables, the objects of the system, words. In go a prefix and the variables of a session. Classes that are internal to a package are left out.
-module(beamtalk_repl_names).

-export([receivers/2, live/2, variables/2, classes/2, subclassing/2]).

-include("../include/beamtalk_candidate.hrl").

-type candidate() :: beamtalk_repl_candidates:candidate().

-define(WORDS, [<<"self">>, <<"super">>, <<"true">>, <<"false">>, <<"nil">>]).
-define(BEGINNINGS, [
    <<"ifTrue:">>, <<"ifFalse:">>, <<"ifTrue:ifFalse:">>, <<"whileTrue:">>, <<"timesRepeat:">>, <<"match:">>,
    <<"matchExhaustive:">>, <<"subclass:">>, <<"spawn">>, <<"new">>
]).
-define(MODIFIERS, [<<"abstract">>, <<"sealed">>, <<"typed">>, <<"internal">>, <<"type">>, <<"Protocol">>]).

%% The best first.
-spec receivers(Prefix :: binary(), beamtalk_repl_receiver:bindings()) -> [candidate()].
receivers(Prefix, Bindings) ->
    All = live(Prefix, Bindings) ++ classes(Prefix, fun(_) -> true end) ++ words(?WORDS, word, Prefix) ++
        words(?BEGINNINGS ++ ?MODIFIERS, beginning, Prefix),
    beamtalk_repl_rank:sort(unique(All)).

%% Variables of the session, and the objects of the system.
-spec live(Prefix :: binary(), beamtalk_repl_receiver:bindings()) -> [candidate()].
live(Prefix, Bindings) ->
    Variables = variables(Prefix, Bindings),
    Globals = [global(Name, Prefix) || Name <- beamtalk_globals:names(), begins(Prefix, atom_to_binary(Name)), beamtalk_globals:class_of(Name) =/= undefined],
    beamtalk_repl_rank:sort(unique(Variables ++ Globals)).

%% Those of the session alone.
-spec variables(Prefix :: binary(), beamtalk_repl_receiver:bindings()) -> [candidate()].
variables(Prefix, Bindings) ->
    Found = [variable(name(Name), Value, Prefix) || {Name, Value} <- maps:to_list(Bindings), begins(Prefix, name(Name))],
    beamtalk_repl_rank:sort(Found).

%% Classes, and protocols, of which something holds.
-spec classes(Prefix :: binary(), fun((beamtalk_class_hierarchy_table:facts()) -> boolean())) -> [candidate()].
classes(Prefix, Holds) ->
    [
        class(Class, Label, Facts, Prefix)
     || Class <- beamtalk_class_registry:all_classes(),
        Label <- [atom_to_binary(Class)],
        begins(Prefix, Label),
        #{} = Facts <- [beamtalk_class_hierarchy_table:facts(Class)],
        is_visible(Facts),
        Holds(Facts)
    ].

%% `subclass:` behind a class that may have one: no message, but the beginning of a declaration.
-spec subclassing(Class :: atom(), Prefix :: binary()) -> [candidate()].
subclassing(Class, Prefix) ->
    case beamtalk_class_hierarchy_table:facts(Class) of
        #{is_sealed := false} -> case beamtalk_protocols:is_protocol(Class) of true -> []; false -> words([<<"subclass:">>], beginning, Prefix) end;
        _ -> []
    end.

-spec typed(binary(), binary() | none) -> binary().
typed(Label, none) -> Label;
typed(Label, Type) -> <<Label/binary, " :: ", Type/binary>>.

-spec variable(binary(), term(), binary()) -> candidate().
variable(Label, Value, Prefix) ->
    Type =
        case beamtalk_repl_receiver:of_value(Value) of
            {instance, Class} -> atom_to_binary(Class);
            {class, Class} -> <<(atom_to_binary(Class))/binary, " class">>;
            undefined -> none
        end,
    Word = beamtalk_repl_candidates:word(Label, variable, live, Prefix),
    Word#candidate{return_type = Type, signature = typed(Label, Type)}.

-spec global(atom(), binary()) -> candidate().
global(Name, Prefix) ->
    {ok, Class} = beamtalk_globals:class_of(Name),
    Label = atom_to_binary(Name),
    Word = beamtalk_repl_candidates:word(Label, variable, live, Prefix),
    Word#candidate{return_type = atom_to_binary(Class), signature = typed(Label, atom_to_binary(Class))}.

-spec class(atom(), binary(), beamtalk_class_hierarchy_table:facts(), binary()) -> candidate().
class(Class, Label, #{summary := Summary, package := Package} = Facts, Prefix) ->
    Kind = case beamtalk_protocols:is_protocol(Class) of true -> protocol; false -> class end,
    (beamtalk_repl_candidates:word(Label, Kind, class, Prefix))#candidate{
        signature = declaration(Kind, Class, shown(Label, Facts)),
        defined_in = case Package of none -> none; _ -> atom_to_binary(Package) end,
        doc = Summary
    }.

-spec declaration(class | protocol, atom(), binary()) -> binary().
declaration(class, Class, Shown) ->
    case beamtalk_class_registry:superclass_of(Class) of
        none -> Shown;
        Superclass -> <<(atom_to_binary(Superclass))/binary, " subclass: ", Shown/binary>>
    end;
declaration(protocol, _, Shown) ->
    Shown.

%% With its type parameters.
-spec shown(binary(), beamtalk_class_hierarchy_table:facts()) -> binary().
shown(Label, #{type_params := []}) ->
    Label;
shown(Label, #{type_params := Parameters}) ->
    iolist_to_binary([Label, $(, lists:join(", ", [atom_to_binary(Name) || Name <- Parameters]), $)]).

-spec is_visible(beamtalk_class_hierarchy_table:facts()) -> boolean().
is_visible(#{is_internal := IsInternal, package := Package}) ->
    not IsInternal orelse Package =:= none.

-spec words([binary()], word | beginning, binary()) -> [candidate()].
words(Words, Group, Prefix) ->
    [beamtalk_repl_candidates:word(Word, keyword, Group, Prefix) || Word <- Words, begins(Prefix, Word)].

-spec begins(binary(), binary()) -> boolean().
begins(Prefix, Name) ->
    Size = byte_size(Prefix),
    case Name of
        <<Prefix:Size/binary, _/binary>> -> true;
        _ -> false
    end.

-spec name(binary() | atom()) -> binary().
name(Name) when is_atom(Name) -> atom_to_binary(Name);
name(Name) -> Name.

%% A variable hides a class of its name.
-spec unique([candidate()]) -> [candidate()].
unique(Candidates) ->
    maps:values(maps:from_list([{Label, It} || #candidate{label = Label} = It <- lists:reverse(Candidates)])).
