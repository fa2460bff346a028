%% Primitives of Block, which is a fun: evaluating it, looping and protecting.
%% The compiler does most of this in place; these are for blocks and selectors
%% that are only known while running. A return on its way to its method passes
%% through all of them.
-module(beamtalk_block).

-export([value/1, 'value:'/2, 'value:value:'/3, 'value:value:value:'/4]).
-export(['valueWithArguments:'/2, arity/1]).
-export(['whileTrue:'/2, 'whileFalse:'/2, repeat/1, 'on:do:'/3, 'ensure:'/2, caught/7]).

-spec value(fun()) -> term().
value(Self) when is_function(Self, 0) -> Self();
value(Self) -> refuse(Self, 0, value).

-spec 'value:'(fun(), term()) -> term().
'value:'(Self, A) when is_function(Self, 1) -> Self(A);
'value:'(Self, _) -> refuse(Self, 1, 'value:').

-spec 'value:value:'(fun(), term(), term()) -> term().
'value:value:'(Self, A, B) when is_function(Self, 2) -> Self(A, B);
'value:value:'(Self, _, _) -> refuse(Self, 2, 'value:value:').

-spec 'value:value:value:'(fun(), term(), term(), term()) -> term().
'value:value:value:'(Self, A, B, C) when is_function(Self, 3) -> Self(A, B, C);
'value:value:value:'(Self, _, _, _) -> refuse(Self, 3, 'value:value:value:').

-spec 'valueWithArguments:'(fun(), [term()]) -> term().
'valueWithArguments:'(Self, Arguments) when length(Arguments) >= 0 ->
    case is_function(Self, length(Arguments)) of
        true -> apply(Self, Arguments);
        false -> refuse(Self, length(Arguments), 'valueWithArguments:')
    end;
'valueWithArguments:'(_, _) ->
    beamtalk_argument:type_error('Block', 'valueWithArguments:', <<"Pass the arguments in a List">>).

-spec refuse(fun(), arity(), atom()) -> no_return().
refuse(Self, Count, Selector) ->
    beamtalk_argument:refuse_block(Self, Count, 'Block', Selector).

-spec arity(fun()) -> arity().
arity(Self) ->
    {arity, Arity} = erlang:fun_info(Self, arity),
    Arity.

-spec 'whileTrue:'(fun(() -> boolean()), fun(() -> term())) -> nil.
'whileTrue:'(Self, Body) ->
    while(true, Self, Body, 'whileTrue:').

-spec 'whileFalse:'(fun(() -> boolean()), fun(() -> term())) -> nil.
'whileFalse:'(Self, Body) ->
    while(false, Self, Body, 'whileFalse:').

-spec while(boolean(), term(), term(), atom()) -> nil.
while(Wanted, Condition, Body, Selector) when is_function(Condition, 0), is_function(Body, 0) ->
    case Condition() of
        Wanted ->
            _ = Body(),
            while(Wanted, Condition, Body, Selector);
        Other when is_boolean(Other) ->
            nil;
        _ ->
            Hint = <<"The condition must answer true or false">>,
            beamtalk_argument:type_error('Block', Selector, Hint)
    end;
while(_, Condition, Body, Selector) when is_function(Condition, 0) ->
    beamtalk_argument:refuse_block(Body, 0, 'Block', Selector);
while(_, Condition, _, Selector) ->
    refuse(Condition, 0, Selector).

-spec repeat(fun(() -> term())) -> no_return().
repeat(Self) ->
    _ = value(Self),
    repeat(Self).

%% What the protected block has written to slots of its actor and to class
%% variables is undone before the handler runs. What the handler raises is not
%% caught here.
-spec 'on:do:'(fun(() -> Value), term(), fun()) -> Value | term().
'on:do:'(Self, Handled, Handler) ->
    State = beamtalk_actor_state:snapshot(),
    Writes = beamtalk_class_variables:snapshot(),
    try
        value(Self)
    catch
        Class:Reason:Stacktrace -> caught(Class, Reason, Stacktrace, Handled, State, Writes, Handler)
    end.

%% What becomes of something that was raised in a protected block.
-spec caught(error | exit | throw, term(), list(), term(), term(), term(), fun()) -> term().
caught(throw, {'$beamtalk_return', _, _} = Return, Stacktrace, _, _, _, _) ->
    erlang:raise(throw, Return, Stacktrace);
caught(Class, Reason, Stacktrace, Handled, State, Writes, Handler) ->
    Exception = beamtalk_error:exception(Class, Reason, Stacktrace),
    case beamtalk_exception:matches(Exception, Handled) of
        true ->
            ok = beamtalk_actor_state:restore(State),
            ok = beamtalk_class_variables:restore(Writes),
            handle(Handler, Exception);
        false ->
            erlang:raise(Class, Reason, Stacktrace)
    end.

-spec handle(term(), beamtalk_error:exception()) -> term().
handle(Handler, Exception) when is_function(Handler, 1) -> Handler(Exception);
handle(Handler, _) when is_function(Handler, 0) -> Handler();
handle(Handler, _) -> beamtalk_argument:refuse_block(Handler, 1, 'Block', 'on:do:').

-spec 'ensure:'(fun(() -> Value), fun(() -> term())) -> Value.
'ensure:'(Self, Cleanup) ->
    Owed = fun() -> value_of(Cleanup) end,
    Around = beamtalk_cleanup:enter(Owed),
    try
        value(Self)
    after
        beamtalk_cleanup:run(Owed, Around)
    end.

-spec value_of(term()) -> term().
value_of(Cleanup) when is_function(Cleanup, 0) -> Cleanup();
value_of(Cleanup) -> beamtalk_argument:refuse_block(Cleanup, 0, 'Block', 'ensure:').
