%% Counts values that are what the type checker says they are, and keeps those
%% that are not. Code that was compiled with checks calls it for every expression
%% and every method; no program does. What a type means is known to
%% `beamtalk_type_membership`.
%%
%% Nothing is counted before start/0, so a runtime can start with checked code.
%% A value that is not what it is said to be is kept once for each place.
-module(beamtalk_soundness).

-export([start/0, report/0, fit/2, value/5, answer/5]).

-type place() ::
    {File :: binary(), Class :: atom(), Selector :: atom(), Line :: non_neg_integer(), Text :: binary()}.
-type method() :: {Class :: atom(), beamtalk_class_reference:side(), Selector :: atom()}.
-type report() :: #{
    methods := non_neg_integer(),
    answers := non_neg_integer(),
    expressions := non_neg_integer(),
    values := non_neg_integer(),
    %% Those of the expressions that messages were sent to, and their values.
    receivers := non_neg_integer(),
    received := non_neg_integer(),
    wrong := [binary()]
}.

%% Rows: {{method, method()} | {expression | receiver, place()}, Count} and {{wrong, Where}, Text}.
-define(TABLE, ?MODULE).

-spec start() -> ok.
start() ->
    Asker = self(),
    _ = spawn(fun() ->
        true = register(?MODULE, self()),
        ?TABLE = ets:new(?TABLE, [named_table, public, {write_concurrency, true}]),
        Asker ! {?MODULE, ready},
        receive stop -> ok end
    end),
    receive {?MODULE, ready} -> ok end.

-spec report() -> report().
report() ->
    Counts = fun(Kind) -> ets:select(?TABLE, [{{{Kind, '_'}, '$1'}, [], ['$1']}]) end,
    {Methods, Receivers, Others} = {Counts(method), Counts(receiver), Counts(expression)},
    #{
        methods => length(Methods),
        answers => lists:sum(Methods),
        expressions => length(Receivers) + length(Others),
        values => lists:sum(Receivers) + lists:sum(Others),
        receivers => length(Receivers),
        received => lists:sum(Receivers),
        wrong => lists:sort(Counts(wrong))
    }.

%% Whether arguments are what the parameters are declared to be. A method that is
%% given something else promises nothing.
-spec fit([beamtalk_type_membership:type()], [term()]) -> boolean().
fit(Types, Arguments) ->
    Pairs = lists:zip(Types, Arguments),
    lists:all(fun({Type, Argument}) -> beamtalk_type_membership:is_member(Argument, Type) end, Pairs).

-spec value(boolean(), expression | receiver, place(), beamtalk_type_membership:type(), term()) -> ok.
value(true, Kind, Place, Type, Value) ->
    ask({Kind, Place}, Value, Type, Type);
value(false, _, _, _, _) ->
    ok.

%% What a method answers, handed on.
-spec answer(boolean(), method(), beamtalk_type_membership:type(), Self :: term(), Value) -> Value.
answer(true, {_, Side, _} = Method, Type, Self, Value) ->
    Bound = beamtalk_type_membership:bind(Type, Side, Self),
    _ = is_excused(Method, Self, Value) orelse ask({method, Method}, Value, Bound, Type),
    Value;
answer(false, _, _, _, Value) ->
    Value.

%% The one promise that the library is known not to keep: a collection of the user's
%% own without a `withAll:` gets Lists where its own kind is declared.
-spec is_excused(method(), Self :: term(), Value :: term()) -> boolean().
is_excused({'Collection', Side, _}, Self, Value) when is_list(Value) ->
    Class =
        case Side of
            class -> beamtalk_class_reference:name(Self);
            instance -> beamtalk_class_of:class_of(Self)
        end,
    Kinds = [Class | beamtalk_class_hierarchy_table:ancestors(Class)],
    beamtalk_lookup:find(Kinds, class, 'withAll:') =:= {ok, 'Collection'};
is_excused(_, _, _) ->
    false.

-spec ask(term(), term(), beamtalk_type_membership:type(), beamtalk_type_membership:type()) -> ok.
ask(Where, Value, Type, Shown) ->
    case ets:whereis(?TABLE) of
        undefined ->
            ok;
        _ ->
            _ = ets:update_counter(?TABLE, Where, 1, {Where, 0}),
            beamtalk_type_membership:is_member(Value, Type) orelse keep(Where, Shown, Value),
            ok
    end.

-spec keep(term(), beamtalk_type_membership:type(), term()) -> true.
keep(Where, Type, Value) ->
    Said = beamtalk_type_membership:text(Type),
    Text = io_lib:format("~ts is said to be ~ts and was ~0tP", [words(Where), Said, Value, 20]),
    ets:insert(?TABLE, {{wrong, Where}, unicode:characters_to_binary(Text)}).

-spec words({method, method()} | {expression | receiver, place()}) -> iodata().
words({method, {Class, instance, Selector}}) ->
    io_lib:format("~ts>>~ts", [Class, Selector]);
words({method, {Class, class, Selector}}) ->
    io_lib:format("~ts class>>~ts", [Class, Selector]);
words({_, {File, '', '', Line, Text}}) ->
    io_lib:format("~ts:~w: ~ts", [File, Line, Text]);
words({_, {File, Class, Selector, Line, Text}}) ->
    io_lib:format("~ts:~w, ~ts>>~ts: ~ts", [File, Line, Class, Selector, Text]).
