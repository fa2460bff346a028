%% Whether the compiler knows what is so: of the running system, of its server and
%% of its port.
-module(known).

-export([lost/0, agreed/0, truth/0]).

%% The classes of the program, and what was changed of the library, as their
%% processes say they are.
truth() ->
    Classes = [
        {Class, beamtalk_extension_metadata:extended(Class, beamtalk_object_class:metadata(made_class:pid(Class)))}
     || Class <- beamtalk_class_registry:all_classes()
    ],
    beamtalk_compiler_classes:recovered(maps:from_list(Classes)).

%% What the server or the port does not know, or knows otherwise.
lost() ->
    Truth = truth(),
    Told = maps:map(fun(_, Meta) -> beamtalk_compiler_classes:described(Meta) end, Truth),
    [
        {Where, Class}
     || {Where, True, Known} <- [{server, Truth, beamtalk_compiler_server:get_classes()}, {port, Told, fake:classes()}],
        Class <- lists:usort(maps:keys(True) ++ maps:keys(Known)),
        comparable(maps:get(Class, True, none)) =/= comparable(maps:get(Class, Known, none))
    ].

agreed() ->
    fake:eventually(fun() -> lost() =:= [] orelse lost() end).

%% A process answers with more keys than it publishes, where nothing was changed.
comparable(none) -> none;
comparable(Meta) -> maps:with([class, superclass, fields, method_info, class_method_info], Meta).
