%% Primitives of ChangeLog: what changes the log of a workspace, and the objects that show
%% it. An object holds what was there when it was made.
-module(beamtalk_change_log).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export(['revert:'/2, clear/1, 'flushKinds:confirmDestructive:'/3]).
-export([current/0, kinds/3]).

-type log() :: #{?TAG := 'ChangeLog', entries := [map()]}.

-define(KINDS, [instance, class, 'remove-method', 'new-class', 'remove-class']).

%% What there is now; without a workspace nothing.
-spec current() -> log().
current() ->
    Entries =
        case beamtalk_workspace_service:module() of
            none -> [];
            Service -> [Entry#{?TAG => 'ChangeEntry'} || Entry <- Service:changes()]
        end,
    #{?TAG => 'ChangeLog', entries => Entries}.

-spec 'revert:'(log(), map()) -> map().
'revert:'(_, #{?TAG := 'ChangeEntry', seq := Seq} = Entry) ->
    case (service('revert:')):revert(Seq) of
        ok -> Entry;
        {error, {Kind, Message, Hint}} -> beamtalk_error:raise_message(Kind, 'ChangeLog', 'revert:', Message, Hint)
    end;
'revert:'(_, _) ->
    beamtalk_argument:type_error('ChangeLog', 'revert:', <<"Pass an entry of the log">>).

-spec clear(log()) -> log().
clear(Self) ->
    ok = (service(clear)):clear_changes(),
    Self#{entries := []}.

-spec 'flushKinds:confirmDestructive:'(log(), term(), boolean()) -> map().
'flushKinds:confirmDestructive:'(_, Given, IsConfirmed) when is_boolean(IsConfirmed) ->
    Kinds = kinds(Given, 'ChangeLog', 'flushKinds:'),
    (service('flushKinds:')):flush({kinds, Kinds}, IsConfirmed);
'flushKinds:confirmDestructive:'(_, _, _) ->
    beamtalk_argument:type_error('ChangeLog', 'flushKinds:confirmDestructive:', <<"Say true or false to confirm">>).

%% One, or some of them in a collection.
-spec kinds(term(), Class :: atom(), Sent :: atom()) -> [atom()].
kinds(Given, Class, Sent) ->
    Kinds = case is_list(Given) of true -> Given; false -> [Given] end,
    case Kinds =/= [] andalso lists:all(fun(Kind) -> lists:member(Kind, ?KINDS) end, Kinds) of
        true -> Kinds;
        false -> beamtalk_argument:type_error(Class, Sent, <<"Kinds are #instance, #class, #'remove-method', #'new-class' and #'remove-class'">>)
    end.

-spec service(Sent :: atom()) -> module().
service(Sent) ->
    case beamtalk_workspace_service:module() of
        none ->
            Message = <<"Changes are kept by a running workspace, and there is none">>,
            beamtalk_error:raise_message(runtime_error, 'ChangeLog', Sent, Message, undefined);
        Service ->
            Service
    end.
