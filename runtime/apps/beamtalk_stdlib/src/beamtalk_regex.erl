%% Regular expressions over text, and the primitives of Regex. A pattern is a String
%% or a compiled Regex, a tagged map with the key `compiled`; a bad one is the error
%% `regex_error` in the name of the class and selector at hand.
-module(beamtalk_regex).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export(['class_from:'/2, 'class_from:options:'/3, source/1]).
-export([matches/4, first_match/3, all_matches/3, replace/5, split/3]).

-export_type([pattern/0]).

-type compiled() :: tuple().
-type regex() :: #{?TAG := 'Regex', source := binary(), compiled := compiled()}.
-type pattern() :: binary() | regex().

-spec 'class_from:'(beamtalk_class_reference:class(), binary()) -> beamtalk_result:result().
'class_from:'(Self, Pattern) ->
    made(Self, Pattern, [], 'from:').

-spec 'class_from:options:'(beamtalk_class_reference:class(), binary(), [atom()]) ->
    beamtalk_result:result().
'class_from:options:'(Self, Pattern, Options) ->
    made(Self, Pattern, Options, 'from:options:').

%% A pattern often comes from elsewhere, and what is wrong with it is expected; what
%% is wrong with an option is a mistake in the program.
-spec made(beamtalk_class_reference:class(), term(), term(), atom()) -> beamtalk_result:result().
made(_, Pattern, Options, Selector) when is_binary(Pattern), is_list(Options) ->
    case compile(Pattern, Options, {'Regex', Selector}) of
        {ok, Compiled} -> beamtalk_result:ok(#{?TAG => 'Regex', source => Pattern, compiled => Compiled});
        {error, Error} -> beamtalk_result:error(beamtalk_error:wrap(Error))
    end;
made(_, _, _, 'from:') ->
    beamtalk_argument:type_error('Regex', 'from:', <<"Pass a pattern as a String">>);
made(_, _, _, Selector) ->
    beamtalk_argument:type_error('Regex', Selector, <<"Pass a pattern as a String and a List of options">>).

-spec source(regex()) -> binary().
source(#{source := Source}) -> Source.

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
    case compile(Pattern, Options, {'String', Selector}) of
        {ok, Compiled} -> Compiled;
        {error, Error} -> beamtalk_error:raise_error(Error)
    end;
compiled(_, _, Selector) ->
    Hint = <<"Pass a pattern as a String or a Regex, and options only for a String">>,
    beamtalk_argument:type_error('String', Selector, Hint).

-spec compile(binary(), [term()], {atom(), atom()}) -> {ok, compiled()} | {error, beamtalk_error:error()}.
compile(Pattern, Options, {Class, Selector} = Where) ->
    Known = [option(Option, Where) || Option <- Options],
    case beamtalk_class_of:is_utf8(Pattern) andalso re:compile(Pattern, [unicode | Known]) of
        {ok, Compiled} ->
            {ok, Compiled};
        {error, {Reason, Offset}} ->
            Message = io_lib:format("Bad pattern: ~ts, at character ~b", [Reason, Offset + 1]),
            Text = unicode:characters_to_binary(Message),
            {error, beamtalk_error:make_message(regex_error, Class, Selector, Text, <<"Check the pattern there">>)};
        false ->
            Hint = <<"A pattern is text, and these bytes are none">>,
            {error, beamtalk_error:make(regex_error, Class, Selector, Hint)}
    end.

-spec option(term(), {atom(), atom()}) -> re:compile_option().
option(caseless, _) -> caseless;
option(multiline, _) -> multiline;
option(dotall, _) -> dotall;
option(extended, _) -> extended;
option(ungreedy, _) -> ungreedy;
option(_, {Class, Selector}) ->
    Hint = <<"The options are #caseless, #multiline, #dotall, #extended and #ungreedy">>,
    beamtalk_error:raise(regex_error, Class, Selector, Hint).
