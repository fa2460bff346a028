%% Types checked again: of all classes that come from texts as they are now, of some, or of
%% those that send a message whose method has changed or is about to. Nothing is loaded.
%% Findings are what the compiler says of a text, with the class and the method that it is
%% said of.
-module(beamtalk_recheck).

-export([image/0, method/1, classification/2, senders/1, owners/2]).

-export_type([report/0, finding/0, said/0]).

-type source() :: beamtalk_class_text:source().
-type finding() :: #{owner := atom(), atom() => term()}.
-type report() :: #{findings := [finding()], 'checkedOwners' := [atom()], atom() => term()}.
-type classification() :: body_only | method_added | method_removed | signature_changed | class_loaded.
%% What has changed.
-type said() :: #{changed => atom(), selector => atom(), classification => classification()}.

%% So many texts are looked at before somebody waits too long.
-define(MOST, 200).

-spec image() -> report().
image() ->
    Sources = beamtalk_class_text:sources(),
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
            Senders = sending(Selector),
            Checked = lists:sublist(Senders, ?MOST),
            Said = #{changed => binary_to_existing_atom(Class), selector => binary_to_atom(Selector), classification => Classification},
            Changed = changed(Answer),
            Findings = [shown(It, Source, Said) || Source <- Checked, It <- stale(Source, Changed)],
            {ok, report(Findings, Checked, length(Senders))}
    end.

%% Of a method that has changed: what the compiler says now of all that send it.
-spec senders(said()) -> report().
senders(#{selector := Selector} = Said) ->
    checked(sending(atom_to_binary(Selector)), Said).

%% The same of these classes.
-spec owners([atom()], said()) -> report().
owners(Classes, Said) ->
    checked([It || {_, _, _, Its} = It <- beamtalk_class_text:sources(), Its -- Classes =/= Its], Said).

-spec checked([source()], said()) -> report().
checked(Sources, Said) ->
    Looked = [{Source, findings(Source)} || Source <- lists:sublist(Sources, ?MOST)],
    Told = [It || {_, Found} = It <- Looked, lists:all(fun is_placed/1, Found)],
    Findings = [shown(It, Source, Said) || {Source, Found} <- Told, It <- Found],
    report(Findings, [Source || {Source, _} <- Told], length(Sources)).

%% What has no place is not said of the text, but of a compiler that could not look.
-spec is_placed(map()) -> boolean().
is_placed(Finding) ->
    is_map_key(start, Finding).

-spec report([finding()], [source()], non_neg_integer()) -> report().
report(Findings, Checked, Total) ->
    Left = Total - length(Checked),
    #{
        findings => Findings,
        checked => length(Checked),
        'totalCandidates' => Total,
        'notChecked' => Left,
        'capNote' => case Left of 0 -> nil; _ -> <<"Only ", (integer_to_binary(length(Checked)))/binary, " of ", (integer_to_binary(Total))/binary, " were checked">> end,
        'checkedOwners' => lists:usort(lists:append([Classes || {_, _, _, Classes} <- Checked]))
    }.

-spec classification(map()) -> classification().
classification(#{class_name := Class, selector := Selector, method_source := Text} = Answer) ->
    Owner = binary_to_existing_atom(Class),
    case [It || #{selector := Its} = It <- beamtalk_method_info:all({Owner, side(Answer)}), atom_to_binary(Its) =:= Selector] of
        [#{source := Source}] when is_binary(Source) -> classification(Source, Text);
        [_] -> classification(unknown, Text);
        [] -> classification(none, Text)
    end.

%% From the text of a method to another.
-spec classification(Before :: binary() | unknown | none, After :: binary() | none) -> classification().
classification(_, none) ->
    method_removed;
classification(none, _) ->
    method_added;
classification(unknown, _) ->
    signature_changed;
classification(Before, After) ->
    case head(Before) =:= head(After) of
        true -> body_only;
        false -> signature_changed
    end.

-spec side(map()) -> instance | class.
side(#{is_class_method := true}) -> class;
side(_) -> instance.

%% Names and types, however they are laid out.
-spec head(binary()) -> binary().
head(Source) ->
    {match, [Head]} = re:run(beamtalk_change_text:canonical(Source), "\\A(?:\\s*(?://|@expect).*\\n)*\\s*(?:class\\s+)?([^=]*?(?:=(?!>)[^=]*?)*)\\s*(?:=>|\\z)", [{capture, [1], binary}]),
    re:replace(Head, "\\s+", " ", [global, {return, binary}]).

-spec sending(Selector :: binary()) -> [source()].
sending(Selector) ->
    [It || {Text, _, _, _} = It <- beamtalk_class_text:sources(), is_sender(Text, Selector)].

-spec is_sender(binary(), binary()) -> boolean().
is_sender(Text, Selector) ->
    case beamtalk_class_text:may_send(Text, Selector) andalso beamtalk_compiler_server:find_senders_in_source(Text, Selector) of
        {ok, [_ | _]} -> true;
        _ -> false
    end.

%% The text of the class with the method in it, and without; of one that has none, the
%% method alone.
-spec changed(map()) -> {New :: binary(), Text :: binary() | none}.
changed(#{class_name := Class, selector := Selector, method_source := Method} = Answer) ->
    Side = side(Answer),
    Alone = {beamtalk_repl_service:typed(Class, Side, Method), none},
    case [Text || {Text, _, _, Classes} <- beamtalk_class_text:sources(), lists:member(binary_to_existing_atom(Class), Classes)] of
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
