%% Classes from data, loaded as the compiler's are. Their instances need not work;
%% what is known of them must be right.
-module(made_class).

-export([define/2, define/3, beam/3, load/2, module/1, remove/1, remove_all/0, pid/1, library/2]).

%% Modules of made classes of the library.
-define(MADE, made_classes).

%% A class of the program. Options: doc, methods and class_methods as
%% #{Selector => {ParamTypes, ReturnType}}, superclass.
define(Class, Options) ->
    define(Class, module(Class), Options).

define(Class, Module, Options) ->
    load(Module, beam(Class, Module, Options)).

%% A class of the library, which may not be removed.
library(Class, Options) ->
    Module = list_to_atom("bt@stdlib@" ++ string:lowercase(atom_to_list(Class))),
    persistent_term:put(?MADE, [Module | persistent_term:get(?MADE, [])]),
    define(Class, Module, Options).

load(Module, Beam) ->
    beamtalk_code_change:load(Module, "test", Beam).

module(Class) ->
    list_to_atom("bt@made@" ++ string:lowercase(atom_to_list(Class))).

pid(Class) ->
    beamtalk_class_registry:whereis_class(Class).

remove(Class) ->
    beamtalk_class_registry:remove(Class).

%% Those of the library, too, so that the next test finds none of them loaded.
remove_all() ->
    lists:foreach(
        fun(Module) ->
            _ = [catch beamtalk_class_registry:remove(C) || C <- beamtalk_class_hierarchy_table:classes_of(Module)],
            _ = catch beamtalk_code_change:delete(Module, none),
            [begin code:purge(M), code:delete(M), code:purge(M) end || {M, _} <- code:all_loaded(), is_of(M, Module)],
            persistent_term:erase(Module)
        end,
        lists:usort([list_to_atom(binary_to_list(beamtalk_code_version:base(M))) || {M, _} <- code:all_loaded(), is_made(M)])
    ),
    _ = persistent_term:erase(?MADE),
    ok.

is_made(Module) ->
    string:prefix(atom_to_list(Module), "bt@made@") =/= nomatch orelse lists:member(Module, persistent_term:get(?MADE, [])).

is_of(Module, Base) ->
    beamtalk_code_version:base(Module) =:= atom_to_binary(Base).

beam(Class, Module, Options) ->
    Methods = maps:get(methods, Options, #{}),
    ClassMethods = maps:get(class_methods, Options, #{}),
    Meta = #{
        class => Class,
        superclass => maps:get(superclass, Options, none),
        meta_version => 2,
        kind => object,
        doc => maps:get(doc, Options, none),
        fields => maps:get(fields, Options, []),
        method_info => maps:map(fun info/2, Methods),
        class_method_info => maps:map(fun info/2, ClassMethods)
    },
    Text = [
        io_lib:format(
            "-module(~p). -on_load(register_class/0). '__beamtalk_meta'() -> ~p. "
            "register_class() -> beamtalk_class_registry:register(~p, '__beamtalk_meta'()). "
            "dispatch(S, A, Self) -> case beamtalk_overlay:find(~p, S) of none -> apply(~p, S, [Self | A]); M -> M(A, Self) end. "
            "class_dispatch(S, A, Self) -> erlang:error({S, A, Self}). ",
            [Module, Meta, Module, Class, Module]
        ),
        [function("", Selector) || Selector <- maps:keys(Methods)],
        [function("class_", Selector) || Selector <- maps:keys(ClassMethods)]
    ],
    {ok, Tokens, _} = erl_scan:string(unicode:characters_to_list(Text)),
    {ok, Module, Beam} = compile:forms(forms(Tokens), [export_all, nowarn_export_all, no_ssa_opt]),
    Beam.

info(_, {Params, Returns}) ->
    #{arity => length(Params), param_types => Params, return_type => Returns, is_sealed => false, visibility => public}.

function(Prefix, Selector) ->
    Arguments = lists:duplicate(beamtalk_selector:arity(Selector), ", _"),
    io_lib:format("~p(Self~ts) -> {compiled, Self}. ", [list_to_atom(Prefix ++ atom_to_list(Selector)), Arguments]).

forms([]) ->
    [];
forms(Tokens) ->
    {Form, [Dot | Rest]} = lists:splitwith(fun(Token) -> element(1, Token) =/= dot end, Tokens),
    {ok, Parsed} = erl_parse:parse_form(Form ++ [Dot]),
    [Parsed | forms(Rest)].
