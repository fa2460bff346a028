-module(beamtalk_class_variables_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").
-include("../include/beamtalk_class_state.hrl").

-import(beamtalk_dispatch, [send/3]).
-import(fixture, [class/1, error_of/1]).
-import(beamtalk_class_variables, [get/2, put/3, locked/2]).

class_variables_test_() ->
    {foreach, fun fixture:start/0, fun fixture:stop/1, [
        {"they begin with their defaults", fun() ->
            ?assertEqual(0, send(class('Tally'), n, [])),
            ?assertEqual(nil, get('Tally', last))
        end},
        {"a writer's value is committed when it ends", fun() ->
            ?assertEqual(1, send(class('Tally'), tick, [])),
            ?assertEqual(2, send(class('Tally'), tick, [])),
            ?assertEqual(2, elsewhere(fun() -> send(class('Tally'), n, []) end)),
            #class_state{class_state = Values} = sys:get_state(beamtalk_class_registry:whereis_class('Tally')),
            ?assertEqual(#{n => 2, last => nil}, Values)
        end},
        {"until then only the writer sees it", fun() ->
            ?assertEqual({1, 0}, send(class('Tally'), 'tickThen:', [fun() ->
                {get('Tally', n), elsewhere(fun() -> get('Tally', n) end)}
            end]))
        end},
        {"the outermost writer that raises undoes all its writes", fun() ->
            send(class('Tally'), tick, []),
            ?assertMatch(#beamtalk_error{kind = not_found}, error_of(fun() ->
                send(class('Tally'), 'tickThen:', [fun() -> beamtalk_error:raise(not_found, 'C', s) end])
            end)),
            ?assertEqual(1, send(class('Tally'), n, [])),
            ?assertEqual(2, send(class('Tally'), tick, []))
        end},
        {"an inner writer that raises and is caught leaves what it wrote", fun() ->
            Inner = fun() -> send(class('Tally'), 'tickThen:', [fun() -> error(inner) end]) end,
            send(class('Tally'), 'tickThen:', [fun() -> catch Inner() end]),
            ?assertEqual(2, send(class('Tally'), n, []))
        end},
        {"unless a protected block goes back to its snapshot", fun() ->
            send(class('Tally'), 'tickThen:', [fun() ->
                Snapshot = beamtalk_class_variables:snapshot(),
                try
                    send(class('Tally'), 'tickThen:', [fun() -> error(inner) end])
                catch
                    error:inner -> beamtalk_class_variables:restore(Snapshot)
                end
            end]),
            ?assertEqual(1, send(class('Tally'), n, []))
        end},
        {"a non-local return commits", fun() ->
            Return = {'$beamtalk_return', make_ref(), 7},
            ?assertThrow(Return, send(class('Tally'), 'tickThen:', [fun() -> throw(Return) end])),
            ?assertEqual(1, send(class('Tally'), n, []))
        end},
        {"concurrent increments lose nothing", fun() ->
            Ticks = fun() -> [send(class('Tally'), tick, []) || _ <- lists:seq(1, 100)] end,
            Jobs = [spawn_monitor(Ticks) || _ <- lists:seq(1, 20)],
            [receive {'DOWN', Ref, process, _, normal} -> ok end || {_, Ref} <- Jobs],
            ?assertEqual(2000, send(class('Tally'), n, []))
        end},
        {"a put outside a writer is a writer of its own", fun() ->
            ?assertEqual(5, put(class('Tally'), n, 5)),
            ?assertEqual(5, elsewhere(fun() -> get('Tally', n) end))
        end},
        {"an undeclared variable is a key error", fun() ->
            ?assertMatch(#beamtalk_error{kind = key_error, class = 'Tally'}, error_of(fun() -> get('Tally', m) end)),
            ?assertMatch(#beamtalk_error{kind = key_error}, error_of(fun() -> put('Tally', m, 1) end)),
            ?assertMatch(#beamtalk_error{kind = key_error, class = 'Point'}, error_of(fun() -> get('Point', n) end)),
            ?assertMatch(#beamtalk_error{kind = class_not_found}, error_of(fun() -> get('Nowhere', n) end)),
            ?assertEqual(1, send(class('Tally'), tick, []))
        end},
        {"the death of a writer frees the lock and undoes", fun() ->
            {Writer, Ref} = holder(),
            exit(Writer, kill),
            receive {'DOWN', Ref, process, _, killed} -> ok end,
            ?assertEqual(1, send(class('Tally'), tick, []))
        end},
        {"a waiter that dies is forgotten", fun() ->
            {Writer, _} = holder(),
            {Waiter, WaiterRef} = spawn_monitor(fun() -> send(class('Tally'), tick, []) end),
            until_waiting(Waiter),
            exit(Waiter, kill),
            receive {'DOWN', WaiterRef, process, _, killed} -> ok end,
            Writer ! go,
            ?assertEqual(2, send(class('Tally'), tick, []))
        end},
        {"waiting has an end", fun() ->
            application:set_env(beamtalk_runtime, class_lock_timeout, 20),
            {Writer, _} = holder(),
            ?assertMatch(
                #beamtalk_error{kind = timeout, class = 'Tally'},
                error_of(fun() -> send(class('Tally'), tick, []) end)
            ),
            application:set_env(beamtalk_runtime, class_lock_timeout, 5000),
            Writer ! go,
            ?assertEqual(2, send(class('Tally'), tick, []))
        end},
        {"a holder that waits for us is a deadlock, told at once", fun() ->
            {Writer, _} = holder(),
            erlang:put('$beamtalk_waiting', [Writer]),
            ?assertMatch(
                #beamtalk_error{kind = deadlock_detected},
                error_of(fun() -> send(class('Tally'), tick, []) end)
            ),
            erase('$beamtalk_waiting'),
            Writer ! go
        end},
        {"redefinition keeps values, a fresh process does not", fun() ->
            send(class('Tally'), tick, []),
            {module, _} = code:load_file('bt@test@tally'),
            _ = sys:get_state(beamtalk_class_registry),
            Pid = beamtalk_class_registry:whereis_class('Tally'),
            _ = sys:get_state(Pid),
            ?assertEqual(1, send(class('Tally'), n, [])),
            Ref = monitor(process, Pid),
            quietly(fun() -> exit(Pid, kill), receive {'DOWN', Ref, _, _, _} -> ok end, supervisor:count_children(beamtalk_class_sup) end),
            _ = sys:get_state(beamtalk_class_registry:whereis_class('Tally')),
            ?assertEqual(0, send(class('Tally'), n, [])),
            code:purge('bt@test@tally')
        end},
        {"a writer whose class starts anew is told", fun() ->
            ?assertMatch(#beamtalk_error{kind = runtime_error, class = 'Tally'}, error_of(fun() ->
                send(class('Tally'), 'tickThen:', [fun() ->
                    Pid = beamtalk_class_registry:whereis_class('Tally'),
                    Ref = monitor(process, Pid),
                    quietly(fun() -> exit(Pid, kill), receive {'DOWN', Ref, _, _, _} -> ok end, supervisor:count_children(beamtalk_class_sup) end)
                end])
            end)),
            ?assertEqual(1, send(class('Tally'), tick, []))
        end}
    ]}.

%% A process that has ticked and holds the lock until it is told to go.
holder() ->
    Test = self(),
    Started = spawn_monitor(fun() ->
        send(class('Tally'), 'tickThen:', [fun() -> Test ! held, receive go -> ok end end])
    end),
    receive held -> Started end.

%% The waiter's request has arrived when the class process has answered after it.
until_waiting(Waiter) ->
    case process_info(Waiter, current_function) of
        {current_function, {gen, do_call, 4}} -> sys:get_state(beamtalk_class_registry:whereis_class('Tally'));
        _ -> erlang:yield(), until_waiting(Waiter)
    end.

elsewhere(Fun) ->
    {_, Ref} = spawn_monitor(fun() -> exit({value, Fun()}) end),
    receive {'DOWN', Ref, process, _, {value, Value}} -> Value end.

quietly(Fun) ->
    #{level := Level} = logger:get_primary_config(),
    logger:set_primary_config(level, none),
    Fun(),
    logger:set_primary_config(level, Level).
