%% After a change, whoever uses what was changed is checked: what peers hear of it, and what
%% one learns that comes later.
-module(reload_check_tests).
-include_lib("stdlib/include/assert.hrl").

-export([reload_check_test_/0]).

-define(POT, <<"Value subclass: CheckPot\n  litres -> Integer => 3\n">>).
-define(SHELF, <<
    "Object subclass: CheckShelf\n"
    "  total: pot :: CheckPot -> Integer =>\n"
    "    pot litres + 1\n"
>>).

reload_check_test_() ->
    front:whole_tests([
        {Title, fun() -> with_classes(Test) end}
     || {Title, Test} <- [
            {"a method that answers something else breaks its senders", fun broken/1},
            {"who is mended is shown no more", fun mended/1},
            {"a change that is reverted mends what it broke", fun reverted/1},
            {"a method that goes is missed", fun removed_method/1},
            {"a class that is loaded again is checked if something is shown of it", fun loaded/1},
            {"a body that changes is nobody else's business", fun body/1},
            {"the whole image", fun image/1},
            {"a class that goes takes its findings along", fun removed_class/1},
            {"what is found is lost with who keeps it, and found again", fun killed/1}
        ]
    ]).

with_classes(Test) ->
    ok = beamtalk_repl_service:start(),
    Socket = front:open(#{push => true}),
    [load(Socket, Text) || Text <- [?POT, ?SHELF]],
    ?assertEqual([], findings(Socket)),
    try
        Test(Socket)
    after
        [front:ask(Socket, #{op => unload, module => Class}) || Class <- ['CheckShelf', 'CheckPot']],
        front:eventually(fun() -> findings(Socket) =:= [] end),
        front:close(Socket),
        beamtalk_repl_service:stop()
    end.

load(Socket, Text) ->
    #{<<"classes">> := [_]} = front:ask(Socket, #{op => 'load-source', source => Text}).

%% By another peer, so that its answer does not come between what this one hears.
evaluate(_, Code) ->
    Other = front:open(),
    #{<<"status">> := [<<"done">>]} = front:ask(Other, #{op => eval, code => Code}),
    front:close(Other).

%% Of the check that comes next.
push(Socket) ->
    #{<<"event">> := <<"completed">>, <<"data">> := Data} = front:until(Socket, fun
        (#{<<"channel">> := <<"reload_check">>}) -> true;
        (_) -> false
    end),
    Data.

findings(Socket) ->
    #{<<"value">> := #{<<"findings">> := Findings}} = front:ask(Socket, #{op => 'reload-findings'}),
    Findings.

breaking(Socket) ->
    evaluate(Socket, <<"CheckPot >> litres -> Symbol => #three">>),
    push(Socket).

broken(Socket) ->
    Data = breaking(Socket),
    ?assertMatch(
        #{
            <<"changedClass">> := <<"CheckPot">>, <<"changedSelector">> := <<"litres">>, <<"classification">> := <<"signature_changed">>,
            <<"checked">> := 1, <<"notChecked">> := 0, <<"capNote">> := null, <<"checkedOwners">> := [<<"CheckShelf">>]
        },
        Data
    ),
    #{<<"findings">> := [Finding]} = Data,
    ?assertMatch(
        #{
            <<"owner">> := <<"CheckShelf">>, <<"changedClass">> := <<"CheckPot">>, <<"selector">> := <<"litres">>,
            <<"classification">> := <<"signature_changed">>, <<"message">> := _, <<"severity">> := _, <<"category">> := _,
            <<"sites">> := [#{<<"method">> := <<"total:">>, <<"line">> := 3}], <<"start">> := _, <<"end">> := _
        },
        Finding
    ),
    ?assert(is_map_key(<<"note">>, Finding)),
    ?assertEqual([Finding], findings(Socket)),
    %% And who comes later.
    Later = front:open(),
    ?assertEqual([Finding], findings(Later)),
    front:close(Later).

mended(Socket) ->
    _ = breaking(Socket),
    evaluate(Socket, <<"CheckShelf >> total: pot :: CheckPot -> Integer => pot litres asString size">>),
    ?assertMatch(
        #{<<"changedClass">> := <<"CheckShelf">>, <<"classification">> := <<"class_loaded">>, <<"checkedOwners">> := [<<"CheckShelf">>], <<"findings">> := []},
        push(Socket)
    ),
    ?assertEqual([], findings(Socket)).

reverted(Socket) ->
    _ = breaking(Socket),
    evaluate(Socket, <<"Workspace changes revert: Workspace changes activeEntries last">>),
    ?assertMatch(#{<<"changedClass">> := <<"CheckPot">>, <<"findings">> := []}, push(Socket)),
    front:eventually(fun() -> findings(Socket) =:= [] end).

removed_method(Socket) ->
    evaluate(Socket, <<"CheckPot removeSelector: #litres">>),
    ?assertMatch(#{<<"classification">> := <<"method_removed">>, <<"findings">> := [#{<<"owner">> := <<"CheckShelf">>}]}, push(Socket)),
    %% That its class was loaded for it may be seen first.
    evaluate(Socket, <<"CheckPot >> litres -> Integer => 3">>),
    ?assertMatch(#{<<"findings">> := []}, push(Socket)).

loaded(Socket) ->
    _ = breaking(Socket),
    load(Socket, ?POT),
    ?assertMatch(
        #{<<"changedClass">> := <<"CheckPot">>, <<"changedSelector">> := null, <<"classification">> := <<"class_loaded">>, <<"findings">> := []},
        push(Socket)
    ),
    ?assertEqual([], findings(Socket)).

%% Had it been checked, that would be told before what comes of the other change.
body(Socket) ->
    _ = front:ask(Socket, #{op => eval, code => <<"CheckPot >> litres   -> Integer => 9">>}),
    ?assertMatch(#{<<"classification">> := <<"signature_changed">>}, breaking(Socket)).

image(Socket) ->
    _ = breaking(Socket),
    load(Socket, <<"Object subclass: CheckOdd\n  twice => nil frobnicateTwice\n">>),
    evaluate(Socket, <<"Workspace recheckImage size">>),
    #{<<"changedClass">> := null, <<"checkedOwners">> := Owners, <<"findings">> := Findings} = push(Socket),
    ?assertEqual([], [<<"CheckOdd">>, <<"CheckPot">>, <<"CheckShelf">>] -- Owners),
    ?assertEqual([<<"CheckOdd">>, <<"CheckShelf">>], lists:usort([Owner || #{<<"owner">> := <<"Check", _/binary>> = Owner} <- Findings])),
    ?assertEqual(lists:sort(Findings), lists:sort(findings(Socket))),
    _ = front:ask(Socket, #{op => unload, module => 'CheckOdd'}).

removed_class(Socket) ->
    _ = breaking(Socket),
    ?assertMatch([_], findings(Socket)),
    _ = front:ask(Socket, #{op => unload, module => 'CheckShelf'}),
    _ = sys:get_state(beamtalk_reload_check),
    ?assertEqual([], findings(Socket)).

killed(Socket) ->
    _ = breaking(Socket),
    Old = whereis(beamtalk_reload_check),
    exit(Old, kill),
    front:eventually(fun() -> is_pid(whereis(beamtalk_reload_check)) andalso whereis(beamtalk_reload_check) =/= Old end),
    ?assertEqual([], findings(Socket)),
    evaluate(Socket, <<"CheckPot >> litres -> String => \"three\"">>),
    ?assertMatch(#{<<"findings">> := [_]}, push(Socket)),
    ?assertMatch([_], findings(Socket)).
