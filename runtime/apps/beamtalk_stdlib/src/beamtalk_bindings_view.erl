%% Primitives of BindingsView: the variables of a session, or the names of the workspace
%% if it has none. Nothing is kept in the view, so it shows what is there when it is asked.
-module(beamtalk_bindings_view).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export(['at:'/2, 'at:put:'/3, 'removeKey:'/2, 'includesKey:'/2]).
-export([keys/1, values/1, size/1, printString/1]).
-export([bind/4, unbind/3]).

-type view() :: #{?TAG := 'BindingsView', session := Id :: binary() | nil}.

-spec 'at:'(view(), term()) -> term().
'at:'(View, Name) ->
    maps:get(Name, all(View, 'at:'), nil).

-spec 'includesKey:'(view(), term()) -> boolean().
'includesKey:'(View, Name) ->
    is_map_key(Name, all(View, 'includesKey:')).

-spec 'at:put:'(view(), atom(), term()) -> term().
'at:put:'(_, Name, _) when not is_atom(Name) ->
    mistyped('BindingsView', 'at:put:');
'at:put:'(#{session := nil}, Name, Value) ->
    ok = bind(Name, Value, 'BindingsView', 'at:put:'),
    Value;
'at:put:'(#{session := Id}, Name, Value) ->
    Service = beamtalk_session:own(Id, 'BindingsView', 'at:put:'),
    ok = Service:bind(Id, Name, Value),
    Value.

-spec 'removeKey:'(view(), atom()) -> nil.
'removeKey:'(_, Name) when not is_atom(Name) ->
    mistyped('BindingsView', 'removeKey:');
'removeKey:'(#{session := nil}, Name) ->
    ok = unbind(Name, 'BindingsView', 'removeKey:'),
    nil;
'removeKey:'(#{session := Id}, Name) ->
    Service = beamtalk_session:own(Id, 'BindingsView', 'removeKey:'),
    ok = Service:unbind(Id, Name),
    nil.

-spec keys(view()) -> [atom()].
keys(View) ->
    lists:sort(maps:keys(all(View, keys))).

%% In the order of their names.
-spec values(view()) -> [term()].
values(View) ->
    [Value || {_, Value} <- lists:sort(maps:to_list(all(View, values)))].

-spec size(view()) -> non_neg_integer().
size(View) ->
    map_size(all(View, size)).

-spec printString(view()) -> binary().
printString(View) ->
    beamtalk_printing:print(all(View, printString)).

-spec all(view(), Selector :: atom()) -> #{atom() => term()}.
all(#{session := nil}, _) -> beamtalk_workspace_bindings:all();
all(#{session := Id}, Selector) -> beamtalk_session:variables(Id, 'BindingsView', Selector).

%% A name for all sessions, as the class and selector at hand ask for it.
-spec bind(Name :: term(), Value :: term(), Class :: atom(), Selector :: atom()) -> ok.
bind(Name, Value, Class, Selector) when is_atom(Name) ->
    case beamtalk_workspace_bindings:bind(Name, Value) of
        ok ->
            ok;
        {error, name_conflict} ->
            Text = atom_to_binary(Name),
            Message = <<"'", Text/binary, "' is the name of something else">>,
            beamtalk_error:raise_message(name_conflict, Class, Selector, Message, <<"Choose another name">>)
    end;
bind(_, _, Class, Selector) ->
    mistyped(Class, Selector).

-spec unbind(Name :: term(), Class :: atom(), Selector :: atom()) -> ok.
unbind(Name, Class, Selector) when is_atom(Name) ->
    case beamtalk_workspace_bindings:unbind(Name) of
        ok ->
            ok;
        {error, name_not_found} ->
            Text = atom_to_binary(Name),
            Message = <<"Nothing is bound to '", Text/binary, "'">>,
            Hint = <<"Workspace globals keys answers all such names">>,
            beamtalk_error:raise_message(name_not_found, Class, Selector, Message, Hint)
    end;
unbind(_, Class, Selector) ->
    mistyped(Class, Selector).

-spec mistyped(atom(), atom()) -> no_return().
mistyped(Class, Selector) ->
    beamtalk_argument:type_error(Class, Selector, <<"Pass the name as a Symbol">>).
