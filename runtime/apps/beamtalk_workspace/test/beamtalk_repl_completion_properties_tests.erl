%% Any text is answered: with a list, or with a reason and no failure on the way.
-module(beamtalk_repl_completion_properties_tests).
-include_lib("proper/include/proper.hrl").
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk_candidate.hrl").

properties_test_() ->
    prompt_world:with([
        {timeout, 300, {"any text is answered", ?_assertEqual(true, check(answered(), prompt_world:rounds(1500, 100000)))}},
        {timeout, 300, {"any bytes are read", ?_assertEqual(true, check(read(), prompt_world:rounds(1500, 100000)))}},
        {timeout, 300, {"a chain resolves as its steps do", ?_assertEqual(true, check(chains(), prompt_world:rounds(800, 50000)))}}
    ]).

check(Property, Cases) ->
    proper:quickcheck(Property, [{numtests, Cases}, quiet, long_result]).

piece() ->
    oneof([
        <<"b">>, <<"Barrel">>, <<"n">>, <<"keg">>, <<"words">>, <<"lid">>, <<"type">>, <<"self">>, <<"super">>, <<"Transcript">>, <<"Erlang">>, <<"lists">>,
        <<"litres">>, <<"size">>, <<"raw">>, <<"twin">>, <<"class">>, <<"new">>, <<"spawn">>, <<"oak">>, <<"fill:">>, <<"from:">>, <<"at:">>, <<"zork">>,
        <<"3">>, <<"-2.5">>, <<"16rFF">>, <<"\"tea\"">>, <<"\"">>, <<"{">>, <<"}">>, <<"$a">>, <<"$">>, <<"#">>, <<"#sym">>, <<"#(">>, <<"#[">>, <<"#{">>,
        <<"(">>, <<")">>, <<"[">>, <<"]">>, <<":x">>, <<"|">>, <<"=>">>, <<"->">>, <<",">>, <<".">>, <<";">>, <<"^">>, <<":=">>, <<"::">>, <<"+">>, <<">>">>,
        <<"//">>, <<"/*">>, <<"*/">>, <<"'">>, <<"@">>, <<"@expect">>, <<":">>, <<":h">>, <<":type">>, <<"self.">>, <<"true">>, <<"nil">>, <<"\n">>, <<"é">>, <<0>>
    ]).

code() ->
    ?LET(Pieces, list({piece(), oneof([<<>>, <<" ">>, <<" ">>, <<"  ">>, <<"\n">>])}),
        iolist_to_binary([[Piece, Blank] || {Piece, Blank} <- Pieces])).

answered() ->
    Bindings = prompt_world:bindings(),
    ?FORALL(Code, code(), begin
        {Found, Reason} = beamtalk_repl_completion:complete(Code, Bindings),
        case Found of
            [] -> is_binary(Reason) andalso Reason =/= <<>> andalso Reason =/= beamtalk_repl_reason:failed();
            _ -> Reason =:= none andalso lists:all(fun is_whole/1, prompt_world:items(Found))
        end
    end).

is_whole(It) ->
    #{label := Label, kind := Kind, signature := Signature, insert := Insert, rank := Rank} = It,
    lists:all(fun(Text) -> is_binary(Text) andalso Text =/= <<>> end, [Label, Kind, Signature, Insert]) andalso is_integer(Rank).

read() ->
    ?FORALL(Bytes, binary(), begin
        {Found, Reason} = beamtalk_repl_completion:complete(Bytes, #{}),
        Found =/= [] orelse (is_binary(Reason) andalso Reason =/= beamtalk_repl_reason:failed())
    end).

%% One walk of many messages is many walks of one.
chains() ->
    Selectors = [litres, label, twin, maker, lid, kinds, class, oak, new, size, abs, printString, raw, ghost, width, yourself, name],
    ?FORALL({Class, Sends}, {oneof(['Barrel', 'Keg', 'Lid', 'String', 'Integer', 'Class']), list(oneof(Selectors))},
        length(Sends) > 20 orelse
            beamtalk_repl_walk:walk({instance, Class}, Sends) =:= lists:foldl(
                fun
                    (Send, {ok, At, Side}) -> beamtalk_repl_walk:walk({Side, At}, [Send]);
                    (_, Stop) -> Stop
                end,
                {ok, Class, instance},
                Sends
            )
    ).
