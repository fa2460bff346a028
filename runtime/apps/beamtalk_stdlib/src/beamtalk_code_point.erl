%% What Unicode says of single code points. An integer goes in; one that is no
%% character is of no kind. OTP has no table of categories but that of its
%% regular expressions, so all but ASCII is asked there.
-module(beamtalk_code_point).

-export([is_scalar/1, is_letter/1, is_digit/1, is_uppercase/1, is_lowercase/1, is_whitespace/1]).
-export([uppercase/1, lowercase/1]).

-spec is_scalar(term()) -> boolean().
is_scalar(C) ->
    is_integer(C) andalso C >= 0 andalso C =< 16#10FFFF andalso (C < 16#D800 orelse C > 16#DFFF).

-spec is_letter(integer()) -> boolean().
is_letter(C) when C >= $a, C =< $z; C >= $A, C =< $Z -> true;
is_letter(C) -> has(C, "\\p{L}").

-spec is_digit(integer()) -> boolean().
is_digit(C) when C >= $0, C =< $9 -> true;
is_digit(C) -> has(C, "\\p{Nd}").

-spec is_uppercase(integer()) -> boolean().
is_uppercase(C) when C >= $A, C =< $Z -> true;
is_uppercase(C) -> has(C, "\\p{Lu}").

-spec is_lowercase(integer()) -> boolean().
is_lowercase(C) when C >= $a, C =< $z -> true;
is_lowercase(C) -> has(C, "\\p{Ll}").

%% The property White_Space.
-spec is_whitespace(integer()) -> boolean().
is_whitespace(C) when C >= 9, C =< 13 -> true;
is_whitespace(C) when C =:= $\s; C =:= 16#85 -> true;
is_whitespace(C) -> has(C, "\\p{Z}").

-spec has(integer(), string()) -> boolean().
has(C, Category) ->
    C >= 128 andalso is_scalar(C) andalso
        re:run(<<C/utf8>>, Category, [unicode, {capture, none}]) =:= match.

%% The first code point of what the case mapping gives.
-spec uppercase(integer()) -> integer().
uppercase(C) ->
    first(string:uppercase([C])).

-spec lowercase(integer()) -> integer().
lowercase(C) ->
    first(string:lowercase([C])).

-spec first([integer() | [integer()]]) -> integer().
first([C | _]) when is_integer(C) -> C;
first([[C | _] | _]) -> C.
