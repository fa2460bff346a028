%% Frames that nobody should send, to the compiler and from it. Each is answered or
%% refused within a second, nobody waits for ever, and no atom is made. A few hundred;
%% with CHAOS=full in the environment a thousand of each.
-module(bad_frames_tests).
-include_lib("stdlib/include/assert.hrl").

-export([bad_frames_test_/0, bad_answers_test_/0]).

%% Milliseconds for an answer, or the end.
-define(SOON, 1000).

bad_frames_test_() ->
    real_port:tests(fun real_port:quietly/1, #{}, [
        {"bad frames to the compiler", fun() -> to_the_compiler(fake:rounds(300, 1000)) end},
        {"bad frames among the requests of others", fun() -> among_others(fake:rounds(300, 1000)) end}
    ]).

bad_answers_test_() ->
    Start = fun() -> fake:start(#{compile => 900, query => 900, probe => 300}) end,
    {setup, Start, fun fake:stop/1, {timeout, 7200, {"bad frames from the compiler", fun() -> from_the_compiler(fake:rounds(20, 1000)) end}}}.

%% A port of our own, opened again whenever it has ended.
to_the_compiler(Count) ->
    {ok, Real} = real_port:program(),
    Program = real_port:quietly(Real),
    _ = sent(Program, none, 0, kinds()),
    Before = erlang:system_info(atom_count),
    Left = lists:foldl(fun(N, Port) -> sent(Program, Port, N, [kind(N)]) end, none, lists:seq(1, Count)),
    ?assertEqual(Before, erlang:system_info(atom_count)),
    ended(Left).

sent(Program, Port, N, Kinds) ->
    lists:foldl(fun(Kind, Current) -> bad(Program, Current, N, Kind) end, Port, Kinds).

bad(Program, none, N, Kind) ->
    {ok, Port} = beamtalk_compiler_port:open(Program, undefined),
    bad(Program, Port, N, Kind);
bad(_, Port, N, Kind) ->
    {Expected, Bytes} = bytes(Kind, N),
    ok = beamtalk_compiler_port:send(Port, Bytes),
    case Expected of
        answered ->
            ?assertMatch({Kind, {unanswerable, #{diagnostics := [_ | _]}}}, {Kind, answer(Port, <<>>)}),
            Port;
        {ends, Status} ->
            receive {Port, {exit_status, Found}} -> ?assertEqual({Kind, Status}, {Kind, Found}) after ?SOON -> error({hangs, Kind}) end,
            none
    end.

ended(none) ->
    ok;
ended(Port) ->
    true = port_close(Port),
    ok.

answer(Port, Before) ->
    receive
        {Port, {data, Data}} ->
            case beamtalk_compiler_port:frames(<<Before/binary, Data/binary>>) of
                {[Frame], <<>>} -> beamtalk_compiler_port:answer(Frame);
                {[], Rest} -> answer(Port, Rest)
            end;
        {Port, {exit_status, Status}} ->
            {ended, Status}
    after ?SOON ->
        hangs
    end.

kinds() ->
    [empty, noise, cut_term, no_version, deep, bomb, long_list, long_binary, strange_command, strange_atoms, trailing, no_map, flipped, no_command, too_long].

kind(N) ->
    lists:nth(1 + N rem length(kinds()), kinds()).

%% What is to come of it, and the bytes. Terms with atoms that are not there are made
%% of bytes, so that they are not made here either.
bytes(too_long, N) -> {{ends, 65}, <<(64 bsl 20 + 1 + N):32, "and so on">>};
bytes(Kind, N) -> {answered, framed(payload(Kind, N))}.

payload(empty, _) -> <<>>;
payload(noise, N) -> <<200, (rand:bytes(1 + N rem 300))/binary>>;
payload(cut_term, N) -> Good = good(), binary:part(Good, 0, 1 + N rem (byte_size(Good) - 1));
payload(no_version, _) -> <<_, Rest/binary>> = good(), Rest;
payload(deep, N) -> <<131, (binary:copy(<<108, 1:32>>, 5000 + N))/binary, 106>>;
payload(bomb, N) -> term_to_binary(#{command => ping, id => 1, doc => binary:copy(<<0>>, 1000000 + N)}, [{compressed, 9}]);
payload(long_list, N) -> <<131, 108, (16#ffffffff - N):32>>;
payload(long_binary, N) -> <<131, 109, (16#ffffffff - N):32, "x">>;
payload(strange_command, N) -> <<131, 116, 1:32, (atom(<<"command">>))/binary, (atom(strange(N)))/binary>>;
payload(strange_atoms, N) -> <<131, 116, 1:32, (atom(strange(N)))/binary, (atom(strange(N + 1)))/binary>>;
payload(trailing, _) -> <<(good())/binary, 97>>;
payload(no_map, _) -> term_to_binary([ping]);
payload(flipped, N) -> <<131, Rest/binary>> = good(), <<(131 bxor (1 + N rem 200)), Rest/binary>>;
payload(no_command, _) -> term_to_binary(#{source => <<"3">>}).

good() ->
    term_to_binary(#{command => diagnostics, id => 1, source => <<"3 + 4">>}).

strange(N) ->
    <<"strange_", (integer_to_binary(erlang:phash2({N, make_ref()})))/binary>>.

atom(Name) ->
    <<119, (byte_size(Name)), Name/binary>>.

framed(Payload) ->
    <<(byte_size(Payload)):32, Payload/binary>>.

%% Into the server's own port. Only what ends the compiler costs it its life.
among_others(Count) ->
    ok = made_class:define('Boat', #{superclass => 'Object', methods => #{sail => {[], 'Integer'}}}),
    Asked = fun() -> ?assertEqual(<<"Integer">>, real_port:type("boat sail", #{<<"boat">> => <<"Boat">>})) end,
    Asked(),
    Server = whereis(beamtalk_compiler_server),
    Bad = fun(N) ->
        Port = fake:port(),
        {Expected, Bytes} = bytes(kind(N), N),
        ok = beamtalk_compiler_port:send(Port, Bytes),
        {Time, _} = timer:tc(Asked),
        ?assert(Time < 1000 * ?SOON),
        Expected =:= answered andalso ?assertEqual({kind(N), Port}, {kind(N), fake:port()})
    end,
    %% Code that is loaded on the way brings its atoms.
    lists:foreach(Bad, lists:seq(1, length(kinds()))),
    Before = erlang:system_info(atom_count),
    lists:foreach(Bad, lists:seq(1, Count)),
    %% A pipe that breaks says why, in the words of the system: `epipe`, or whatever it is.
    ?assertEqual([], [Name || Name <- atoms_since(Before), not is_system_error(Name)]),
    ?assertEqual(Server, whereis(beamtalk_compiler_server)).

%% Atoms are numbered as they are made, and can be had by their numbers.
atoms_since(Before) ->
    [binary_to_term(<<131, 75, Number:24>>) || Number <- lists:seq(Before, erlang:system_info(atom_count) - 1)].

is_system_error(Name) ->
    string:prefix(erl_posix_msg:message(Name), "unknown") =:= nomatch.

from_the_compiler(Count) ->
    Texts = ["garbage", "length", "empty", "no map", "no status", "compressed", "half", "print", "deep", "strange"],
    Ask = fun(N) ->
        {Time, Answer} = timer:tc(fun() -> fake:ask(lists:nth(1 + N rem length(Texts), Texts)) end),
        ?assertMatch({_, {error, [#{message := <<"Compiler port ", _/binary>>}]}}, {N, Answer}),
        ?assert(Time < 2000 * ?SOON)
    end,
    lists:foreach(Ask, lists:seq(1, length(Texts))),
    Server = whereis(beamtalk_compiler_server),
    Before = erlang:system_info(atom_count),
    lists:foreach(Ask, lists:seq(1, Count)),
    ?assertEqual(Before, erlang:system_info(atom_count)),
    ?assertEqual({ok, #{}}, beamtalk_compiler_server:ping()),
    ?assertEqual(Server, whereis(beamtalk_compiler_server)).
