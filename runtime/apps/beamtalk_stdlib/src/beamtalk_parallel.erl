%% A function over the elements of a list, each call in a process of its own. The
%% answers come in the order of the elements. When calls fail, all that have been
%% started end first; then the first failure, by that order, is raised here as an
%% exception. The processes are linked to the caller and die with it.
-module(beamtalk_parallel).

-export([map/3]).

-type worker() :: {pid(), reference()}.
-type outcome(Answer) :: {answer, Answer} | {failure, beamtalk_error:exception()}.

-spec map(fun((Element) -> Answer), [Element], Limit :: pos_integer() | infinity) -> [Answer].
map(Function, Elements, infinity) ->
    gather(start(Function, Elements));
map(Function, Elements, Limit) ->
    lists:append([gather(start(Function, Chunk)) || Chunk <- chunks(Elements, Limit)]).

-spec chunks([Element], pos_integer()) -> [[Element]].
chunks([], _) ->
    [];
chunks(Elements, Limit) ->
    {Chunk, Rest} = split(Limit, Elements, []),
    [Chunk | chunks(Rest, Limit)].

-spec split(non_neg_integer(), [Element], [Element]) -> {[Element], [Element]}.
split(Count, [Element | Rest], Chunk) when Count > 0 -> split(Count - 1, Rest, [Element | Chunk]);
split(_, Rest, Chunk) -> {lists:reverse(Chunk), Rest}.

-spec start(fun((Element) -> term()), [Element]) -> [worker()].
start(Function, Elements) ->
    Caller = self(),
    Work = fun(Element) -> fun() -> Caller ! {self(), outcome(Function, Element)} end end,
    [spawn_opt(Work(Element), [link, monitor]) || Element <- Elements].

-spec outcome(fun((Element) -> Answer), Element) -> outcome(Answer).
outcome(Function, Element) ->
    try
        {answer, Function(Element)}
    catch
        Class:Reason:Stacktrace -> {failure, beamtalk_error:exception(Class, Reason, Stacktrace)}
    end.

-spec gather([worker()]) -> [term()].
gather(Workers) ->
    [answer(Outcome) || Outcome <- [await(Worker) || Worker <- Workers]].

-spec await(worker()) -> outcome(term()).
await({Pid, Monitor}) ->
    receive
        {Pid, Outcome} ->
            true = erlang:demonitor(Monitor, [flush]),
            Outcome;
        {'DOWN', Monitor, process, Pid, Reason} ->
            {failure, beamtalk_error:exception(exit, Reason, [])}
    end.

-spec answer(outcome(Answer)) -> Answer.
answer({answer, Answer}) -> Answer;
answer({failure, Exception}) -> erlang:error(Exception).
