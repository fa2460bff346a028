%% What Erlang's own errors mean to a Beamtalk programmer: a reason and its
%% stack trace go in, an error record with a kind and readable words comes
%% out. Where the fault crossed a known method, the record names it.
-module(beamtalk_fault).

-include("beamtalk.hrl").

-export([classify/2, classify_in/4, classify_at/4, foreign/2]).

-type fault() :: {Kind :: atom(), Core :: iodata(), Hint :: binary() | undefined}.

%% A block is to blame for its arguments, however it was reached.
-spec classify(term(), list()) -> beamtalk_error:error().
classify({badarity, _} = Reason, Stacktrace) ->
    record(fault(Reason, Stacktrace), 'Block', undefined);
classify(Reason, Stacktrace) ->
    case beamtalk_fault_place:crossed(Stacktrace) of
        none -> record(fault(Reason, Stacktrace), undefined, undefined);
        Place -> placed(Reason, Stacktrace, Place)
    end.

%% The same for a fault in a known method, unless it was inside of another one.
-spec classify_in(term(), list(), atom(), atom()) -> beamtalk_error:error().
classify_in(#beamtalk_error{} = Error, _, _, _) ->
    Error;
classify_in({badarity, _} = Reason, Stacktrace, _, _) ->
    classify(Reason, Stacktrace);
classify_in(Reason, Stacktrace, Class, Selector) ->
    case beamtalk_fault_place:crossed(Stacktrace) of
        none -> placed(Reason, Stacktrace, {Class, Selector});
        Place -> placed(Reason, Stacktrace, Place)
    end.

%% The same for a fault that was in no other method.
-spec classify_at(term(), list(), atom(), atom()) -> beamtalk_error:error().
classify_at({badarity, _} = Reason, Stacktrace, _, _) ->
    classify(Reason, Stacktrace);
classify_at(Reason, Stacktrace, Class, Selector) ->
    placed(Reason, Stacktrace, {Class, Selector}).

-spec placed(term(), list(), {atom(), atom()}) -> beamtalk_error:error().
placed(Reason, Stacktrace, {Class, Selector}) ->
    {Kind, Core, Hint} = fault(Reason, Stacktrace),
    Place = [atom_to_binary(Class), <<">>">>, atom_to_binary(Selector), <<": ">>],
    record({Kind, [Place, Core], Hint}, Class, Selector).

%% An exit or a throw that is not ours.
-spec foreign(erlang_exit | erlang_throw, term()) -> beamtalk_error:error().
foreign(Kind, Term) ->
    record({Kind, term(Term), undefined}, undefined, undefined).

-spec record(fault(), atom(), atom()) -> beamtalk_error:error().
record({Kind, Text, Hint}, Class, Selector) ->
    Message = unicode:characters_to_binary(Text),
    beamtalk_error:make_message(Kind, Class, Selector, Message, Hint).

-spec fault(term(), list()) -> fault().
fault(badarith, _) ->
    {type_error, <<"bad arithmetic operation">>,
        <<"Arithmetic needs numbers: an operand is not a number, or the divisor is zero">>};
fault({badkey, Key}, _) ->
    {key_error, [<<"key not found: ">>, term(Key)],
        <<"Ask with 'includesKey:' first, or use 'at:ifAbsent:'">>};
fault({badmap, _}, _) ->
    {type_error, <<"expected a Dictionary but got a non-map value">>,
        <<"This message is for dictionaries only">>};
fault(badarg, _) ->
    {argument_error, <<"invalid argument">>, <<"Check the types of the arguments">>};
fault({badarity, {Fun, Args}}, _) when is_function(Fun), is_list(Args) ->
    {arity, Expected} = erlang:fun_info(Fun, arity),
    Counts = [Expected, length(Args)],
    {arity_mismatch,
        io_lib:format("Wrong number of arguments: block expects ~b but was called with ~b", Counts),
        <<"Check the parameters of the block">>};
fault({badfun, Block}, _) when is_function(Block) ->
    without_code(Block);
fault(undef, [{Block, _, _} | _]) when is_function(Block) ->
    without_code(Block);
fault(undef, Stacktrace) ->
    {runtime_error, [<<"Undefined function: ">>, undefined(Stacktrace)],
        <<"Check that the module is loaded and exports the function">>};
fault(system_limit, _) ->
    {resource_error, <<"a system limit was reached">>, undefined};
fault(noproc, _) ->
    {process_not_found, <<"the target process no longer exists">>, undefined};
fault({noproc, _}, _) ->
    fault(noproc, []);
fault(timeout, _) ->
    {timeout_error, <<"the operation timed out">>, undefined};
fault({timeout, _}, _) ->
    fault(timeout, []);
fault(function_clause, _) ->
    internal(<<"function_clause">>, <<"no clause of a function fits its arguments">>);
fault(if_clause, _) ->
    internal(<<"if_clause">>, <<"no condition holds">>);
fault({case_clause, Value}, _) ->
    internal(<<"case_clause">>, [<<"no case for ">>, term(Value)]);
fault({badmatch, Value}, _) ->
    internal(<<"badmatch">>, [<<"the pattern does not match ">>, term(Value)]);
fault({try_clause, Value}, _) ->
    internal(<<"try_clause">>, [<<"no case for ">>, term(Value)]);
fault(Reason, _) ->
    {runtime_error, term(Reason), undefined}.

%% The block comes from another node, or from code that was replaced twice since.
-spec without_code(fun()) -> fault().
without_code(Block) ->
    {module, Module} = erlang:fun_info(Block, module),
    {runtime_error, [<<"the code of this block is not on this node: ">>, atom_to_binary(Module)],
        <<"Load its class there too, in the same version">>}.

-spec internal(binary(), iodata()) -> fault().
internal(Tag, Detail) ->
    {internal_error, [<<"internal error (">>, Tag, <<") - ">>, Detail],
        <<"This looks like a bug in a library or in the compiler; please report it">>}.

-spec undefined(list()) -> iodata().
undefined([{Module, Function, Args, _} | _]) when is_list(Args) ->
    io_lib:format("~ts:~ts/~b", [Module, Function, length(Args)]);
undefined([{Module, Function, Arity, _} | _]) ->
    io_lib:format("~ts:~ts/~b", [Module, Function, Arity]);
undefined(_) ->
    <<"unknown">>.

%% In Erlang notation, on one line, and never without end.
-spec term(term()) -> iodata().
term(Term) ->
    io_lib:format("~0tp", [Term], [{chars_limit, 2000}]).
