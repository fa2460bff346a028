%% Where in a file a method stands. Asks the compiler, which reads the file.
-module(beamtalk_repl_place).

-export([method/2]).

-type behaviour() :: beamtalk_metaclass_tower:behaviour().

%% The file, and the line of a method if file and method are as they were compiled.
-spec method(behaviour(), beamtalk_method_info:info()) -> {binary(), Line :: pos_integer()} | {binary(), unknown} | none.
method({Class, Side}, #{selector := Selector}) ->
    case beamtalk_method_info:source_file(Class) of
        none -> none;
        Path -> {Path, line(file:read_file(Path), Class, Side, Selector)}
    end.

-spec line({ok, binary()} | {error, term()}, atom(), instance | class, atom()) -> pos_integer() | unknown.
line({ok, Text}, Class, Side, Selector) ->
    case beamtalk_compiler_server:resolve_method_span(Text, Class, Selector, Side) of
        {ok, #{span := #{start := Start}}} when Start =< byte_size(Text) ->
            Before = binary:part(Text, 0, Start),
            1 + length(binary:matches(Before, <<"\n">>)) + comments(binary:part(Text, Start, byte_size(Text) - Start));
        _ ->
            unknown
    end;
line(_, _, _, _) ->
    unknown.

%% How many lines of documentation stand before the method itself.
-spec comments(binary()) -> non_neg_integer().
comments(Text) ->
    Lines = string:split(Text, "\n", all),
    length(lists:takewhile(fun(Line) -> string:prefix(string:trim(Line), "///") =/= nomatch end, Lines)).
