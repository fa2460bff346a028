%% Regular expressions over text. A pattern is a String or a compiled Regex, a
%% tagged map with the key `compiled`; a bad one is the error `regex_error` in the
%% name of String and the selector at hand.
-module(beamtalk_regex).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([matches/4, first_match/3, all_matches/3, replace/5, split/3]).

-export_type([pattern/0]).

-type compiled() :: tuple().
-type pattern() :: binary() | #{?TAG := 'Regex', compiled := compiled(), atom() => term()}.

-spec matches(binary(), pattern(), [atom()], atom()) -> boolean().
matches(Text, Pattern, Options, Selector) ->
    re:run(Text, compiled(Pattern, Options, Selector), [{capture, none}]) =:= match.

-spec first_match(binary(), pattern(), atom()) -> binary() | nil.
first_match(Text, Pattern, Selector) ->
    case re:run(Text, compiled(Pattern, [], Selector), [{capture, first, binary}]) of
        {match, [Match]} -> Match;
        nomatch -> nil
    end.

-spec all_matches(binary(), pattern(), atom()) -> [binary()].
all_matches(Text, Pattern, Selector) ->
    case re:run(Text, compiled(Pattern, [], Selector), [global, {capture, first, binary}]) of
        {match, Matches} -> lists:append(Matches);
        nomatch -> []
    end.

%% `\1` in the replacement is the first group; an ampersand is an ampersand.
-spec replace(binary(), pattern(), binary(), [global], atom()) -> binary().
replace(Text, Pattern, Replacement, Options, Selector) when is_binary(Replacement) ->
    Literal = binary:replace(Replacement, <<"&">>, <<"\\&">>, [global]),
    re:replace(Text, compiled(Pattern, [], Selector), Literal, [{return, binary} | Options]);
replace(_, _, _, _, Selector) ->
    beamtalk_argument:type_error('String', Selector, <<"Pass a String as replacement">>).

%% The groups of a match are not pieces; empty pieces at the end are dropped.
-spec split(binary(), pattern(), atom()) -> [binary()].
split(Text, Pattern, Selector) ->
    Pieces = re:split(Text, compiled(Pattern, [], Selector), [{return, binary}, group]),
    Backwards = lists:reverse([Piece || [Piece | _] <- Pieces]),
    lists:reverse(lists:dropwhile(fun(Piece) -> Piece =:= <<>> end, Backwards)).

-spec compiled(term(), term(), atom()) -> compiled().
compiled(#{?TAG := 'Regex', compiled := Compiled}, [], _) ->
    Compiled;
compiled(Pattern, Options, Selector) when is_binary(Pattern), is_list(Options) ->
    case re:compile(Pattern, [unicode | [option(Option, Selector) || Option <- Options]]) of
        {ok, Compiled} -> Compiled;
        {error, {Reason, Offset}} -> bad(Selector, Reason, Offset)
    end;
compiled(_, _, Selector) ->
    Hint = <<"Pass a pattern as a String or a Regex, and options only for a String">>,
    beamtalk_argument:type_error('String', Selector, Hint).

-spec option(term(), atom()) -> re:compile_option().
option(caseless, _) -> caseless;
option(multiline, _) -> multiline;
option(dotall, _) -> dotall;
option(extended, _) -> extended;
option(ungreedy, _) -> ungreedy;
option(_, Selector) ->
    Hint = <<"The options are #caseless, #multiline, #dotall, #extended and #ungreedy">>,
    beamtalk_error:raise(regex_error, 'String', Selector, Hint).

-spec bad(atom(), string(), non_neg_integer()) -> no_return().
bad(Selector, Reason, Offset) ->
    Message = io_lib:format("Bad pattern: ~ts, at character ~b", [Reason, Offset + 1]),
    beamtalk_error:raise_message(
        regex_error, 'String', Selector, unicode:characters_to_binary(Message), undefined
    ).
