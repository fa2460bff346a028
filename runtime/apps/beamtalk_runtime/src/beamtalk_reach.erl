%% What terms lead to which cells: through data, through what blocks capture,
%% and through the values of the cells asked for. Cells that are not asked
%% for are not looked into.
-module(beamtalk_reach).

-export([unreached/3]).

-type cell() :: beamtalk_cell:cell().
-type cells() :: #{cell() => term()}.

%% Those of the cells that the terms do not lead to, and how many terms were
%% looked at; `too_many` if that would be more than the given number.
-spec unreached([term()], cells(), non_neg_integer() | infinity) ->
    {cells(), Visited :: non_neg_integer()} | too_many.
unreached(Terms, Cells, Most) ->
    visit(Terms, Cells, Most, 0).

-spec visit([term()], cells(), non_neg_integer() | infinity, non_neg_integer()) ->
    {cells(), non_neg_integer()} | too_many.
visit([], Cells, _, Visited) ->
    {Cells, Visited};
visit(_, Cells, _, Visited) when map_size(Cells) =:= 0 ->
    {Cells, Visited};
visit(_, _, Most, Visited) when Visited > Most ->
    too_many;
visit([Term | Terms], Cells, Most, Visited) when is_list(Term) ->
    visit_list(Term, Terms, Cells, Most, Visited);
visit([Cell | Terms], Cells, Most, Visited) when is_reference(Cell), is_map_key(Cell, Cells) ->
    Value = beamtalk_cell:get(Cell, gone),
    visit([Value | Terms], maps:remove(Cell, Cells), Most, Visited + 1);
visit([Tuple | Terms], Cells, Most, Visited) when is_tuple(Tuple) ->
    visit_list(tuple_to_list(Tuple), Terms, Cells, Most, Visited);
visit([Map | Terms], Cells, Most, Visited) when is_map(Map) ->
    visit([maps:keys(Map), maps:values(Map) | Terms], Cells, Most, Visited + 1);
visit([Block | Terms], Cells, Most, Visited) when is_function(Block) ->
    {env, Environment} = erlang:fun_info(Block, env),
    visit([Environment | Terms], Cells, Most, Visited + 1);
visit([_ | Terms], Cells, Most, Visited) ->
    visit(Terms, Cells, Most, Visited + 1).

%% Most elements of most lists lead nowhere.
-spec visit_list(term(), [term()], cells(), non_neg_integer() | infinity, non_neg_integer()) ->
    {cells(), non_neg_integer()} | too_many.
visit_list([Element | List], Terms, Cells, Most, Visited) when
    Visited =< Most,
    (is_atom(Element) orelse is_number(Element) orelse is_binary(Element))
->
    visit_list(List, Terms, Cells, Most, Visited + 1);
visit_list([Element | List], Terms, Cells, Most, Visited) ->
    visit([Element, List | Terms], Cells, Most, Visited + 1);
visit_list([], Terms, Cells, Most, Visited) ->
    visit(Terms, Cells, Most, Visited);
visit_list(Tail, Terms, Cells, Most, Visited) ->
    visit([Tail | Terms], Cells, Most, Visited + 1).
