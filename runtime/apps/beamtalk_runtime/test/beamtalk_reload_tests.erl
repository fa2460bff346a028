%% Classes change while their actors run: what stays, what goes, and that a
%% message ends in the code it began with.
-module(beamtalk_reload_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").

-import(beamtalk_dispatch, [send/3]).
-import(beamtalk_class_registry, [whereis_class/1]).
-import(fixture, [class/1, error_of/1]).

%% As a handler of the logger.
-export([log/2]).

-define(MODULE_OF_LAMP, 'bt@test@lamp').

%% What is left of old code goes when nobody runs it, which a busy machine delays.
reload_test_() ->
    {foreach, fun fixture:start/0, fun stop/1, [{timeout, 60, Test} || Test <- [
        {"methods are those of the new text, state stays", fun() ->
            Lamp = lamp(),
            1 = send(Lamp, inc, []),
            ok = load(#{methods => [{inc, "", "put(Self, n, get(Self, n) + 10)"}, {twice, "", "2 * get(Self, n)"}]}),
            ?assertEqual([11, 22], [send(Lamp, inc, []), send(Lamp, twice, [])]),
            ok = load(#{methods => [{twice, "", "3 * get(Self, n)"}]}),
            ?assertEqual(33, send(Lamp, twice, [])),
            ?assertMatch(#beamtalk_error{kind = does_not_understand}, error_of(fun() -> send(Lamp, inc, []) end))
        end},
        {"new slots get their defaults, those that are gone go, others stay", fun() ->
            Lamp = lamp(#{n => 7, extra => kept}),
            Log = logged(fun() ->
                ok = load(#{fields => [{n, "0"}, {m, "{new, 5}"}]}),
                ?assertEqual({new, 5}, send(Lamp, 'slot:', [m])),
                ok = load(#{fields => [{m, "0"}]}),
                ?assertEqual(#{m => {new, 5}, extra => kept}, slots(Lamp))
            end),
            ?assertMatch({_, _}, binary:match(Log, <<"has lost n">>))
        end},
        {"a slot that went and came back has its default", fun() ->
            Lamp = lamp(#{n => 7}),
            silently(fun() -> ok = load(#{fields => []}), #{} = slots(Lamp) end),
            ok = load(#{fields => [{n, "0"}]}),
            ?assertEqual(#{n => 0}, slots(Lamp))
        end},
        {"an actor that is not sent anything has its new state soon", fun() ->
            {_, _, _, Pid} = lamp(),
            ok = load(#{fields => [{n, "0"}, {m, "1"}]}),
            ?assertMatch(#{n := 0, m := 1}, eventually(fun() -> sys:get_state(Pid) end, fun(S) -> is_map_key(m, S) end))
        end},
        {"an actor that is suspended, changed and resumed", fun() ->
            {_, _, _, Pid} = Lamp = lamp(#{n => 3}),
            ok = sys:suspend(Pid),
            ok = load(#{fields => [{n, "0"}, {m, "1"}]}),
            ok = sys:change_code(Pid, ?MODULE_OF_LAMP, undefined, []),
            ok = sys:resume(Pid),
            ?assertEqual(#{n => 3, m => 1}, slots(Lamp))
        end},
        {"subclasses follow their superclass", fun() ->
            ok = load(#{}),
            ok = live_class:load('Torch', 'Lamp', #{fields => [{beam, "wide"}], methods => []}),
            Torch = send(class('Torch'), 'spawnWith:', [#{n => 4}]),
            ?assertEqual(5, send(Torch, inc, [])),
            silently(fun() ->
                ok = load(#{fields => [{m, "1"}], methods => [{inc, "", "put(Self, m, get(Self, m) + 1)"}]}),
                ?assertEqual({2, #{m => 2, beam => wide}}, {send(Torch, inc, []), slots(Torch)})
            end),
            silently(fun() ->
                ok = live_class:load('Torch', 'Actor', #{fields => [{beam, "wide"}], methods => []}),
                ?assertEqual(#{beam => wide}, slots(Torch))
            end)
        end},
        {"defaults that cannot be computed leave the state as it is", fun() ->
            Lamp = lamp(#{n => 3}),
            silently(fun() -> ok = load(#{fields => [{n, "0"}, {m, "error(no)"}]}), #{n := 3} = slots(Lamp) end),
            ?assertEqual(4, send(Lamp, inc, []))
        end},
        {"a message ends in the code it began with", fun() -> whole(fun(N) -> ok = load(numbered(N)) end) end},
        {"that is so of patches too", fun() ->
            whole(fun
                (1) -> ok = load(numbered(1));
                (N) -> [ok = beamtalk_object_class:put_method(whereis_class('Lamp'), S, fun(_) -> {S, N} end) || S <- [a, b]]
            end)
        end},
        {"and of methods that are removed", fun() ->
            ok = load(numbered(1)),
            {Lamp, Answer, Go} = begun('both:'),
            ok = beamtalk_object_class:delete_method(whereis_class('Lamp'), instance, b),
            ok = Go(),
            ?assertEqual({{a, 1}, {b, 1}}, Answer()),
            ?assertMatch(#beamtalk_error{kind = does_not_understand}, error_of(fun() -> send(Lamp, b, []) end))
        end},
        {"blocks of any version stay good while they are kept, and no longer hold code then", fun() ->
            Keeping = fun(N) -> #{fields => [{block, "fun() -> " ++ integer_to_list(N) ++ " end"}], methods => [{ask, "", "(get(Self, block))()"}]} end,
            Lamps = [begin ok = load(Keeping(N)), send(class('Lamp'), spawn, []) end || N <- lists:seq(1, 12)],
            ?assertEqual(lists:seq(1, 12), [send(Lamp, ask, []) || Lamp <- Lamps]),
            ?assert(length(versions()) >= 6),
            [send(Lamp, stop, []) || Lamp <- Lamps],
            ?assertEqual([], eventually(fun old_code/0, fun(Old) -> Old =:= [] end)),
            [ok = load(Keeping(N)) || N <- lists:seq(1, 30)],
            ?assert(length(versions()) =< 15)
        end},
        {"a block that a message makes after its class has changed is as good", fun() ->
            ok = load(#{methods => [{'make:', "Wait", "Wait(), X = get(Self, n), fun() -> {late, X} end"}]}),
            {_, Answer, Go} = begun('make:'),
            [ok = load(numbered(N)) || N <- lists:seq(1, 5)],
            ok = Go(),
            Block = Answer(),
            [ok = load(numbered(N)) || N <- lists:seq(6, 12)],
            ?assertEqual({late, 0}, Block())
        end},
        {"calls by the name of the module find what is there now", fun() ->
            Lamp = lamp(),
            ok = load(#{methods => [{fresh, "", "fresh"}], class_methods => [{make, "", "made"}]}),
            ok = load(#{methods => [{fresh, "", "fresher"}, {'later:', "X", "{later, X}"}], class_methods => [{'make:', "X", "{made, X}"}]}),
            ?assertEqual([fresher, {later, 1}], [?MODULE_OF_LAMP:fresh(Lamp), ?MODULE_OF_LAMP:'later:'(Lamp, 1)]),
            ?assertEqual({made, 2}, ?MODULE_OF_LAMP:'class_make:'(class('Lamp'), 2)),
            ?assertMatch(#beamtalk_error{kind = does_not_understand}, error_of(fun() -> ?MODULE_OF_LAMP:class_make(class('Lamp')) end)),
            ?assertMatch(#{class := 'Lamp', method_info := #{'later:' := _}}, ?MODULE_OF_LAMP:'__beamtalk_meta'())
        end},
        {"a trace names the class, the method and the module", fun() ->
            Lamp = lamp(),
            Failing = fun(Tag) -> #{methods => [{fail, "", "{error({" ++ Tag ++ ", Self})}"}]} end,
            [ok = load(Failing(Tag)) || Tag <- ["one", "two", "three"]],
            #{stacktrace := [Frame | _]} =
                try ?MODULE_OF_LAMP:fail(Lamp) catch error:_:Trace -> #{stacktrace => beamtalk_stack_frame:frames(Trace)} end,
            ?assertMatch(#{receiverClass := 'Lamp', method := fail, arguments := 0, moduleName := <<"bt@test@lamp">>}, Frame)
        end},
        {"a change that is refused leaves the class as it was", fun() ->
            Lamp = lamp(),
            ok = live_class:load('Torch', 'Lamp', #{methods => []}),
            {error, #beamtalk_error{kind = runtime_error}} = live_class:load('Lamp', 'Torch', numbered(1)),
            ?assertEqual(1, send(Lamp, inc, [])),
            ?assertEqual('Actor', beamtalk_class_registry:superclass_of('Lamp'))
        end},
        {"class variables and patches: what the new text says", fun() ->
            lamp(),
            ok = beamtalk_object_class:put_class_method(whereis_class('Lamp'), kind, fun(_) -> patched end),
            ok = beamtalk_object_class:put_method(whereis_class('Lamp'), inc, fun(_) -> patched end, #{return_type => 'Integer'}),
            ?assertEqual({ok, 'Integer'}, beamtalk_class_registry:get_method_return_type('Lamp', inc)),
            Lamp = send(class('Lamp'), spawn, []),
            ?assertEqual([patched, patched], [send(Lamp, inc, []), send(class('Lamp'), kind, [])]),
            ok = load(#{}),
            ?assertEqual(undefined, beamtalk_class_registry:get_method_return_type('Lamp', inc)),
            ?assertEqual(1, send(Lamp, inc, [])),
            ?assertEqual(lamp, send(class('Lamp'), kind, []))
        end},
        {"a patch is found by calls from the class itself, and taken back", fun() ->
            ok = load(numbered(1)),
            Lamp = send(class('Lamp'), spawn, []),
            Both = fun() -> send(Lamp, 'both:', [fun() -> ok end]) end,
            Pid = whereis_class('Lamp'),
            ok = beamtalk_object_class:put_method(Pid, b, fun(Self) -> {patched, send(Self, a, [])} end),
            ?assertEqual({{a, 1}, {patched, {a, 1}}}, Both()),
            ok = beamtalk_object_class:put_method(Pid, a, fun(_) -> other end),
            ?assertEqual({other, {patched, other}}, Both()),
            ok = beamtalk_object_class:remove_method(Pid, instance, b),
            ?assertEqual({other, {b, 1}}, Both()),
            ok = beamtalk_object_class:delete_method(Pid, instance, a),
            ?assertMatch(#beamtalk_error{kind = does_not_understand, selector = a}, error_of(Both)),
            ok = beamtalk_object_class:put_method(Pid, a, fun(_) -> back end),
            ?assertEqual({back, {b, 1}}, Both())
        end},
        {"methods that are added to running actors, to their class and to what they inherit from", fun() ->
            Lamp = lamp(),
            ok = beamtalk_object_class:put_method(whereis_class('Lamp'), glow, fun(Self) -> beamtalk_actor_state:put(Self, n, 9) end),
            beamtalk_extensions:register('Actor', hum, fun([], Self) -> {hum, beamtalk_actor_state:get(Self, n)} end, me),
            ?assertEqual([9, {hum, 9}], [send(Lamp, glow, []), send(Lamp, hum, [])])
        end}
    ]]}.

%% A message that sends two others to itself, with a change between them: from
%% the class's own code and from code that it inherits.
whole(Change) ->
    Change(1),
    [
        begin
            {Lamp, Answer, Go} = begun(Selector),
            Change(N + 1),
            ok = Go(),
            ?assertEqual({{a, N}, {b, N}}, Answer()),
            ?assertEqual({{a, N + 1}, {b, N + 1}}, send(Lamp, Selector, [fun() -> ok end]))
        end
     || {N, Selector} <- lists:zip([1, 2, 3, 4], ['both:', 'template:', 'template:', 'both:'])
    ].

numbered(N) ->
    Number = integer_to_list(N),
    #{
        methods => [
            {a, "", "{a, " ++ Number ++ "}"},
            {b, "", "{b, " ++ Number ++ "}"},
            {'both:', "Between", "A = a(Self), Between(), {A, b(Self)}"}
        ]
    }.

%% A message whose argument is a block that waits. When it waits, this answers
%% the actor, how to get the message's answer and how to let it go on.
begun(Selector) ->
    Test = self(),
    Lamp = send(class('Lamp'), spawn, []),
    Wait = fun() -> Test ! {waiting, self()}, receive go -> ok end end,
    {Sender, Monitor} = spawn_monitor(fun() -> exit({answer, send(Lamp, Selector, [Wait])}) end),
    Waiting = receive {waiting, Pid} -> Pid end,
    Answer = fun() -> receive {'DOWN', Monitor, process, Sender, {answer, Value}} -> Value end end,
    {Lamp, Answer, fun() -> Waiting ! go, ok end}.

lamp() ->
    lamp(#{}).

lamp(State) ->
    ok = load(#{}),
    send(class('Lamp'), 'spawnWith:', [State]).

load(Given) ->
    Slot = {'slot:', "Name", "get(Self, Name)"},
    Methods = maps:get(methods, Given, [{inc, "", "put(Self, n, get(Self, n) + 1)"}]),
    Lamp = #{fields => [{n, "0"}], class_methods => [{kind, "", "lamp"}]},
    live_class:load('Lamp', maps:merge(Lamp, Given#{methods => [Slot | Methods]})).

slots({_, _, _, Pid}) ->
    maps:without([?TAG, '$beamtalk_self'], eventually(fun() -> gen_server:cast(Pid, migrate), sys:get_state(Pid) end, fun(_) -> true end)).

versions() ->
    [Module || {Module, _} <- code:all_loaded(), beamtalk_code_version:base(Module) =:= <<"bt@test@lamp">>].

old_code() ->
    lists:filter(fun erlang:check_old_code/1, versions()).

eventually(Ask, Holds) ->
    eventually(Ask, Holds, 3000).

eventually(Ask, Holds, Left) ->
    Answer = Ask(),
    case Holds(Answer) orelse Left =:= 0 of
        true -> Answer;
        false -> receive after 10 -> eventually(Ask, Holds, Left - 1) end
    end.

stop(Started) ->
    Test = [Class || Class <- ['Torch', 'Lamp'], beamtalk_class_registry:module_of(Class) =/= undefined],
    [ok = beamtalk_class_registry:remove(Class) || Class <- Test],
    %% The next runtime would not know who uses code of this one.
    garbage_collect(),
    _ = eventually(fun old_code/0, fun(Old) -> Old =:= [] end),
    fixture:stop(Started).

silently(Fun) ->
    _ = logged(Fun),
    ok.

%% What is logged meanwhile, in place of printing it.
logged(Fun) ->
    Test = self(),
    ok = logger:add_handler(?MODULE, ?MODULE, #{config => Test}),
    ok = logger:set_handler_config(default, level, none),
    try Fun() after
        logger:set_handler_config(default, level, all),
        logger:remove_handler(?MODULE)
    end,
    iolist_to_binary(messages()).

messages() ->
    receive {logged, Text} -> [Text | messages()] after 0 -> [] end.

log(Event, #{config := Test}) ->
    Test ! {logged, unicode:characters_to_binary(logger_formatter:format(Event, #{template => [msg, "\n"]}))}.
