%% The texts that classes are made of, as they are now: what was typed or loaded, or a file
%% with the live changes that are not in it yet. Classes of the library have none.
-module(beamtalk_class_text).

-export([sources/0, text/1, may_send/2]).

-export_type([source/0]).

%% The text of some classes, where it comes from, and what the compiler should know of it.
-type source() :: {Text :: binary(), Path :: binary() | none, Context :: map(), Classes :: [atom()]}.

%% Those of all classes, each once.
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

%% Whether what a message is written with is in a text at all. Only the compiler knows
%% whether it is sent, and need not be asked about most texts.
-spec may_send(Text :: binary(), Selector :: binary()) -> boolean().
may_send(Text, Selector) ->
    lists:all(fun(Word) -> binary:match(Text, Word) =/= nomatch end, words(Selector)).

%% The parts of a keyword selector may be far from each other.
-spec words(Selector :: binary()) -> [binary()].
words(Selector) ->
    case binary:split(Selector, <<":">>, [global, trim]) of
        [Selector] -> [Selector];
        Parts -> [<<Part/binary, ":">> || Part <- Parts]
    end.
