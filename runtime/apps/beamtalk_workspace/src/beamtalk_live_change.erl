%% Changes of classes while they run, each made and told to the log: whatever was changed is
%% there, and nothing else. In go what the compiler or a message says, with what makes the
%% change; what is to be said of the state of before is read before it.
-module(beamtalk_live_change).

-export([method/3, typed/2, new_class/3, removing_method/4, removing_class/2, revert/1]).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-type error() :: beamtalk_repl_error:error().
-type side() :: instance | class.
-type problem() :: beamtalk_workspace_service:problem().

%% Puts a method into its class, as the compiler has read it.
-spec method(map(), durable | ephemeral, beamtalk_bindings:bindings()) -> ok | {error, error()}.
method(#{class_name := Class, selector := Selector, method_source := Text} = Answer, Intent, Bindings) ->
    Side = side(Answer),
    beamtalk_repl_turns:in_turn([Class], fun() ->
        Live = live(Class, Side, Selector),
        case installed(beamtalk_repl_load:method(Answer), Answer, Bindings) of
            ok ->
                ok = record(Live#{class => Class, selector => Selector, side => Side, kind => Side, intent => Intent, text => Text}),
                beamtalk_reload_check:changed(Class, Selector, maps:get(live, Live), Text);
            Error ->
                Error
        end
    end).

-spec side(map()) -> side().
side(#{is_class_method := true}) -> class;
side(_) -> instance.

-spec installed(loaded | run | {error, error()}, map(), beamtalk_bindings:bindings()) -> ok | {error, error()}.
installed(loaded, _, _) ->
    ok;
installed(run, #{core := Core}, Bindings) ->
    {_, _} = beamtalk_repl_core:run(Core, Bindings),
    ok;
installed(Error, _, _) ->
    Error.

%% Classes that came from a prompt belong to no file.
-spec typed(Classes :: [binary()], Source :: binary()) -> ok.
typed(Classes, Source) ->
    lists:foreach(fun(Class) -> new(Class, none, Source) end, Classes).

%% Classes that are to be in a file of their own.
-spec new_class(Classes :: [binary()], Path :: binary(), Source :: binary()) -> ok.
new_class(Classes, Path, Source) ->
    %% The file is written once, whichever classes it holds.
    new(hd(Classes), Path, Source).

-spec new(binary(), binary() | none, binary()) -> ok.
new(Class, Path, Source) ->
    record(#{
        class => Class, selector => none, side => none, kind => 'new-class', intent => durable,
        path => Path, text => Source, live => none, documented => none
    }).

%% A method that is found again when another one goes was never taken away.
-spec removing_method(Class :: atom(), side(), Selector :: atom(), fun(() -> removed | absent)) -> removed | absent.
removing_method(Class, Side, Selector, Remove) ->
    {Owner, Name} = {atom_to_binary(Class), atom_to_binary(Selector)},
    beamtalk_repl_turns:in_turn([Owner], fun() ->
        Live = live(Owner, Side, Name),
        case Remove() of
            removed ->
                ok = removed(live(Owner, Side, Name), Live#{
                    class => Owner, selector => Name, side => Side, kind => 'remove-method', intent => durable, text => none
                }),
                removed;
            absent ->
                absent
        end
    end).

-spec removed(map(), map()) -> ok.
removed(#{live := none}, #{class := Class, selector := Selector, live := Before} = Found) ->
    ok = record(Found),
    beamtalk_reload_check:changed(Class, Selector, Before, none);
removed(_, #{class := Class, side := Side, selector := Selector}) ->
    beamtalk_workspace_changelog:forget(Class, Side, Selector).

-spec removing_class(Class :: atom(), fun(() -> ok | Refusal)) -> ok | Refusal.
removing_class(Class, Remove) ->
    Name = atom_to_binary(Class),
    beamtalk_repl_turns:in_turn([Name], fun() ->
        Path = source_file(Class),
        case Remove() of
            ok ->
                record(#{
                    class => Name, selector => none, side => none, kind => 'remove-class', intent => durable,
                    path => Path, text => none, live => none, documented => none
                });
            Refusal ->
                Refusal
        end
    end).

%% Somebody else may have removed it first.
-spec source_file(atom()) -> binary() | none.
source_file(Class) ->
    case beamtalk_class_registry:find_class(Class) of
        {ok, _} -> beamtalk_method_info:source_file(Class);
        undefined -> none
    end.

%% What a class says of a method of its own, and the file that it comes from.
-spec live(binary(), side(), binary()) -> #{path := binary() | none, live := binary() | none | unknown, documented := binary() | none}.
live(Class, Side, Selector) ->
    try {binary_to_existing_atom(Class), binary_to_existing_atom(Selector)} of
        {Owner, Name} ->
            case beamtalk_class_registry:find_class(Owner) of
                {ok, _} -> told(Owner, [It || #{selector := Its} = It <- beamtalk_method_info:all({Owner, Side}), Its =:= Name]);
                undefined -> nothing(none)
            end
    catch
        error:badarg -> unborn(Class)
    end.

%% A selector that nobody has said yet is in no class.
-spec unborn(binary()) -> map().
unborn(Class) ->
    try nothing(beamtalk_method_info:source_file(binary_to_existing_atom(Class))) catch error:badarg -> nothing(none) end.

-spec nothing(binary() | none) -> map().
nothing(Path) ->
    #{path => Path, live => none, documented => none}.

-spec told(atom(), [map()]) -> map().
told(Class, [#{source := Source} = Info]) when is_binary(Source) ->
    #{path => beamtalk_method_info:source_file(Class), live => Source, documented => documented(Info)};
told(Class, [#{is_generated := true}]) ->
    nothing(beamtalk_method_info:source_file(Class));
told(Class, [_]) ->
    (nothing(beamtalk_method_info:source_file(Class)))#{live := unknown};
told(Class, []) ->
    nothing(beamtalk_method_info:source_file(Class)).

-spec documented(map()) -> binary().
documented(#{doc := Doc, source := Source}) when is_binary(Doc) ->
    Lines = [[<<"/// ">>, Line, $\n] || Line <- binary:split(Doc, <<"\n">>, [global])],
    iolist_to_binary([Lines, Source]);
documented(#{source := Source}) ->
    Source.

-spec record(map()) -> ok.
record(Found) ->
    beamtalk_workspace_changelog:record(Found#{author => author()}).

%% Whoever the session belongs to; without one, a program.
-spec author() -> human | agent | program.
author() ->
    Mine = beamtalk_repl_evaluation:session(),
    IsListed = Mine =/= undefined andalso ets:whereis(beamtalk_session_sup) =/= undefined,
    case IsListed andalso [Kind || #{pid := Pid, kind := Kind} <- beamtalk_session_sup:sessions(), Pid =:= Mine] of
        [<<"mcp">>] -> agent;
        _ when Mine =:= undefined -> program;
        _ -> human
    end.

%% What was before is live again. A change that is not live any more only leaves the log.
-spec revert(Seq :: integer()) -> ok | {error, problem()}.
revert(Seq) ->
    case beamtalk_workspace_changelog:find(Seq) of
        gone ->
            refused(revert_not_possible, <<"The change is no longer in the log">>, none);
        shadowed ->
            refused(revert_not_possible, <<"A later change has taken its place">>, <<"Revert that one first">>);
        {ok, #{selector := none, kind := Kind}, _} ->
            refused(unsupported_revert_kind, <<"A change of a whole class (", (atom_to_binary(Kind))/binary, ") is not reverted">>, none);
        {ok, _, false} ->
            beamtalk_workspace_changelog:drop(Seq);
        {ok, Change, true} ->
            case restored(Change) of
                ok -> reverted(Seq, Change);
                {error, #{message := Message}} -> refused(revert_install_failed, Message, none)
            end
    end.

-spec reverted(Seq :: integer(), beamtalk_change:change()) -> ok.
reverted(Seq, #{class := Class, selector := Selector, text := Text, before := Before}) ->
    ok = beamtalk_workspace_changelog:drop(Seq),
    beamtalk_reload_check:changed(Class, Selector, Text, Before).

-spec refused(atom(), binary(), binary() | none) -> {error, problem()}.
refused(Kind, Message, none) -> {error, {Kind, Message, undefined}};
refused(Kind, Message, Hint) -> {error, {Kind, Message, Hint}}.

-spec restored(beamtalk_change:change()) -> ok | {error, error()}.
restored(#{before := none, class := Class, side := Side, selector := Selector}) ->
    Name = binary_to_existing_atom(Class),
    case beamtalk_class_registry:find_class(Name) of
        {ok, Object} ->
            _ = beamtalk_behaviour:remove_method(Object, Side, binary_to_existing_atom(Selector)),
            ok;
        undefined ->
            {error, beamtalk_repl_error:plain(<<"class_not_found">>, <<"Class '", Class/binary, "' not found">>)}
    end;
restored(#{before := Before, class := Class, side := Side}) ->
    Typed = beamtalk_repl_service:typed(Class, Side, without_class_word(Before)),
    case beamtalk_compiler_server:compile_expression(Typed, <<"beamtalk_prompt">>, []) of
        {ok, #{kind := method_definition} = Answer} ->
            Install = fun() -> installed(beamtalk_repl_load:method(Answer), Answer, beamtalk_bindings:new()) end,
            beamtalk_repl_turns:in_turn([Class], Install);
        {ok, _} -> {error, beamtalk_repl_error:plain(<<"compile_failed">>, <<"The text of before is no method">>)};
        {error, Diagnostics} -> {error, beamtalk_repl_error:compile(Diagnostics)}
    end.

%% In a file it says that a method is the class's own.
-spec without_class_word(binary()) -> binary().
without_class_word(Text) ->
    Head = "\\A((?:[ \\t]*(?:(?://|@expect)[^\\n]*)?\\n)*[ \\t]*)class[ \\t]+(?!=>)",
    re:replace(Text, Head, "\\1", [{return, binary}, unicode]).
