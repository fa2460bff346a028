%% A running supervisor, as OTP's own. All it does was planned before it starts,
%% so a restart calls no code of the supervisor's class.
-module(beamtalk_supervisor_tree).
-behaviour(supervisor).

-export([start_link/1, class_of/1]).
-export([init/1]).

%% In the dictionary of the process: the class, for whoever looks from outside.
-define(CLASS, '$beamtalk_supervisor').

-spec start_link(beamtalk_supervisor_plan:plan()) -> {ok, pid()} | {error, term()}.
start_link(#{module := Module} = Plan) ->
    case supervisor:start_link({local, Module}, ?MODULE, Plan) of
        ignore -> {error, ignore};
        Started -> Started
    end.

-spec init(beamtalk_supervisor_plan:plan()) ->
    {ok, {supervisor:sup_flags(), [supervisor:child_spec()]}}.
init(#{class := Class, flags := Flags, children := Children}) ->
    _ = put(?CLASS, Class),
    {ok, {Flags, Children}}.

%% The class of a supervisor of ours on this node.
-spec class_of(pid()) -> atom() | none.
class_of(Pid) ->
    case process_info(Pid, dictionary) of
        {dictionary, Dictionary} -> proplists:get_value(?CLASS, Dictionary, none);
        undefined -> none
    end.
