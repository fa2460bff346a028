%% What every value class has for its slots without saying so: a reader and a copying
%% setter for each, and a constructor that takes them all. For classes that are made while
%% the program runs; those that are compiled have the same from the compiler. In goes a
%% definition, out comes one with these, unless it has methods of these names itself.
-module(beamtalk_built_members).

-export([added/2]).

-export_type([code/0]).

%% The body of a method, given the receiver and the arguments.
-type code() :: {code, fun(([cerl:cerl()]) -> cerl:cerl())}.

-spec added(Kind :: value | actor | object, beamtalk_built_class:definition()) -> beamtalk_built_class:definition().
added(value, #{fields := Fields, methods := Methods, class_methods := ClassMethods} = Definition) ->
    Names = lists:sort(maps:keys(Fields)),
    Made = maps:from_list([Method || Name <- Names, Method <- [reader(Name), setter(Name)]]),
    Definition#{
        methods := maps:merge(Made, Methods),
        class_methods := maps:merge(maps:from_list(constructor(Names)), ClassMethods)
    };
added(_, Definition) ->
    Definition.

-spec reader(atom()) -> {Selector :: atom(), code()}.
reader(Name) ->
    {Name, {code, fun([Self]) -> beamtalk_generated_module:remote(erlang, map_get, [cerl:c_atom(Name), Self]) end}}.

-spec setter(atom()) -> {Selector :: atom(), code()}.
setter(Name) ->
    <<First/utf8, Rest/binary>> = atom_to_binary(Name),
    Capital = unicode:characters_to_binary(string:uppercase([First])),
    Copied = fun([Self, New]) -> beamtalk_generated_module:remote(maps, put, [cerl:c_atom(Name), New, Self]) end,
    {binary_to_atom(<<"with", Capital/binary, Rest/binary, $:>>), {code, Copied}}.

%% In the order of their names, for a Dictionary has no other.
-spec constructor([atom()]) -> [{Selector :: atom(), code()}].
constructor([]) ->
    [];
constructor(Names) ->
    Made = fun([Class | Values]) ->
        Slots = [cerl:c_tuple([cerl:c_atom(Name), Value]) || {Name, Value} <- lists:zip(Names, Values)],
        Given = beamtalk_generated_module:remote(maps, from_list, [cerl:make_list(Slots)]),
        beamtalk_generated_module:remote(beamtalk_construction, built, [Class, Given])
    end,
    [{binary_to_atom(iolist_to_binary([[atom_to_binary(Name), $:] || Name <- Names])), {code, Made}}].
