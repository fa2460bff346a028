%% What was added to a class from outside, as part of its description. In go a
%% class and its metadata, out comes metadata that also has its extension methods,
%% each with `is_extension`. As messages find them, a method of the instances hides
%% an extension and is hidden by one on the class side.
-module(beamtalk_extension_metadata).

-export([extended/2]).

-type metadata() :: beamtalk_class_metadata:metadata().

-spec extended(Class :: atom(), metadata()) -> metadata().
extended(Class, #{method_info := Methods, class_method_info := ClassMethods} = Meta) ->
    Meta#{
        method_info := maps:merge(added(Class), Methods),
        class_method_info := maps:merge(ClassMethods, added(beamtalk_class_reference:tag(Class)))
    }.

-spec added(Tag :: atom()) -> #{Selector :: atom() => map()}.
added(Tag) ->
    maps:from_list([{Selector, info(Selector, Source)} || {Selector, Source} <- beamtalk_extensions:texts(Tag)]).

%% Its types are in the text, and only there.
-spec info(atom(), binary() | none) -> map().
info(Selector, Source) ->
    Arity = beamtalk_selector:arity(Selector),
    Info = #{
        arity => Arity,
        param_types => lists:duplicate(Arity, none),
        return_type => none,
        is_extension => true,
        %% Where the class has one of its own, it is not what answers.
        is_patched => true
    },
    case Source of
        none -> Info;
        _ -> Info#{source => Source}
    end.
