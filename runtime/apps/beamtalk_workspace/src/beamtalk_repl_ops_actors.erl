%% Operations on actors: which there are, what they hold, and their end. An actor is
%% named by its process, as in 0.234.0, by a variable of the session, or by its class
%% where only one of it runs. No messages of the language are sent.
-module(beamtalk_repl_ops_actors).

-export([handle/3]).

%% How long an actor that is busy is waited for, in milliseconds.
-define(PATIENCE, 1000).

-spec handle(binary(), map(), beamtalk_repl_ops:context()) -> beamtalk_repl_ops:result().
handle(<<"actors">>, _, _) ->
    {ok, #{actors => [described(Actor) || Actor <- beamtalk_actor_watch:actors()]}};
handle(<<"inspect">>, Params, Context) ->
    with_target(Params, Context, fun inspect/1);
handle(<<"kill">>, Params, Context) ->
    with_target(Params, Context, fun kill/1);
handle(<<"pid-stats">>, Params, Context) ->
    with_target(Params, Context, fun statistics/1).

-spec described(beamtalk_actor_watch:actor()) -> map().
described(#{pid := Pid, class := Class, spawned_at := Time}) ->
    #{
        pid => beamtalk_actor_watch:text(Pid),
        class => Class,
        module => beamtalk_class_registry:module_of(Class),
        spawned_at => Time
    }.

-spec with_target(map(), beamtalk_repl_ops:context(), fun(({actor, pid()} | {value, term()}) -> beamtalk_repl_ops:result())) ->
    beamtalk_repl_ops:result().
with_target(Params, Context, Do) ->
    case beamtalk_repl_target:find(target(Params), Context) of
        {error, Error} -> {error, Error};
        Target -> Do(Target)
    end.

-spec target(map()) -> binary().
target(#{<<"target">> := Text}) when is_binary(Text) -> Text;
target(#{<<"actor">> := Text}) when is_binary(Text) -> Text;
target(_) -> <<>>.

-spec inspect({actor, pid()} | {value, term()}) -> beamtalk_repl_ops:result().
inspect({value, Value}) ->
    {ok, #{
        class => beamtalk_class_of:class_of(Value),
        print => beamtalk_repl_print:short(Value),
        state => beamtalk_repl_print:slots(Value)
    }};
inspect({actor, Pid}) ->
    try sys:get_state(Pid, ?PATIENCE) of
        State ->
            {ok, #{
                class => beamtalk_actor_instances:class_of(Pid),
                pid => beamtalk_actor_watch:text(Pid),
                state => beamtalk_repl_print:slots(State)
            }}
    catch
        exit:{timeout, _} -> {error, (problem(<<"timeout">>, Pid, "is busy"))#{hint => <<"It answers when its message has ended">>}};
        exit:_ -> {error, problem(<<"actor_dead">>, Pid, "has ended")}
    end.

-spec kill({actor, pid()} | {value, term()}) -> beamtalk_repl_ops:result().
kill({actor, Pid}) ->
    Monitor = monitor(process, Pid),
    exit(Pid, kill),
    receive
        {'DOWN', Monitor, process, Pid, _} -> {ok, #{value => ok}}
    end;
kill({value, _}) ->
    {error, no_actor()}.

-spec statistics({actor, pid()} | {value, term()}) -> beamtalk_repl_ops:result().
statistics({actor, Pid}) ->
    case process_info(Pid, [message_queue_len, memory, reductions, status]) of
        undefined -> {error, problem(<<"actor_dead">>, Pid, "has ended")};
        Found -> {ok, #{value => maps:from_list(Found)}}
    end;
statistics({value, _}) ->
    {error, no_actor()}.

-spec no_actor() -> beamtalk_repl_reply:error().
no_actor() ->
    beamtalk_repl_reply:problem(<<"invalid_argument">>, "That is no actor").

-spec problem(binary(), pid(), string()) -> beamtalk_repl_reply:error().
problem(Kind, Pid, Words) ->
    beamtalk_repl_reply:problem(Kind, ["The actor ", beamtalk_actor_watch:text(Pid), $\s, Words]).
