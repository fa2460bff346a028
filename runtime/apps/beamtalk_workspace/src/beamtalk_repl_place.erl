%% Where in a file a class, a method or what a protocol requires stands: the file where it is
%% known, and the line if file and text are as they were compiled. Asks the compiler, which
%% reads the file.
-module(beamtalk_repl_place).

-export([class/1, method/2, requirement/2]).

-type behaviour() :: beamtalk_metaclass_tower:behaviour().
-type place() :: beamtalk_class_help:place().

-spec class(Class :: atom()) -> place().
class(Class) ->
    place(beamtalk_method_info:source_file(Class), fun(Text) -> beamtalk_compiler_server:resolve_class_span(Text, Class) end).

-spec method(behaviour(), beamtalk_method_info:info()) -> place().
method({Class, Side}, #{selector := Selector}) ->
    member(beamtalk_method_info:source_file(Class), Class, Side, Selector).

-spec requirement(Protocol :: atom(), beamtalk_protocols:requirement()) -> place().
requirement(Protocol, {Side, Selector}) ->
    member(beamtalk_protocols:source_file(Protocol), Protocol, Side, Selector).

-spec member(binary() | none, atom(), instance | class, atom()) -> place().
member(Path, Class, Side, Selector) ->
    place(Path, fun(Text) -> beamtalk_compiler_server:resolve_method_span(Text, Class, Selector, Side) end).

-spec place(binary() | none, fun((binary()) -> {ok, map()} | {error, term()})) -> place().
place(none, _) ->
    none;
place(Path, Resolve) ->
    case file:read_file(Path) of
        {ok, Text} -> {Path, line(Text, Resolve(Text))};
        {error, _} -> {Path, unknown}
    end.

-spec line(binary(), {ok, map()} | {error, term()}) -> pos_integer() | unknown.
line(Text, {ok, #{span := #{start := Start}}}) when Start =< byte_size(Text) ->
    Before = binary:part(Text, 0, Start),
    1 + length(binary:matches(Before, <<"\n">>)) + comments(binary:part(Text, Start, byte_size(Text) - Start));
line(_, _) ->
    unknown.

%% How many lines of documentation stand before the method itself.
-spec comments(binary()) -> non_neg_integer().
comments(Text) ->
    Lines = string:split(Text, "\n", all),
    length(lists:takewhile(fun(Line) -> string:prefix(string:trim(Line), "///") =/= nomatch end, Lines)).
