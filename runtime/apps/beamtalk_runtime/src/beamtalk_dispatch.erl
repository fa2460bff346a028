%% Sending messages. A receiver, a selector and a list of arguments go in,
%% the method's answer comes out. Finding the method is the compiled code of
%% the receiver's class, which falls through to that of its superclass; here
%% is only the way in, and what happens when nothing was found. No table and
%% no process stands on the way of an ordinary send.
-module(beamtalk_dispatch).

-include("beamtalk.hrl").

-export([send/3, undefined_function/3, super_send/4, super_class_send/4, send_above/5, send_beyond/5, send_far/4]).
-export([class_protocol/3, not_understood/3, does_not_understand/3]).
-export([perform/2, perform/3, perform/4, perform_locally/3, responds_to/2]).

-define(REFLECTIVE, [
    class, 'respondsTo:', 'isKindOf:', fieldNames, 'fieldAt:', 'fieldAt:put:', 'perform:',
    'perform:withArguments:', 'perform:withArguments:timeout:'
]).

-spec send(term(), atom(), [term()]) -> term().
send(Receiver, Selector, Args) when is_integer(Receiver) ->
    'bt@stdlib@integer':dispatch(Selector, Args, Receiver);
send(#{?TAG := Class} = Receiver, Selector, Args) when is_atom(Class) ->
    case persistent_term:get(Class, undefined) of
        undefined -> beamtalk_error:raise(class_not_found, Class, Selector);
        Dispatch -> Dispatch(Selector, Args, Receiver)
    end;
send({beamtalk_object, _, _, Pid} = Receiver, Selector, Args) when is_pid(Pid) ->
    beamtalk_actor_call:send(Receiver, Selector, Args);
send({beamtalk_object, 'Metaclass', _, {registered, _}} = Receiver, Selector, Args) ->
    send_metaclass(Receiver, Selector, Args);
send({beamtalk_object, Class, _, _} = Receiver, Selector, Args) when is_atom(Class) ->
    case persistent_term:get(Class, undefined) of
        {class_side, Dispatch, _} -> Dispatch(Selector, Args, Receiver);
        undefined -> gone(Receiver, Selector);
        _Dispatch -> beamtalk_actor_call:send(Receiver, Selector, Args)
    end;
send({beamtalk_supervisor, Class, _, _} = Receiver, Selector, Args) when is_atom(Class) ->
    case persistent_term:get(Class, undefined) of
        undefined -> beamtalk_error:raise(class_not_found, Class, Selector);
        Dispatch -> Dispatch(Selector, Args, Receiver)
    end;
send(Receiver, Selector, Args) when is_list(Receiver) ->
    'bt@stdlib@list':dispatch(Selector, Args, Receiver);
send(Receiver, Selector, Args) when is_map(Receiver) ->
    'bt@stdlib@dictionary':dispatch(Selector, Args, Receiver);
send(Receiver, Selector, Args) when is_binary(Receiver) ->
    case beamtalk_class_of:is_utf8(Receiver) of
        true -> 'bt@stdlib@string':dispatch(Selector, Args, Receiver);
        false -> 'bt@stdlib@binary':dispatch(Selector, Args, Receiver)
    end;
send(Receiver, Selector, Args) when is_function(Receiver) ->
    'bt@stdlib@block':dispatch(Selector, Args, Receiver);
send(Receiver, Selector, Args) ->
    Module = beamtalk_class_of:module_of(Receiver),
    Module:dispatch(Selector, Args, Receiver).

%% A class that has changed is called for a method that it had: the message is
%% sent as any other.
-spec undefined_function(module(), atom(), [term()]) -> term().
undefined_function(Module, Function, [Self | Args] = All) ->
    case beamtalk_method_function:selector(Function, length(All)) of
        {ok, Selector} -> send(Self, Selector, Args);
        none -> error_handler:raise_undef_exception(Module, Function, All)
    end;
undefined_function(Module, Function, Args) ->
    error_handler:raise_undef_exception(Module, Function, Args).

%% Instances are made by the class, whatever the metaclass inherits.
-spec send_metaclass(beamtalk_class_reference:metaclass(), atom(), [term()]) -> term().
send_metaclass(Metaclass, Selector, Args) when
    Selector =:= new; Selector =:= 'new:'; Selector =:= spawn; Selector =:= 'spawnWith:'
->
    send(described(Metaclass), Selector, Args);
send_metaclass(Metaclass, Selector, Args) ->
    'bt@stdlib@metaclass':dispatch(Selector, Args, Metaclass).

-spec described(beamtalk_class_reference:metaclass()) -> beamtalk_class_reference:class().
described(Metaclass) ->
    beamtalk_class_registry:class_object(beamtalk_class_reference:name(Metaclass)).

-spec gone(tuple(), atom()) -> no_return().
gone({beamtalk_object, Class, _, _} = Receiver, Selector) ->
    case beamtalk_class_reference:side(Receiver) of
        none -> beamtalk_error:raise(class_not_found, Class, Selector);
        _ -> beamtalk_error:raise(class_not_found, beamtalk_class_reference:name(Receiver), Selector)
    end.

%% Starts at the superclass of the class whose text has the send.
-spec super_send(module(), atom(), [term()], term()) -> term().
super_send(SuperModule, Selector, Args, Self) ->
    SuperModule:dispatch(Selector, Args, Self).

%% The same in a class method.
-spec super_class_send(module(), atom(), [term()], beamtalk_class_reference:class()) -> term().
super_class_send(SuperModule, Selector, Args, Self) ->
    SuperModule:class_dispatch(Selector, Args, Self).

%% Goes on after a class whose own method does not count: its extension, then
%% its superclass. Reads tables, for it is for methods that were removed.
-spec send_beyond(atom(), beamtalk_class_reference:side(), atom(), [term()], term()) -> term().
send_beyond(Class, instance, Selector, Args, Self) ->
    case beamtalk_extensions:extension(Class, Selector) of
        none -> send_above(Class, instance, Selector, Args, Self);
        Method -> Method(Args, Self)
    end;
send_beyond(Class, class, Selector, Args, Self) ->
    send_above(Class, class, Selector, Args, Self).

%% A super send from a class whose superclass is only known while it runs.
-spec send_above(atom(), beamtalk_class_reference:side(), atom(), [term()], term()) -> term().
send_above(Class, Side, Selector, Args, Self) ->
    case {beamtalk_class_registry:superclass_of(Class), Side} of
        {none, instance} -> not_understood(Selector, Args, Self);
        {none, class} -> class_protocol(Selector, Args, Self);
        {Superclass, instance} -> (persistent_term:get(Superclass))(Selector, Args, Self);
        {Superclass, class} -> class_send_above(Superclass, Selector, Args, Self)
    end.

-spec class_send_above(atom(), atom(), [term()], term()) -> term().
class_send_above(Superclass, Selector, Args, Self) ->
    {class_side, Dispatch, _} = persistent_term:get(beamtalk_class_reference:tag(Superclass)),
    Dispatch(Selector, Args, Self).

%% What a class does not define that has more ancestors than a search goes
%% through: the nearest of those that count answers, and none beyond them. A
%% longer chain is taken for a ring. What tells of an object every class has.
-spec send_far(Class :: atom(), atom(), [term()], term()) -> term().
send_far(Class, Selector, Args, Self) ->
    Ancestors = beamtalk_class_hierarchy_table:ancestors(Class),
    case {beamtalk_lookup:find(Ancestors, instance, Selector), lists:member(Selector, ?REFLECTIVE)} of
        {{ok, Definer}, _} -> (persistent_term:get(Definer))(Selector, Args, Self);
        {none, true} -> 'bt@stdlib@object':dispatch(Selector, Args, Self);
        {none, false} -> not_understood(Selector, Args, Self)
    end.

%% Where the root class ends up on its class side: a class is an object too,
%% an instance of Class.
-spec class_protocol(atom(), [term()], beamtalk_class_reference:class()) -> term().
class_protocol(Selector, Args, Self) ->
    'bt@stdlib@class':dispatch(Selector, Args, Self).

%% Where the root class ends up with what nobody defines. The receiver may
%% have a `doesNotUnderstand:args:`, which is found like any method.
-spec not_understood(atom(), [term()], term()) -> term().
not_understood('doesNotUnderstand:args:', [Selector, Args], Self) ->
    does_not_understand(Self, Selector, Args);
not_understood(Selector, Args, {beamtalk_object, 'Metaclass', _, {registered, _}} = Self) ->
    Class = described(Self),
    case responds_to(Class, Selector) of
        true -> send(Class, Selector, Args);
        false -> does_not_understand(Self, Selector, Args)
    end;
not_understood(Selector, [Other], Self) when
    Selector =:= '<'; Selector =:= '>'; Selector =:= '<='; Selector =:= '>='
->
    compare(Selector, Self, Other);
not_understood(Selector, Args, Self) ->
    forward(Selector, Args, Self).

-spec forward(atom(), [term()], term()) -> term().
forward(Selector, Args, Self) ->
    send_directly(Self, 'doesNotUnderstand:args:', [Selector, Args]).

%% Terms of the VM have an order, whether their classes say so or not. Values
%% and references stand for objects, whose order is the business of their class.
-spec compare(atom(), term(), term()) -> term().
compare(Selector, #{?TAG := _} = A, B) -> forward(Selector, [B], A);
compare(Selector, {beamtalk_object, _, _, _} = A, B) -> forward(Selector, [B], A);
compare(Selector, {beamtalk_supervisor, _, _, _} = A, B) -> forward(Selector, [B], A);
compare('<', A, B) -> A < B;
compare('>', A, B) -> A > B;
compare('<=', A, B) -> A =< B;
compare('>=', A, B) -> A >= B.

%% In this process even where the receiver is an actor: the message is there.
-spec send_directly(term(), atom(), [term()]) -> term().
send_directly({beamtalk_object, Class, _, _} = Self, Selector, Args) when is_atom(Class) ->
    case persistent_term:get(Class, undefined) of
        {class_side, Dispatch, _} -> Dispatch(Selector, Args, Self);
        undefined -> gone(Self, Selector);
        Dispatch -> Dispatch(Selector, Args, Self)
    end;
send_directly(Self, Selector, Args) ->
    send(Self, Selector, Args).

%% What ProtoObject does with `doesNotUnderstand:args:`.
-spec does_not_understand(term(), atom(), [term()]) -> no_return().
does_not_understand(Receiver, Selector, Args) ->
    case beamtalk_class_reference:side(Receiver) of
        none when Selector =:= '>>', length(Args) =:= 1 ->
            mistyped(Receiver, '>>', <<"Only classes have methods to look up; send it to a class">>);
        none ->
            Hint = <<"Check spelling or use 'respondsTo:' to verify method exists">>,
            beamtalk_error:raise(does_not_understand, beamtalk_class_of:class_of(Receiver), Selector, Hint);
        Side ->
            class_does_not_understand(Side, beamtalk_class_reference:name(Receiver), Selector)
    end.

%% A class that cannot do what a method of its own class side asks of it lacks
%% a class method; asked by others, it may just be the wrong receiver.
-spec class_does_not_understand(beamtalk_class_reference:side(), atom(), atom()) -> no_return().
class_does_not_understand(Side, Class, Selector) ->
    {Named, Outside} =
        case Side of
            instance -> {Class, <<"Class does not understand this message">>};
            class -> {beamtalk_class_reference:tag(Class), <<"Metaclass does not understand this message">>}
        end,
    Hint =
        case beamtalk_sender:is_class_method_of(Class) of
            true -> beamtalk_error_message:no_class_method(Class, Selector);
            false -> Outside
        end,
    beamtalk_error:raise(does_not_understand, Named, Selector, Hint).

-spec perform(term(), atom()) -> term().
perform(Receiver, Selector) ->
    perform(Receiver, Selector, []).

%% `perform: aSymbol withArguments: aList`.
-spec perform(term(), atom(), [term()]) -> term().
perform(Receiver, Selector, Args) ->
    check(Receiver, 'perform:withArguments:', Selector, Args),
    send(Receiver, Selector, Args).

%% The timeout is for actors; others do not wait.
-spec perform(term(), atom(), [term()], timeout()) -> term().
perform(Receiver, Selector, Args, Timeout) ->
    check(Receiver, 'perform:withArguments:timeout:', Selector, Args),
    check_timeout(Receiver, Timeout),
    case Receiver of
        {beamtalk_object, Class, _, _} -> perform_actor(Receiver, Class, Selector, Args, Timeout);
        _ -> send(Receiver, Selector, Args)
    end.

-spec perform_actor(tuple(), atom(), atom(), [term()], timeout()) -> term().
perform_actor(Receiver, Class, Selector, Args, Timeout) ->
    case {beamtalk_class_reference:side(Receiver), persistent_term:get(Class, undefined)} of
        {none, Dispatch} when Dispatch =/= undefined ->
            beamtalk_actor_call:send(Receiver, Selector, Args, Timeout);
        _ ->
            send(Receiver, Selector, Args)
    end.

%% `performLocally: aSymbol withArguments: aList`: a class method that the
%% class itself defines.
-spec perform_locally(term(), atom(), [term()]) -> term().
perform_locally(Receiver, Selector, Args) ->
    check(Receiver, 'performLocally:withArguments:', Selector, Args),
    case beamtalk_class_reference:side(Receiver) of
        instance -> perform_own(Receiver, Selector, Args);
        _ -> mistyped(Receiver, 'performLocally:withArguments:', <<"The receiver must be a class">>)
    end.

-spec perform_own(beamtalk_class_reference:class(), atom(), [term()]) -> term().
perform_own(Receiver, Selector, Args) ->
    Class = beamtalk_class_reference:name(Receiver),
    case beamtalk_lookup:local(Class, class, Selector) of
        none -> does_not_understand(Receiver, Selector, Args);
        _ -> send(Receiver, Selector, Args)
    end.

-spec check(term(), atom(), term(), term()) -> ok.
check(Receiver, Performed, Selector, _) when not is_atom(Selector) ->
    mistyped(Receiver, Performed, <<"The selector must be a Symbol">>);
check(Receiver, _, Selector, Args) when length(Args) >= 0 ->
    case beamtalk_selector:arity(Selector) =:= length(Args) of
        true ->
            ok;
        false ->
            Hint = <<"Give an argument for each colon of the selector, or one to an operator">>,
            beamtalk_error:raise(arity_mismatch, receiver_name(Receiver), Selector, Hint)
    end;
check(Receiver, Performed, _, _) ->
    mistyped(Receiver, Performed, <<"The arguments must be a List">>).

-spec check_timeout(term(), term()) -> ok.
check_timeout(_, infinity) ->
    ok;
check_timeout(_, Timeout) when is_integer(Timeout), Timeout >= 0 ->
    ok;
check_timeout(Receiver, _) ->
    Hint = <<"The timeout must be a number of milliseconds or #infinity">>,
    mistyped(Receiver, 'perform:withArguments:timeout:', Hint).

-spec mistyped(term(), atom(), binary()) -> no_return().
mistyped(Receiver, Selector, Hint) ->
    beamtalk_error:raise(type_error, receiver_name(Receiver), Selector, Hint).

-spec receiver_name(term()) -> atom().
receiver_name(Receiver) ->
    case beamtalk_class_reference:side(Receiver) of
        instance -> beamtalk_class_reference:name(Receiver);
        _ -> beamtalk_class_of:class_of(Receiver)
    end.

%% Whether a message to the receiver would find a method.
-spec responds_to(term(), atom()) -> boolean().
responds_to(Receiver, Selector) ->
    beamtalk_lookup:understands(Receiver, Selector).
