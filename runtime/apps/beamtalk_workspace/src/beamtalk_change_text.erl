%% A live change in the text of a file: what stands in its place, and the text with the
%% change made. Where a method or a class stands is told by the compiler; a change is made
%% only in place of exactly the text that it was recorded with.
-module(beamtalk_change_text).

-export([place/2, is_made/2, make/2, diff/1, canonical/1]).

-type change() :: beamtalk_change:change().
-type span() :: {non_neg_integer(), non_neg_integer()}.
-type reason() :: changed_on_disk | missing_file | class_missing | unreadable | file_exists.

%% How far the members of a class are indented.
-define(MEMBER, 2).

%% Where the method or class of a change stands.
-spec place(binary(), change() | map()) -> {ok, span(), binary()} | absent | {error, reason()}.
place(Text, #{selector := none, class := Class}) ->
    found(beamtalk_compiler_server:resolve_class_span(Text, Class));
place(Text, #{class := Class, side := Side, selector := Selector}) ->
    case found(beamtalk_compiler_server:resolve_method_span(Text, Class, Selector, Side)) of
        absent -> {error, class_missing};
        no_method -> absent;
        Found -> Found
    end.

-spec found({ok, map()} | {error, map()}) -> {ok, span(), binary()} | absent | no_method | {error, reason()}.
found({ok, #{span := #{start := Start, 'end' := End}, prev_source := Source}}) -> {ok, {Start, End}, Source};
found({error, #{reason := class_not_found}}) -> absent;
found({error, #{reason := selector_not_found}}) -> no_method;
found({error, _}) -> {error, unreadable}.

%% Whether a file, or the lack of one, is already as the change would leave it.
-spec is_made(binary() | missing, change()) -> boolean().
is_made(missing, #{kind := 'remove-class'}) -> true;
is_made(missing, _) -> false;
is_made(Text, #{kind := 'new-class', text := New}) -> Text =:= New;
is_made(Text, #{kind := 'remove-class'} = Change) -> place(Text, Change) =:= absent;
is_made(Text, #{kind := 'remove-method'} = Change) -> lists:member(place(Text, Change), [absent, {error, class_missing}]);
is_made(Text, Change) ->
    case place(Text, Change) of
        {ok, {Start, _}, Source} -> Source =:= rendered(Change, column(Text, Start));
        _ -> false
    end.

%% The text of the file afterwards; of one that is not there, only for a new class.
-spec make(binary() | missing, change()) -> {ok, binary()} | {conflict, reason()}.
make(missing, #{kind := 'new-class', text := New}) -> {ok, New};
make(missing, _) -> {conflict, missing_file};
make(_, #{kind := 'new-class'}) -> {conflict, file_exists};
make(Text, #{base := none, kind := Kind} = Change) when Kind =:= instance; Kind =:= class ->
    case place(Text, Change) of
        absent -> insert(Text, Change);
        {ok, _, _} -> {conflict, changed_on_disk};
        {error, Reason} -> {conflict, Reason}
    end;
%% That the recorded text stands at its place is not enough: it may go on there by now.
make(Text, #{base := Base} = Change) ->
    case place(Text, Change) of
        {ok, Span, Base} -> {ok, replaced(Text, Span, Change)};
        {error, Reason} -> {conflict, Reason};
        _ -> {conflict, changed_on_disk}
    end.

-spec replaced(binary(), span(), change()) -> binary().
replaced(Text, {Start, End}, #{kind := Kind} = Change) when Kind =:= instance; Kind =:= class ->
    New = rendered(Change, column(Text, Start)),
    <<Before:Start/binary, _:(End - Start)/binary, After/binary>> = Text,
    <<Before/binary, New/binary, After/binary>>;
replaced(Text, Span, _) ->
    cut(Text, Span).

%% Behind the last member of the class.
-spec insert(binary(), change()) -> {ok, binary()} | {conflict, reason()}.
insert(Text, #{class := Class} = Change) ->
    case beamtalk_compiler_server:resolve_class_span(Text, Class) of
        {ok, #{members_end := End}} ->
            <<Before:End/binary, After/binary>> = Text,
            New = rendered(Change, ?MEMBER),
            {ok, <<Before/binary, "\n\n", (binary:copy(<<" ">>, ?MEMBER))/binary, New/binary, After/binary>>};
        {error, #{reason := class_not_found}} ->
            {conflict, class_missing};
        {error, _} ->
            {conflict, unreadable}
    end.

%% With the lines that would be left empty, and one of two blank lines.
-spec cut(binary(), span()) -> binary().
cut(Text, {Start, End}) ->
    <<Before:Start/binary, _:(End - Start)/binary, After/binary>> = Text,
    Head = string:trim(Before, trailing, " \t"),
    case is_line_end(Head) andalso rest_of_line(After) of
        {ok, Tail} -> joined(Head, Tail);
        _ -> <<Before/binary, After/binary>>
    end.

-spec is_line_end(binary()) -> boolean().
is_line_end(<<>>) -> true;
is_line_end(Text) -> binary:last(Text) =:= $\n.

-spec rest_of_line(binary()) -> {ok, binary()} | none.
rest_of_line(After) ->
    case string:trim(After, leading, " \t") of
        <<"\r\n", Tail/binary>> -> {ok, Tail};
        <<"\n", Tail/binary>> -> {ok, Tail};
        <<>> -> {ok, <<>>};
        _ -> none
    end.

-spec joined(binary(), binary()) -> binary().
joined(Head, <<>>) ->
    case string:trim(Head, trailing, "\r\n \t") of
        <<>> -> <<>>;
        Kept -> <<Kept/binary, "\n">>
    end;
joined(<<>>, Tail) ->
    string:trim(Tail, leading, "\r\n");
joined(Head, <<"\n", Tail/binary>> = Whole) ->
    case binary:longest_common_suffix([Head, <<"\n\n">>]) of
        2 -> <<Head/binary, Tail/binary>>;
        _ -> <<Head/binary, Whole/binary>>
    end;
joined(Head, Tail) ->
    <<Head/binary, Tail/binary>>.

%% How many bytes stand before it in its line.
-spec column(binary(), non_neg_integer()) -> non_neg_integer().
column(Text, Start) ->
    Before = binary:part(Text, 0, Start),
    byte_size(lists:last(binary:split(Before, <<"\n">>, [global]))).

%% A method as it stands in a file, beginning in that column.
-spec rendered(change(), Column :: non_neg_integer()) -> binary().
rendered(#{text := Text, side := Side}, Column) ->
    case beamtalk_compiler_server:reindent_method_source(Text, Column, Side) of
        {ok, Laid} -> string:trim(Laid, leading, " ");
        {error, _} -> Text
    end.

%% The same for two texts that differ in their layout only.
-spec canonical(binary()) -> binary().
canonical(Text) ->
    case beamtalk_compiler_server:reindent_method_source(Text, 0) of
        {ok, Laid} -> Laid;
        {error, _} -> Text
    end.

%% Lines that go, then lines that come.
-spec diff(change()) -> binary() | none.
diff(#{base := none, text := none}) ->
    none;
diff(#{base := Base, text := Text}) ->
    iolist_to_binary(lists:join($\n, marked(<<"-">>, Base) ++ marked(<<"+">>, Text))).

-spec marked(binary(), binary() | none) -> [binary()].
marked(_, none) -> [];
marked(Mark, Text) -> [<<Mark/binary, Line/binary>> || Line <- binary:split(string:trim(Text, trailing, "\n"), <<"\n">>, [global])].
