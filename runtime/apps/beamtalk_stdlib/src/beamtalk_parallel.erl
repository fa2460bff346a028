%% Primitives of Parallel, and a function over the elements of a list for
%% collections: work that is done beside each other while the caller waits.
-module(beamtalk_parallel).

-export(['class_all:'/2, 'class_all:timeout:'/3, 'class_any:'/2]).
-export([map/3]).

-type class() :: beamtalk_class_reference:class().
-type result() :: beamtalk_result:result().
-type block() :: fun(() -> term()).

-spec 'class_all:'(class(), [block()]) -> [result()].
'class_all:'(_, Blocks) ->
    check(Blocks, 'all:'),
    [result(Outcome) || Outcome <- beamtalk_fan_out:all(beamtalk_fan_out:start(Blocks))].

-spec 'class_all:timeout:'(class(), [block()], term()) -> [result()].
'class_all:timeout:'(_, Blocks, Timeout) ->
    check(Blocks, 'all:timeout:'),
    case beamtalk_milliseconds:of_term(Timeout) of
        Time when is_integer(Time), Time >= 0 ->
            Deadline = erlang:monotonic_time(millisecond) + Time,
            Fan = beamtalk_fan_out:start(Blocks),
            Places = lists:seq(1, length(Blocks)),
            Outcomes = until(Fan, length(Blocks), Deadline, #{}),
            ok = beamtalk_fan_out:finish(Fan),
            [result(maps:get(Place, Outcomes, late)) || Place <- Places];
        _ ->
            Hint = <<"A timeout is a number of milliseconds or a Duration, and not negative">>,
            beamtalk_argument:type_error('Parallel', 'all:timeout:', Hint)
    end.

-spec until(beamtalk_fan_out:fan(), non_neg_integer(), integer(), Outcomes) -> Outcomes when
    Outcomes :: #{pos_integer() => beamtalk_fan_out:outcome()}.
until(_, 0, _, Outcomes) ->
    Outcomes;
until(Fan, Missing, Deadline, Outcomes) ->
    case beamtalk_fan_out:next(Fan, Deadline) of
        timeout -> Outcomes;
        {down, Reason} -> exit(Reason);
        {Place, Outcome} -> until(Fan, Missing - 1, Deadline, Outcomes#{Place => Outcome})
    end.

-spec 'class_any:'(class(), [block()]) -> result().
'class_any:'(_, []) ->
    beamtalk_argument:type_error('Parallel', 'any:', <<"Pass at least one block">>);
'class_any:'(_, Blocks) ->
    check(Blocks, 'any:'),
    Fan = beamtalk_fan_out:start(Blocks),
    First = first(Fan, length(Blocks), []),
    ok = beamtalk_fan_out:finish(Fan),
    First.

-spec first(beamtalk_fan_out:fan(), non_neg_integer(), [{pos_integer(), term()}]) -> result().
first(_, 0, Failures) ->
    beamtalk_result:error([Exception || {_, Exception} <- lists:sort(Failures)]);
first(Fan, Missing, Failures) ->
    case beamtalk_fan_out:next(Fan, infinity) of
        {down, Reason} -> exit(Reason);
        {_, {answer, Value}} -> beamtalk_result:ok(Value);
        {Place, {failure, Exception}} -> first(Fan, Missing - 1, [{Place, Exception} | Failures])
    end.

-spec result(beamtalk_fan_out:outcome() | late) -> result().
result({answer, Value}) ->
    beamtalk_result:ok(Value);
result({failure, Exception}) ->
    beamtalk_result:error(Exception);
result(late) ->
    Hint = <<"The block did not end in time and was killed">>,
    beamtalk_result:error(beamtalk_error:wrap(beamtalk_error:make(timeout, 'Parallel', 'all:timeout:', Hint))).

-spec check(term(), atom()) -> ok.
check(Blocks, Selector) ->
    IsBlocks = is_list(Blocks) andalso lists:all(fun(Block) -> is_function(Block, 0) end, Blocks),
    IsBlocks orelse beamtalk_argument:type_error('Parallel', Selector, <<"Pass a List of blocks without parameters">>),
    ok.

%% Answers in the order of the elements. When calls fail, all that have been started
%% end first; then the first failure, by that order, is raised.
-spec map(fun((Element) -> Answer), [Element], Limit :: pos_integer() | infinity) -> [Answer].
map(Function, Elements, infinity) ->
    Works = [fun() -> Function(Element) end || Element <- Elements],
    [answer(Outcome) || Outcome <- beamtalk_fan_out:all(beamtalk_fan_out:start(Works))];
map(Function, Elements, Limit) ->
    lists:append([map(Function, Chunk, infinity) || Chunk <- chunks(Elements, Limit)]).

-spec answer(beamtalk_fan_out:outcome()) -> term().
answer({answer, Answer}) -> Answer;
answer({failure, Exception}) -> erlang:error(Exception).

-spec chunks([Element], pos_integer()) -> [[Element]].
chunks([], _) ->
    [];
chunks(Elements, Limit) ->
    {Chunk, Rest} = split(Limit, Elements, []),
    [Chunk | chunks(Rest, Limit)].

-spec split(non_neg_integer(), [Element], [Element]) -> {[Element], [Element]}.
split(Count, [Element | Rest], Chunk) when Count > 0 -> split(Count - 1, Rest, [Element | Chunk]);
split(_, Rest, Chunk) -> {lists:reverse(Chunk), Rest}.
