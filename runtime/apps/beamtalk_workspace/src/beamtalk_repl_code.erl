%% What the compiler makes of a text, for people to read: its findings, and the Core
%% Erlang of an expression, of a class or of one of its methods.
-module(beamtalk_repl_code).

-export([diagnostics/2, expression/2, class/2, failed/1]).

-type answer() :: {ok, map()} | {error, map()}.

-spec diagnostics(Code :: binary(), Mode :: term()) -> answer().
diagnostics(Code, Mode) when is_binary(Mode) ->
    case beamtalk_compiler_server:diagnostics(Code, Mode) of
        {ok, #{diagnostics := Found}} -> {ok, #{diagnostics => lists:map(fun finding/1, Found)}};
        {error, Why} -> failed(Why)
    end;
diagnostics(Code, _) ->
    diagnostics(Code, <<"expression">>).

-spec finding(map()) -> map().
finding(Found) ->
    maps:map(
        fun
            (_, undefined) -> null;
            (_, Value) when is_atom(Value), not is_boolean(Value) -> atom_to_binary(Value);
            (_, Value) -> Value
        end,
        Found
    ).

%% What a text is refused for.
-spec failed([map()]) -> {error, map()}.
failed([#{message := Message} | _] = Why) ->
    {error, #{kind => <<"compile_error">>, message => Message, diagnostics => lists:map(fun finding/1, Why)}};
failed([]) ->
    {error, #{kind => <<"compile_error">>, message => <<"it was not compiled">>}}.

%% A line as the prompt would compile it.
-spec expression(Code :: binary(), beamtalk_repl_receiver:bindings()) -> answer().
expression(Code, Bindings) ->
    Names = [case Name of _ when is_atom(Name) -> atom_to_binary(Name); _ -> Name end || Name <- maps:keys(Bindings)],
    case beamtalk_compiler_server:compile_expression(Code, <<"beamtalk_shown">>, Names) of
        {ok, Compiled} -> {ok, maps:merge(#{core_erlang => text(cores(Compiled))}, maps:with([warnings], Compiled))};
        {error, Why} -> failed(Why)
    end.

%% A class that is loaded, from the file that it was compiled from.
-spec class(Class :: binary(), Selector :: binary()) -> answer().
class(Name, Selector) ->
    case beamtalk_repl_receiver:class_named(Name) of
        none -> {error, #{kind => <<"class_not_found">>, message => <<"Class '", Name/binary, "' not found">>}};
        {ok, Class} -> source(Class, file(beamtalk_method_info:source_file(Class)), Selector)
    end.

-spec file(Path :: binary() | none) -> {ok, Path :: binary(), Source :: binary()} | none.
file(none) ->
    none;
file(Path) ->
    case file:read_file(Path) of
        {ok, Source} -> {ok, Path, Source};
        {error, _} -> none
    end.

-spec source(atom(), {ok, binary(), binary()} | none, Selector :: binary()) -> answer().
source(Class, none, _) ->
    Message = unicode:characters_to_binary(io_lib:format("The source of ~ts is not at hand", [Class])),
    {error, #{kind => <<"no_source">>, message => Message, hint => <<"Show the code of an expression, or load the class from a file">>}};
source(Class, {ok, Path, Source}, Selector) ->
    #{package := Package} = beamtalk_class_hierarchy_table:facts(Class),
    Options = options(Package, #{source_path => Path}),
    case beamtalk_compiler_server:compile(Source, Options) of
        {ok, #{modules := Modules}} -> method(Class, [Core || #{class := Of} = Core <- Modules, is_class(Of, Class)], Selector);
        {error, Why} -> failed(Why)
    end.

-spec options(Package :: atom(), map()) -> map().
options(none, Options) -> Options;
options(stdlib, Options) -> Options#{stdlib_mode => true};
options(Package, Options) -> Options#{package => atom_to_binary(Package)}.

-spec is_class(term(), atom()) -> boolean().
is_class(Of, Class) when is_binary(Of) -> Of =:= atom_to_binary(Class);
is_class(Of, Class) -> Of =:= Class.

-spec method(atom(), [map()], Selector :: binary()) -> answer().
method(_, Modules, <<>>) ->
    {ok, #{core_erlang => text([Core || #{core := Core} <- Modules])}};
method(Class, Modules, Selector) ->
    Names = [Selector, <<"class_", Selector/binary>>],
    Parts = [Part || #{core := Core} <- Modules, Part <- functions(Core, Names)],
    case Parts of
        [] -> {error, #{kind => <<"does_not_understand">>, message => <<(atom_to_binary(Class))/binary, " has no method '", Selector/binary, "' of its own">>}};
        _ -> {ok, #{core_erlang => unicode:characters_to_binary(lists:join("\n\n", Parts))}}
    end.

-spec functions(binary(), [binary()]) -> [iodata()].
functions(Core, Names) ->
    [
        [io_lib:format("'~ts'/~b =\n    ", [Name, Arity]), core_pp:format(Body)]
     || {Variable, Body} <- cerl:module_defs(binary_to_term(Core)),
        {Name, Arity} <- [cerl:var_name(Variable)],
        lists:member(atom_to_binary(Name), Names)
    ].

-spec cores(map()) -> [binary()].
cores(Compiled) ->
    [Core || #{core := Core} <- maps:get(modules, Compiled, [])] ++
        [Core || Key <- [core, trailing_core], #{Key := Core} <- [Compiled]].

-spec text([binary()]) -> binary().
text(Cores) ->
    unicode:characters_to_binary(lists:join("\n\n", [core_pp:format(binary_to_term(Core)) || Core <- Cores])).
