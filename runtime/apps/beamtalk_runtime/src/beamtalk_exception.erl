%% Exception objects: what they say of themselves, whether a handler is for
%% them, how they print, and how user code signals them. The exception
%% classes are ordinary classes, found in the registry.
-module(beamtalk_exception).

-include("beamtalk.hrl").

-export([is_exception/1, is_exception_class/1, matches/2]).
-export([kind/1, message/1, hint/1, selector/1, error_class/1, stack_trace/1, print_string/1]).
-export([signal/1, signal/2, resignal/1, signal_kind/4, user_error/3]).

-type exception() :: beamtalk_error:exception().

-spec is_exception(term()) -> boolean().
is_exception(#{?TAG := Class, error := #beamtalk_error{}}) -> is_atom(Class);
is_exception(_) -> false.

-spec is_exception_class(atom()) -> boolean().
is_exception_class(Class) ->
    lists:member('Exception', ancestry(Class)).

%% Whether `on: Handled do:` is for this exception: for a class or its name,
%% if the exception is of it; for anything else, always.
-spec matches(exception(), term()) -> boolean().
matches(#{?TAG := Class}, Handled) ->
    Name = handled(Handled),
    not is_exception_class(Name) orelse lists:member(Name, ancestry(Class)).

-spec handled(term()) -> atom().
handled(Name) when is_atom(Name) ->
    Name;
handled(Object) ->
    case beamtalk_class_reference:side(Object) of
        instance -> beamtalk_class_reference:name(Object);
        _ -> nil
    end.

%% A class and its ancestors. The exceptions of the runtime itself are known
%% even while the library is not loaded.
-spec ancestry(atom()) -> [atom()].
ancestry(Class) ->
    Chain = [Class | beamtalk_class_hierarchy_table:ancestors(Class)],
    lists:droplast(Chain) ++ native(lists:last(Chain)).

-spec native(atom()) -> [atom()].
native('Exception') -> ['Exception'];
native('Error') -> ['Error' | native('Exception')];
native('RuntimeError') -> ['RuntimeError' | native('Error')];
native('TypeError') -> ['TypeError' | native('Error')];
native('InstantiationError') -> ['InstantiationError' | native('Error')];
native('BEAMError') -> ['BEAMError' | native('Error')];
native('ExitError') -> ['ExitError' | native('BEAMError')];
native('ThrowError') -> ['ThrowError' | native('BEAMError')];
native(Class) -> [Class].

%% What an exception says. One that was made by `new` and not yet signalled
%% says what `E signal` would.
-spec record(exception() | #{?TAG := atom()}) -> beamtalk_error:error().
record(#{error := #beamtalk_error{} = Error}) -> Error;
record(#{?TAG := Class}) -> signalled(Class, atom_to_binary(Class)).

-spec kind(exception()) -> atom().
kind(Exception) ->
    (record(Exception))#beamtalk_error.kind.

-spec message(exception()) -> binary().
message(Exception) ->
    (record(Exception))#beamtalk_error.message.

-spec hint(exception()) -> binary() | nil.
hint(Exception) ->
    known((record(Exception))#beamtalk_error.hint).

-spec selector(exception()) -> atom().
selector(Exception) ->
    known((record(Exception))#beamtalk_error.selector).

-spec known(Value | undefined) -> Value | nil.
known(undefined) -> nil;
known(Value) -> Value.

%% `undefined` where nothing is known.
-spec error_class(exception()) -> atom().
error_class(Exception) ->
    (record(Exception))#beamtalk_error.class.

-spec stack_trace(exception()) -> [map()].
stack_trace(#{stacktrace := Stacktrace}) -> beamtalk_stack_frame:frames(Stacktrace);
stack_trace(_) -> [].

%% The message, and on a line of its own the hint.
-spec print_string(exception()) -> binary().
print_string(Exception) ->
    #beamtalk_error{message = Message} = Error = record(Exception),
    case shown_hint(Error) of
        undefined -> Message;
        Hint -> <<Message/binary, "\nHint: ", Hint/binary>>
    end.

%% Sent to an instance, a message of classes has a better advice than spelling.
-spec shown_hint(beamtalk_error:error()) -> binary() | undefined.
shown_hint(#beamtalk_error{kind = does_not_understand, class = Class, selector = Selector, hint = Hint}) ->
    case is_class_side(Class, Selector) of
        true -> class_side_hint(atom_to_binary(Selector));
        false -> Hint
    end;
shown_hint(#beamtalk_error{hint = Hint}) ->
    Hint.

-spec is_class_side(atom(), atom()) -> boolean().
is_class_side(Class, Selector) ->
    case beamtalk_class_registry:find_class(Class) of
        {ok, Object} -> beamtalk_lookup:understands(Object, Selector);
        undefined -> false
    end.

-spec class_side_hint(binary()) -> binary().
class_side_hint(Selector) ->
    <<"'", Selector/binary, "' is a class-side message; try 'class ", Selector/binary, "'">>.

%% `E signal`.
-spec signal(atom()) -> no_return().
signal(Class) ->
    signal(Class, atom_to_binary(Class)).

%% `E signal: text`.
-spec signal(atom(), term()) -> no_return().
signal(Class, Text) ->
    erlang:error(#{?TAG => Class, error => signalled(Class, text(Text))}).

-spec signalled(atom(), binary()) -> beamtalk_error:error().
signalled(Class, Text) ->
    beamtalk_error:make_message(signal_kind(Class), Class, undefined, Text, undefined).

-spec signal_kind(atom()) -> atom().
signal_kind('InstantiationError') -> instantiation_error;
signal_kind('TypeError') -> type_error;
signal_kind(_) -> signal.

-spec resignal(exception()) -> no_return().
resignal(Exception) ->
    erlang:error(Exception#{error => record(Exception)}).

%% `Exception signalKind: k class: c selector: s hint: h`.
-spec signal_kind(atom(), atom(), atom(), binary() | nil) -> no_return().
signal_kind(Kind, Class, Selector, Hint) ->
    beamtalk_error:raise(Kind, given(Class), given(Selector), given(Hint)).

-spec given(Value | nil) -> Value | undefined.
given(nil) -> undefined;
given(Value) -> Value.

%% `anObject error: text`.
-spec user_error(term(), atom(), term()) -> no_return().
user_error(Receiver, Selector, Text) ->
    Class = beamtalk_class_of:class_of(Receiver),
    Error = beamtalk_error:make_message(user_error, Class, Selector, text(Text), undefined),
    erlang:error(#{?TAG => 'Error', error => Error}).

-spec text(term()) -> binary().
text(Text) when is_binary(Text) -> Text;
text(Symbol) when is_atom(Symbol) -> atom_to_binary(Symbol);
text(Value) -> beamtalk_printing:print(Value).
