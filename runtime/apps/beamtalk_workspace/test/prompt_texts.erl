%% Texts to complete: beginnings of lines of the class library, and made ones.
-module(prompt_texts).

-export([lines/0, beginnings/1, made/1]).

%% All lines of the library's sources that are not empty.
lines() ->
    Folder = filename:join([filename:dirname(code:which(beamtalk_repl_ops_dev)), "..", "..", "..", "..", "stdlib", "src"]),
    Files = filelib:wildcard(filename:join(Folder, "*.bt")),
    true = length(Files) > 40,
    lists:append([
        begin
            {ok, Text} = file:read_file(File),
            [Line || Line <- binary:split(Text, <<"\n">>, [global]), Line =/= <<>>]
        end
     || File <- Files
    ]).

%% Every so manieth beginning of these lines.
beginnings(Every) ->
    [
        binary:part(Line, 0, Size)
     || Line <- lines(), Size <- lists:seq(1, byte_size(Line)), erlang:phash2({Line, Size}, Every) =:= 0
    ].

%% Texts with names that nobody has used before, each another one.
made(Number) ->
    N = integer_to_binary(Number),
    case Number rem 10 of
        0 -> <<"b unheard", N/binary, " ">>;
        1 -> <<"Unheard", N/binary, " al">>;
        2 -> <<"unheard", N/binary, " al">>;
        3 -> <<"b fill: unheard", N/binary>>;
        4 -> <<"b litres unheard", N/binary, " abs i">>;
        5 -> <<"x", N/binary, " := b lit">>;
        6 -> <<"#unheard", N/binary, " si">>;
        7 -> <<":h Unheard", N/binary, " foo">>;
        8 -> <<"Erlang unheard", N/binary, " fo">>;
        9 -> <<"b keyword", N/binary, ":and", N/binary, ":">>
    end.
