%% What every compiled class has besides its methods. A fixture gives its
%% selectors, the rest goes where compiled code sends it.

-export(['__beamtalk_meta'/0, register_class/0, dispatch/3, class_dispatch/3]).
-on_load(register_class/0).

-define(REGISTER,
    register_class() -> beamtalk_class_registry:register(?MODULE, '__beamtalk_meta'())
).

%% The last clauses of the two dispatchers.
-define(ELSE(Class, Super),
    dispatch(Selector, Args, Self) ->
        case beamtalk_overlay:find(Class, Selector) of
            none -> Super:dispatch(Selector, Args, Self);
            Method -> beamtalk_extensions:invoke(Method, Args, Self)
        end
).
%% On the class side an extension goes before the class's own methods, which
%% `own/3` has.
-define(CLASS_DISPATCH(Tag, Super),
    class_dispatch(Selector, Args, Self) ->
        case beamtalk_overlay:find(Tag, Selector) of
            none -> own(Selector, Args, Self);
            Method -> beamtalk_extensions:invoke(Method, Args, Self)
        end
).
-define(ELSE_CLASS(Super), own(Selector, Args, Self) -> Super:class_dispatch(Selector, Args, Self)).

-define(META(Class, Super, Kind, Methods, ClassMethods), #{
    class => Class,
    superclass => Super,
    meta_version => 2,
    is_sealed => false,
    is_abstract => false,
    is_value => Kind =:= value,
    is_typed => false,
    kind => Kind,
    fields => [],
    field_types => #{},
    method_info => Methods,
    class_method_info => ClassMethods,
    class_variables => []
}).
-define(M(Arity, Type), #{arity => Arity, param_types => lists:duplicate(Arity, none), return_type => Type}).
