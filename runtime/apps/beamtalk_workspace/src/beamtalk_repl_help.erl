%% Help on a topic, as text. A topic is what stands after `:help`:
%%
%%   List                    a class          List class        its class side
%%   stdlib@List             the same, with its package
%%   List at:put:            a method         List >> at:put:   the same
%%   List class withAll:     one of its class side
%%   at:put:                 a selector: which classes define it
%%   kettle                  a variable: the class of what it holds
%%   Erlang lists reverse    a function of an Erlang module, or the module
%%   Celsius                 an alias for a type
%%
%% Reads the tables of the running system. Makes no atoms of what is written, and
%% evaluates nothing.
-module(beamtalk_repl_help).

-export([topic/2]).

-type answer() :: {ok, unicode:chardata()} | {error, beamtalk_repl_reply:error()}.

-spec topic(binary(), beamtalk_repl_receiver:bindings()) -> answer().
topic(Topic, Bindings) ->
    Apart = binary:replace(Topic, <<">>">>, <<" ">>, [global]),
    case [without_mark(Word) || Word <- string:lexemes(Apart, " \t\r\n")] of
        [] -> {error, beamtalk_repl_reply:problem(<<"invalid_argument">>, "Name a class, a method or a selector")};
        [<<"Erlang">>, Module] -> beamtalk_repl_help_erlang:module(Module);
        [<<"Erlang">>, Module, Function] -> beamtalk_repl_help_erlang:function(Module, Function);
        [Name] -> named(Name, Bindings);
        [Name, <<"class">>] -> with_class(Name, fun(Class) -> {ok, class({Class, class}, "class ")} end);
        [Name, <<"class">>, Selector] -> with_class(Name, fun(Class) -> beamtalk_repl_help_method:text(Class, class, Selector) end);
        [Name, Selector] -> with_class(Name, fun(Class) -> beamtalk_repl_help_method:text(Class, instance, Selector) end);
        _ -> {error, beamtalk_repl_reply:problem(<<"invalid_argument">>, ["Nothing is known about '", beamtalk_repl_suggestion:shown(Topic), "'"])}
    end.

%% With how to get at more.
-spec class(beamtalk_metaclass_tower:behaviour(), Side :: string()) -> unicode:chardata().
class({Class, _} = Behaviour, Side) ->
    [beamtalk_class_help:class(Behaviour), "\nUse :help ", atom_to_binary(Class), $\s, Side, "selector for one method.\n"].

%% `#at:put:` is how a selector is written elsewhere.
-spec without_mark(binary()) -> binary().
without_mark(<<"#", Selector/binary>>) when Selector =/= <<>> -> Selector;
without_mark(Word) -> Word.

-spec named(binary(), beamtalk_repl_receiver:bindings()) -> answer().
named(Name, Bindings) ->
    case {find(Name), session_alias(Name), is_capitalised(Name)} of
        {{ok, Class}, _, _} -> {ok, class({Class, instance}, "")};
        {none, {ok, Text}, _} -> {ok, alias_text(Text)};
        {none, none, true} -> {error, beamtalk_repl_target:unknown_class(Name)};
        {none, none, false} -> selector(Name, Bindings)
    end.

%% A message is meant before a variable of its name.
-spec selector(binary(), beamtalk_repl_receiver:bindings()) -> answer().
selector(Name, Bindings) ->
    Held = case Bindings of #{Name := Value} -> beamtalk_repl_receiver:of_value(Value); _ -> undefined end,
    case {beamtalk_repl_help_method:implementors(Name), Held} of
        {{error, _}, {instance, Class}} -> {ok, class({Class, instance}, "")};
        {{error, _}, {class, Class}} -> {ok, class({Class, class}, "class ")};
        {Answer, _} -> Answer
    end.

%% As names of classes are, with or without a package; a selector has neither.
-spec is_capitalised(binary()) -> boolean().
is_capitalised(Name) ->
    case lists:last(binary:split(Name, <<"@">>)) of
        <<C/utf8, _/binary>> = Simple when C >= $A, C =< $Z -> binary:last(Simple) =/= $:;
        Simple -> Simple =/= Name
    end.

%% A name with a package counts only if the class is of that package.
-spec find(binary()) -> {ok, atom()} | none.
find(Name) ->
    case binary:split(Name, <<"@">>) of
        [Package, Simple] ->
            case beamtalk_repl_target:class(Simple) of
                {ok, Class} -> of_package(beamtalk_method_info:package(Class), Package, Class);
                none -> none
            end;
        [_] ->
            beamtalk_repl_target:class(Name)
    end.

-spec of_package(atom(), binary(), atom()) -> {ok, atom()} | none.
of_package(Package, Written, Class) ->
    case atom_to_binary(Package) of
        Written -> {ok, Class};
        _ -> none
    end.

-spec with_class(binary(), fun((atom()) -> answer())) -> answer().
with_class(Name, Help) ->
    case find(Name) of
        {ok, Class} -> Help(Class);
        none -> {error, beamtalk_repl_target:unknown_class(Name)}
    end.

%% Those of the session: the others have gone into the types that use them.
-spec session_alias(binary()) -> {ok, binary()} | none.
session_alias(Name) ->
    case ets:whereis(beamtalk_compiler_aliases) =/= undefined andalso beamtalk_compiler_aliases:all() of
        #{Name := Text} -> {ok, Text};
        _ -> none
    end.

-spec alias_text(binary()) -> unicode:chardata().
alias_text(Text) ->
    {Docs, Lines} = lists:partition(fun(Line) -> string:prefix(string:trim(Line), "///") =/= nomatch end, string:split(Text, "\n", all)),
    Doc = [string:trim(string:prefix(string:trim(Line), "///"), leading) || Line <- Docs],
    Shown = [string:trim(lists:join($\n, Lines))] ++ [[$\n, $\n, lists:join($\n, Doc)] || Doc =/= []],
    [Shown, "\n\nDeclared in: REPL\n"].
