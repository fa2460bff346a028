%% The cases of a script, one after another in one process. A case is a function
%% from the bindings so far to a value and the next bindings; if it fails, the
%% bindings stay, and the next goes on with them. A case that ends the process, or
%% takes too long, has failed as well: the rest goes on in another process.
-module(beamtalk_test_script).

-export([run/4]).

-type outcome() :: {value, Printed :: binary()} | {failed, beamtalk_error:exception()}.
-type tell() :: beamtalk_test_suite:tell(outcome()).

-record(script, {
    module :: module(),
    owner :: reference(),
    limit :: timeout(),
    %% Its state is the bindings and the latest value.
    process :: beamtalk_test_process:process(),
    %% The same bindings, and the variables that blocks in them share, for
    %% another process.
    bindings = #{} :: map(),
    cells = #{} :: #{beamtalk_cell:cell() => term()}
}).

-spec run(module(), [Function :: atom()], beamtalk_test_suite:options(), tell()) -> ok.
run(Module, Functions, #{owner := Owner, timeout := Limit}, Tell) ->
    Process = beamtalk_test_process:start(Owner, {#{}, nil}),
    Begun = #script{module = Module, owner = Owner, limit = Limit, process = Process},
    Done = lists:foldl(fun(Function, Script) -> run_case(Function, Script, Tell) end, Begun, Functions),
    _ = beamtalk_test_process:stop(Done#script.process),
    ok.

-spec run_case(atom(), #script{}, tell()) -> #script{}.
run_case(Function, Script, Tell) ->
    Begun = erlang:monotonic_time(),
    {Outcome, Evaluated} = evaluate(Function, Script),
    Taken = erlang:convert_time_unit(erlang:monotonic_time() - Begun, native, microsecond),
    {Written, Next} = go_on(Outcome, Evaluated),
    Tell(Function, told(Outcome, Script), Taken, Written),
    Next.

-spec evaluate(atom(), #script{}) -> {beamtalk_test_process:ending(binary()), #script{}}.
evaluate(Function, #script{module = Module, process = Process, limit = Limit} = Script) ->
    Evaluate = fun({Bindings, _}) ->
        {Value, Next} = Module:Function(Bindings),
        {{Next, beamtalk_cell:give([Next])}, {Next, Value}}
    end,
    Print = fun({_, Value} = State) -> {print(Value), State} end,
    case beamtalk_test_process:perform(Process, Evaluate, Limit) of
        {answer, {Bindings, Cells}} ->
            Printed = beamtalk_test_process:perform(Process, Print, Limit),
            {Printed, Script#script{bindings = Bindings, cells = Cells}};
        Ending ->
            {Ending, Script}
    end.

-spec print(term()) -> binary().
print(Value) ->
    case beamtalk_dispatch:send(Value, printString, []) of
        Text when is_binary(Text) -> Text;
        Other -> beamtalk_printing:print(Other)
    end.

-spec told(beamtalk_test_process:ending(binary()), #script{}) -> outcome().
told({answer, Printed}, _) -> {value, Printed};
told(Ending, #script{limit = Limit}) -> {failed, beamtalk_test_outcome:exception(Ending, Limit)}.

-spec go_on(beamtalk_test_process:ending(binary()), #script{}) -> {Written :: binary(), #script{}}.
go_on({Lives, _}, #script{process = Process} = Script) when Lives =:= answer; Lives =:= raised ->
    {beamtalk_test_process:written(Process), Script};
go_on(_, #script{process = Process, owner = Owner, limit = Limit} = Script) ->
    Written = beamtalk_test_process:stop(Process),
    Another = beamtalk_test_process:start(Owner, {Script#script.bindings, nil}),
    Take = fun(State) -> {beamtalk_cell:take(Script#script.cells), State} end,
    {answer, ok} = beamtalk_test_process:perform(Another, Take, Limit),
    {Written, Script#script{process = Another}}.
