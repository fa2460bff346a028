%% One child for each class. A class process that dies is started again
%% from the metadata of its module; the budget is wide because a class
%% process runs no user code and can only be killed from outside.
-module(beamtalk_class_sup).
-behaviour(supervisor).

-export([start_link/0, start_class/1, stop_class/1]).
-export([init/1]).

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    supervisor:start_link({local, ?MODULE}, ?MODULE, []).

-spec start_class(atom()) -> ok.
start_class(Class) ->
    case supervisor:start_child(?MODULE, [Class]) of
        {ok, _} -> ok;
        {error, {already_started, _}} -> ok
    end.

-spec stop_class(pid()) -> ok.
stop_class(Pid) ->
    _ = supervisor:terminate_child(?MODULE, Pid),
    ok.

-spec init([]) -> {ok, {supervisor:sup_flags(), [supervisor:child_spec()]}}.
init([]) ->
    Flags = #{strategy => simple_one_for_one, intensity => 1000, period => 1},
    Class = #{id => class, start => {beamtalk_object_class, start_link, []}},
    {ok, {Flags, [Class]}}.
