%% What the compiler should know of the running system, as data, and as the frames
%% that tell it to a port. In go events of the running system, out come the new map
%% and what to tell. A class of the library is known to the compiler from its
%% source, and better: it is kept only while something of it was changed.
-module(beamtalk_compiler_classes).

-export([register/3, remove/2, recovered/1, aliases/1, protocols/1, clear/0, replay/5, kept/3, described/1]).

-export_type([classes/0, texts/0, frames/0]).

-type classes() :: #{atom() => map()}.
-type texts() :: #{term() => binary()}.
%% What was told of each class, for the next port.
-type frames() :: #{atom() => Frame :: binary()}.
-type change() :: {[Frame :: binary()], classes()}.

-spec register(Class :: atom(), Meta :: map(), classes()) -> change().
register(Class, Meta, Classes) ->
    case is_of_interest(Class, Meta) of
        true -> {[frame(Class, Meta)], Classes#{Class => Meta}};
        %% What was changed was changed back.
        false when is_map_key(Class, Classes) -> {[frame(Class, Meta)], maps:remove(Class, Classes)};
        false -> {[], Classes}
    end.

-spec remove(Class :: atom(), classes()) -> change().
remove(Class, Classes) when is_map_key(Class, Classes) ->
    Frame = beamtalk_compiler_port:frame(#{command => remove_class, class => Class}),
    {[Frame], maps:remove(Class, Classes)};
remove(_, Classes) ->
    {[], Classes}.

%% Of all classes those that the compiler should know of.
-spec recovered(classes()) -> classes().
recovered(Classes) ->
    maps:filter(fun is_of_interest/2, Classes).

-spec is_of_interest(atom(), map()) -> boolean().
is_of_interest(Class, Meta) ->
    not beamtalk_class_hierarchy_table:is_builtin(beamtalk_class_hierarchy_table:module(Class)) orelse
        lists:any(fun(Key) -> is_changed(maps:get(Key, Meta, #{})) end, [method_info, class_method_info]).

-spec is_changed(term()) -> boolean().
is_changed(Methods) when is_map(Methods) ->
    lists:any(fun(Info) -> is_map(Info) andalso maps:get(is_patched, Info, false) =:= true end, maps:values(Methods));
is_changed(_) ->
    false.

-spec frame(atom(), map()) -> binary().
frame(Class, Meta) ->
    beamtalk_compiler_port:frame(#{command => register_class, class => Class, meta => described(Meta)}).

%% What goes without saying is left out, and what is said of the bodies of methods,
%% which is for others: of all bytes that is more than half, and so it is of the
%% time in which a new port learns all classes. What is not of its form is for the
%% port to complain about.
-spec described(map()) -> map().
described(Meta) ->
    maps:map(
        fun
            (Key, Methods) when is_map(Methods), Key =:= method_info orelse Key =:= class_method_info ->
                maps:map(fun(_, Info) -> described_method(Info) end, Methods);
            (_, Value) ->
                Value
        end,
        Meta
    ).

-spec described_method(term()) -> term().
%% Of one that was put there at run time, the text may say more than all else.
described_method(#{is_patched := true} = Info) -> Info;
described_method(Info) when is_map(Info) -> maps:filter(fun(Key, Value) -> is_told(Key, Value, Info) end, Info);
described_method(Info) -> Info.

%% A type is told once: as text, if there is one.
-spec is_told(term(), term(), map()) -> boolean().
is_told(source, _, _) -> false;
is_told(self_sends, _, _) -> false;
is_told(is_sealed, false, _) -> false;
is_told(is_inferred, false, _) -> false;
is_told(is_generated, false, _) -> false;
is_told(visibility, public, _) -> false;
is_told(return_type, _, #{return_type_text := Text}) -> not is_binary(Text);
is_told(param_types, [], _) -> false;
is_told(param_types, _, #{param_type_texts := [_ | _] = Texts}) -> not lists:all(fun erlang:is_binary/1, Texts);
is_told(param_type_texts, [], _) -> false;
is_told(param_names, [], _) -> false;
is_told(_, _, _) -> true.

-spec aliases(texts()) -> [Frame :: binary()].
aliases(Aliases) ->
    texts(register_aliases, aliases, maps:values(Aliases)).

-spec protocols(texts()) -> [Frame :: binary()].
protocols(Protocols) ->
    texts(register_protocols, protocols, maps:values(Protocols)).

-spec texts(atom(), atom(), [binary()]) -> [binary()].
texts(_, _, []) -> [];
texts(Command, Key, Texts) -> [beamtalk_compiler_port:frame(#{command => Command, Key => Texts})].

%% The port forgets aliases and protocols, too.
-spec clear() -> [Frame :: binary()].
clear() ->
    [beamtalk_compiler_port:frame(#{command => clear_classes})].

%% All there is, for a port that knows nothing. Frames that are not kept yet are told
%% as they are made, so that the port reads one while the next is made.
-spec replay(classes(), frames(), Aliases :: texts(), Protocols :: texts(), Tell) -> frames() when
    Tell :: fun(([Frame :: binary()]) -> ok).
replay(Classes, Frames, Aliases, Protocols, Tell) ->
    Tell(aliases(Aliases) ++ protocols(Protocols)),
    maps:map(
        fun
            (Class, _) when is_map_key(Class, Frames) -> told(maps:get(Class, Frames), Tell);
            (Class, Meta) -> told(frame(Class, Meta), Tell)
        end,
        Classes
    ).

-spec told(Frame, fun(([Frame]) -> ok)) -> Frame when Frame :: binary().
told(Frame, Tell) ->
    ok = Tell([Frame]),
    Frame.

%% The frames to keep after a change of a class.
-spec kept(Class :: atom(), change(), frames()) -> frames().
kept(Class, {[Frame], Classes}, Frames) when is_map_key(Class, Classes) -> Frames#{Class => Frame};
kept(Class, _, Frames) -> maps:remove(Class, Frames).
