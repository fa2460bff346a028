%% Which method a function of a compiled class is. A module, a function and its
%% arity, as a stack trace has them, go in; the class, the side and the selector
%% come out. The blocks of a method count as the method.
-module(beamtalk_method_function).

-export([class/1, method/3, selector/2, parts/1]).

-type side() :: beamtalk_class_reference:side().

%% The class that a module is.
-spec class(module()) -> atom() | none.
class(Module) ->
    case erlang:function_exported(Module, '__beamtalk_meta', 0) of
        true -> maps:get(class, Module:'__beamtalk_meta'());
        false -> none
    end.

-spec method(module(), atom(), arity() | [term()]) -> {Class :: atom(), side(), Selector :: atom()} | none.
method(Module, Function, Args) when is_list(Args) ->
    method(Module, Function, length(Args));
method(Module, Function, Arity) ->
    Class = class(Module),
    case Class =/= none andalso selector(Function, Arity) of
        {ok, Selector} -> {Class, element(1, parts(Function)), Selector};
        _ -> none
    end.

%% Functions that are no methods have another arity than their names say.
-spec selector(atom(), arity()) -> {ok, atom()} | none.
selector(Function, Arity) ->
    {_, Text, Enclosing} = parts(Function),
    Expected = case Enclosing of same -> Arity; _ -> Enclosing end,
    case existing(Text) of
        {ok, Selector} ->
            case beamtalk_selector:arity(Selector) + 1 of
                Expected -> {ok, Selector};
                _ -> none
            end;
        none ->
            none
    end.

%% The side, the selector, and for a block the arity of its method's function.
-spec parts(atom()) -> {side(), Selector :: binary(), arity() | same}.
parts(Function) ->
    case re:run(atom_to_binary(Function), "^-(.+?)/([0-9]+)-[a-z]", [{capture, all_but_first, binary}]) of
        {match, [Name, Arity]} -> with_side(Name, binary_to_integer(Arity));
        nomatch -> with_side(atom_to_binary(Function), same)
    end.

%% What the compiler adds to a selector: the side, an escape where that would
%% mislead, and a mark for recursion.
-spec with_side(binary(), arity() | same) -> {side(), binary(), arity() | same}.
with_side(<<"class_", Name/binary>>, Arity) ->
    {class, unmarked(Name), Arity};
with_side(<<"$", Name/binary>>, Arity) ->
    {instance, unmarked(Name), Arity};
with_side(Name, Arity) ->
    {instance, unmarked(Name), Arity}.

-spec unmarked(binary()) -> binary().
unmarked(Name) ->
    [Selector | _] = binary:split(Name, <<"$exact">>),
    Selector.

-spec existing(binary()) -> {ok, atom()} | none.
existing(Text) ->
    try
        {ok, binary_to_existing_atom(Text)}
    catch
        error:badarg -> none
    end.
