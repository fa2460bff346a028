%% The actors that run here. Nobody keeps a list of them, for spawning should
%% not wait for one: they are found by the mark that each process carries.
-module(beamtalk_actor_instances).

-include("beamtalk_actor.hrl").

-export([all/0, of_class/1, kind_of/1, class_of/1, stop/1, stop_others/2]).

-type instance() :: {pid(), Class :: atom()}.

-spec all() -> [instance()].
all() ->
    [{Pid, Class} || Pid <- processes(), Class <- [class_of(Pid)], Class =/= none].

%% Of this very class.
-spec of_class(atom()) -> [instance()].
of_class(Class) ->
    [Instance || {_, Of} = Instance <- all(), Of =:= Class].

%% Of this class and of those below it.
-spec kind_of(atom()) -> [instance()].
kind_of(Class) ->
    [Instance || {_, Of} = Instance <- all(), beamtalk_class_registry:inherits_from(Of, Class)].

%% The class of the actor that a process is.
-spec class_of(pid()) -> atom() | none.
class_of(Pid) when Pid =:= self() ->
    case get(?CLASS) of
        undefined -> none;
        Class -> Class
    end;
class_of(Pid) ->
    case process_info(Pid, dictionary) of
        {dictionary, Dictionary} -> proplists:get_value(?CLASS, Dictionary, none);
        undefined -> none
    end.

%% Ends the actors of a class, in order if they can be reached in time. The one
%% that asks ends when its message has.
-spec stop(Class :: atom()) -> ok.
stop(Class) ->
    class_of(self()) =:= Class andalso beamtalk_actor_call:stop_self(),
    stop_others(Class, self()).

%% The one that asks for it has been told.
-spec stop_others(Class :: atom(), Asker :: pid()) -> ok.
stop_others(Class, Asker) ->
    Stopping = [spawn_monitor(fun() -> end_actor(Pid) end) || {Pid, _} <- of_class(Class), Pid =/= Asker],
    lists:foreach(fun({Pid, Monitor}) -> receive {'DOWN', Monitor, process, Pid, _} -> ok end end, Stopping).

-spec end_actor(pid()) -> ok.
end_actor(Pid) ->
    try
        gen_server:stop(Pid, normal, ?PATIENCE)
    catch
        exit:_ ->
            Monitor = monitor(process, Pid),
            exit(Pid, kill),
            receive
                {'DOWN', Monitor, process, Pid, _} -> ok
            end
    end.
