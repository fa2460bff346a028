%% What a text at the prompt points at: the process of an actor, as in 0.234.0 or
%% <0.234.0>, a variable of the session, or the one actor of a class. Makes no atoms and
%% evaluates nothing.
-module(beamtalk_repl_target).

-export([find/2, class/1, with_class/2, unknown_class/1]).

-type found() :: {actor, pid()} | {value, term()} | {error, beamtalk_repl_reply:error()}.

-spec find(binary(), beamtalk_repl_ops:context()) -> found().
find(<<>>, _) ->
    {error, beamtalk_repl_reply:problem(<<"invalid_argument">>, "Name an actor, by its process, a variable or its class")};
find(Text, #{session := Session}) ->
    case process(Text) of
        {ok, Pid} -> actor(Pid, Text);
        none -> named(Text, beamtalk_repl_session:bindings(Session))
    end.

%% A class by its name.
-spec class(binary()) -> {ok, atom()} | none.
class(Text) ->
    try binary_to_existing_atom(Text) of
        Name ->
            case beamtalk_class_hierarchy_table:is_class(Name) of
                true -> {ok, Name};
                false -> none
            end
    catch
        error:_ -> none
    end.

-spec process(binary()) -> {ok, pid()} | none.
process(Text) ->
    case re:run(Text, "^(?:#Pid)?<?(0\\.\\d{1,10}\\.\\d{1,10})>?$", [{capture, [1], list}]) of
        {match, [Numbers]} ->
            try
                {ok, list_to_pid([$< | Numbers] ++ ">")}
            catch
                error:badarg -> none
            end;
        nomatch ->
            none
    end.

-spec actor(pid(), binary()) -> found().
actor(Pid, Text) ->
    case beamtalk_actor_instances:class_of(Pid) of
        none -> {error, beamtalk_repl_reply:problem(<<"actor_not_found">>, ["No actor runs as ", Text])};
        _ -> {actor, Pid}
    end.

-spec named(binary(), #{binary() => term()}) -> found().
named(Name, Bindings) ->
    case {Bindings, class(Name)} of
        {#{Name := Value}, _} -> value(Value);
        {_, {ok, Class}} -> only(Class, beamtalk_actor_instances:of_class(Class));
        _ -> {error, unknown(Name, maps:keys(Bindings))}
    end.

-spec value(term()) -> found().
value({beamtalk_object, _, _, _} = Reference) ->
    case beamtalk_class_reference:side(Reference) =:= none andalso beamtalk_actor_call:pid(Reference) of
        Pid when is_pid(Pid) -> {actor, Pid};
        _ -> {value, Reference}
    end;
value(Value) ->
    {value, Value}.

-spec only(atom(), [{pid(), atom()}]) -> found().
only(_, [{Pid, _}]) ->
    {actor, Pid};
only(Class, []) ->
    {error, beamtalk_repl_reply:problem(<<"actor_not_found">>, ["No actor of class ", atom_to_binary(Class), " runs"])};
only(Class, Several) ->
    Texts = lists:join(", ", [beamtalk_actor_watch:text(Pid) || {Pid, _} <- lists:sublist(Several, 10)]),
    Error = beamtalk_repl_reply:problem(<<"invalid_argument">>, io_lib:format("~b actors of class ~ts run", [length(Several), Class])),
    {error, Error#{hint => iolist_to_binary(["Name one of them: ", Texts])}}.

-spec unknown(binary(), [binary()]) -> beamtalk_repl_reply:error().
unknown(Name, Bound) ->
    Error = beamtalk_repl_reply:problem(<<"undefined_variable">>, ["Undefined variable '", beamtalk_repl_suggestion:shown(Name), "'"]),
    Classes = [atom_to_binary(Class) || Class <- beamtalk_class_registry:all_classes()],
    beamtalk_repl_reply:hinted(Error, Name, Bound ++ Classes).

%% What is made of a class by its name, or that there is none.
-spec with_class(binary(), fun((atom()) -> Answer)) -> Answer | {error, beamtalk_repl_reply:error()}.
with_class(Name, Use) ->
    case class(Name) of
        {ok, Class} -> Use(Class);
        none -> {error, unknown_class(Name)}
    end.

-spec unknown_class(binary()) -> beamtalk_repl_reply:error().
unknown_class(Name) ->
    Error = beamtalk_repl_reply:problem(<<"class_not_found">>, ["Class '", beamtalk_repl_suggestion:shown(Name), "' not found"]),
    beamtalk_repl_reply:hinted(Error, Name, [atom_to_binary(Class) || Class <- beamtalk_class_registry:all_classes()]).
