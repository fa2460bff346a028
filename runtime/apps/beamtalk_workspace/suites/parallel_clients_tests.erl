%% Clients of one workspace who define, change, remove, complete and evaluate at the same
%% time: what each of them sees is what they would see one after another. So a class is
%% there for everybody with the next request, in evaluations and in completions, whole or
%% not at all, and variables are each client's own. Ten thousand histories with CHAOS=full.
%%
%% Evaluations and completions read different tables. While a change is under way, one of
%% the two may be ahead of the other; each is explained by an order of its own.
-module(parallel_clients_tests).
-include_lib("proper/include/proper.hrl").
-include_lib("eunit/include/eunit.hrl").

-define(CLASSES, ["SharedTea", "SharedPot"]).
-define(CLIENTS, [first, second, third]).
-define(SHAPES, 3).
%% Of one client in one history.
-define(MOST, 5).

parallel_clients_test_() ->
    front:whole_tests([{"everybody sees one order of all requests", fun explained/0}]).

explained() ->
    Clients = maps:from_list([{Name, spawn_link(fun() -> client(front:open()) end)} || Name <- ?CLIENTS]),
    Options = [{numtests, front:rounds(20, 10000)}, quiet, long_result],
    ?assertEqual(true, proper:quickcheck(histories(Clients), Options)),
    [begin unlink(Pid), exit(Pid, kill) end || Pid <- maps:values(Clients)].

histories(Clients) ->
    ?FORALL(Scripts, scripts(), begin
        History = run(Scripts, Clients),
        ?WHENFAIL(io:format(user, "~nno order explains~n~tp~n", [History]),
            lists:all(fun(View) -> is_explained(view(View, History)) end, [evaluations, completions]))
    end).

