%% Selectors taken apart: how many arguments one takes, the Erlang function it
%% names in a call to another module, both ways, and the function that a method with it
%% is compiled to, both ways. Knows no class.
-module(beamtalk_selector).

-export([arity/1, function/1, of_function/2, method_function/2, method_functions/3]).

%% 0 for a unary selector, 1 for an operator, else the number of colons.
-spec arity(atom()) -> non_neg_integer().
arity(Selector) ->
    Text = atom_to_binary(Selector),
    case length(binary:matches(Text, <<":">>)) of
        0 -> operator_arity(Text);
        Colons -> Colons
    end.

-spec operator_arity(binary()) -> 0 | 1.
operator_arity(<<First, _/binary>>) when
    First >= $a, First =< $z; First >= $A, First =< $Z; First =:= $_; First >= 128
->
    0;
operator_arity(<<>>) ->
    0;
operator_arity(_) ->
    1.

%% The first keyword without its colon, where such an atom exists: no atom
%% is made, for a function that exists has a name that exists.
-spec function(atom()) -> {ok, atom()} | error.
function(Selector) ->
    [First | _] = binary:split(atom_to_binary(Selector), <<":">>),
    try
        {ok, binary_to_existing_atom(First)}
    catch
        error:badarg -> error
    end.

%% The message that calls a function of another module. The first keyword names it, and the
%% others only part arguments, so that no selector depends on the names in a spec.
-spec of_function(Name :: binary(), arity()) -> Selector :: binary().
of_function(Name, 0) -> Name;
of_function(Name, Arity) -> iolist_to_binary([Name, $:, lists:duplicate(Arity - 1, <<"with:">>)]).

%% As the compiler names it. Every module has a `module_info` of its own, and
%% what begins like a class method is none.
-spec method_function(atom(), beamtalk_class_reference:side()) -> atom().
method_function(Selector, Side) ->
    case {Side, atom_to_binary(Selector)} of
        {class, Text} -> binary_to_atom(<<"class_", Text/binary>>);
        {instance, <<"module_info">>} -> '$module_info';
        {instance, <<"class_", _/binary>> = Text} -> binary_to_atom(<<"$", Text/binary>>);
        {instance, _} -> Selector
    end.

%% All functions that hold the body of a method. One that sends its own selector
%% to itself is there twice, once for receivers that are known to have it.
-spec method_functions(atom(), beamtalk_class_reference:side(), arity()) -> [{atom(), arity()}].
method_functions(Selector, Side, Arity) ->
    Name = method_function(Selector, Side),
    try binary_to_existing_atom(<<(atom_to_binary(Name))/binary, "$exact">>) of
        Exact -> [{Name, Arity}, {Exact, Arity}]
    catch
        error:badarg -> [{Name, Arity}]
    end.
