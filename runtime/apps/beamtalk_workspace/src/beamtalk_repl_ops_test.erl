%% Operations that run tests of loaded classes. Results are data; who runs tests of files
%% loads them first.
-module(beamtalk_repl_ops_test).

-export([handle/3]).

-type result() :: {ok, map()} | {error, beamtalk_repl_error:error()}.

%% Milliseconds for a test of a class that does not say how long one may take.
-define(TIMEOUT, 60000).

-spec handle(binary(), map(), map()) -> result().
handle(<<"list-tests">>, _, _) ->
    Listed = [#{class => Class, selectors => beamtalk_test_suite:tests(Class)} || Class <- test_classes()],
    {ok, #{value => #{classes => Listed}}};
handle(<<"test-all">>, _, _) ->
    run(<<"All">>, [{Class, beamtalk_test_suite:tests(Class)} || Class <- test_classes()]);
handle(<<"test">>, #{<<"class">> := Name} = Params, _) when is_binary(Name) ->
    case chosen(Name, maps:get(<<"method">>, Params, all)) of
        {ok, Class, Tests} -> run(Name, [{Class, Tests}]);
        Error -> Error
    end;
handle(<<"test">>, #{<<"file">> := File}, _) when is_binary(File) ->
    case file:read_file(File) of
        {ok, Source} -> of_file(File, beamtalk_repl_load:source(Source, File));
        {error, Reason} -> {error, beamtalk_repl_error:plain(<<"file_not_found">>, unreadable(File, Reason))}
    end;
handle(<<"test">>, _, Context) ->
    handle(<<"test-all">>, #{}, Context).

-spec unreadable(binary(), atom()) -> binary().
unreadable(File, Reason) ->
    <<"Cannot read ", File/binary, ": ", (unicode:characters_to_binary(file:format_error(Reason)))/binary>>.

-spec of_file(binary(), {ok, map()} | {error, beamtalk_repl_error:error()}) -> result().
of_file(File, {ok, #{classes := Names}}) ->
    %% They have just been loaded, so their names are atoms.
    Classes = [binary_to_existing_atom(Name) || Name <- Names],
    run(File, [{Class, beamtalk_test_suite:tests(Class)} || Class <- Classes, beamtalk_test_runner:is_test_class(Class)]);
of_file(_, Error) ->
    Error.

-spec test_classes() -> [atom()].
test_classes() ->
    lists:sort([Class || Class <- beamtalk_class_registry:all_classes(), has_tests(Class)]).

-spec has_tests(atom()) -> boolean().
has_tests(Class) ->
    beamtalk_test_runner:is_test_class(Class) andalso beamtalk_test_suite:tests(Class) =/= [].

-spec chosen(binary(), binary() | all) -> {ok, atom(), [atom()]} | {error, beamtalk_repl_error:error()}.
chosen(Name, Method) ->
    Known = [{atom_to_binary(Class), Class} || Class <- beamtalk_class_registry:all_classes()],
    case lists:keyfind(Name, 1, Known) of
        {_, Class} -> chosen_of(Class, Name, Method, beamtalk_test_runner:is_test_class(Class));
        false -> {error, missing(<<"class_not_found">>, ["Class '", Name, "' not found"], Name, [It || {It, _} <- Known])}
    end.

-spec chosen_of(atom(), binary(), binary() | all, boolean()) -> {ok, atom(), [atom()]} | {error, beamtalk_repl_error:error()}.
chosen_of(_, Name, _, false) ->
    {error, beamtalk_repl_error:plain(<<"invalid_argument">>, <<Name/binary, " is no subclass of TestCase">>)};
chosen_of(Class, Name, Method, true) ->
    Tests = beamtalk_test_suite:tests(Class),
    case [Test || Test <- Tests, Method =:= all orelse atom_to_binary(Test) =:= Method] of
        [] when Method =/= all ->
            {error, missing(<<"selector_not_found">>, [Name, " has no test '", Method, "'"], Method, [atom_to_binary(It) || It <- Tests])};
        Chosen ->
            {ok, Class, Chosen}
    end.

-spec missing(binary(), iodata(), binary(), [binary()]) -> beamtalk_repl_error:error().
missing(Kind, Message, Written, Known) ->
    Error = beamtalk_repl_error:plain(Kind, iolist_to_binary(Message)),
    case beamtalk_repl_suggestion:words(beamtalk_repl_suggestion:close(Written, Known)) of
        none -> Error;
        Hint -> Error#{hint => Hint}
    end.

-spec run(binary(), [{atom(), [atom()]}]) -> result().
run(Name, Classes) ->
    Begun = erlang:monotonic_time(),
    Suites = [beamtalk_test_run:class_suite(Class, Tests, ?TIMEOUT) || {Class, Tests} <- Classes],
    Numbered = maps:from_list(lists:zip(lists:seq(1, length(Classes)), [Class || {Class, _} <- Classes])),
    Told = beamtalk_test_run:fold(Suites, 0, fun(Event, Rows) -> row(Event, Numbered) ++ Rows end, []),
    Taken = erlang:convert_time_unit(erlang:monotonic_time() - Begun, native, microsecond) / 1.0e6,
    Rows = lists:reverse(Told),
    Count = fun(Status) -> length([It || #{status := S} = It <- Rows, S =:= Status]) end,
    Results = #{
        class => Name,
        total => length(Rows),
        passed => Count(<<"pass">>),
        failed => Count(<<"fail">>),
        skipped => Count(<<"skip">>),
        duration => Taken,
        tests => Rows
    },
    {ok, status(Results)}.

-spec status(map()) -> map().
status(#{failed := 0} = Results) -> #{results => Results};
status(Results) -> #{results => Results, status => [<<"done">>, <<"test-error">>]}.

-spec row(beamtalk_test_run:event(), #{pos_integer() => atom()}) -> [map()].
row({test, Index, Test, Outcome, Microseconds, Written}, Classes) ->
    Row = #{name => Test, class => maps:get(Index, Classes), duration => Microseconds / 1.0e6, output => Written},
    [maps:merge(Row, outcome(Outcome))];
row(_, _) ->
    [].

-spec outcome(beamtalk_test_outcome:outcome()) -> map().
outcome(passed) ->
    #{status => <<"pass">>};
outcome({skipped, Reason}) ->
    #{status => <<"skip">>, reason => Reason};
outcome({failed, Exception}) ->
    #{stack := Stack} = Error = beamtalk_repl_error:raised(Exception),
    Known = #{status => <<"fail">>, error => beamtalk_exception:message(Exception), kind => maps:get(kind, Error)},
    case [Frame || #{<<"class">> := Class} = Frame <- Stack, Class =/= <<"TestCase">>] of
        [#{<<"file">> := File, <<"line">> := Line} | _] -> Known#{file => File, line => Line};
        [] -> Known
    end.