is_explained(History) ->
    linearity:order(History, #{classes => #{}, bindings => #{}}, fun expected/3) =/= none.

%% What changes something is part of both.
view(View, History) ->
    maps:map(fun(_, Events) -> [Event || {_, _, Command, _} = Event <- Events, is_in(View, Command)] end, History).

is_in(evaluations, Command) -> not is_completion(Command);
is_in(completions, Command) -> is_change(Command) orelse is_completion(Command).

is_change(Command) when is_tuple(Command) -> lists:member(element(1, Command), [define, patch, remove]);
is_change(_) -> false.

is_completion({offered, _}) -> true;
is_completion(Command) -> Command =:= named.

%% Two or three clients.
scripts() ->
    ?LET(Count, integer(2, length(?CLIENTS)),
        ?LET(Lists, vector(Count, resize(?MOST, list(command()))),
            maps:from_list(lists:zip(lists:sublist(?CLIENTS, Count), Lists)))).

command() ->
    frequency([
        {6, {define, class(), integer(1, ?SHAPES), value()}},
        {3, {patch, class(), value()}},
        {2, {remove, class()}},
        {4, {worth, class()}},
        {2, {left, class(), integer(1, ?SHAPES)}},
        {4, {offered, class()}},
        {2, named},
        {2, {bind, value()}},
        {1, bound},
        {1, own_names}
    ]).

class() -> elements(?CLASSES).
value() -> integer(1, 999).

%% All begin together, and look at everything in the end.
run(Scripts, Clients) ->
    Asked = maps:with(maps:keys(Scripts), Clients),
    _ = [ask(Pid, [forget]) || Pid <- maps:values(Asked)],
    maps:foreach(fun(Name, Pid) -> Pid ! {self(), maps:get(Name, Scripts) ++ look()} end, Asked),
    maps:map(fun(_, Pid) -> heard(Pid) end, Asked).

look() ->
    lists:append([[{worth, Class}, {offered, Class}] || Class <- ?CLASSES]) ++ [named, bound].

ask(Pid, Commands) ->
    Pid ! {self(), Commands},
    heard(Pid).

heard(Pid) ->
    receive {Pid, Events} -> Events after 60000 -> error(no_answer) end.

client(Socket) ->
    receive
        {From, Commands} ->
            From ! {self(), [timed(Socket, Command) || Command <- Commands]},
            client(Socket)
    end.

timed(Socket, Command) ->
    Begun = erlang:monotonic_time(),
    Seen = seen(Command, Socket),
    {Begun, erlang:monotonic_time(), Command, Seen}.

seen(forget, Socket) ->
    [seen({remove, Class}, Socket) || Class <- ?CLASSES],
    front:ask(Socket, #{op => clear});
seen({define, Class, Shape, Value}, Socket) ->
    Code = io_lib:format(
        "Object subclass: ~ts\n  worth => ~b\n  left~b => ~b\n  right~b => ~b\n", [Class, Value, Shape, Value, Shape, Value]
    ),
    done(evaluate(Socket, Code));
seen({patch, Class, Value}, Socket) ->
    done(evaluate(Socket, io_lib:format("~ts >> worth => ~b", [Class, Value])));
seen({remove, Class}, Socket) ->
    case front:ask(Socket, #{op => unload, module => list_to_binary(Class)}) of
        #{<<"kind">> := _} -> refused;
        #{<<"value">> := _} -> done
    end;
seen({worth, Class}, Socket) ->
    evaluate(Socket, [Class, " new worth"]);
seen({left, Class, Shape}, Socket) ->
    evaluate(Socket, io_lib:format("~ts new left~b", [Class, Shape]));
seen({offered, Class}, Socket) ->
    [Label || Label <- completed(Socket, [Class, " new "]), re:run(Label, "^(worth|(left|right)[0-9])$", [{capture, none}]) =:= match];
seen(named, Socket) ->
    [Label || Label <- completed(Socket, "Shared"), lists:member(binary_to_list(Label), ?CLASSES)];
seen({bind, Value}, Socket) ->
    evaluate(Socket, io_lib:format("mine := ~b", [Value]));
seen(bound, Socket) ->
    evaluate(Socket, "mine");
seen(own_names, Socket) ->
    #{<<"bindings">> := Bindings} = front:ask(Socket, #{op => bindings}),
    [Print || #{<<"name">> := <<"mine">>, <<"print">> := Print} <- Bindings].

evaluate(Socket, Code) ->
    case front:ask(Socket, #{op => eval, code => unicode:characters_to_binary(Code)}) of
        #{<<"kind">> := Kind, <<"error">> := Words} -> kind(Kind, Words);
        #{<<"value">> := Value} -> Value
    end.

%% A class may go before a line is compiled or after.
kind(<<"undefined_variable">>, _) -> absent;
kind(<<"class_not_found">>, _) -> absent;
kind(<<"does_not_understand">>, _) -> not_understood;
kind(Kind, Words) -> {Kind, Words}.

done(Name) when is_binary(Name) -> done;
done(absent) -> refused;
done({<<"compile_error">>, _}) -> refused;
done(Other) -> Other.

completed(Socket, Text) ->
    Code = unicode:characters_to_binary(Text),
    #{<<"completions">> := Labels} = front:ask(Socket, #{op => complete, code => Code, cursor => byte_size(Code)}),
    lists:sort(Labels).

%% What a system does that has one client.
expected(_, {define, Class, Shape, Value}, #{classes := Classes} = State) ->
    {done, State#{classes := Classes#{Class => {Shape, Value, Value}}}};
expected(_, {patch, Class, Value}, #{classes := Classes} = State) ->
    case Classes of
        #{Class := {Shape, _, Sides}} -> {done, State#{classes := Classes#{Class := {Shape, Value, Sides}}}};
        _ -> {refused, State}
    end;
expected(_, {remove, Class}, #{classes := Classes} = State) ->
    {case Classes of #{Class := _} -> done; _ -> refused end, State#{classes := maps:remove(Class, Classes)}};
expected(_, {worth, Class}, #{classes := Classes} = State) ->
    {case Classes of #{Class := {_, Worth, _}} -> Worth; _ -> absent end, State};
expected(_, {left, Class, Shape}, #{classes := Classes} = State) ->
    Seen =
        case Classes of
            #{Class := {Shape, _, Sides}} -> Sides;
            #{Class := _} -> not_understood;
            _ -> absent
        end,
    {Seen, State};
expected(_, {offered, Class}, #{classes := Classes} = State) ->
    Seen =
        case Classes of
            #{Class := {Shape, _, _}} -> [iolist_to_binary(io_lib:format("~ts~b", [Side, Shape])) || Side <- ["left", "right"]] ++ [<<"worth">>];
            _ -> []
        end,
    {Seen, State};
expected(_, named, #{classes := Classes} = State) ->
    {lists:sort([list_to_binary(Class) || Class <- maps:keys(Classes)]), State};
expected(Client, {bind, Value}, #{bindings := Bindings} = State) ->
    {Value, State#{bindings := Bindings#{Client => Value}}};
expected(Client, bound, #{bindings := Bindings} = State) ->
    {maps:get(Client, Bindings, absent), State};
expected(Client, own_names, #{bindings := Bindings} = State) ->
    {[integer_to_binary(Value) || {Name, Value} <- maps:to_list(Bindings), Name =:= Client], State}.
