%% Asking changes nothing: no code of the user runs, no process is spoken to or started,
%% no module is loaded and no atom made, whatever the text.
-module(beamtalk_repl_purity_tests).
-include_lib("eunit/include/eunit.hrl").

-define(USER, 'bt@made@tun').

purity_test_() ->
    {setup, fun start/0, fun stop/1, [
        {timeout, 3600, {"no code of the user runs, and nobody is spoken to", fun untouched/0}},
        {timeout, 3600, {"no module is loaded", fun unloaded/0}},
        {timeout, 3600, {"texts make no atoms", fun atoms/0}},
        {timeout, 3600, {"a value tells its class however odd it is", fun odd_values/0}}
    ]}.

start() ->
    prompt_world:start(),
    Text =
        "-module('" ++ atom_to_list(?USER) ++ "'). "
        "dispatch(_, _, _) -> touched. class_dispatch(_, _, _) -> touched. '__class_variables'() -> #{}. '__beamtalk_meta'() -> #{}. "
        "'__new'() -> touched. size(_) -> touched. class_oak(_) -> touched. ",
    {ok, Tokens, _} = erl_scan:string(Text),
    {ok, ?USER, Beam} = compile:forms(forms(Tokens), [export_all, nowarn_export_all]),
    {module, ?USER} = code:load_binary(?USER, "made", Beam),
    prompt_world:define(#{
        class => 'Tun', superclass => 'Actor', kind => actor, class_variables => [count],
        method_info => #{size => #{return_type => 'Integer'}, next => #{return_type => none}},
        class_method_info => #{oak => #{return_type => 'Self'}}
    }).

stop(World) ->
    _ = code:delete(?USER),
    _ = code:purge(?USER),
    prompt_world:stop(World).

forms([]) ->
    [];
forms(Tokens) ->
    {Form, [Dot | Rest]} = lists:splitwith(fun(Token) -> element(1, Token) =/= dot end, Tokens),
    {ok, Parsed} = erl_parse:parse_form(Form ++ [Dot]),
    [Parsed | forms(Rest)].

texts() ->
    Spoken = [
        <<Receiver/binary, Message/binary>>
     || Receiver <- [<<"tun">>, <<"Tun">>, <<"tun size">>, <<"Tun oak">>, <<"tun next">>, <<"Tun spawn">>, <<"tun class">>, <<"Transcript">>, <<"(tun size)">>, <<"dict">>],
        Message <- [<<>>, <<" ">>, <<" s">>, <<" size">>, <<" size ">>, <<" next: 3 ">>, <<" count ">>]
    ],
    Spoken ++ prompt_texts:beginnings(prompt_world:rounds(40, 1)).

bindings(Pid) ->
    #{
        <<"tun">> => {beamtalk_object, 'Tun', ?USER, Pid},
        <<"dict">> => #{k => {beamtalk_object, 'Tun', ?USER, Pid}},
        <<"named">> => {beamtalk_object, 'Tun', ?USER, {registered, nobody_of_that_name}}
    }.

untouched() ->
    Actor = spawn_link(fun() -> receive never -> ok end end),
    Bindings = bindings(Actor),
    Texts = texts(),
    complete(Texts, Bindings),
    Modules = [Module || {Module, _} <- code:all_loaded(), string:prefix(atom_to_list(Module), "bt@") =/= nomatch],
    ?assert(lists:member(?USER, Modules)),
    Traced = [erlang:trace_pattern({Module, '_', '_'}, true, [local]) || Module <- Modules],
    ?assert(lists:sum(Traced) > 1000),
    Tracer = spawn_link(fun() -> collect([]) end),
    Worker = spawn_link(fun() -> receive {go, From} -> complete(Texts, Bindings), From ! done end end),
    1 = erlang:trace(Worker, true, [call, send, procs, {tracer, Tracer}]),
    Worker ! {go, self()},
    receive done -> ok end,
    erlang:trace_pattern({'_', '_', '_'}, false, [local]),
    Tracer ! {tell, self()},
    Seen = receive {seen, All} -> All end,
    Test = self(),
    ?assertEqual([], [It || It <- Seen, not is_own(It, Test)]),
    ?assertEqual({messages, []}, process_info(Actor, messages)).

%% The worker tells the test that it is done, and ends.
is_own({trace, _, send, done, Test}, Test) -> true;
is_own({trace, _, exit, normal}, _) -> true;
%% What files and modules there are is asked of those who know.
is_own({trace, _, send, _, code_server}, _) -> true;
is_own({trace, _, send, _, To}, _) when is_pid(To) -> lists:member(process_info(To, registered_name), [{registered_name, Name} || Name <- [erl_prim_loader, code_server, file_server_2]]);
is_own({trace, _, unlink, _}, _) -> true;
is_own({trace, _, getting_unlinked, _}, _) -> true;
is_own(_, _) -> false.

collect(Seen) ->
    receive
        {tell, To} -> To ! {seen, lists:reverse(Seen)};
        Trace -> collect([Trace | Seen])
    end.

complete(Texts, Bindings) ->
    lists:foreach(
        fun(Text) ->
            {Found, Reason} = beamtalk_repl_completion:complete(Text, Bindings),
            (Found =/= [] andalso Reason =:= none) orelse (Found =:= [] andalso is_binary(Reason)) orelse error({Text, Reason}),
            Reason =/= beamtalk_repl_reason:failed() orelse error({Text, Reason})
        end,
        Texts
    ).

unloaded() ->
    complete([<<"Erlang crypto ha">>, <<"Erlang li">>, <<"b ">>], #{}),
    Before = length(code:all_loaded()),
    Codes = [<<"Erlang sofs un">>, <<"Erlang erl_tar ex">>, <<"Erlang zip un">>, <<"Unloaded foo">>],
    ?assertMatch([{[_ | _], none}, {[_ | _], none}, {[_ | _], none}, _], [beamtalk_repl_completion:complete(Code, #{}) || Code <- Codes]),
    ?assertEqual(Before, length(code:all_loaded())),
    ?assertNot(erlang:module_loaded(zip)).

%% The first thousand loads what the others use.
atoms() ->
    Bindings = prompt_world:bindings(),
    Rounds = prompt_world:rounds(20000, 1000000),
    complete_made(1, 1000, Bindings),
    Before = erlang:system_info(atom_count),
    complete_made(1001, 1000 + Rounds, Bindings),
    New = erlang:system_info(atom_count) - Before,
    io:format(user, "  ~b new atoms in ~b completions~n", [New, Rounds]),
    ?assert(New =< 50).

complete_made(Last, Last, _) ->
    ok;
complete_made(Number, Last, Bindings) ->
    complete([prompt_texts:made(Number)], Bindings),
    complete_made(Number + 1, Last, Bindings).

odd_values() ->
    Odd = [
        self(), make_ref(), fun() -> ok end, {}, {beamtalk_object}, {beamtalk_object, 7, x, y}, {beamtalk_object, 'Nobody', x, self()},
        {beamtalk_object, 'Nobody class', x, {registered, beamtalk_class_Nobody}}, {beamtalk_object, 'Gone class', x, {registered, odd}},
        {beamtalk_object, 'Metaclass', x, {registered, odd}}, #{'$beamtalk_class' => 7}, #{'$beamtalk_class' => 'Nobody'},
        <<1:3>>, <<255>>, [a | b], '$beamtalk_unbound', 1.5
    ],
    [complete([<<"odd ">>, <<"odd si">>, <<"odd size ">>, <<"od">>], #{<<"odd">> => Value}) || Value <- Odd].
