%% Primitives of Session: who sits at a prompt, and the variables there. An object holds
%% what was known of its session when it was made; all else is asked of the workspace.
-module(beamtalk_session).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([class_current/1, 'class_withId:'/2]).
-export([bindings/1, 'resolve:'/2, clear/1, id/1, kind/1, info/1]).
-export([all/0, variables/3, own/3]).

-export_type([session/0]).

-type class() :: beamtalk_class_reference:class().
-type session() :: #{?TAG := 'Session', info := beamtalk_workspace_service:session()}.

-spec class_current(class()) -> session() | nil.
class_current(_) ->
    case current() of
        {ok, Session} -> object(Session);
        none -> nil
    end.

-spec 'class_withId:'(class(), binary()) -> session() | nil.
'class_withId:'(_, Id) when is_binary(Id) ->
    hd([Session || #{info := #{id := Known}} = Session <- all(), Known =:= Id] ++ [nil]);
'class_withId:'(_, _) ->
    beamtalk_argument:type_error('Session', 'withId:', <<"Pass the id of a session, a String">>).

%% Those that are alive.
-spec all() -> [session()].
all() ->
    case beamtalk_workspace_service:module() of
        none -> [];
        Service -> [object(Session) || Session <- Service:sessions()]
    end.

-spec object(beamtalk_workspace_service:session()) -> session().
object(Session) ->
    #{?TAG => 'Session', info => Session}.

-spec bindings(session()) -> map().
bindings(#{info := #{id := Id}}) ->
    #{?TAG => 'BindingsView', session => Id}.

%% What a bare name means there: the order is that of the prompt.
-spec 'resolve:'(session(), atom()) -> term().
'resolve:'(#{info := #{id := Id}}, Name) when is_atom(Name) ->
    case variables(Id, 'Session', 'resolve:') of
        #{Name := Value} ->
            Value;
        _ ->
            case beamtalk_workspace_bindings:find(Name) of
                {ok, Object} -> Object;
                undefined -> named(beamtalk_class_registry:find_class(Name), Name)
            end
    end;
'resolve:'(_, _) ->
    beamtalk_argument:type_error('Session', 'resolve:', <<"Pass the name as a Symbol">>).

-spec named({ok, term()} | undefined, atom()) -> term().
named({ok, Class}, _) ->
    Class;
named(undefined, Name) ->
    case beamtalk_globals:find(Name) of
        {ok, Object} -> Object;
        undefined -> beamtalk_globals:get(Name)
    end.

-spec clear(session()) -> nil.
clear(#{info := #{id := Id}}) ->
    Service = own(Id, 'Session', clear),
    ok = Service:clear(Id),
    nil.

-spec id(session()) -> binary().
id(#{info := #{id := Id}}) ->
    _ = variables(Id, 'Session', id),
    Id.

-spec kind(session()) -> binary().
kind(#{info := #{kind := Kind}}) ->
    Kind.

-spec info(session()) -> #{atom() => term()}.
info(#{info := Info}) ->
    Info.

%% The variables of a session, for the class and selector that ask.
-spec variables(Id :: binary(), Class :: atom(), Selector :: atom()) -> #{atom() => term()}.
variables(Id, Class, Selector) ->
    Service = beamtalk_workspace_service:module(),
    case Service =/= none andalso Service:variables(Id) of
        {ok, Variables} -> Variables;
        _ -> gone(Class, Selector)
    end.

%% The service, if the session is the one that the caller evaluates for: others have
%% variables of their own.
-spec own(Id :: binary(), Class :: atom(), Selector :: atom()) -> module().
own(Id, Class, Selector) ->
    _ = variables(Id, Class, Selector),
    case current() of
        {ok, #{id := Id}} ->
            beamtalk_workspace_service:module();
        _ ->
            Message = <<"The variables of another session cannot be changed">>,
            Hint = <<"Share an object with Workspace bind: anObject as: #name">>,
            beamtalk_error:raise_message(cross_session_mutation_unsupported, Class, Selector, Message, Hint)
    end.

-spec current() -> {ok, beamtalk_workspace_service:session()} | none.
current() ->
    case beamtalk_workspace_service:module() of
        none -> none;
        Service -> Service:current_session()
    end.

-spec gone(atom(), atom()) -> no_return().
gone(Class, Selector) ->
    Hint = <<"Workspace sessions answers those that are alive">>,
    beamtalk_error:raise_message(session_not_found, Class, Selector, <<"The session has ended">>, Hint).
