%% A process for code that is not trusted to end, to return or to leave anything
%% as it was. It performs functions one after another, each with what the one
%% before it left as its state; whatever happens there comes out as a value. What
%% it writes is kept, and what it started ends with it.
%%
%% The process that asks works for an owner, known by a monitor: when the owner
%% ends, so does the process that is asked, and the waiting, by an exit.
-module(beamtalk_test_process).

-export([start/2, perform/3, written/1, stop/1, perform_once/4]).

-export_type([process/0, ending/1]).

-record(process, {
    pid :: pid(),
    %% marks our messages among those of the test
    token :: reference(),
    output :: beamtalk_test_output:output(),
    owner :: reference(),
    before :: beamtalk_test_leftovers:before()
}).

-opaque process() :: #process{}.

-type ending(Answer) ::
    {answer, Answer}
    | {raised, beamtalk_error:exception()}
    | {ended, Reason :: term()}
    | {timed_out, Stacktrace :: list()}.

-spec start(Owner :: reference(), State :: term()) -> process().
start(Owner, State) ->
    Before = beamtalk_test_leftovers:before(),
    Output = beamtalk_test_output:open(),
    Asking = self(),
    Token = make_ref(),
    Pid = spawn(fun() ->
        true = group_leader(Output, self()),
        serve(Token, monitor(process, Asking), State)
    end),
    #process{pid = Pid, token = Token, output = Output, owner = Owner, before = Before}.

%% The function takes the state and answers a value and the next state. If it
%% fails, the state stays; if it takes too long, the process is ended.
-spec perform(process(), fun((State) -> {Answer, State}), timeout()) -> ending(Answer).
perform(#process{pid = Pid, token = Token, owner = Owner} = Process, Function, Limit) ->
    Call = monitor(process, Pid),
    Pid ! {Token, perform, self(), Call, Function},
    receive
        {Call, Ending} ->
            true = demonitor(Call, [flush]),
            Ending;
        {'DOWN', Call, process, Pid, Reason} ->
            {ended, Reason};
        {'DOWN', Owner, process, _, _} ->
            kill(Pid, Call),
            _ = stop(Process),
            exit(owner_ended)
    after Limit ->
        Stacktrace = stacktrace(Pid),
        kill(Pid, Call),
        {timed_out, Stacktrace}
    end.

-spec stacktrace(pid()) -> list().
stacktrace(Pid) ->
    case process_info(Pid, current_stacktrace) of
        {current_stacktrace, Stacktrace} -> Stacktrace;
        undefined -> []
    end.

%% What the process and those it started have written since the last time.
-spec written(process()) -> binary().
written(#process{output = Output}) ->
    beamtalk_test_output:take(Output).

%% A process that waits to be asked ends normally, so that those linked to it do
%% not mind. What it started is ended in any case. Answers what was written.
-spec stop(process()) -> binary().
stop(#process{pid = Pid, token = Token, output = Output, before = Before}) ->
    Monitor = monitor(process, Pid),
    Pid ! {Token, stop},
    receive
        {'DOWN', Monitor, process, Pid, _} -> ok
    after 100 ->
        kill(Pid, Monitor)
    end,
    ok = beamtalk_test_leftovers:stop(Output, Pid, Before),
    beamtalk_test_output:close(Output).

-spec kill(pid(), Monitor :: reference()) -> ok.
kill(Pid, Monitor) ->
    exit(Pid, kill),
    receive
        {'DOWN', Monitor, process, Pid, _} -> ok
    end.

%% One function in a process that ends with it.
-spec perform_once(Owner :: reference(), State, fun((State) -> {Answer, State}), timeout()) ->
    {ending(Answer), Written :: binary()}.
perform_once(Owner, State, Function, Limit) ->
    Process = start(Owner, State),
    Ending = perform(Process, Function, Limit),
    {Ending, stop(Process)}.

-spec serve(reference(), Asking :: reference(), term()) -> ok.
serve(Token, Asking, State) ->
    receive
        {Token, perform, From, Call, Function} ->
            {Ending, Next} = attempt(Function, State),
            From ! {Call, Ending},
            serve(Token, Asking, Next);
        {Token, stop} ->
            ok;
        {'DOWN', Asking, process, _, _} ->
            ok
    end.

-spec attempt(fun((State) -> {Answer, State}), State) -> {ending(Answer), State}.
attempt(Function, State) ->
    try Function(State) of
        {Answer, Next} -> {{answer, Answer}, Next}
    catch
        throw:{'$beamtalk_return', _, _}:Stacktrace -> {{raised, homeless_return(Stacktrace)}, State};
        Class:Reason:Stacktrace -> {{raised, beamtalk_error:exception(Class, Reason, Stacktrace)}, State}
    end.

-spec homeless_return(list()) -> beamtalk_error:exception().
homeless_return(Stacktrace) ->
    Message = <<"This '^' has no method to return from">>,
    Error = beamtalk_error:make_message(dead_return, 'Block', undefined, Message, undefined),
    (beamtalk_error:wrap(Error))#{stacktrace => Stacktrace}.
