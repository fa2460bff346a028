%% Lines of many methods at once: each file is read once, and a method stands where its text
%% does. The compiler is asked (`beamtalk_repl_place`) only where that is in doubt: the text is
%% not in the file, or more than once, or the file has several classes.
-module(beamtalk_repl_page).

-export([read/1, line/4]).

-export_type([pages/0]).

-type behaviour() :: beamtalk_metaclass_tower:behaviour().
-type page() :: none | {Path :: binary(), Text :: binary() | none, IsShared :: boolean()}.
-opaque pages() :: #{Class :: atom() => page()}.

%% The files of these classes.
-spec read([Class :: atom()]) -> pages().
read(Classes) ->
    Paths = [beamtalk_method_info:source_file(Class) || Class <- beamtalk_class_registry:all_classes()],
    Counts = lists:foldl(fun(Path, Seen) -> maps:update_with(Path, fun(N) -> N + 1 end, 1, Seen) end, #{}, Paths),
    maps:from_list([{Class, page(beamtalk_method_info:source_file(Class), Counts)} || Class <- lists:usort(Classes)]).

-spec page(binary() | none, #{binary() | none => pos_integer()}) -> page().
page(none, _) ->
    none;
page(Path, Counts) ->
    IsShared = maps:get(Path, Counts, 1) > 1,
    case file:read_file(Path) of
        {ok, Text} -> {Path, Text, IsShared};
        {error, _} -> {Path, none, IsShared}
    end.

%% Where a line of a method's own text stands. A method from outside need not stand in the
%% file of its class.
-spec line(behaviour(), beamtalk_method_info:info(), Line :: pos_integer(), pages()) ->
    {Path :: binary() | none, pos_integer() | unknown}.
line({Class, _} = Behaviour, Info, Line, Pages) ->
    case {maps:get(Class, Pages), Info} of
        {none, _} ->
            {none, unknown};
        {{Path, Text, _} = Page, #{source := Source}} when is_binary(Text), is_binary(Source) ->
            case {in_text(Behaviour, Info, Line, Page), Info} of
                {unknown, #{is_extension := true}} -> {none, unknown};
                {Known, _} -> {Path, Known}
            end;
        {{Path, _, _}, _} ->
            {Path, unknown}
    end.

-spec in_text(behaviour(), beamtalk_method_info:info(), pos_integer(), page()) -> pos_integer() | unknown.
in_text(Behaviour, #{source := Source} = Info, Line, {_, Text, IsShared}) ->
    case heads(Source, Text, 0) of
        [Head] when not IsShared -> Head + Line - 1;
        _ -> from_place(beamtalk_repl_place:method(Behaviour, Info), Source, Line, Text)
    end.

%% The lines where the text of a method begins and nothing stands before it.
-spec heads(binary(), binary(), From :: non_neg_integer()) -> [pos_integer()].
heads(Source, Text, From) ->
    Found = binary:matches(Text, Source, [{scope, {From, byte_size(Text) - From}}]),
    [length(Lines) || {At, _} <- Found, Lines <- [binary:split(binary:part(Text, 0, At), <<"\n">>, [global])], string:trim(lists:last(Lines)) =:= <<>>].

%% From where the compiler has seen it, for what stands above its head is not in its text.
%% Lines of a method that has another text in its file lead nowhere; where it begins is known
%% all the same.
-spec from_place(beamtalk_class_help:place(), binary(), pos_integer(), binary()) -> pos_integer() | unknown.
from_place({_, First}, Source, Line, Text) when is_integer(First) ->
    Begins = [0 | [At + 1 || {At, _} <- binary:matches(Text, <<"\n">>)]],
    case heads(Source, Text, lists:nth(min(First, length(Begins)), Begins)) of
        [Head | _] -> Head + Line - 1;
        [] when Line =:= 1 -> First;
        [] -> unknown
    end;
from_place(_, _, _, _) ->
    unknown.
