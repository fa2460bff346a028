%% Primitives of TestCase: the assertions, and running the tests of one class.
-module(beamtalk_test_case).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([class_runAll/1, 'class_run:'/2]).
-export([suiteFixture/1, 'assert:equals:'/3, 'should:raise:'/3, 'fail:'/2, 'skip:'/2]).

-type class() :: beamtalk_class_reference:class().
-type raised() :: {Kind :: atom(), beamtalk_error:exception()}.
%% What a block should raise: an error of a kind or of a class.
-type wanted() :: {kind, atom()} | {class, atom()}.

-spec class_runAll(class()) -> binary().
class_runAll(Class) ->
    Name = beamtalk_class_reference:name(Class),
    run(Name, beamtalk_test_suite:tests(Name)).

-spec 'class_run:'(class(), atom()) -> binary().
'class_run:'(Class, Selector) when is_atom(Selector) ->
    run(beamtalk_class_reference:name(Class), [Selector]);
'class_run:'(_, _) ->
    beamtalk_argument:type_error('TestCase', 'run:', <<"Pass the selector of a test as a Symbol">>).

%% The summary, and a line for each test that failed.
-spec run(atom(), [atom()]) -> binary().
run(Class, Tests) ->
    Result = beamtalk_test_result:of_run([{Class, Tests}], 1),
    Failures = [
        [<<"\nFAILED ">>, atom_to_binary(Test), <<": ">>, Message]
     || #{name := Test, error := Message} <- beamtalk_test_result:failures(Result)
    ],
    iolist_to_binary([beamtalk_test_result:summary(Result) | Failures]).

-spec suiteFixture(map()) -> term().
suiteFixture(_) ->
    beamtalk_test_suite:fixture().

-spec 'assert:equals:'(map(), term(), term()) -> nil.
'assert:equals:'(Self, Actual, Expected) ->
    case beamtalk_equality:eq(Actual, Expected) of
        true -> nil;
        false -> 'fail:'(Self, unequal(Actual, Expected))
    end.

-spec unequal(term(), term()) -> binary().
unequal(Actual, Expected) ->
    Wanted = beamtalk_test_printing:limited(Expected),
    Got = beamtalk_test_printing:limited(Actual),
    Both = <<"Expected ", Wanted/binary, ", got ", Got/binary>>,
    case beamtalk_test_difference:first(Actual, Expected) of
        none -> Both;
        Difference -> <<Both/binary, "\n", Difference/binary>>
    end.

-spec 'should:raise:'(map(), fun(() -> term()), atom() | class()) -> nil.
'should:raise:'(Self, Block, Expected) when is_function(Block, 0) ->
    Wanted = wanted(Expected),
    Raised = raised(Block, Wanted),
    case is_wanted(Wanted, Raised) of
        true -> nil;
        false -> 'fail:'(Self, not_raised(Wanted, Raised))
    end;
'should:raise:'(_, Block, _) ->
    beamtalk_argument:refuse_block(Block, 0, 'TestCase', 'should:raise:').

-spec wanted(term()) -> wanted().
wanted(Kind) when is_atom(Kind), Kind =/= nil, not is_boolean(Kind) ->
    {kind, Kind};
wanted(Expected) ->
    Name =
        case beamtalk_class_reference:side(Expected) of
            instance -> beamtalk_class_reference:name(Expected);
            _ -> none
        end,
    case beamtalk_exception:is_exception_class(Name) of
        true ->
            {class, Name};
        false ->
            Hint = <<"Pass an error kind as a Symbol, or an exception class">>,
            beamtalk_argument:type_error('TestCase', 'should:raise:', Hint)
    end.

%% Faults of the VM that no method has been named for go by their own name. A test that
%% wants to be skipped is, wherever it says so.
-spec raised(fun(() -> term()), wanted()) -> raised() | none.
raised(Block, Wanted) ->
    try
        _ = Block(),
        none
    catch
        Class:Reason:Stacktrace ->
            #{error := Error} = Exception = beamtalk_error:exception(Class, Reason, Stacktrace),
            case beamtalk_exception:kind(Exception) of
                _ when Class =:= error, is_atom(Reason), Error#beamtalk_error.selector =:= undefined ->
                    {Reason, Exception};
                test_skipped when Wanted =/= {kind, test_skipped} -> erlang:raise(Class, Reason, Stacktrace);
                Kind -> {Kind, Exception}
            end
    end.

-spec is_wanted(wanted(), raised() | none) -> boolean().
is_wanted(_, none) -> false;
is_wanted({kind, Wanted}, {Kind, _}) -> Wanted =:= Kind;
is_wanted({class, Wanted}, {_, Exception}) -> beamtalk_exception:matches(Exception, Wanted).

-spec not_raised(wanted(), raised() | none) -> binary().
not_raised({_, Wanted}, none) ->
    <<"Expected block to raise ", (atom_to_binary(Wanted))/binary, " but it completed normally">>;
not_raised({kind, Wanted}, {Kind, _}) ->
    <<"Expected error kind ", (atom_to_binary(Wanted))/binary, " but got ", (atom_to_binary(Kind))/binary>>;
not_raised({class, Wanted}, {_, #{?TAG := Class}}) ->
    <<"Expected error class ", (atom_to_binary(Wanted))/binary, " but got ", (atom_to_binary(Class))/binary>>.

-spec 'fail:'(map(), binary()) -> no_return().
'fail:'(Self, Message) ->
    raise(assertion_failed, Self, 'fail:', Message).

-spec 'skip:'(map(), binary()) -> no_return().
'skip:'(Self, Reason) ->
    raise(test_skipped, Self, 'skip:', Reason).

-spec raise(atom(), map(), atom(), term()) -> no_return().
raise(Kind, #{?TAG := Class}, Selector, Text) when is_binary(Text) ->
    beamtalk_error:raise_message(Kind, Class, Selector, Text, undefined);
raise(Kind, Self, Selector, Value) ->
    raise(Kind, Self, Selector, beamtalk_printing:display(Value)).
