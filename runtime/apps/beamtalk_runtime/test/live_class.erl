%% Classes of actors from text, as the compiler makes them: a method is a
%% function, a message to self is a call in the same module. For tests that
%% change a class while it runs.
-module(live_class).

-export([load/2, load/3, beam/3, module/1]).

-type definition() :: #{
    doc => binary(),
    fields => [{atom(), Default :: string()}],
    methods => [{Selector :: atom(), Parameters :: string(), Body :: string()}],
    class_methods => [{Selector :: atom(), Parameters :: string(), Body :: string()}]
}.

%% For each selector the parameters after `Self`, and what it answers.
-spec load(atom(), definition()) -> ok | {error, term()}.
load(Class, Definition) ->
    load(Class, 'Actor', Definition).

-spec load(atom(), atom(), definition()) -> ok | {error, term()}.
load(Class, Superclass, Definition) ->
    beamtalk_code_change:load(module(Class), "test", beam(Class, Superclass, Definition)).

-spec module(atom()) -> module().
module('Actor') -> 'bt@stdlib@actor';
module(Class) -> list_to_atom("bt@test@" ++ string:lowercase(atom_to_list(Class))).

-spec beam(atom(), atom(), definition()) -> binary().
beam(Class, Superclass, Definition) ->
    Methods = maps:get(methods, Definition, []),
    ClassMethods = maps:get(class_methods, Definition, []),
    Text = [
        head(Class, Superclass, Definition),
        "dispatch(S, As, Self) -> case {S, As} of ",
        [clause(Selector, Parameters, "") || {Selector, Parameters, _} <- Methods],
        io_lib:format(
            "_ -> case beamtalk_overlay:find(~p, S) of none -> ~p:dispatch(S, As, Self); M -> M(As, Self) end end. ",
            [Class, module(Superclass)]
        ),
        io_lib:format(
            "class_dispatch(S, As, Self) -> case beamtalk_overlay:find(~p, S) of none -> case {S, As} of ",
            [beamtalk_class_reference:tag(Class)]
        ),
        [clause(Selector, Parameters, "class_") || {Selector, Parameters, _} <- ClassMethods],
        io_lib:format("_ -> ~p:class_dispatch(S, As, Self) end; M -> M(As, Self) end. ", [module(Superclass)]),
        [function("", Method) || Method <- Methods],
        [function("class_", Method) || Method <- ClassMethods]
    ],
    {ok, Tokens, _} = erl_scan:string(unicode:characters_to_list(Text)),
    {ok, _, Beam} = compile:forms(forms(Tokens), [export_all, nowarn_export_all, no_ssa_opt]),
    Beam.

head(Class, Superclass, Definition) ->
    Fields = maps:get(fields, Definition, []),
    Module = module(Class),
    Defaults = lists:join(", ", [io_lib:format("~p => ~ts", [Name, Default]) || {Name, Default} <- Fields]),
    Own = [io_lib:format(", ~ts", [Defaults]) || Defaults =/= []],
    io_lib:format(
        "-module(~p). -on_load(register_class/0). "
        "'__beamtalk_meta'() -> ~p. "
        "register_class() -> beamtalk_class_registry:register(~p, '__beamtalk_meta'()). "
        "'$handle_undefined_function'(F, As) -> beamtalk_dispatch:undefined_function(~p, F, As). "
        "'__new'() -> maps:merge(~p:'__new'(), #{'$beamtalk_class' => ~p~ts}). "
        "'__dispatch'() -> fun dispatch/3. '__initialize'(Self) -> ~p:'__initialize'(Self). '__required'() -> []. "
        "get(Self, Slot) -> beamtalk_actor_state:get(Self, Slot). put(Self, Slot, V) -> beamtalk_actor_state:put(Self, Slot, V). ",
        [Module, meta(Class, Superclass, Definition), Module, Module, module(Superclass), Class, Own, module(Superclass)]
    ).

meta(Class, Superclass, Definition) ->
    #{
        class => Class, superclass => Superclass, meta_version => 2, kind => actor,
        fields => [Name || {Name, _} <- maps:get(fields, Definition, [])],
        doc => maps:get(doc, Definition, none),
        method_info => infos(maps:get(methods, Definition, [])),
        class_method_info => infos(maps:get(class_methods, Definition, []))
    }.

infos(Methods) ->
    maps:from_list([
        {Selector, #{arity => N, param_types => lists:duplicate(N, none), return_type => none}}
     || {Selector, _, _} <- Methods, N <- [beamtalk_selector:arity(Selector)]
    ]).

clause(Selector, Parameters, Prefix) ->
    io_lib:format("{~p, [~ts]} -> ~ts(~ts); ", [Selector, Parameters, name(Prefix, Selector), all("Self", Parameters)]).

function(Prefix, {Selector, Parameters, Body}) ->
    io_lib:format("~ts(~ts) -> _ = Self, ~ts. ", [name(Prefix, Selector), all("Self", Parameters), Body]).

name(Prefix, Selector) ->
    io_lib:format("~p", [list_to_atom(Prefix ++ atom_to_list(Selector))]).

all(Self, "") -> Self;
all(Self, Parameters) -> Self ++ ", " ++ Parameters.

forms([]) ->
    [];
forms(Tokens) ->
    {Form, [Dot | Rest]} = lists:splitwith(fun(Token) -> element(1, Token) =/= dot end, Tokens),
    {ok, Parsed} = erl_parse:parse_form(Form ++ [Dot]),
    [Parsed | forms(Rest)].
