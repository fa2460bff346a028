%% Runs Core Erlang by walking over it, for what is run once: compiling and loading a
%% line takes a hundred times as long as a few sends. In goes a module as the compiler
%% hands it over, of which only straight code is taken: calls, literals, variables and
%% choices. Loops, blocks and binaries are left to OTP's compiler, which makes them
%% fast. Blocks are taken where they stand behind all choices, for receivers that nobody
%% expects: there they are slow, and seldom run.
%%
%% Whether code is straight is said before any of it runs.
-module(beamtalk_core_walk).

-export([is_straight/1, call/3]).

-export_type([core/0]).

%% OTP's records of Core, as `core_parse.hrl` has them.
-type core() :: tuple().
-type function_name() :: {atom(), arity()}.
%% A function within another one comes with the variables around it.
-type functions() :: #{function_name() => {Parameters :: [core()], Body :: core(), environment()}}.
-type environment() :: #{Variable :: term() => Value :: term()}.

%% Several values at once are no term of Core, so no program has this one.
-define(VALUES(Values), {'$beamtalk_core_values', Values}).
-define(MOST_PARAMETERS, 4).

-spec is_straight(core()) -> boolean().
is_straight({c_module, _, _, _, _, _} = Module) ->
    lists:all(fun({_, Body, _}) -> straight(Body) end, maps:values(functions(Module))).

%% Of a module that is straight.
-spec call(core(), Function :: atom(), Arguments :: [term()]) -> term().
call(Module, Function, Arguments) ->
    apply_local({Function, length(Arguments)}, Arguments, functions(Module)).

