%% Live changes as objects of the library show them: the slots of a ChangeEntry, and the
%% Dictionary that a flush answers. What is absent is nil there.
-module(beamtalk_change_view).

-export([entry/1, flushed/1]).

-type change() :: beamtalk_change:change().

-spec entry(beamtalk_workspace_changelog:viewed()) -> beamtalk_workspace_service:change().
entry({Change, #{active := IsActive, shadowed := IsShadowed, clean := IsClean, prior_epoch := IsPrior}}) ->
    #{seq := Seq, kind := Kind, side := Side, intent := Intent, author := Author, file := File} = Change,
    Class = class(Change),
    #{
        seq => Seq,
        'className' => Class,
        selector => selector(Change),
        kind => Kind,
        side => or_nil(Side),
        intent => Intent,
        flushable => File =/= none,
        'authorKind' => Author,
        'sourceFile' => or_nil(File),
        orphan => beamtalk_class_registry:find_class(Class) =:= undefined,
        'priorEpoch' => IsPrior,
        active => IsActive,
        shadowed => IsShadowed,
        clean => IsClean,
        diff => or_nil(beamtalk_change_text:diff(Change))
    }.

-spec flushed(beamtalk_change_flush:outcome()) -> beamtalk_workspace_service:flushed().
flushed(#{written := Written, skipped := Skipped, conflicts := Conflicts, files := Files}) ->
    #{
        flushed => length(Written),
        files => [File || {File, _} <- Files],
        'newClasses' => [class(Change) || #{kind := 'new-class'} = Change <- Written],
        'removedClasses' => [class(Change) || #{kind := 'remove-class'} = Change <- Written],
        skipped => lists:map(fun left/1, Skipped),
        conflicts => lists:map(fun left/1, Conflicts)
    }.

%% One that was not written, and why.
-spec left({change(), Reason :: atom()}) -> map().
left({#{kind := Kind, side := Side, file := File} = Change, Reason}) ->
    #{
        class => class(Change),
        selector => selector(Change),
        side => or_nil(Side),
        kind => Kind,
        file => or_nil(File),
        reason => Reason
    }.

%% Names were names of this system, or of one before it.
-spec class(change()) -> atom().
class(#{class := Class}) ->
    binary_to_atom(Class).

-spec selector(change()) -> atom().
selector(#{selector := none}) -> nil;
selector(#{selector := Selector}) -> binary_to_atom(Selector).

-spec or_nil(none | Value) -> nil | Value.
or_nil(none) -> nil;
or_nil(Value) -> Value.
