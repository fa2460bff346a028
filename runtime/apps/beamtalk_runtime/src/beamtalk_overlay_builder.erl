%% Makes and loads the module `beamtalk_overlay`. In go, for each of its
%% functions, a map from {Class, Selector} to a fun; out comes code that
%% answers the funs as constants, so that a send reads no table. Knows nothing
%% of what the funs do or why they are there.
-module(beamtalk_overlay_builder).

-export([load/2, load_lookup/1]).

-export_type([entries/0]).

-type entries() :: #{{Class :: atom(), Selector :: atom()} => fun()}.

-define(OVERLAY, beamtalk_overlay).

%% A module with one clause for each entry. The second map has functions that
%% answer a constant.
-spec load(#{Function :: atom() => entries()}, #{Function :: atom() => term()}) -> ok.
load(Functions, Constants) ->
    install(
        [{Name, 2, fun(Asked) -> clauses(Asked, Entries) end} || {Name, Entries} <- maps:to_list(Functions)] ++
            [{Name, 0, fun([]) -> beamtalk_generated_module:literal(Term) end} || {Name, Term} <- maps:to_list(Constants)]
    ).

-spec clauses([cerl:cerl()], entries()) -> cerl:cerl().
clauses([Class, Selector], Entries) ->
    switch(Class, [
        clause(Name, switch(Selector, [clause(S, beamtalk_generated_module:literal(Fun)) || {S, Fun} <- Found]))
     || {Name, Found} <- by_class(Entries)
    ]).

%% A module that asks Module:Name each time: slower to run and quick to make,
%% for while the entries are changing.
-spec load_lookup(#{{Function :: atom(), arity()} => {module(), Name :: atom()}}) -> ok.
load_lookup(Functions) ->
    install([
        {Function, Arity, fun(Asked) -> beamtalk_generated_module:remote(Module, Name, Asked) end}
     || {{Function, Arity}, {Module, Name}} <- maps:to_list(Functions)
    ]).

-spec by_class(entries()) -> [{atom(), [{atom(), fun()}]}].
by_class(Entries) ->
    Group = fun({Class, Selector}, Fun, Groups) ->
        maps:update_with(Class, fun(Found) -> [{Selector, Fun} | Found] end, [{Selector, Fun}], Groups)
    end,
    maps:to_list(maps:fold(Group, #{}, Entries)).

-spec switch(cerl:cerl(), [cerl:cerl()]) -> cerl:cerl().
switch(Subject, Clauses) ->
    cerl:c_case(Subject, Clauses ++ [cerl:c_clause([cerl:c_var('Other')], cerl:c_atom(none))]).

-spec clause(atom(), cerl:cerl()) -> cerl:cerl().
clause(Name, Body) ->
    cerl:c_clause([cerl:c_atom(Name)], Body).

%% Nothing stays in its code for long, so that it can be waited for.
-spec install([beamtalk_generated_module:definition()]) -> ok.
install(Functions) ->
    Beam = beamtalk_generated_module:compile(?OVERLAY, [], Functions),
    beamtalk_code_change:replace(?OVERLAY, "beamtalk_overlay (generated)", Beam, infinity).
