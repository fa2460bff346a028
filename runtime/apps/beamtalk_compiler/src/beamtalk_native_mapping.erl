%% Erlang's types as Beamtalk's. In goes a type as a spec has it, with the names that
%% are known where it stands; out comes a `beamtalk_native_type`. Named types are
%% looked up with a function that the caller gives; one that it does not know, a type
%% within itself, and whatever is nested too deeply are `Dynamic`. A budget bounds the
%% work for one type, whatever it is made of.
-module(beamtalk_native_mapping).

-export([parameter/2, return/2]).

-export_type([place/0, lookup/0]).

-type node_() :: erl_parse:abstract_type().
%% A type in the text of a module, and what its variables stand for.
-type place() :: {node_(), module(), #{atom() => node_()}}.
-type lookup() :: fun((module(), atom(), arity()) -> beamtalk_native_module:definition() | none).

-record(scope, {
    module :: module(),
    lookup :: lookup(),
    %% A bound of a spec stands in the scope of the spec itself, an argument of a type
    %% where the type is used.
    variables :: #{atom() => {bound, node_()} | {argument, node_(), #scope{}}},
    %% Named types that this is a part of.
    within = [] :: [{module(), atom(), arity()}],
    depth = 0 :: non_neg_integer()
}).

%% A type that is neither a name for another nor a union, and where it stands.
-type branch() :: dynamic | {node_(), #scope{}}.
-type type() :: beamtalk_native_type:type().
-type budget() :: integer().

-define(DEEPEST, 4).
-define(BUDGET, 4000).
-define(MOST_SINGLETONS, 16).

%% What a function takes, whichever of its clauses applies.
-spec parameter([place()], lookup()) -> type().
parameter(Places, Lookup) ->
    {Branches, Budget} = all_branches(Places, Lookup),
    {Type, _} = joined(Branches, Budget),
    beamtalk_native_type:shortened(Type).

%% What a function answers. The outermost `{ok, _}` and `{error, _}` have become a
%% `Result` when a program sees them.
-spec return([place()], lookup()) -> type().
return(Places, Lookup) ->
    {Branches, Budget} = all_branches(Places, Lookup),
    {Type, _} = answered(Branches, Budget),
    beamtalk_native_type:shortened(Type).

-spec all_branches([place()], lookup()) -> {[branch()], budget()}.
all_branches(Places, Lookup) ->
    Scopes = [
        {Node, #scope{module = Module, lookup = Lookup, variables = bounds(Bounds)}}
     || {Node, Module, Bounds} <- Places
    ],
    flat_map(fun({Node, Scope}, Budget) -> branches(Node, Scope, Budget) end, Scopes, ?BUDGET).

-spec bounds(#{atom() => node_()}) -> #{atom() => {bound, node_()}}.
bounds(Bounds) ->
    maps:map(fun(_, Node) -> {bound, Node} end, Bounds).

%% The alternatives of a type, with names replaced by what they name.
-spec branches(node_(), #scope{}, budget()) -> {[branch()], budget()}.
branches(_, _, Budget) when Budget =< 0 ->
    {[dynamic], Budget};
branches({type, _, union, Nodes}, Scope, Budget) ->
    flat_map(fun(Node, Left) -> branches(Node, Scope, Left) end, Nodes, Budget - 1);
branches({ann_type, _, [_, Node]}, Scope, Budget) ->
    branches(Node, Scope, Budget);
branches({paren_type, _, [Node]}, Scope, Budget) ->
    branches(Node, Scope, Budget);
branches({var, _, Name}, Scope, Budget) ->
    variable(Name, Scope, Budget - 1);
branches({user_type, _, Name, Arguments}, #scope{module = Module} = Scope, Budget) ->
    named(Module, Name, Arguments, Scope, Budget - 1);
branches({remote_type, _, [{atom, _, Module}, {atom, _, Name}, Arguments]}, Scope, Budget) ->
    named(Module, Name, Arguments, Scope, Budget - 1);
branches({type, _, timeout, []}, Scope, Budget) ->
    {[{{atom, 0, infinity}, Scope}, {word(integer), Scope}], Budget - 2};
branches({type, _, identifier, []}, Scope, Budget) ->
    {[{word(Name), Scope} || Name <- [pid, port, reference]], Budget - 3};
branches({type, _, mfa, []}, Scope, Budget) ->
    {[{{type, 0, tuple, [word(module), word(atom), word(arity)]}, Scope}], Budget - 1};
branches(Node, Scope, Budget) ->
    {[{Node, Scope}], Budget - 1}.

-spec word(atom()) -> node_().
word(Name) ->
    {type, 0, Name, []}.

-spec variable(atom(), #scope{}, budget()) -> {[branch()], budget()}.
variable(Name, #scope{variables = Variables} = Scope, Budget) ->
    case Variables of
        #{Name := {bound, Node}} ->
            %% A bound that mentions its own variable says nothing there.
            branches(Node, Scope#scope{variables = maps:remove(Name, Variables)}, Budget);
        #{Name := {argument, Node, Outer}} ->
            branches(Node, Outer#scope{depth = Scope#scope.depth}, Budget);
        #{} ->
            {[dynamic], Budget}
    end.

-spec named(module(), atom(), [node_()], #scope{}, budget()) -> {[branch()], budget()}.
named(Module, Name, Arguments, #scope{within = Within, lookup = Lookup} = Scope, Budget) ->
    Key = {Module, Name, length(Arguments)},
    case lists:member(Key, Within) orelse Lookup(Module, Name, length(Arguments)) of
        {Parameters, Body} ->
            Bound = [{argument, Argument, Scope} || Argument <- Arguments],
            Variables = maps:from_list(lists:zip(Parameters, Bound)),
            Inner = Scope#scope{module = Module, variables = Variables, within = [Key | Within]},
            branches(Body, Inner, Budget);
        _ ->
            {[dynamic], Budget}
    end.

-spec answered([branch()], budget()) -> {type(), budget()}.
answered(Branches, Budget) ->
    case lists:member(dynamic, Branches) orelse is_plain_choice(Branches) of
        true ->
            joined(Branches, Budget);
        false ->
            {Sides, Others} = lists:partition(fun is_result/1, Branches),
            with_result(Sides, Others, Budget)
    end.

%% Atoms alone, of which some are no outcome: they are told apart by name.
-spec is_plain_choice([branch()]) -> boolean().
is_plain_choice(Branches) ->
    Atoms = lists:usort([Atom || {{atom, _, Atom}, _} <- Branches]),
    length(Branches) > 1 andalso
        lists:all(fun({{Kind, _, _}, _}) -> Kind =:= atom; (_) -> false end, Branches) andalso
        Atoms -- [ok, error] =/= [].

-spec is_result(branch()) -> boolean().
is_result(Branch) ->
    outcome(Branch) =/= none.

%% Which side of a result a branch is, and what it carries.
-spec outcome(branch()) -> {ok | error, nothing | node_()} | none.
outcome({{atom, _, Tag}, _}) when Tag =:= ok; Tag =:= error -> {Tag, nothing};
outcome({{type, _, tuple, [Head]}, _}) -> tagged(Head, nothing);
outcome({{type, _, tuple, [Head, Value]}, _}) -> tagged(Head, Value);
outcome(_) -> none.

-spec tagged(node_(), nothing | node_()) -> {ok | error, nothing | node_()} | none.
tagged({atom, _, Tag}, Value) when Tag =:= ok; Tag =:= error -> {Tag, Value};
tagged({ann_type, _, [_, Node]}, Value) -> tagged(Node, Value);
tagged(_, _) -> none.

-spec with_result([branch()], [branch()], budget()) -> {type(), budget()}.
with_result([], Others, Budget) ->
    joined(Others, Budget);
with_result(Sides, Others, Budget) ->
    {Value, Budget1} = side(ok, Sides, Budget),
    {Reason, Budget2} = side(error, Sides, Budget1),
    Result = result(Value, Reason),
    case Others of
        [] ->
            {Result, Budget2};
        _ ->
            {Rest, Budget3} = joined(Others, Budget2),
            {beamtalk_native_type:union([Result, Rest]), Budget3}
    end.

-spec result(type(), type()) -> type().
result(dynamic, dynamic) -> class(<<"Result">>);
result(Value, Reason) -> {class, <<"Result">>, [Value, Reason]}.

-spec side(ok | error, [branch()], budget()) -> {type(), budget()}.
side(Tag, Sides, Budget) ->
    Carried = [
        {Value, Scope}
     || {_, Scope} = Side <- Sides, {Is, Value} <- [outcome(Side)], Is =:= Tag
    ],
    {Types, Left} = lists:mapfoldl(fun carried/2, Budget, Carried),
    {beamtalk_native_type:union(Types), Left}.

-spec carried({nothing | node_(), #scope{}}, budget()) -> {type(), budget()}.
carried({nothing, _}, Budget) -> {class(<<"Nil">>), Budget};
carried({Node, Scope}, Budget) -> inner(Node, Scope, Budget).

%% A type within another.
-spec inner(node_(), #scope{}, budget()) -> {type(), budget()}.
inner(_, #scope{depth = ?DEEPEST}, Budget) ->
    {dynamic, Budget};
inner(Node, #scope{depth = Depth} = Scope, Budget) ->
    {Branches, Left} = branches(Node, Scope#scope{depth = Depth + 1}, Budget),
    joined(Branches, Left).

-spec joined([branch()], budget()) -> {type(), budget()}.
joined(Branches, Budget) ->
    case lists:member(dynamic, Branches) of
        true ->
            {dynamic, Budget};
        false ->
            Atoms = lists:usort([Atom || {{atom, _, Atom}, _} <- Branches]),
            {Types, Left} = lists:mapfoldl(
                fun(Branch, Left) -> branch(Branch, Atoms, Left) end, Budget, Branches
            ),
            {beamtalk_native_type:union(Types), Left}
    end.

-spec branch({node_(), #scope{}}, [atom()], budget()) -> {type(), budget()}.
branch({{atom, _, Atom}, _}, Atoms, Budget) -> {atom(Atom, Atoms), Budget};
branch({Node, Scope}, _, Budget) -> structure(Node, Scope, Budget).

%% One atom among those that it is a choice of.
-spec atom(atom(), [atom()]) -> type().
atom(nil, _) ->
    class(<<"Nil">>);
atom(Atom, Atoms) when is_boolean(Atom) ->
    case {lists:member(not Atom, Atoms), Atom} of
        {true, _} -> class(<<"Boolean">>);
        {false, true} -> class(<<"True">>);
        {false, false} -> class(<<"False">>)
    end;
atom(Atom, Atoms) ->
    case length(Atoms -- [nil, true, false]) of
        Count when Count > 1, Count =< ?MOST_SINGLETONS -> beamtalk_native_type:singleton(Atom);
        _ -> class(<<"Symbol">>)
    end.

-spec structure(node_(), #scope{}, budget()) -> {type(), budget()}.
structure({type, _, Name, [Element]}, Scope, Budget) when Name =:= list; Name =:= nonempty_list ->
    list(Element, Scope, Budget);
structure({type, _, tuple, Elements}, Scope, Budget) when is_list(Elements) ->
    {Types, Left} = inners(Elements, Scope, Budget),
    {beamtalk_native_type:class(<<"Tuple">>, Types), Left};
structure({type, _, map, Fields}, Scope, Budget) when is_list(Fields) ->
    case class_tag(Fields) of
        {class, _, _} = Class -> {Class, Budget};
        none -> dictionary(Fields, Scope, Budget)
    end;
structure(Node, _, Budget) ->
    {beamtalk_native_words:type(Node), Budget}.

-spec list(node_(), #scope{}, budget()) -> {type(), budget()}.
list(Element, Scope, Budget) ->
    {Branches, Left} = branches(Element, Scope, Budget),
    IsCharacter = fun({{type, _, char, []}, _}) -> true; (_) -> false end,
    case lists:all(IsCharacter, Branches) of
        true ->
            {beamtalk_native_words:type(word(string)), Left};
        false ->
            {Type, Left1} = inner(Element, Scope, Left),
            {beamtalk_native_type:class(<<"List">>, [Type]), Left1}
    end.

%% A map that is an instance of a class says so.
-spec class_tag([tuple()]) -> type() | none.
class_tag(Fields) ->
    Tags = [
        Class
     || {type, _, _, [{atom, _, '$beamtalk_class'}, {atom, _, Class}]} <- Fields,
        beamtalk_native_type:is_class_name(Class)
    ],
    case Tags of
        [Class] -> class(atom_to_binary(Class));
        _ -> none
    end.

%% Keys and values have a type where all fields agree.
-spec dictionary([tuple()], #scope{}, budget()) -> {type(), budget()}.
dictionary(Fields, Scope, Budget) ->
    {Types, Left} = lists:mapfoldl(
        fun({type, _, _, Pair}, Left) -> inners(Pair, Scope, Left) end, Budget, Fields
    ),
    case lists:usort(Types) of
        [[_, _] = Pair] -> {beamtalk_native_type:class(<<"Dictionary">>, Pair), Left};
        _ -> {class(<<"Dictionary">>), Left}
    end.

-spec inners([node_()], #scope{}, budget()) -> {[type()], budget()}.
inners(Nodes, Scope, Budget) ->
    lists:mapfoldl(fun(Node, Left) -> inner(Node, Scope, Left) end, Budget, Nodes).

-spec class(binary()) -> type().
class(Name) ->
    beamtalk_native_type:class(Name).

-spec flat_map(fun((A, budget()) -> {[B], budget()}), [A], budget()) -> {[B], budget()}.
flat_map(Function, List, Budget) ->
    {Lists, Left} = lists:mapfoldl(Function, Budget, List),
    {lists:append(Lists), Left}.
