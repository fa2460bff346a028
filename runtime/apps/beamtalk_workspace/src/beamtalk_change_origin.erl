%% What a change was made in place of: the text in its file, where it stands there, and what
%% was live. In go what happened, the changes that are not in the files yet, and what is known
%% of the files of methods that are live and not in them, whether or not the log still has
%% their changes; out come the fields of a change.
-module(beamtalk_change_origin).

-export([of_change/4, known/1, noted/2, forgotten/2, reread/3]).

-export_type([known/0]).

-type found() :: beamtalk_workspace_changelog:found().
-type change() :: beamtalk_change:change().
-type origin() :: #{
    file := binary() | none,
    base := binary() | none,
    span := {non_neg_integer(), non_neg_integer()} | none,
    before := binary() | none
}.

-type method() :: {Class :: binary(), instance | class | none, Selector :: binary() | none}.
-opaque known() :: #{method() => {File :: binary() | none, Base :: binary() | none, span()}}.
-type span() :: {non_neg_integer(), non_neg_integer()} | none.

%% A change of what was changed before goes on from there: the file still holds what it held.
-spec of_change(found(), Project :: binary() | none, Earlier :: [change()], known()) -> origin().
of_change(#{kind := 'new-class'} = Found, Project, _, _) ->
    #{file => file(Found, Project), base => none, span => none, before => none};
of_change(Found, Project, Earlier, Known) ->
    Last = [It || It <- lists:reverse(Earlier), beamtalk_change:same_method(It, Found), not maps:get(is_discarded, It)],
    Before = case Last of [#{text := Text} | _] -> Text; [] -> maps:get(documented, Found) end,
    case {maps:get(method(Found), Known, none), file(Found, Project)} of
        {_, none} -> #{file => none, base => none, span => none, before => Before};
        {{File, Base, Span}, File} -> #{file => File, base => Base, span => Span, before => Before};
        {_, File} -> in_file(held(File, Project, Earlier), File, Found)
    end.

-spec method(found() | change()) -> method().
method(#{class := Class, side := Side, selector := Selector}) ->
    {Class, Side, Selector}.

%% Of changes that are live.
-spec known([change()]) -> known().
known(Changes) ->
    lists:foldl(fun noted/2, #{}, Changes).

-spec noted(change(), known()) -> known().
noted(#{selector := none}, Known) -> Known;
noted(#{file := File, base := Base, span := Span} = Change, Known) -> Known#{method(Change) => {File, Base, Span}}.

%% Methods, or all of some classes, that are now as their files say.
-spec forgotten([change()] | {classes, [binary()]}, known()) -> known().
forgotten({classes, Classes}, Known) ->
    maps:filter(fun({Class, _, _}, _) -> not lists:member(Class, Classes) end, Known);
forgotten(Changes, Known) ->
    maps:without(lists:map(fun method/1, Changes), Known).

%% Methods whose files have been written, while what is live is something else.
-spec reread([change()], Project :: binary() | none, known()) -> known().
reread(Changes, Project, Known) ->
    lists:foldl(
        fun(#{file := File} = Change, Done) ->
            case held(File, Project, []) of
                missing -> Done;
                Text -> noted(placed(beamtalk_change_text:place(Text, Change), Change), Done)
            end
        end,
        Known,
        Changes
    ).

-spec placed(term(), change()) -> change().
placed({ok, Span, Source}, Change) -> Change#{span := Span, base := Source};
placed(_, Change) -> Change#{span := none, base := none}.

-spec file(found(), binary() | none) -> binary() | none.
file(#{path := none}, _) ->
    none;
file(#{path := Path}, Project) ->
    case beamtalk_project_file:own(Path, Project) of
        {ok, Own} -> Own;
        none -> none
    end.

%% The file of a new class is what it will be.
-spec held(binary(), binary(), [change()]) -> binary() | missing.
held(File, Project, Earlier) ->
    case beamtalk_project_file:read(File, Project) of
        {ok, Text} -> Text;
        _ -> hd([Text || #{kind := 'new-class', file := Its, text := Text} <- lists:reverse(Earlier), Its =:= File] ++ [missing])
    end.

-spec in_file(binary() | missing, binary(), found()) -> origin().
in_file(missing, File, #{live := Live, documented := Documented}) ->
    #{file => File, base => text(Live), span => none, before => Documented};
in_file(Text, File, #{live := Live, documented := Documented} = Found) ->
    case beamtalk_change_text:place(Text, Found) of
        {ok, Span, Source} ->
            Base = agreed(Source, Found),
            #{file => File, base => Base, span => Span, before => Base};
        _ ->
            #{file => File, base => text(Live), span => none, before => Documented}
    end.

%% If the file was edited since its class was loaded, then what the file holds is not what
%% was changed: it stays with what was, and that will be a conflict.
-spec agreed(binary(), found()) -> binary().
agreed(Source, #{live := Live, selector := Selector}) when is_binary(Live), Selector =/= none ->
    Written = beamtalk_change_text:canonical(Source),
    Known = beamtalk_change_text:canonical(Live),
    case byte_size(Written) - byte_size(Known) of
        More when More >= 0 ->
            case binary:part(Written, More, byte_size(Known)) of
                Known -> Source;
                _ -> Live
            end;
        _ ->
            Live
    end;
agreed(Source, _) ->
    Source.

-spec text(binary() | none | unknown) -> binary() | none.
text(Text) when is_binary(Text) -> Text;
text(_) -> none.
