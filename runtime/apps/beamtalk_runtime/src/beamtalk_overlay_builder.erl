%% Makes and loads the module `beamtalk_overlay`. In goes a map from
%% {Class, Selector} to a fun; out comes code whose find/2 answers the funs
%% as constants, so that a send reads no table. Knows nothing of what the
%% funs do or why they are there.
-module(beamtalk_overlay_builder).

-export([load/1, load_lookup/1]).

-define(OVERLAY, beamtalk_overlay).

%% A module with one clause for each entry.
-spec load(#{{atom(), atom()} => fun()}) -> ok.
load(Entries) ->
    Class = cerl:c_var('Class'),
    Selector = cerl:c_var('Selector'),
    Clauses = [
        clause(Name, switch(Selector, [clause(S, literal(Fun)) || {S, Fun} <- Found]))
     || {Name, Found} <- by_class(Entries)
    ],
    install(cerl:c_fun([Class, Selector], switch(Class, Clauses))).

%% A module that asks Module:Function(Class, Selector) each time: slower to
%% run and quick to make, for while the entries are changing.
-spec load_lookup({module(), atom()}) -> ok.
load_lookup({Module, Function}) ->
    Arguments = [cerl:c_var('Class'), cerl:c_var('Selector')],
    install(cerl:c_fun(Arguments, cerl:c_call(cerl:c_atom(Module), cerl:c_atom(Function), Arguments))).

-spec by_class(#{{atom(), atom()} => fun()}) -> [{atom(), [{atom(), fun()}]}].
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

%% Any term may be a constant of a module, though `cerl` knows only those
%% that can be written down.
-spec literal(fun()) -> cerl:cerl().
literal(Fun) ->
    {c_literal, [], Fun}.

-spec install(cerl:cerl()) -> ok.
install(Find) ->
    Name = cerl:c_fname(find, 2),
    Core = cerl:c_module(cerl:c_atom(?OVERLAY), [Name], [], [{Name, Find}]),
    {ok, ?OVERLAY, Beam} = compile:forms(Core, [from_core, binary, no_ssa_opt]),
    load_over(Beam).

%% A process may stand in the old code for an instant: it is let out, never
%% killed.
-spec load_over(binary()) -> ok.
load_over(Beam) ->
    case code:soft_purge(?OVERLAY) of
        true ->
            {module, ?OVERLAY} = code:load_binary(?OVERLAY, "beamtalk_overlay (generated)", Beam),
            _ = code:soft_purge(?OVERLAY),
            ok;
        false ->
            erlang:yield(),
            load_over(Beam)
    end.
