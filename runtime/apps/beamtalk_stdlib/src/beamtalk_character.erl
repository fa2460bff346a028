%% Primitives of Character, which is an integer that the compiler knows to be
%% a code point.
-module(beamtalk_character).

-export(['class_value:'/2]).
-export(['=:='/2, '=/='/2, '/='/2, '<'/2, '>'/2, '<='/2, '>='/2]).
-export([asInteger/1, asString/1, printString/1, hash/1, uppercase/1, lowercase/1]).
-export([isLetter/1, isDigit/1, isUppercase/1, isLowercase/1, isWhitespace/1]).

-spec 'class_value:'(term(), integer()) -> char().
'class_value:'(_, CodePoint) ->
    case beamtalk_code_point:is_scalar(CodePoint) of
        true -> CodePoint;
        false -> beamtalk_argument:type_error('Character', 'value:', <<"Pass a Unicode code point">>)
    end.

-spec '=:='(char(), term()) -> boolean().
'=:='(Self, Other) -> Self =:= Other.

-spec '=/='(char(), term()) -> boolean().
'=/='(Self, Other) -> Self =/= Other.

-spec '/='(char(), term()) -> boolean().
'/='(Self, Other) -> Self /= Other.

-spec '<'(char(), term()) -> boolean().
'<'(Self, Other) -> Self < Other.

-spec '>'(char(), term()) -> boolean().
'>'(Self, Other) -> Self > Other.

-spec '<='(char(), term()) -> boolean().
'<='(Self, Other) -> Self =< Other.

-spec '>='(char(), term()) -> boolean().
'>='(Self, Other) -> Self >= Other.

-spec asInteger(char()) -> char().
asInteger(Self) -> Self.

-spec asString(char()) -> binary().
asString(Self) -> <<Self/utf8>>.

-spec printString(char()) -> binary().
printString(Self) -> <<$$, Self/utf8>>.

-spec hash(char()) -> non_neg_integer().
hash(Self) -> erlang:phash2(Self).

-spec uppercase(char()) -> char().
uppercase(Self) -> beamtalk_code_point:uppercase(Self).

-spec lowercase(char()) -> char().
lowercase(Self) -> beamtalk_code_point:lowercase(Self).

-spec isLetter(char()) -> boolean().
isLetter(Self) -> beamtalk_code_point:is_letter(Self).

-spec isDigit(char()) -> boolean().
isDigit(Self) -> beamtalk_code_point:is_digit(Self).

-spec isUppercase(char()) -> boolean().
isUppercase(Self) -> beamtalk_code_point:is_uppercase(Self).

-spec isLowercase(char()) -> boolean().
isLowercase(Self) -> beamtalk_code_point:is_lowercase(Self).

-spec isWhitespace(char()) -> boolean().
isWhitespace(Self) -> beamtalk_code_point:is_whitespace(Self).