-spec functions(core()) -> functions().
functions({c_module, _, _, _, _, Definitions}) ->
    maps:from_list([
        {Name, {Parameters, Body, #{}}}
     || {{c_var, _, {Word, _} = Name}, {c_fun, _, Parameters, Body}} <- Definitions, Word =/= module_info
    ]).

-spec straight(core()) -> boolean().
straight({c_var, _, {_, _}}) -> false;
straight({c_var, _, _}) -> true;
straight({c_literal, _, _}) -> true;
straight({c_cons, _, Head, Tail}) -> straight(Head) andalso straight(Tail);
straight({c_tuple, _, Elements}) -> all(Elements);
straight({c_values, _, Values}) -> all(Values);
straight({c_map, _, Base, Pairs, _}) -> straight(Base) andalso all(Pairs);
straight({c_map_pair, _, _, Key, Value}) -> straight(Key) andalso straight(Value);
straight({c_call, _, Module, Name, Arguments}) -> straight(Module) andalso straight(Name) andalso all(Arguments);
straight({c_apply, _, {c_var, _, {_, _}}, Arguments}) -> all(Arguments);
straight({c_apply, _, Function, Arguments}) -> straight(Function) andalso all(Arguments);
straight({c_primop, _, {c_literal, _, match_fail}, Arguments}) -> all(Arguments);
straight({c_let, _, _, Value, Body}) -> straight(Value) andalso straight(Body);
straight({c_seq, _, Effect, Body}) -> straight(Effect) andalso straight(Body);
straight({c_case, _, Subject, Clauses}) -> straight(Subject) andalso straight_clauses(Clauses);
straight({c_letrec, _, Definitions, Body}) ->
    lists:all(fun({_, Fun}) -> is_once(Fun, Definitions) end, Definitions) andalso straight(Body);
straight(_) -> false.

%% One that calls none of these is a place that several ways lead to, and no loop.
-spec is_once(core(), [{core(), core()}]) -> boolean().
is_once({c_fun, _, _, Body}, Definitions) ->
    Names = [Name || {{c_var, _, Name}, _} <- Definitions],
    Mentioned = mentioned(Body, []),
    straight(Body) andalso not lists:any(fun(Name) -> lists:member(Name, Mentioned) end, Names).

-spec all([core()]) -> boolean().
all(Parts) -> lists:all(fun straight/1, Parts).

-spec straight_clauses([core()]) -> boolean().
straight_clauses([{c_clause, _, Patterns, {c_literal, _, true}, Body}]) ->
    all_patterns(Patterns) andalso straight_last(Body);
straight_clauses([{c_clause, _, Patterns, Guard, Body} | Clauses]) ->
    all_patterns(Patterns) andalso straight(Guard) andalso straight(Body) andalso straight_clauses(Clauses);
straight_clauses([]) ->
    true.

%% Behind all other choices, where blocks may be.
-spec straight_last(core()) -> boolean().
straight_last({c_let, _, _, {c_fun, _, Parameters, Block}, Body}) ->
    length(Parameters) =< ?MOST_PARAMETERS andalso straight_last(Block) andalso straight_last(Body);
straight_last({c_let, _, _, Value, Body}) ->
    straight(Value) andalso straight_last(Body);
straight_last({c_seq, _, Effect, Body}) ->
    straight(Effect) andalso straight_last(Body);
straight_last(Other) ->
    straight(Other).

-spec all_patterns([core()]) -> boolean().
all_patterns(Patterns) -> lists:all(fun straight_pattern/1, Patterns).

-spec straight_pattern(core()) -> boolean().
straight_pattern({c_var, _, _}) -> true;
straight_pattern({c_literal, _, _}) -> true;
straight_pattern({c_cons, _, Head, Tail}) -> straight_pattern(Head) andalso straight_pattern(Tail);
straight_pattern({c_tuple, _, Elements}) -> all_patterns(Elements);
straight_pattern({c_alias, _, _, Pattern}) -> straight_pattern(Pattern);
straight_pattern({c_map, _, _, Pairs, _}) ->
    lists:all(fun({c_map_pair, _, _, Key, Value}) -> straight(Key) andalso straight_pattern(Value) end, Pairs);
straight_pattern(_) -> false.

-spec apply_local(function_name(), [term()], functions()) -> term().
apply_local(Name, Arguments, Functions) ->
    {Parameters, Body, Env} = maps:get(Name, Functions),
    walk(Body, bind(Parameters, Arguments, Env), Functions).

-spec bind([core()], [term()], environment()) -> environment().
bind([], [], Env) -> Env;
bind([{c_var, _, Name} | Names], [Value | Values], Env) -> bind(Names, Values, Env#{Name => Value}).

-spec walk(core(), environment(), functions()) -> term().
walk({c_var, _, Name}, Env, _) ->
    maps:get(Name, Env);
walk({c_literal, _, Value}, _, _) ->
    Value;
walk({c_let, _, [{c_var, _, Name}], Value, Body}, Env, Functions) ->
    walk(Body, Env#{Name => walk(Value, Env, Functions)}, Functions);
walk({c_let, _, Names, Value, Body}, Env, Functions) ->
    ?VALUES(Values) = walk(Value, Env, Functions),
    walk(Body, bind(Names, Values, Env), Functions);
walk({c_seq, _, Effect, Body}, Env, Functions) ->
    _ = walk(Effect, Env, Functions),
    walk(Body, Env, Functions);
walk({c_call, Place, Module, Name, Arguments}, Env, Functions) ->
    M = walk(Module, Env, Functions),
    F = walk(Name, Env, Functions),
    called(Place, M, F, walk_all(Arguments, Env, Functions));
walk({c_apply, _, {c_var, _, {_, _} = Name}, Arguments}, Env, Functions) ->
    apply_local(Name, walk_all(Arguments, Env, Functions), Functions);
walk({c_apply, _, Function, Arguments}, Env, Functions) ->
    F = walk(Function, Env, Functions),
    apply(F, walk_all(Arguments, Env, Functions));
walk({c_case, _, Subject, Clauses}, Env, Functions) ->
    choose(Clauses, subjects(walk(Subject, Env, Functions)), Env, Functions);
walk({c_cons, _, Head, Tail}, Env, Functions) ->
    [walk(Head, Env, Functions) | walk(Tail, Env, Functions)];
walk({c_tuple, _, Elements}, Env, Functions) ->
    list_to_tuple(walk_all(Elements, Env, Functions));
walk({c_values, _, Values}, Env, Functions) ->
    ?VALUES(walk_all(Values, Env, Functions));
walk({c_map, _, Base, Pairs, _}, Env, Functions) ->
    lists:foldl(fun(Pair, Map) -> put_pair(Pair, Map, Env, Functions) end, walk(Base, Env, Functions), Pairs);
walk({c_letrec, _, Definitions, Body}, Env, Functions) ->
    Local = [{Name, {Parameters, Code, Env}} || {{c_var, _, Name}, {c_fun, _, Parameters, Code}} <- Definitions],
    walk(Body, Env, maps:merge(Functions, maps:from_list(Local)));
walk({c_fun, _, Parameters, Body}, Env, Functions) ->
    %% A block keeps what it uses, and none of the rest.
    closure(Parameters, Body, maps:with(mentioned(Body, []), Env), Functions);
walk({c_primop, _, {c_literal, _, match_fail}, [Reason]}, Env, Functions) ->
    erlang:error(walk(Reason, Env, Functions)).

%% What fails is said to have been called from the text, as if it had been compiled.
-spec called(Place :: list(), module(), atom(), [term()]) -> term().
called([Line, {file, File} | _], Module, Function, Arguments) ->
    try
        apply(Module, Function, Arguments)
    catch
        Class:Reason:Stack -> erlang:raise(Class, Reason, placed(Stack, File, Line))
    end;
called(_, Module, Function, Arguments) ->
    apply(Module, Function, Arguments).

-spec placed(list(), string(), pos_integer()) -> list().
placed(Stack, File, Line) ->
    case lists:splitwith(fun(Frame) -> element(1, Frame) =/= ?MODULE end, Stack) of
        {Inner, [_ | _]} -> Inner ++ [{eval, eval, 1, [{file, File}, {line, Line}]}];
        {_, []} -> Stack
    end.

-spec walk_all([core()], environment(), functions()) -> [term()].
walk_all(Parts, Env, Functions) ->
    [walk(Part, Env, Functions) || Part <- Parts].

-spec put_pair(core(), map(), environment(), functions()) -> map().
put_pair({c_map_pair, _, {c_literal, _, Kind}, Key, Value}, Map, Env, Functions) ->
    K = walk(Key, Env, Functions),
    V = walk(Value, Env, Functions),
    case Kind of
        assoc -> maps:put(K, V, Map);
        exact -> maps:update(K, V, Map)
    end.

-spec closure([core()], core(), environment(), functions()) -> fun().
closure(Parameters, Body, Env, Functions) ->
    Run = fun(Arguments) -> walk(Body, bind(Parameters, Arguments, Env), Functions) end,
    case length(Parameters) of
        0 -> fun() -> Run([]) end;
        1 -> fun(A) -> Run([A]) end;
        2 -> fun(A, B) -> Run([A, B]) end;
        3 -> fun(A, B, C) -> Run([A, B, C]) end;
        4 -> fun(A, B, C, D) -> Run([A, B, C, D]) end
    end.

%% The names of all variables in it.
-spec mentioned(term(), [term()]) -> [term()].
mentioned({c_literal, _, _}, Names) -> Names;
mentioned({c_var, _, Name}, Names) -> [Name | Names];
mentioned(Node, Names) when is_tuple(Node) -> mentioned(tuple_to_list(Node), Names);
mentioned([Node | Nodes], Names) -> mentioned(Nodes, mentioned(Node, Names));
mentioned(_, Names) -> Names.

-spec subjects(term()) -> [term()].
subjects(?VALUES(Values)) -> Values;
subjects(Value) -> [Value].

-spec choose([core()], [term()], environment(), functions()) -> term().
choose([{c_clause, _, Patterns, Guard, Body} | Clauses], Values, Env, Functions) ->
    case match_all(Patterns, Values, Env) of
        no ->
            choose(Clauses, Values, Env, Functions);
        Bound ->
            case holds(Guard, Bound, Functions) of
                true -> walk(Body, Bound, Functions);
                false -> choose(Clauses, Values, Env, Functions)
            end
    end;
choose([], Values, _, _) ->
    erlang:error({case_clause, Values}).

%% A guard that fails is one that does not hold.
-spec holds(core(), environment(), functions()) -> boolean().
holds({c_literal, _, Value}, _, _) ->
    Value =:= true;
holds(Guard, Env, Functions) ->
    try
        walk(Guard, Env, Functions) =:= true
    catch
        error:_ -> false
    end.

-spec match_all([core()], [term()], environment()) -> environment() | no.
match_all([], [], Env) ->
    Env;
match_all([Pattern | Patterns], [Value | Values], Env) ->
    case match(Pattern, Value, Env) of
        no -> no;
        Bound -> match_all(Patterns, Values, Bound)
    end.

-spec match(core(), term(), environment()) -> environment() | no.
match({c_var, _, Name}, Value, Env) ->
    Env#{Name => Value};
match({c_literal, _, Value}, Value, Env) ->
    Env;
match({c_alias, _, {c_var, _, Name}, Pattern}, Value, Env) ->
    match(Pattern, Value, Env#{Name => Value});
match({c_cons, _, Head, Tail}, [H | T], Env) ->
    match_all([Head, Tail], [H, T], Env);
match({c_tuple, _, Elements}, Tuple, Env) when tuple_size(Tuple) =:= length(Elements) ->
    match_all(Elements, tuple_to_list(Tuple), Env);
match({c_map, _, _, Pairs, _}, Map, Env) when is_map(Map) ->
    match_pairs(Pairs, Map, Env);
match(_, _, _) ->
    no.

%% Keys are known before the pattern: literals, or variables from outside of it.
-spec match_pairs([core()], map(), environment()) -> environment() | no.
match_pairs([], _, Env) ->
    Env;
match_pairs([{c_map_pair, _, _, Key, Pattern} | Pairs], Map, Env) ->
    case maps:find(walk(Key, Env, #{}), Map) of
        {ok, Value} ->
            case match(Pattern, Value, Env) of
                no -> no;
                Bound -> match_pairs(Pairs, Map, Bound)
            end;
        error ->
            no
    end.
