#!/usr/bin/env escript
%% Erlang's side of otp.rs: makes terms, reads what Rust wrote, and says how it
%% would have written that. Files hold frames as {packet, 4} has them.
-mode(compile).

%% Atoms are for ever, so they are drawn from so many.
-define(ATOMS, 5000).

main(["make", File, Count, Seed]) ->
    rand:seed(exsss, list_to_integer(Seed)),
    put(atoms, list_to_tuple([atom() || _ <- lists:seq(1, ?ATOMS)])),
    Terms = edges() ++ [term(4) || _ <- lists:seq(1, list_to_integer(Count))],
    write(File, [term_to_binary(Term, [{minor_version, Minor}])
                 || Term <- Terms, Minor <- [0, 1, 2]]);
main(["compare", File, OtherFile]) ->
    Pairs = lists:zip(read(File), read(OtherFile)),
    case [Pair || {A, B} = Pair <- Pairs, binary_to_term(A) =/= binary_to_term(B)] of
        [] -> io:format("~b equal~n", [length(Pairs)]);
        [{A, B} | _] ->
            io:format("~0p~nbecame~n~0p~n", [binary_to_term(A), binary_to_term(B)]),
            halt(1)
    end;
main(["rewrite", From, To]) ->
    %% Nothing, for what is no term.
    write(To, [try term_to_binary(binary_to_term(Bytes), [{minor_version, 2}])
               catch error:badarg -> <<>>
               end || Bytes <- read(From)]).

read(File) ->
    {ok, Bytes} = file:read_file(File),
    [Frame || <<Length:32, Frame:Length/binary>> <= Bytes].

write(File, Frames) ->
    ok = file:write_file(File, [[<<(byte_size(Frame)):32>>, Frame] || Frame <- Frames]).

%% Where one form ends and the next begins.
edges() ->
    Powers = [1 bsl N || N <- [0, 7, 8, 27, 31, 32, 59, 60, 63, 64, 2039, 2040, 2041]],
    [Sign * Power + Offset || Sign <- [-1, 1], Power <- Powers, Offset <- [-1, 0, 1]] ++
    [0.0, -0.0, 1.0e308, 5.0e-324, -1.5] ++
    [lists:duplicate(N, 255) || N <- [0, 1, 65535, 65536]] ++
    [erlang:make_tuple(N, x) || N <- [0, 255, 256]] ++
    [maps:from_list([{K, K} || K <- lists:seq(1, N)]) || N <- [0, 32, 33, 1000]] ++
    [list_to_atom(lists:duplicate(N, C)) || N <- [0, 1, 127, 128, 255], C <- [$a, 16#e9, 16#1d11e]] ++
    [fun lists:map/2, fun(X) -> X end, lists:last(erlang:ports()), make_ref(), self()] ++
    [[1 | 2], [[a | b] | [c | d]], "", <<>>, <<1:1>>, <<-1:7>>].

term(0) -> leaf();
term(Depth) ->
    case rand:uniform(10) of
        1 -> list_to_tuple(terms(Depth));
        2 -> terms(Depth);
        3 -> [term(Depth - 1) | terms(Depth) ++ term(Depth - 1)];
        N when N =< 5 -> maps:from_list([{term(Depth - 1), term(Depth - 1)} || _ <- terms(Depth)]);
        6 -> Free = term(Depth - 1), fun(X) -> {X, Free} end;
        _ -> leaf()
    end.

terms(Depth) ->
    %% Beyond 32 pairs a map has another shape.
    Most = case rand:uniform(50) of 1 -> 50; _ -> 5 end,
    [term(Depth - 1) || _ <- lists:seq(1, rand:uniform(Most + 1) - 1)].

leaf() ->
    case rand:uniform(12) of
        1 -> rand:uniform(512) - 256;
        2 -> (rand:uniform(2) * 2 - 3) * rand:uniform(1 bsl rand:uniform(100));
        3 -> (rand:uniform(2) * 2 - 3) * rand:uniform(1 bsl rand:uniform(3000));
        4 -> float();
        N when N =< 7 -> element(rand:uniform(?ATOMS), get(atoms));
        8 -> rand:bytes(rand:uniform(50));
        9 -> <<(rand:uniform(1000)):(rand:uniform(70))>>;
        10 -> text(255);
        11 -> text(16#10ffff);
        12 -> opaque()
    end.

atom() ->
    Most = lists:nth(rand:uniform(3), [127, 255, 16#d7ff]),
    list_to_atom(text(Most)).

float() ->
    case rand:bytes(8) of
        <<Float/float>> -> Float;
        _ -> rand:normal()
    end.

text(Most) -> [rand:uniform(Most) || _ <- lists:seq(1, rand:uniform(20))].

opaque() ->
    case rand:uniform(8) of
        1 -> self();
        2 -> make_ref();
        3 -> erlang:alias();
        4 -> hd(erlang:ports());
        5 -> fun erlang:'+'/2;
        6 -> fun() -> ok end;
        7 -> binary_to_term(<<131, 88, 119, 3, "a@b", 1:32, 2:32, (rand:uniform(1000)):32>>);
        8 -> binary_to_term(<<131, 120, 119, 3, "a@b", (rand:uniform(1 bsl 60)):64, 3:32>>)
    end.
