%% Primitives of TestRunner: which classes are run, and how many at once.
-module(beamtalk_test_runner).

-export([class_runAll/1, 'class_runAll:'/2, 'class_run:'/2, 'class_run:method:'/3, is_test_class/1]).

-type class() :: beamtalk_class_reference:class().

-spec class_runAll(class()) -> beamtalk_test_result:result().
class_runAll(Self) ->
    'class_runAll:'(Self, 1).

-spec 'class_runAll:'(class(), non_neg_integer()) -> beamtalk_test_result:result().
'class_runAll:'(_, Jobs) when is_integer(Jobs), Jobs >= 0 ->
    Classes = [Class || Class <- beamtalk_class_registry:all_classes(), is_test_class(Class)],
    beamtalk_test_result:of_run([{Class, beamtalk_test_suite:tests(Class)} || Class <- Classes], Jobs);
'class_runAll:'(_, _) ->
    Hint = <<"Pass how many classes may run at once; 0 is as many as there are schedulers">>,
    beamtalk_error:raise(invalid_argument, 'TestRunner', 'runAll:', Hint).

-spec 'class_run:'(class(), class()) -> beamtalk_test_result:result().
'class_run:'(_, Class) ->
    Name = test_class(Class, 'run:'),
    beamtalk_test_result:of_run([{Name, beamtalk_test_suite:tests(Name)}], 1).

-spec 'class_run:method:'(class(), class(), atom()) -> beamtalk_test_result:result().
'class_run:method:'(_, Class, Test) when is_atom(Test) ->
    beamtalk_test_result:of_run([{test_class(Class, 'run:method:'), [Test]}], 1);
'class_run:method:'(_, _, _) ->
    beamtalk_argument:type_error('TestRunner', 'run:method:', <<"Pass the selector of a test as a Symbol">>).

-spec test_class(term(), Selector :: atom()) -> atom().
test_class(Class, Selector) ->
    Name = beamtalk_class_reference:side(Class) =:= instance andalso beamtalk_class_reference:name(Class),
    case beamtalk_class_registry:inherits_from(Name, 'TestCase') of
        true -> Name;
        false -> beamtalk_argument:type_error('TestRunner', Selector, <<"Pass a subclass of TestCase">>)
    end.

%% A class whose tests are run when all are: it inherits from TestCase and is not
%% abstract.
-spec is_test_class(Class :: atom()) -> boolean().
is_test_class('TestCase') ->
    false;
is_test_class(Class) ->
    beamtalk_class_registry:inherits_from(Class, 'TestCase') andalso
        not maps:get(is_abstract, beamtalk_class_hierarchy_table:live_metadata(Class)).
