%% Why there is nothing to offer, in words that help. In go facts, out comes a sentence.
-module(beamtalk_repl_reason).

-export([stop/1, place/1, no_match/2, nothing_typed/0, not_bound/1, no_name/1, no_compiler/1, failed/0, shown/1]).

-export_type([place/0]).

-type place() :: string | comment | character.

%% Long texts are cut.
-define(MOST, 40).

%% Where a chain of messages ends.
-spec stop(beamtalk_repl_walk:stop()) -> binary().
stop({untyped, {Side, Class}, Selector}) ->
    text("`~ts` on ~ts has no known return type: annotate it `-> T`", [Selector, owner(Side, Class)]);
stop({not_understood, {Side, Class}, Selector}) ->
    text("~ts does not understand `~ts`", [owner(Side, Class), Selector]);
stop({abstract, Class}) ->
    text("~ts is abstract: there is no instance that `new` could make", [Class]);
stop({not_loaded, 'Never'}) ->
    <<"it never answers">>;
stop({not_loaded, Class}) ->
    text("there is no class `~ts`", [Class]);
stop(too_long) ->
    <<"the chain of messages is too long">>.

-spec place(place()) -> binary().
place(string) -> <<"this is the text of a string">>;
place(comment) -> <<"this is a comment">>;
place(character) -> <<"this is a character">>.

%% The receiver is known, but has nothing of this beginning.
-spec no_match([beamtalk_repl_receiver:receiver()], Prefix :: binary()) -> binary().
no_match([{Side, Class}], Prefix) ->
    text("~ts has no message that begins with `~ts`", [owner(Side, Class), shown(Prefix)]);
no_match([_, _ | _] = Receivers, Prefix) ->
    Owners = lists:join(", ", [owner(Side, Class) || {Side, Class} <- Receivers]),
    text("not all that it may be have a message that begins with `~ts`: ~ts", [shown(Prefix), Owners]);
no_match([], Prefix) ->
    text("nothing begins with `~ts` here", [shown(Prefix)]).

-spec nothing_typed() -> binary().
nothing_typed() ->
    <<"nothing is typed yet">>.

-spec not_bound(Name :: binary()) -> binary().
not_bound(Name) ->
    text("nothing is called `~ts` here", [shown(Name)]).

-spec no_name(Prefix :: binary()) -> binary().
no_name(Prefix) ->
    text("no name begins with `~ts`", [shown(Prefix)]).

-spec no_compiler(unavailable | timed_out | not_understood) -> binary().
no_compiler(unavailable) -> <<"the compiler is not available, which would know more">>;
no_compiler(timed_out) -> <<"the compiler did not answer in time">>;
no_compiler(not_understood) -> <<"the compiler has no answer for this place">>.

-spec failed() -> binary().
failed() ->
    <<"something went wrong on the way to an answer">>.

%% Of a text of the user what is safe to show on a line.
-spec shown(binary()) -> binary().
shown(Text) ->
    Line = re:replace(Text, "[^\\x20-\\x7e\\x80-\\xff]", "?", [global, {return, binary}]),
    case unicode:characters_to_list(Line) of
        Characters when is_list(Characters), length(Characters) =< ?MOST -> Line;
        Characters when is_list(Characters) -> unicode:characters_to_binary([lists:sublist(Characters, ?MOST), 16#2026]);
        _ -> <<"?">>
    end.

-spec owner(instance | class, atom()) -> string().
owner(instance, Class) -> atom_to_list(Class);
owner(class, Class) -> atom_to_list(Class) ++ " class".

-spec text(string(), [term()]) -> binary().
text(Format, Arguments) ->
    unicode:characters_to_binary(io_lib:format(Format, Arguments)).
