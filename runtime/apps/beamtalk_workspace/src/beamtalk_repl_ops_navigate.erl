%% Operations that find places in the code of all classes as they are now, patches and
%% extensions included: who sends a message, defines it or names a class, and which classes
%% and methods there are. In go names, out come sites that an editor can open.
%%
%% Tables know the methods and their texts. The compiler is asked only about texts in which
%% the name stands, for a name in a comment is no message, and about lines of files.
-module(beamtalk_repl_ops_navigate).

-export([handle/3]).

-type behaviour() :: beamtalk_metaclass_tower:behaviour().
-type info() :: beamtalk_method_info:info().
-type found() :: {ok, [pos_integer()]} | {error, [beamtalk_compiler_answer:diagnostic()]}.

-spec handle(binary(), map(), beamtalk_repl_ops:context()) -> beamtalk_repl_ops:result().
handle(<<"nav-query">>, #{<<"kind">> := Kind} = Params, _) ->
    query(Kind, Params);
handle(<<"nav-symbols">>, Params, _) ->
    symbols(maps:get(<<"scope">>, Params, null)).

-spec query(Kind :: binary(), map()) -> beamtalk_repl_ops:result().
query(<<"senders">>, #{<<"selector">> := <<_, _/binary>> = Selector}) ->
    Candidates = [It || {_, #{source := Source}} = It <- methods(), is_binary(Source), beamtalk_class_text:may_send(Source, Selector)],
    sites(Candidates, fun(Source) -> beamtalk_compiler_server:find_senders_in_source(Source, Selector) end, []);
query(<<"implementors">>, #{<<"selector">> := <<_, _/binary>> = Selector}) ->
    located([{Behaviour, Info, 1} || {Behaviour, Info} <- beamtalk_method_info:implementors(Selector)]);
query(<<"references">>, #{<<"class">> := Name}) when is_binary(Name) ->
    case beamtalk_repl_target:class(Name) of
        {ok, _} ->
            Candidates = [It || {_, #{source := Source}} = It <- methods(), is_binary(Source), binary:match(Source, Name) =/= nomatch],
            sites(Candidates, fun(Source) -> beamtalk_compiler_server:find_references_to_in_source(Source, Name) end, []);
        none -> {error, beamtalk_repl_target:unknown_class(Name)}
    end;
query(<<"references">>, _) ->
    refused("nav-query of references needs class");
query(Kind, _) when Kind =:= <<"senders">>; Kind =:= <<"implementors">> ->
    refused(["nav-query of ", Kind, " needs selector"]);
query(Kind, _) ->
    refused(["nav-query knows senders, implementors and references, not '", beamtalk_repl_suggestion:shown(Kind), "'"]).

-spec refused(unicode:chardata()) -> beamtalk_repl_ops:result().
refused(Words) ->
    {error, beamtalk_repl_reply:problem(<<"invalid_argument">>, Words)}.

-spec methods() -> [{behaviour(), info()}].
methods() ->
    lists:append([methods(Class) || Class <- beamtalk_class_registry:all_classes()]).

%% A class that goes while it is looked at has none.
-spec methods(Class :: atom()) -> [{behaviour(), info()}].
methods(Class) ->
    try
        [{{Class, Side}, Info} || Side <- [instance, class], Info <- beamtalk_method_info:all({Class, Side})]
    catch
        error:{no_class, Class} -> []
    end.

%% Without the compiler there is no answer, which is not the same as an empty one.
-spec sites([{behaviour(), info()}], fun((binary()) -> found()), Found :: [{behaviour(), info(), pos_integer()}]) ->
    beamtalk_repl_ops:result().
sites([], _, Found) ->
    located(lists:reverse(Found));
sites([{Behaviour, #{source := Source} = Info} | Rest], Find, Found) ->
    case Find(Source) of
        {ok, Lines} -> sites(Rest, Find, lists:reverse([{Behaviour, Info, Line} || Line <- Lines], Found));
        {error, Diagnostics} -> {error, beamtalk_repl_error:compile(Diagnostics)}
    end.

-spec located([{behaviour(), info(), pos_integer()}]) -> beamtalk_repl_ops:result().
located(Found) ->
    Pages = beamtalk_repl_page:read([Class || {{Class, _}, _, _} <- Found]),
    {ok, #{value => #{sites => [site(It, Pages) || It <- Found]}}}.

-spec site({behaviour(), info(), pos_integer()}, beamtalk_repl_page:pages()) -> map().
site({{Class, Side} = Behaviour, #{selector := Selector} = Info, Line}, Pages) ->
    {Path, InFile} = beamtalk_repl_page:line(Behaviour, Info, Line, Pages),
    #{
        class => Class,
        class_side => Side =:= class,
        method => Selector,
        line => or_null(InFile),
        method_line => Line,
        source_file => or_null(Path)
    }.

-spec or_null(none | unknown | Value) -> null | Value.
or_null(none) -> null;
or_null(unknown) -> null;
or_null(Value) -> Value.

-spec symbols(Scope :: binary() | null) -> beamtalk_repl_ops:result().
symbols(Scope) when Scope =:= null; Scope =:= <<"all">> ->
    symbols_of(beamtalk_class_registry:all_classes());
symbols(<<"user">>) ->
    symbols_of(beamtalk_class_registry:all_classes() -- beamtalk_class_hierarchy_table:all_builtins());
symbols(Scope) ->
    refused(["nav-symbols needs scope as all or user, not '", beamtalk_repl_suggestion:shown(Scope), "'"]).

-spec symbols_of([atom()]) -> beamtalk_repl_ops:result().
symbols_of(Classes) ->
    Pages = beamtalk_repl_page:read(Classes),
    {ok, #{value => #{classes => [symbol(Class, Pages) || Class <- Classes]}}}.

%% Methods that were made for fields stand nowhere.
-spec symbol(atom(), beamtalk_repl_page:pages()) -> map().
symbol(Class, Pages) ->
    {Path, Line} =
        case beamtalk_repl_place:class(Class) of
            none -> {none, unknown};
            Place -> Place
        end,
    Methods = [method(Method, Pages) || {_, Info} = Method <- methods(Class), not maps:get(is_generated, Info, false)],
    #{name => Class, source_file => or_null(Path), line => or_null(Line), methods => Methods}.

-spec method({behaviour(), info()}, beamtalk_repl_page:pages()) -> map().
method({{_, Side} = Behaviour, #{selector := Selector} = Info}, Pages) ->
    {_, Line} = beamtalk_repl_page:line(Behaviour, Info, 1, Pages),
    #{selector => Selector, class_side => Side =:= class, line => or_null(Line)}.
