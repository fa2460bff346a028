%% The top of the runtime. Owns every table, so that a table outlives the
%% process that writes it.
%%
%% What is lost when a child dies: the root of the user's supervisors, all they
%% supervise, so it is first and no other's death reaches it; the process group,
%% its members, so all after it start again; the class supervisor, class
%% variables; the registry, the changer of code and the extension server,
%% nothing, for what they know is in tables or in no place at all; the groups of
%% actors, the memberships of this node's actors.
-module(beamtalk_runtime_sup).
-behaviour(supervisor).

-export([start_link/0]).
-export([init/1]).

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    supervisor:start_link({local, ?MODULE}, ?MODULE, []).

-spec init([]) -> {ok, {supervisor:sup_flags(), [supervisor:child_spec()]}}.
init([]) ->
    beamtalk_class_hierarchy_table:create(),
    beamtalk_class_variables:create(),
    beamtalk_class_writers:create(),
    beamtalk_class_events:create(),
    beamtalk_extensions:create(),
    beamtalk_object_code:create(),
    beamtalk_block_count:create(),
    beamtalk_protocols:create(),
    beamtalk_transcript:create(),
    beamtalk_workspace_bindings:create(),
    beamtalk_actor_migration:create(),
    %% Wide, for no child runs user code: a death comes from outside and says
    %% nothing about the next life.
    Flags = #{strategy => rest_for_one, intensity => 1000, period => 5},
    {ok, {Flags, [
        (worker(beamtalk_supervisor_root, {beamtalk_supervisor_root, start_link, []}))#{type => supervisor},
        worker(beamtalk_pg, {pg, start_link, [beamtalk_pg]}),
        (worker(beamtalk_class_sup, {beamtalk_class_sup, start_link, []}))#{type => supervisor},
        worker(beamtalk_class_registry, {beamtalk_class_registry, start_link, []}),
        worker(beamtalk_code_change, {beamtalk_code_change, start_link, []}),
        worker(beamtalk_extensions, {beamtalk_extensions, start_link, []}),
        beamtalk_actor_groups:child_spec()
    ]}}.

-spec worker(atom(), {module(), atom(), [term()]}) -> supervisor:child_spec().
worker(Id, Start) ->
    #{id => Id, start => Start}.
