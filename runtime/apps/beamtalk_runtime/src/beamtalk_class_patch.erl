%% A method that a running program replaces or adds. In go the class or its side,
%% the selector, a fun of the receiver and the arguments, who has written it, its
%% text, and the type that it declares. What the class has compiled itself,
%% and all that is new to a class of the program, becomes a method of the class;
%% what is new to a class of the library stays an extension.
-module(beamtalk_class_patch).

-export([install/2]).

-spec install({Tag :: atom(), atom(), fun(), Owner :: atom(), Source :: binary()}, ReturnType :: atom()) -> ok.
install({Tag, Selector, Fun, Owner, Source}, Type) ->
    {Class, Side} = beamtalk_class_reference:of_tag(Tag),
    ClassPid = process(Class, Selector),
    case is_extension(Class, Side, Selector) of
        true ->
            Method = fun(Args, Self) -> apply(Fun, [Self | Args]) end,
            beamtalk_extensions:register(Tag, Selector, Method, Owner, Source);
        false ->
            %% An extension of the class side would hide it.
            _ = beamtalk_extensions:unregister(Tag, Selector),
            put_method(Side, ClassPid, Selector, Fun, #{source => Source, return_type => Type})
    end.

-spec process(atom(), atom()) -> pid().
process(Class, Selector) ->
    case beamtalk_class_registry:whereis_class(Class) of
        undefined -> beamtalk_error:raise(class_not_found, Class, Selector);
        Pid -> Pid
    end.

-spec is_extension(atom(), beamtalk_class_reference:side(), atom()) -> boolean().
is_extension(Class, Side, Selector) ->
    beamtalk_class_hierarchy_table:is_builtin(beamtalk_class_registry:module_of(Class)) andalso
        beamtalk_class_hierarchy_table:return_type(Class, Side, Selector) =:= not_local.

-spec put_method(beamtalk_class_reference:side(), pid(), atom(), fun(), map()) -> ok.
put_method(instance, ClassPid, Selector, Fun, Patch) ->
    ok = beamtalk_object_class:put_method(ClassPid, Selector, Fun, Patch);
put_method(class, ClassPid, Selector, Fun, Patch) ->
    ok = beamtalk_object_class:put_class_method(ClassPid, Selector, Fun, Patch).
