%% What a compiled Erlang module says of itself: in goes a BEAM file's contents, out
%% come the types that it defines and the functions that it exports, each with its
%% names of parameters and its spec, if there is one. A module that keeps no abstract
%% code says nothing. Resolves no types.
-module(beamtalk_native_module).

-export([read/1]).

-export_type([contents/0, function_info/0, definition/0, clause/0]).

%% Names of variables, and what they stand for.
-type definition() :: {Parameters :: [atom()], Body :: erl_parse:abstract_type()}.
%% One clause of a spec, and the bounds that follow `when`.
-type clause() :: {
    Parameters :: [erl_parse:abstract_type()],
    Return :: erl_parse:abstract_type(),
    Bounds :: #{atom() => erl_parse:abstract_type()}
}.
-type function_info() :: #{name := atom(), names := [binary()], clauses := [clause()]}.
-type contents() :: #{
    module := module(),
    types := #{{atom(), arity()} => definition()},
    functions := [function_info()]
}.

-define(PLACEHOLDER, <<"arg">>).

-spec read(Beam :: binary()) -> {ok, contents()} | none.
read(Beam) ->
    case beam_lib:chunks(Beam, [abstract_code]) of
        {ok, {Module, [{abstract_code, {raw_abstract_v1, Forms}}]}} ->
            {ok, contents(Module, Forms)};
        _ ->
            none
    end.

-spec contents(module(), [erl_parse:abstract_form()]) -> contents().
contents(Module, Forms) ->
    Exported = exported(Forms),
    Specs = maps:from_list([spec(Spec) || {attribute, _, spec, Spec} <- Forms]),
    Functions = [
        function(Name, Arity, Clauses, Specs)
     || {function, _, Name, Arity, Clauses} <- Forms,
        Exported =:= all orelse is_map_key({Name, Arity}, Exported)
    ],
    Types = [
        {{Name, length(Parameters)}, {[Variable || {var, _, Variable} <- Parameters], Body}}
     || {attribute, _, Kind, {Name, Body, Parameters}} <- Forms, is_type_kind(Kind), is_atom(Name)
    ],
    #{module => Module, types => maps:from_list(Types), functions => lists:sort(Functions)}.

%% An opaque type is its definition too: its values have that form, and a message is
%% sent to a value.
-spec is_type_kind(atom()) -> boolean().
is_type_kind(Kind) ->
    lists:member(Kind, [type, opaque, nominal]).

-spec exported([erl_parse:abstract_form()]) -> all | #{{atom(), arity()} => true}.
exported(Forms) ->
    Options = lists:append([lists:flatten([Option]) || {attribute, _, compile, Option} <- Forms]),
    case lists:member(export_all, Options) of
        true -> all;
        false -> maps:from_list([{Key, true} || {attribute, _, export, Keys} <- Forms, Key <- Keys])
    end.

-spec spec(tuple()) -> {{atom(), arity()}, [clause()]}.
spec({{_, Name, Arity}, Clauses}) -> spec({{Name, Arity}, Clauses});
spec({Key, Clauses}) -> {Key, [clause(Clause) || Clause <- Clauses]}.

-spec clause(tuple()) -> clause().
clause({type, _, bounded_fun, [Function, Constraints]}) ->
    {Parameters, Return, _} = clause(Function),
    Bounds = [
        {Variable, Bound}
     || {type, _, constraint, [{atom, _, is_subtype}, [{var, _, Variable}, Bound]]} <- Constraints
    ],
    {Parameters, Return, maps:from_list(Bounds)};
clause({type, _, 'fun', [{type, _, product, Parameters}, Return]}) ->
    {Parameters, Return, #{}}.

-spec function(atom(), arity(), [tuple()], #{{atom(), arity()} => [clause()]}) -> function_info().
function(Name, Arity, Clauses, Specs) ->
    Spec = maps:get({Name, Arity}, Specs, []),
    Specified = [Parameters || {Parameters, _, _} <- Spec],
    Written = [Patterns || {clause, _, Patterns, _, _} <- Clauses],
    Names = [parameter_name(Index, Specified ++ Written) || Index <- lists:seq(1, Arity)],
    #{name => Name, names => Names, clauses => Spec}.

%% The first name that anybody gives to a parameter: a spec, then the code.
-spec parameter_name(pos_integer(), [[tuple()]]) -> binary().
parameter_name(_, []) ->
    ?PLACEHOLDER;
parameter_name(Index, [Head | Rest]) ->
    case word(variable(lists:nth(Index, Head))) of
        none -> parameter_name(Index, Rest);
        Word -> Word
    end.

-spec variable(tuple()) -> string().
variable({var, _, Name}) -> atom_to_list(Name);
variable({ann_type, _, [Variable, _]}) -> variable(Variable);
variable({match, _, {var, _, _} = Variable, _}) -> variable(Variable);
variable({match, _, _, Pattern}) -> variable(Pattern);
variable(_) -> "".

%% A variable as a keyword begins: `List1` is `list1`, `URIString` is `uriString`.
-spec word(string()) -> binary() | none.
word([$_ | Rest]) ->
    word(Rest);
word(Name) ->
    case re:run(Name, "^[A-Za-z][A-Za-z0-9_]*$", [{capture, none}]) of
        match -> list_to_binary(lowered(Name));
        nomatch -> none
    end.

-spec lowered(string()) -> string().
lowered(Name) ->
    {Capitals, Rest} = lists:splitwith(fun(It) -> It >= $A andalso It =< $Z end, Name),
    case {Capitals, Rest} of
        {[_, _ | _], [Next | _]} when Next >= $a, Next =< $z ->
            string:lowercase(lists:droplast(Capitals)) ++ [lists:last(Capitals) | Rest];
        _ ->
            string:lowercase(Capitals) ++ Rest
    end.
