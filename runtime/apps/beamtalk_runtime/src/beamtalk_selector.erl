%% Selectors taken apart: how many arguments one takes, the Erlang function it
%% names in a call to another module, and the function that a method with it
%% is compiled to. Knows no class.
-module(beamtalk_selector).

-export([arity/1, function/1, method_function/2]).

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

%% As the compiler names it; every module has a `module_info` of its own.
-spec method_function(atom(), beamtalk_class_reference:side()) -> atom().
method_function(module_info, instance) -> '$module_info';
method_function(Selector, instance) -> Selector;
method_function(Selector, class) -> binary_to_atom(<<"class_", (atom_to_binary(Selector))/binary>>).
