%% Errors: making the record, raising it as an exception object, and turning
%% whatever Erlang has caught into one. The words come from
%% `beamtalk_error_message`, the meaning of Erlang's own faults from
%% `beamtalk_fault`.
-module(beamtalk_error).

-include("beamtalk.hrl").

-export([make/3, make/4, make_message/5, raise/3, raise/4, raise_message/5]).
-export([wrap/1, raise_error/1, exception/3, class_of_kind/1]).

-export_type([exception/0, error/0]).

-type error() :: #beamtalk_error{}.
-type exception() :: #{?TAG := atom(), error := error(), stacktrace => list()}.

-spec make(atom(), atom(), atom()) -> error().
make(Kind, Class, Selector) ->
    make(Kind, Class, Selector, undefined).

-spec make(atom(), atom(), atom(), binary() | undefined) -> error().
make(Kind, Class, Selector, Hint) ->
    Message = beamtalk_error_message:text(Kind, Class, Selector),
    make_message(Kind, Class, Selector, Message, Hint).

-spec make_message(atom(), atom(), atom(), binary(), binary() | undefined) -> error().
make_message(Kind, Class, Selector, Message, Hint) ->
    #beamtalk_error{
        kind = Kind, class = Class, selector = Selector, message = Message, hint = Hint
    }.

-spec raise(atom(), atom(), atom()) -> no_return().
raise(Kind, Class, Selector) ->
    raise_error(make(Kind, Class, Selector)).

-spec raise(atom(), atom(), atom(), binary() | undefined) -> no_return().
raise(Kind, Class, Selector, Hint) ->
    raise_error(make(Kind, Class, Selector, Hint)).

-spec raise_message(atom(), atom(), atom(), binary(), binary() | undefined) -> no_return().
raise_message(Kind, Class, Selector, Message, Hint) ->
    raise_error(make_message(Kind, Class, Selector, Message, Hint)).

-spec raise_error(error()) -> no_return().
raise_error(Error) ->
    erlang:error(wrap(Error)).

%% The exception object of an error. Its class is the one that signalled it,
%% if that is an exception class, else the one its kind belongs to.
-spec wrap(error()) -> exception().
wrap(#beamtalk_error{kind = Kind, class = Class} = Error) ->
    case beamtalk_exception:is_exception_class(Class) of
        true -> #{?TAG => Class, error => Error};
        false -> #{?TAG => class_of_kind(Kind), error => Error}
    end.

%% The exception object of anything that was caught. A return on its way to
%% its method is nobody's exception: it goes on.
-spec exception(error | exit | throw, term(), list()) -> exception().
exception(throw, {'$beamtalk_return', _, _} = Return, Stacktrace) ->
    erlang:raise(throw, Return, Stacktrace);
exception(_, #{?TAG := _, error := #beamtalk_error{}, stacktrace := _} = Exception, _) ->
    Exception;
exception(_, #{?TAG := _, error := #beamtalk_error{}} = Exception, Stacktrace) ->
    Exception#{stacktrace => Stacktrace};
exception(_, #beamtalk_error{} = Error, Stacktrace) ->
    (wrap(Error))#{stacktrace => Stacktrace};
exception(error, Reason, Stacktrace) ->
    (wrap(beamtalk_fault:classify(Reason, Stacktrace)))#{stacktrace => Stacktrace};
exception(exit, Reason, Stacktrace) ->
    (wrap(beamtalk_fault:foreign(erlang_exit, Reason)))#{stacktrace => Stacktrace};
exception(throw, Term, Stacktrace) ->
    (wrap(beamtalk_fault:foreign(erlang_throw, Term)))#{stacktrace => Stacktrace}.

-spec class_of_kind(atom()) -> atom().
class_of_kind(does_not_understand) -> 'RuntimeError';
class_of_kind(arity_mismatch) -> 'RuntimeError';
class_of_kind(immutable_value) -> 'RuntimeError';
class_of_kind(runtime_error) -> 'RuntimeError';
class_of_kind(index_out_of_bounds) -> 'RuntimeError';
class_of_kind(empty_collection) -> 'RuntimeError';
class_of_kind(empty_queue) -> 'RuntimeError';
class_of_kind(not_found) -> 'RuntimeError';
class_of_kind(class_not_found) -> 'RuntimeError';
class_of_kind(no_superclass) -> 'RuntimeError';
class_of_kind(class_already_exists) -> 'RuntimeError';
class_of_kind(selector_not_found) -> 'RuntimeError';
class_of_kind(dispatch_error) -> 'RuntimeError';
class_of_kind(callback_failed) -> 'RuntimeError';
class_of_kind(actor_dead) -> 'RuntimeError';
class_of_kind(internal_error) -> 'RuntimeError';
class_of_kind(key_error) -> 'RuntimeError';
class_of_kind(argument_error) -> 'RuntimeError';
class_of_kind(resource_error) -> 'RuntimeError';
class_of_kind(process_not_found) -> 'RuntimeError';
class_of_kind(timeout_error) -> 'RuntimeError';
class_of_kind(type_error) -> 'TypeError';
class_of_kind(instantiation_error) -> 'InstantiationError';
class_of_kind(erlang_exit) -> 'ExitError';
class_of_kind(erlang_throw) -> 'ThrowError';
class_of_kind(_) -> 'Error'.
