%% Whether any process stands in older code of a module. All are asked before
%% the first answer is waited for, as they answer beside each other.
-module(beamtalk_old_code).

-export([has_processes/1]).

-spec has_processes(module()) -> boolean().
has_processes(Module) ->
    Request = make_ref(),
    Asked = [ask(Pid, Request, Module) || Pid <- processes(), Pid =/= self()],
    Answers = [answer(Request) || async <- Asked],
    lists:member(true, Answers) orelse erlang:check_process_code(self(), Module).

-spec ask(pid(), reference(), module()) -> async.
ask(Pid, Request, Module) ->
    erlang:check_process_code(Pid, Module, [{async, Request}]).

%% A process that has ended answers `false`.
-spec answer(reference()) -> boolean().
answer(Request) ->
    receive
        {check_process_code, Request, IsThere} -> IsThere =:= true
    end.
