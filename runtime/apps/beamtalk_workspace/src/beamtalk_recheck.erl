%% Types checked again: all classes that come from texts as they are now, or those that send
%% a message whose method is about to change. Nothing is loaded. Findings are what the
%% compiler says of a text, with the class and the method that it is said of.
-module(beamtalk_recheck).

-export([image/0, method/1]).

%% The text of some classes, where it comes from, and what the compiler should know of it.
-type source() :: {Text :: binary(), Path :: binary() | none, Context :: map(), Classes :: [atom()]}.
-type finding() :: #{atom() => term()}.

%% So many texts are looked at before somebody waits too long.
-define(MOST, 200).

-spec image() -> #{atom() => term()}.
image() ->
    Sources = sources(),
    Findings = [shown(It, Source, #{}) || Source <- Sources, It <- findings(Source)],
    #{
        checked => length(lists:append([Classes || {_, _, _, Classes} <- Sources])),
        'checkedOwners' => lists:sort(lists:append([Classes || {_, _, _, Classes} <- Sources])),
        findings => Findings
    }.

%% Of a method as the compiler has read it: what is right with the class as it is and wrong
%% with the method in it. Whoever keeps names and types of a method has changed nothing
%% that others see.
-spec method(map()) -> {ok, map()}.
method(#{class_name := Class, selector := Selector} = Answer) ->
    case classification(Answer) of
        body_only ->
            {ok, report([], [], 0)};
        Classification ->
            Senders = [It || {Text, _, _, _} = It <- sources(), is_sender(Text, Selector)],
            Checked = lists:sublist(Senders, ?MOST),
            Said = #{changed => binary_to_existing_atom(Class), selector => binary_to_atom(Selector), classification => Classification},
            Changed = changed(Answer),
            Findings = [shown(It, Source, Said) || Source <- Checked, It <- stale(Source, Changed)],
            {ok, report(Findings, Checked, length(Senders))}
    end.

-spec report([finding()], [source()], non_neg_integer()) -> map().
report(Findings, Checked, Total) ->
    Left = Total - length(Checked),
    #{
        findings => Findings,
        checked => length(Checked),
        'totalCandidates' => Total,
        'notChecked' => Left,
        'capNote' => case Left of 0 -> nil; _ -> <<"Only the first ", (integer_to_binary(?MOST))/binary, " were checked">> end,
        'checkedOwners' => lists:usort(lists:append([Classes || {_, _, _, Classes} <- Checked]))
    }.

-spec classification(map()) -> body_only | method_added | signature_changed.
classification(#{class_name := Class, selector := Selector, method_source := Text} = Answer) ->
    Owner = binary_to_existing_atom(Class),
    case [It || #{selector := Its} = It <- beamtalk_method_info:all({Owner, side(Answer)}), atom_to_binary(Its) =:= Selector] of
        [#{source := Source}] when is_binary(Source) ->
            case head(Source) =:= head(Text) of
                true -> body_only;
                false -> signature_changed
            end;
        [_] ->
            signature_changed;
        [] ->
            method_added
    end.

-spec side(map()) -> instance | class.
side(#{is_class_method := true}) -> class;
side(_) -> instance.

%% Names and types, however they are laid out.
-spec head(binary()) -> binary().
head(Source) ->
    {match, [Head]} = re:run(beamtalk_change_text:canonical(Source), "\\A(?:\\s*(?://|@expect).*\\n)*\\s*(?:class\\s+)?([^=]*?(?:=(?!>)[^=]*?)*)\\s*(?:=>|\\z)", [{capture, [1], binary}]),
    re:replace(Head, "\\s+", " ", [global, {return, binary}]).

-spec is_sender(binary(), binary()) -> boolean().
is_sender(Text, Selector) ->
    case beamtalk_compiler_server:find_senders_in_source(Text, Selector) of
        {ok, [_ | _]} -> true;
        _ -> false
    end.

%% The text of the class with the method in it, and without; of one that has none, the
%% method alone.
-spec changed(map()) -> {New :: binary(), Text :: binary() | none}.
changed(#{class_name := Class, selector := Selector, method_source := Method} = Answer) ->
    Side = side(Answer),
    Alone = {beamtalk_repl_service:typed(Class, Side, Method), none},
    case [Text || {Text, _, _, Classes} <- sources(), lists:member(binary_to_existing_atom(Class), Classes)] of
        [Text | _] ->
            Change = #{class => Class, selector => Selector, side => Side, kind => Side, text => Method, span => none},
            case beamtalk_change_text:make(Text, Change#{base => base(Text, Change)}) of
                {ok, New} -> {New, Text};
                {conflict, _} -> Alone
            end;
        [] ->
            Alone
    end.

-spec base(binary(), map()) -> binary() | none.
base(Text, Change) ->
    case beamtalk_change_text:place(Text, Change) of
        {ok, _, Source} -> Source;
        _ -> none
    end.

%% What is found only with the change, at its place in the text as it is. Before any other
%% text the changed one stands, so that its classes count.
-spec stale(source(), {binary(), binary() | none}) -> [map()].
stale({Text, _, _, _} = Source, {New, Text}) ->
    Same = binary:longest_common_prefix([Text, New]),
    End = byte_size(New) - binary:longest_common_suffix([Text, New]),
    More = byte_size(New) - byte_size(Text),
    Found = findings(setelement(1, Source, New)),
    Unmoved = [It || #{start := From} = It <- Found, From < Same],
    Moved = [moved(It, More, lines(New) - lines(Text)) || #{start := From} = It <- Found, From >= Same, From >= End],
    new(Unmoved ++ Moved, Source);
stale({Text, _, _, _} = Source, {New, _}) ->
    Start = byte_size(New) + 2,
    Found = findings(setelement(1, Source, <<New/binary, "\n\n", Text/binary>>)),
    new([moved(It, Start, lines(New) + 2) || #{start := From} = It <- Found, From >= Start], Source).

-spec moved(map(), integer(), integer()) -> map().
moved(#{start := From, 'end' := To, line := Line} = Finding, Bytes, Lines) ->
    Finding#{start := From - Bytes, 'end' := To - Bytes, line := Line - Lines}.

-spec lines(binary()) -> non_neg_integer().
lines(Text) ->
    length(binary:matches(Text, <<"\n">>)).

-spec new([map()], source()) -> [map()].
new(Found, Source) ->
    Before = [place(It) || It <- findings(Source)],
    [It || It <- Found, not lists:member(place(It), Before)].

-spec place(map()) -> term().
place(#{message := Message} = Finding) -> {Message, maps:get(start, Finding, 0)}.

-spec findings(source()) -> [map()].
findings({Text, Path, Context, _}) ->
    case beamtalk_compiler_server:compile(Text, located(Path, Context)) of
        {ok, Made} -> maps:get(warning_details, Made, []);
        {error, Diagnostics} -> Diagnostics
    end.

-spec located(binary() | none, map()) -> map().
located(none, Context) -> Context;
located(Path, Context) -> Context#{source_path => Path}.

-spec shown(map(), source(), map()) -> finding().
shown(#{message := Message} = Finding, {Text, _, _, Classes}, Said) ->
    Start = maps:get(start, Finding, 0),
    {Owner, Sites} = site(Start, maps:get(line, Finding, 1), Text, Classes),
    #{
        owner => Owner,
        'changedClass' => maps:get(changed, Said, nil),
        selector => maps:get(selector, Said, nil),
        classification => maps:get(classification, Said, nil),
        severity => maps:get(severity, Finding, error),
        category => case maps:get(category, Finding, undefined) of undefined -> nil; Category -> Category end,
        message => Message,
        note => maps:get(hint, Finding, nil),
        sites => Sites,
        start => Start,
        'end' => maps:get('end', Finding, Start)
    }.

%% The class and the method around a place.
-spec site(non_neg_integer(), pos_integer(), binary(), [atom()]) -> {atom(), [map()]}.
site(Start, Line, Text, Classes) ->
    Around = [
        {Class, Selector}
     || Class <- Classes,
        Side <- [instance, class],
        Selector <- beamtalk_class_hierarchy_table:selectors(Class, Side),
        {ok, #{span := #{start := From, 'end' := To}}} <- [beamtalk_compiler_server:resolve_method_span(Text, Class, Selector, Side)],
        From =< Start,
        Start =< To
    ],
    case Around of
        [{Class, Selector} | _] -> {Class, [#{method => Selector, line => Line}]};
        [] -> {hd(Classes), [#{method => nil, line => Line}]}
    end.

%% The texts of all classes that are not the library's, each once.
-spec sources() -> [source()].
sources() ->
    Classes = lists:sort(beamtalk_class_registry:all_classes()),
    Texts = [{Text, Path, Context, Class} || Class <- Classes, {ok, Text, Path, Context} <- [text(Class)]],
    [
        {Text, Path, Context, [Class || {Its, _, _, Class} <- Texts, Its =:= Text]}
     || {Text, Path, Context} <- lists:usort([{Text, Path, Context} || {Text, Path, Context, _} <- Texts])
    ].

%% What is kept of it, or its file with the changes that are not in it yet.
-spec text(atom()) -> {ok, binary(), binary() | none, map()} | none.
text(Class) ->
    Name = atom_to_binary(Class),
    case beamtalk_repl_load:text(Name) of
        {ok, Text, Path} -> {ok, Text, Path, beamtalk_repl_load:context(Name)};
        none -> from_file(beamtalk_method_info:source_file(Class), Name)
    end.

-spec from_file(binary() | none, binary()) -> {ok, binary(), binary(), map()} | none.
from_file(none, _) ->
    none;
from_file(Path, Name) ->
    case file:read_file(filename:absname(Path, beamtalk_repl_service:project())) of
        {ok, Text} -> {ok, changed(Text, Path), Path, beamtalk_repl_load:context(Name)};
        {error, _} -> none
    end.

-spec changed(binary(), binary()) -> binary().
changed(Text, Path) ->
    Live = [It || {#{file := File} = It, #{active := true, prior_epoch := false}} <- beamtalk_workspace_changelog:changes(), File =:= Path],
    lists:foldl(
        fun(Change, Done) ->
            case beamtalk_change_text:make(Done, Change) of
                {ok, New} -> New;
                {conflict, _} -> Done
            end
        end,
        Text,
        Live
    ).
