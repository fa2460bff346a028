%% Primitives of Duration: a whole number of milliseconds, which may be negative. The
%% tagged map is made here alone, so there is always a number in it.
-module(beamtalk_duration).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export(['class_milliseconds:'/2, 'class_seconds:'/2, 'class_minutes:'/2, 'class_hours:'/2, 'class_days:'/2]).
-export(['class_fromString:'/2, asMilliseconds/1, '+'/2, '-'/2, '*'/2, '<'/2, '>'/2, '<='/2, '>='/2]).
-export([asString/1, printString/1]).

-define(SECOND, 1000).
-define(MINUTE, 60000).
-define(HOUR, 3600000).
-define(DAY, 86400000).

-type class() :: beamtalk_class_reference:class().
-type duration() :: #{?TAG := 'Duration', '$milliseconds' := integer()}.

-spec 'class_milliseconds:'(class(), number()) -> duration().
'class_milliseconds:'(_, Count) -> made(Count, 1, 'milliseconds:').

-spec 'class_seconds:'(class(), number()) -> duration().
'class_seconds:'(_, Count) -> made(Count, ?SECOND, 'seconds:').

-spec 'class_minutes:'(class(), number()) -> duration().
'class_minutes:'(_, Count) -> made(Count, ?MINUTE, 'minutes:').

-spec 'class_hours:'(class(), number()) -> duration().
'class_hours:'(_, Count) -> made(Count, ?HOUR, 'hours:').

-spec 'class_days:'(class(), number()) -> duration().
'class_days:'(_, Count) -> made(Count, ?DAY, 'days:').

-spec made(term(), pos_integer(), atom()) -> duration().
made(Count, Unit, _) when is_number(Count) -> of_milliseconds(round(Count * Unit));
made(_, _, Selector) -> mistyped(Selector, <<"Pass a number">>).

-spec of_milliseconds(integer()) -> duration().
of_milliseconds(Milliseconds) ->
    #{?TAG => 'Duration', '$milliseconds' => Milliseconds}.

-spec 'class_fromString:'(class(), binary()) -> duration().
'class_fromString:'(_, Text) when is_binary(Text) ->
    Pattern = "^(-?)P(?:([0-9]+)D)?(?:T(?=[0-9])(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+(?:[.][0-9]+)?)S)?)?$",
    case re:run(Text, Pattern, [{capture, all_but_first, binary}, dollar_endonly]) of
        {match, [Sign | [_ | _] = Parts]} -> of_milliseconds(signed(Sign, total(Parts, [?DAY, ?HOUR, ?MINUTE, ?SECOND], 0)));
        _ -> mistyped('fromString:', <<"Write it like PT1H30M15S or P2D">>)
    end;
'class_fromString:'(_, _) ->
    mistyped('fromString:', <<"Pass a String">>).

-spec signed(binary(), integer()) -> integer().
signed(<<"-">>, Milliseconds) -> -Milliseconds;
signed(<<>>, Milliseconds) -> Milliseconds.

-spec total([binary()], [pos_integer()], integer()) -> integer().
total([<<>> | Parts], [_ | Units], Total) -> total(Parts, Units, Total);
total([Part | Parts], [Unit | Units], Total) -> total(Parts, Units, Total + count(Part, Unit));
total([], _, Total) -> Total.

%% Exact for whole counts; a fraction of a second is rounded.
-spec count(binary(), pos_integer()) -> integer().
count(Part, Unit) ->
    case binary:match(Part, <<".">>) of
        nomatch -> binary_to_integer(Part) * Unit;
        _ -> round(binary_to_float(Part) * Unit)
    end.

-spec asMilliseconds(duration()) -> integer().
asMilliseconds(#{'$milliseconds' := Milliseconds}) -> Milliseconds.

-spec '+'(duration(), duration()) -> duration().
'+'(Self, Other) -> of_milliseconds(asMilliseconds(Self) + given(Other, '+')).

-spec '-'(duration(), duration()) -> duration().
'-'(Self, Other) -> of_milliseconds(asMilliseconds(Self) - given(Other, '-')).

-spec '*'(duration(), number()) -> duration().
'*'(Self, Factor) when is_number(Factor) -> of_milliseconds(round(asMilliseconds(Self) * Factor));
'*'(_, _) -> mistyped('*', <<"Pass a number">>).

-spec '<'(duration(), duration()) -> boolean().
'<'(Self, Other) -> asMilliseconds(Self) < given(Other, '<').

-spec '>'(duration(), duration()) -> boolean().
'>'(Self, Other) -> asMilliseconds(Self) > given(Other, '>').

-spec '<='(duration(), duration()) -> boolean().
'<='(Self, Other) -> asMilliseconds(Self) =< given(Other, '<=').

-spec '>='(duration(), duration()) -> boolean().
'>='(Self, Other) -> asMilliseconds(Self) >= given(Other, '>=').

-spec given(term(), atom()) -> integer().
given(#{?TAG := 'Duration', '$milliseconds' := Milliseconds}, _) -> Milliseconds;
given(_, Selector) -> mistyped(Selector, <<"Pass a Duration">>).

%% ISO 8601, without components that are zero.
-spec asString(duration()) -> binary().
asString(#{'$milliseconds' := 0}) ->
    <<"PT0S">>;
asString(#{'$milliseconds' := Milliseconds}) ->
    {Days, Rest} = {abs(Milliseconds) div ?DAY, abs(Milliseconds) rem ?DAY},
    Time = [part(Rest div ?HOUR, "H"), part(Rest rem ?HOUR div ?MINUTE, "M"), seconds(Rest rem ?MINUTE)],
    iolist_to_binary([sign(Milliseconds), "P", part(Days, "D"), ["T" || Rest > 0], Time]).

-spec seconds(non_neg_integer()) -> iodata().
seconds(0) -> [];
seconds(Milliseconds) when Milliseconds rem ?SECOND =:= 0 -> part(Milliseconds div ?SECOND, "S");
seconds(Milliseconds) -> [float_to_binary(Milliseconds / ?SECOND, [short]), "S"].

-spec printString(duration()) -> binary().
printString(#{'$milliseconds' := 0}) ->
    <<"0ms">>;
printString(#{'$milliseconds' := Milliseconds}) ->
    Whole = abs(Milliseconds),
    Parts = [
        part(Whole div ?DAY, "d"),
        part(Whole rem ?DAY div ?HOUR, "h"),
        part(Whole rem ?HOUR div ?MINUTE, "m"),
        part(Whole rem ?MINUTE div ?SECOND, "s"),
        part(Whole rem ?SECOND, "ms")
    ],
    iolist_to_binary([sign(Milliseconds), lists:join($\s, [Part || Part <- Parts, Part =/= []])]).

-spec part(non_neg_integer(), string()) -> iodata().
part(0, _) -> [];
part(Count, Unit) -> [integer_to_binary(Count), Unit].

-spec sign(integer()) -> string().
sign(Milliseconds) when Milliseconds < 0 -> "-";
sign(_) -> "".

-spec mistyped(atom(), binary()) -> no_return().
mistyped(Selector, Hint) ->
    beamtalk_argument:type_error('Duration', Selector, Hint).
