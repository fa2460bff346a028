%% Operations about what actors do (`beamtalk_actor_trace`): turn it on and off, ask for the
%% messages that were seen or for sums of them, write them to a file. In go filters, out come
%% plain values.
-module(beamtalk_repl_ops_trace).

-export([handle/3]).

-define(FEW, 100).
%% What fits into an answer.
-define(MOST, 4000).

-spec handle(binary(), map(), beamtalk_repl_ops:context()) -> beamtalk_repl_ops:result().
handle(<<"enable-tracing">>, _, _) ->
    ok = beamtalk_actor_trace:enable(),
    {ok, #{value => beamtalk_actor_trace:status()}};
handle(<<"disable-tracing">>, _, _) ->
    ok = beamtalk_actor_trace:disable(),
    {ok, #{value => beamtalk_actor_trace:status()}};
handle(<<"get-traces">>, Params, _) ->
    filtered(Params, beamtalk_actor_trace:traces(), fun(Traces) ->
        {ok, #{value => (beamtalk_actor_trace:status())#{traces => [trace(It) || It <- lists:sublist(Traces, limit(Params))]}}}
    end);
handle(<<"actor-stats">>, Params, _) ->
    filtered(Params, beamtalk_actor_trace:stats(), fun(Stats) ->
        Most = lists:sort(fun(#{total_ns := One}, #{total_ns := Other}) -> One >= Other end, Stats),
        {ok, #{value => (beamtalk_actor_trace:status())#{stats => [sums(It) || It <- lists:sublist(Most, limit(Params))]}}}
    end);
handle(<<"export-traces">>, #{<<"path">> := Path} = Params, _) ->
    filtered(Params, beamtalk_actor_trace:traces(), fun(Traces) ->
        written(filename:absname(Path, beamtalk_repl_service:project()), lists:reverse(Traces))
    end).

-spec limit(map()) -> non_neg_integer().
limit(#{<<"limit">> := Limit}) when is_integer(Limit) -> max(0, min(Limit, ?MOST));
limit(_) -> ?FEW.

-spec filtered(map(), [map()], fun(([map()]) -> beamtalk_repl_ops:result())) -> beamtalk_repl_ops:result().
filtered(#{<<"outcome">> := Outcome}, _, _) when is_binary(Outcome), Outcome =/= <<"ok">>, Outcome =/= <<"error">> ->
    {error, beamtalk_repl_reply:problem(<<"invalid_argument">>, "outcome is ok or error")};
filtered(Params, Seen, Answer) ->
    Answer([It || It <- Seen, lists:all(fun(Filter) -> passes(Filter, It) end, maps:to_list(Params))]).

%% As text, for nothing that a client says becomes an atom. Sums are of all outcomes.
-spec passes({binary(), term()}, map()) -> boolean().
passes({<<"actor">>, Text}, #{actor := Actor}) when is_binary(Text) -> same_actor(Text, beamtalk_actor_watch:text(Actor));
passes({<<"selector">>, Text}, #{selector := Selector}) when is_binary(Text) -> atom_to_binary(Selector) =:= Text;
passes({<<"class">>, Text}, #{class := Class}) when is_binary(Text) -> atom_to_binary(Class) =:= Text;
passes({<<"outcome">>, Text}, #{outcome := Outcome}) when is_binary(Text) -> atom_to_binary(Outcome) =:= Text;
passes({<<"min_duration_ns">>, Least}, #{duration_ns := Duration}) when is_integer(Least) -> Duration >= Least;
passes(_, _) -> true.

%% 0.234.0 or <0.234.0>.
-spec same_actor(binary(), binary()) -> boolean().
same_actor(Text, Text) -> true;
same_actor(Text, Name) -> Text =:= <<"<", Name/binary, ">">>.

-spec trace(beamtalk_actor_trace:trace()) -> map().
trace(#{actor := Actor, started_at := Begun} = Trace) ->
    Time = calendar:system_time_to_rfc3339(Begun, [{unit, nanosecond}, {offset, "Z"}]),
    Trace#{actor := beamtalk_actor_watch:text(Actor), started_at := list_to_binary(Time)}.

-spec sums(beamtalk_actor_trace:stats()) -> map().
sums(#{actor := Actor, calls := Calls, total_ns := Total} = Stats) ->
    Stats#{actor := beamtalk_actor_watch:text(Actor), average_ns => Total div Calls}.

%% An object of JSON in each line, the first message first.
-spec written(file:name_all(), [beamtalk_actor_trace:trace()]) -> beamtalk_repl_ops:result().
written(Path, Traces) ->
    case file:write_file(Path, [[beamtalk_json:encode(trace(It)), $\n] || It <- Traces]) of
        ok ->
            {ok, #{value => #{path => unicode:characters_to_binary(Path), count => length(Traces)}}};
        {error, Reason} ->
            {error, beamtalk_repl_reply:problem(<<"io_error">>, ["Cannot write ", Path, ": ", file:format_error(Reason)])}
    end.
