%% What the process of a class holds: the live truth about the class.

-record(class_state, {
    name :: atom(),
    module :: module() | undefined,
    superclass = none :: atom(),
    is_sealed = false :: boolean(),
    is_abstract = false :: boolean(),
    is_typed = false :: boolean(),
    is_internal = false :: boolean(),
    is_constructible = undetermined :: boolean() | undetermined,
    %% selector => its metadata, with `block` where a fun was put at run time
    instance_methods = #{} :: #{atom() => map()},
    class_methods = #{} :: #{atom() => map()},
    fields = [] :: [atom()],
    field_defaults = #{} :: #{atom() => term()},
    %% the committed values of the class variables
    class_state = #{} :: #{atom() => term()},
    method_source = #{} :: #{atom() => binary()},
    class_method_source = #{} :: #{atom() => binary()},
    method_signatures = #{} :: #{atom() => binary()},
    class_method_signatures = #{} :: #{atom() => binary()},
    method_return_types = #{} :: #{atom() => atom()},
    class_method_return_types = #{} :: #{atom() => atom()},
    doc = none :: binary() | none,
    method_docs = #{} :: #{atom() => binary()},
    class_method_docs = #{} :: #{atom() => binary()},
    %% as compiled
    meta = #{} :: map(),
    %% the module whose code the class had when all this was so; at first that
    %% may have patches of an earlier life
    code :: module() | undefined,
    is_patched = false :: boolean(),
    lock :: beamtalk_class_lock:lock() | undefined
}).
