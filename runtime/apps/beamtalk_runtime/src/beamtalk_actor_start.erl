%% Starting actors. A class and what to put over the defaults go in; a running
%% actor comes out, initialised and linked to the caller, or the reason why
%% there is none. It may get a name, or another node to live on. The second
%% half runs in the process of the actor itself.
-module(beamtalk_actor_start).
-compile({no_auto_import, [spawn/3, spawn/4]}).

-include("beamtalk.hrl").
-include("beamtalk_actor.hrl").

-export([spawn/3, spawn/4, link/4, reference/2, first_state/2]).

-export_type([actor/0, place/0]).

-type class() :: beamtalk_class_reference:class().
-type actor() :: {beamtalk_object, atom(), module() | {native, module()}, pid()}.
-type place() :: none | {local, Name :: atom()} | {node, node()}.

%% For a message of this selector to a class; raises what goes wrong.
-spec spawn(class(), Given :: term(), Selector :: atom()) -> actor().
spawn(Class, Given, Selector) ->
    spawn(Class, Given, Selector, none).

-spec spawn(class(), Given :: term(), Selector :: atom(), place()) -> actor().
spawn(Class, Given, Selector, Place) ->
    case link(Class, Given, Selector, Place) of
        {ok, Pid} -> reference(Class, Pid);
        {error, #beamtalk_error{} = Error} -> beamtalk_error:raise_error(Error);
        {error, {already_started, _}} -> beamtalk_error:raise(name_registered, 'Actor', Selector)
    end.

%% What the module says of the class is a constant, and quicker asked than its
%% object is taken apart.
-spec reference(class(), pid()) -> actor().
reference({beamtalk_object, _, Module, _}, Pid) ->
    case Module:'__beamtalk_meta'() of
        #{class := Class, native := Native} when Native =/= none ->
            {beamtalk_object, Class, {native, Module}, Pid};
        #{class := Class} ->
            {beamtalk_object, Class, Module, Pid}
    end.

%% As supervisors want it, under a name of this node or on another node.
-spec link(class(), term(), atom(), place()) ->
    {ok, pid()} | {error, beamtalk_error:error() | {already_started, pid()}}.
link({beamtalk_object, _, Module, _} = Class, Given, Selector, Place) ->
    case Module:'__beamtalk_meta'() of
        #{is_abstract := true} ->
            Hint = <<"Abstract classes cannot be spawned; make a subclass and spawn that">>,
            failed(Class, Selector, Hint);
        _ when not is_map(Given); is_map_key(?TAG, Given) ->
            {error, no_dictionary(Class, Selector)};
        #{native := Native} when Native =/= none ->
            started(beamtalk_actor_native:start_link(Native, Given, Place), Class, Selector);
        #{class := Name} ->
            started(start({Name, Module, Given}, Place), Class, Selector)
    end.

-spec no_dictionary(class(), atom()) -> beamtalk_error:error().
no_dictionary(Class, Selector) ->
    Text = <<(atom_to_binary(Selector))/binary, " expects a Dictionary argument">>,
    Hint = <<"Pass the state as #{#name => value}">>,
    beamtalk_error:make_message(type_error, beamtalk_class_reference:name(Class), Selector, Text, Hint).

-spec start(beamtalk_actor_process:start(), place()) -> {ok, pid()} | {error, term()} | ignore.
start(Start, none) ->
    gen_server:start_link(beamtalk_actor_process, Start, [{timeout, ?PATIENCE}]);
start(Start, {local, _} = Name) ->
    gen_server:start_link(Name, beamtalk_actor_process, Start, [{timeout, ?PATIENCE}]);
start(Start, {node, Node}) ->
    beamtalk_actor_nodes:start_link(Node, Start).

-spec started({ok, pid()} | {error, term()} | ignore, class(), atom()) ->
    {ok, pid()} | {error, beamtalk_error:error() | {already_started, pid()}}.
started({ok, Pid}, _, _) ->
    {ok, Pid};
started({error, {already_started, _} = Taken}, _, _) ->
    {error, Taken};
started({error, {shutdown, {failed, Exception}}}, Class, Selector) ->
    failed(Class, Selector, beamtalk_exception:print_string(Exception));
started({error, {elsewhere, Hint}}, Class, Selector) ->
    failed(Class, Selector, Hint);
started({error, timeout}, Class, Selector) ->
    failed(Class, Selector, <<"initialize took more than five seconds">>);
started({error, Reason}, Class, Selector) ->
    failed(Class, Selector, unicode:characters_to_binary(io_lib:format("~0tp", [Reason])));
started(ignore, Class, Selector) ->
    failed(Class, Selector, <<"The process ended as it began">>).

-spec failed(class(), atom(), binary()) -> {error, beamtalk_error:error()}.
failed(Class, Selector, Hint) ->
    {error, beamtalk_error:make(instantiation_error, beamtalk_class_reference:name(Class), Selector, Hint)}.

%% In the actor: the defaults, what was given, and all that `initialize` does, in
%% code of one moment.
-spec first_state(actor(), map()) -> beamtalk_actor_state:state().
first_state({beamtalk_object, _, Name, _} = Self, Given) ->
    Epoch = persistent_term:get(?EPOCH, 0),
    Module = beamtalk_code_version:of_class(Name),
    Defaults = Module:'__new'(),
    Dispatch = Module:'__dispatch'(),
    _ = put(?STATE, with(Given, Defaults#{?SELF => {Self, Epoch, Dispatch}})),
    _ = Module:'__initialize'(Self),
    New = erase(?STATE),
    ok = beamtalk_cell:quiet(New),
    ok = complete(Module:'__required'(), New),
    case Module of
        Name -> New;
        _ -> New#{?SELF := {Self, Epoch, beamtalk_actor_migration:code(Name, Module)}}
    end.

-spec with(map(), map()) -> map().
with(Given, State) when map_size(Given) =:= 0 -> State;
with(Given, State) -> maps:merge(State, maps:without([?TAG, ?SELF], Given)).

%% A slot that promises a value has one once everybody had a chance to set it.
-spec complete([{atom(), atom(), binary()}], beamtalk_actor_state:state()) -> ok.
complete([], _) ->
    ok;
complete([{Class, Slot, Type} | Required], State) ->
    case State of
        #{Slot := nil} -> uninitialized(Class, Slot, Type);
        _ -> complete(Required, State)
    end.

-spec uninitialized(atom(), atom(), binary()) -> no_return().
uninitialized(Class, Slot, Type) ->
    Name = atom_to_binary(Class),
    Field = atom_to_binary(Slot),
    Text = <<"UninitializedStateError in ", Name/binary, "\n", Name/binary, " field '", Field/binary,
        "' (:: ", Type/binary, ") was not initialized">>,
    beamtalk_error:raise_message(instantiation_error, Class, initialize, Text, undefined).
