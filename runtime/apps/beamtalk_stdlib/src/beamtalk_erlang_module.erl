%% Primitives of ErlangModule: a tagged map that names a module. What every
%% object understands it answers as an object; every other message is a call.
-module(beamtalk_erlang_module).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export(['class_named:'/2, 'doesNotUnderstand:args:'/3, methods/1, 'call:args:'/3, printString/1]).

-type proxy() :: #{?TAG := 'ErlangModule', module := module()}.

-spec 'class_named:'(term(), module()) -> proxy().
'class_named:'(_, Module) when is_atom(Module) ->
    beamtalk_erlang:module(Module);
'class_named:'(_, _) ->
    beamtalk_argument:type_error('ErlangModule', 'named:', <<"Pass the name of a module as a Symbol">>).

-spec 'doesNotUnderstand:args:'(proxy(), atom(), [term()]) -> term().
'doesNotUnderstand:args:'(#{module := Module} = Self, Selector, Arguments) ->
    case beamtalk_lookup:local('Object', instance, Selector) of
        none -> beamtalk_erlang:call(Module, Selector, Arguments);
        _ -> beamtalk_dispatch:super_send(object(), Selector, Arguments, Self)
    end.

-spec object() -> module().
object() ->
    beamtalk_class_registry:module_of('Object').

-spec methods(proxy()) -> [binary()].
methods(#{module := Module}) ->
    beamtalk_erlang:methods(Module).

-spec 'call:args:'(proxy(), atom(), tuple()) -> term().
'call:args:'(#{module := Module}, Function, Arguments) when is_atom(Function), is_tuple(Arguments) ->
    beamtalk_erlang:call_function(Module, Function, tuple_to_list(Arguments));
'call:args:'(_, _, _) ->
    beamtalk_argument:type_error('ErlangModule', 'call:args:', <<"Pass a Symbol and a Tuple">>).

-spec printString(proxy()) -> binary().
printString(Self) ->
    beamtalk_printing:print(Self).
