%% A runtime with the class library and a few classes that tests speak of, made of
%% metadata alone: nothing of them can run, and completion has no need of it.
-module(prompt_world).

-export([start/0, stop/1, with/1, define/1, redefine/1, library/0, barrel/0, bindings/0, items/1, completed/3, asked/3, actor/1, rounds/2, fill/1]).

%% Tests that share one world.
with(Tests) ->
    {setup, fun start/0, fun stop/1, Tests}.

start() ->
    logger:set_primary_config(level, none),
    application:set_env(beamtalk_compiler, port_command, {"/nowhere/beamtalk", []}),
    {ok, _} = application:ensure_all_started(beamtalk_runtime),
    library(),
    %% As in a workspace, what receivers understand is kept.
    _ = ets:whereis(beamtalk_repl_understood) =:= undefined andalso beamtalk_repl_understood:create(),
    lists:foreach(fun define/1, classes()).

stop(_) ->
    _ = ets:whereis(beamtalk_repl_understood) =/= undefined andalso ets:delete(beamtalk_repl_understood),
    _ = application:stop(beamtalk_compiler),
    %% What depends on the runtime would else seem to run.
    _ = application:stop(beamtalk_stdlib),
    _ = application:stop(beamtalk_runtime),
    application:unset_env(beamtalk_compiler, port_command),
    logger:set_primary_config(level, notice).

%% All classes of the library.
library() ->
    Folder = filename:dirname(code:which(beamtalk_string)),
    Files = filelib:wildcard(filename:join(Folder, "bt@stdlib@*.beam")),
    true = length(Files) > 40,
    [{module, _} = code:ensure_loaded(list_to_atom(filename:basename(File, ".beam"))) || File <- Files],
    %% What was loaded before this runtime was is found when it starts.
    ok.

define(#{class := Class} = Meta) ->
    Module = list_to_atom("bt@made@" ++ string:lowercase(atom_to_list(Class))),
    ok = beamtalk_class_registry:register(Module, Meta),
    beamtalk_object_class:settle(beamtalk_class_registry:whereis_class(Class)).

redefine(Meta) ->
    define(Meta).

classes() ->
    [
        barrel(),
        #{class => 'Keg', superclass => 'Barrel', kind => actor, method_info => #{litres => method(none)}},
        #{class => 'Cover', superclass => 'Value', kind => value, is_abstract => true,
          class_method_info => #{plain => method('Self')}},
        #{class => 'Lid', superclass => 'Cover', kind => value, method_info => #{width => method('Integer')},
          type_params => ['T'], doc => <<"What closes a barrel.\n\nNot always.">>},
        #{class => 'Stave', superclass => 'Object', kind => object},
        #{class => 'Vintner', superclass => 'Object', package => cellar,
          method_info => #{taste => method('String'), secret => (method('String'))#{visibility => internal}}},
        #{class => 'Vault', superclass => 'Object', package => cellar, is_internal => true},
        #{class => 'Loft', superclass => 'Object',
          method_info => #{open => (method('String'))#{visibility => internal}}}
    ].

barrel() ->
    #{
        class => 'Barrel',
        superclass => 'Actor',
        kind => actor,
        fields => [litres],
        doc => <<"Holds wine.">>,
        method_info => #{
            litres => (method('Integer'))#{doc => <<"How much is\nin it.\n\nIn litres.">>},
            'fill:' => #{
                arity => 1, param_types => ['Integer'], param_names => [<<"amount">>],
                param_type_texts => [<<"Integer">>], return_type => 'Integer', return_type_text => <<"Integer">>
            },
            'fill:from:' => method('Self'),
            'fill:slowly:' => method('Self'),
            label => method('String'),
            raw => method(none),
            twin => method('Self'),
            maker => method('Self class'),
            lid => method('Lid'),
            kinds => method('Lid class'),
            ghost => method('Missing')
        },
        class_method_info => #{oak => method('Self'), brand => method('String'), loose => method(none)}
    }.

method(Type) ->
    #{return_type => Type, visibility => public}.

%% What a session could hold.
bindings() ->
    {ok, Barrel} = beamtalk_class_registry:find_class('Barrel'),
    #{
        <<"b">> => actor('Barrel'),
        <<"keg">> => actor('Keg'),
        <<"type">> => Barrel,
        <<"n">> => 7,
        <<"words">> => [<<"a">>],
        <<"lid">> => #{'$beamtalk_class' => 'Lid'},
        <<"lost">> => #{'$beamtalk_class' => 'Missing'}
    }.

%% A reference to an actor; nobody may speak to its process.
actor(Class) ->
    {beamtalk_object, Class, list_to_atom("bt@made@" ++ string:lowercase(atom_to_list(Class))), self()}.

rounds(Few, Many) ->
    case os:getenv("CHAOS") of
        "full" -> Many;
        _ -> Few
    end.

%% Many classes, as a large program has them.
fill(Count) ->
    [
        define(#{
            class => list_to_atom("Filler" ++ integer_to_list(Number)), superclass => 'Object',
            method_info => maps:from_list([{list_to_atom("step" ++ integer_to_list(Step)), method('Integer')} || Step <- lists:seq(1, 20)])
        })
     || Number <- lists:seq(1, Count)
    ],
    ok.

%% Candidates as a client gets them, with names that are quick to write.
items(Candidates) when is_list(Candidates) ->
    items(beamtalk_repl_item:list(Candidates));
items({json, Encoded}) ->
    {ok, Items} = beamtalk_json:decode(iolist_to_binary(Encoded)),
    [maps:from_list([{binary_to_atom(Key), Value} || {Key, Value} <- maps:to_list(It)]) || It <- Items].

%% What is answered to a client that asks.
completed(Code, Params, Context) ->
    Request = maps:merge(#{<<"code">> => Code, <<"cursor">> => byte_size(Code)}, Params),
    case asked(<<"complete">>, Request, Context) of
        {ok, #{items := Encoded} = Payload} -> Payload#{items := items(Encoded)};
        {ok, Payload} -> Payload
    end.

%% The answer to a request, however long it takes.
asked(Op, Params, Context) ->
    case beamtalk_repl_ops_dev:handle(Op, Params, Context) of
        {apart, Work} -> Work();
        Answer -> Answer
    end.
