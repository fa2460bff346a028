%% What is behind Package: packages are known by their classes that are loaded, and by
%% the OTP application that a built package is.
-module(beamtalk_loaded_packages).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([all/0, named/1, classes/1, dependencies/1, 'packageNameFor'/1]).

-define(LIBRARY, <<"stdlib">>).

-spec all() -> [binary()].
all() ->
    lists:usort([Package || Name <- beamtalk_class_registry:all_classes(), Package <- package_of(Name)]).

-spec named(binary()) -> map().
named(Name) when is_binary(Name); is_atom(Name) ->
    Package = text(Name),
    case lists:member(Package, all()) of
        true -> described(Package);
        false -> unknown()
    end;
named(_) ->
    mistyped('named:').

-spec described(binary()) -> map().
described(Package) ->
    #{
        ?TAG => 'Package',
        name => Package,
        version => version(Package),
        classes => classes(Package),
        dependencies => dependencies(Package),
        source => source(Package)
    }.

-spec classes(binary()) -> [atom()].
classes(Name) when is_binary(Name); is_atom(Name) ->
    Package = text(Name),
    [Class || Class <- lists:sort(beamtalk_class_registry:all_classes()), package_of(Class) =:= [Package]];
classes(_) ->
    mistyped('classes:').

%% Applications that are packages themselves. All but the library need the library,
%% which goes without saying.
-spec dependencies(binary()) -> [binary()].
dependencies(Name) when is_binary(Name); is_atom(Name) ->
    All = all(),
    Applications = key(text(Name), applications, []),
    [Package || Application <- Applications, Package <- [atom_to_binary(Application)], lists:member(Package, All), Package =/= ?LIBRARY];
dependencies(_) ->
    mistyped('dependencies:').

-spec 'packageNameFor'(atom()) -> binary() | nil.
'packageNameFor'(Class) when is_atom(Class) ->
    case beamtalk_class_hierarchy_table:is_class(Class) andalso package_of(Class) of
        [Package] -> Package;
        _ -> nil
    end;
'packageNameFor'(_) ->
    beamtalk_argument:type_error('Package', 'packageNameFor:', <<"A class is named by a Symbol">>).

-spec package_of(atom()) -> [binary()].
package_of(Class) ->
    %% A class may go between being listed and being looked at.
    case beamtalk_class_hierarchy_table:live_metadata(Class) of
        #{package := Package} when is_atom(Package), Package =/= none -> [atom_to_binary(Package)];
        _ -> []
    end.

-spec version(binary()) -> binary().
version(Package) ->
    unicode:characters_to_binary(key(Package, vsn, "")).

-spec source(binary()) -> binary().
source(?LIBRARY) ->
    <<"built-in">>;
source(Package) ->
    case application(Package) of
        {ok, Application} -> path(code:lib_dir(Application));
        none -> <<>>
    end.

-spec path(string() | {error, bad_name}) -> binary().
path({error, bad_name}) -> <<>>;
path(Path) -> unicode:characters_to_binary(Path).

-spec key(binary(), atom(), Default) -> term() | Default.
key(Package, Key, Default) ->
    case application(Package) of
        {ok, Application} ->
            _ = application:load(Application),
            case application:get_key(Application, Key) of
                {ok, Value} -> Value;
                undefined -> Default
            end;
        none ->
            Default
    end.

%% The library's own application has a name of its own: Erlang has a stdlib too.
-spec application(binary()) -> {ok, atom()} | none.
application(?LIBRARY) ->
    {ok, beamtalk_stdlib};
application(Package) ->
    try
        {ok, binary_to_existing_atom(Package)}
    catch
        error:badarg -> none
    end.

-spec text(binary() | atom()) -> binary().
text(Name) when is_atom(Name) -> atom_to_binary(Name);
text(Name) -> Name.

-spec unknown() -> no_return().
unknown() ->
    beamtalk_error:raise(package_not_found, 'Package', 'named:', <<"'Package all' lists those that are loaded">>).

-spec mistyped(atom()) -> no_return().
mistyped(Selector) ->
    beamtalk_argument:type_error('Package', Selector, <<"A package is named by a String">>).
