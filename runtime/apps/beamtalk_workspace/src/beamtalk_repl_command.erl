%% Commands such as `:help Kettle fi`, and their arguments. In go a line and the variables
%% of a session, out come candidates. What commands do is the client's.
-module(beamtalk_repl_command).

-export([argument/1, complete/3]).

-include("../include/beamtalk_candidate.hrl").

-type answer() :: beamtalk_repl_completion:answer().

%% How the argument of a command is read: a class and a selector of either side, classes
%% alone or a word for some of them, an expression, a variable, a variable or a class, or
%% something that is no code.
-type argument() :: topic | class | classes | expression | variable | target | none.

%% The command of a line and what follows it; a line that is none has none.
-spec argument(Code :: binary()) -> none | {Command :: binary(), Argument :: binary() | none}.
argument(Code) ->
    case binary:match(Code, <<":">>) of
        nomatch -> none;
        _ -> command(Code)
    end.

-spec command(binary()) -> none | {Command :: binary(), Argument :: binary() | none}.
command(Code) ->
    case re:run(Code, "^\\s*(:[a-z?][\\w-]*|:)(\\s+(.*))?$", [dotall, {capture, [1, 2, 3], binary}]) of
        {match, [Command, <<>>, _]} -> {Command, none};
        {match, [Command, _, Argument]} -> {Command, Argument};
        nomatch -> none
    end.

-spec complete(Command :: binary(), Argument :: binary() | none, beamtalk_repl_receiver:bindings()) -> answer().
complete(Command, none, _) ->
    listed(beamtalk_repl_rank:sort(words(maps:keys(commands()), command, Command)), Command);
complete(Command, Argument, Bindings) ->
    case takes(Command) of
        topic -> topic(Argument);
        class -> class(Argument);
        classes -> listed(words([<<"stdlib">>, <<"user">>], keyword, Argument) ++ classes(Argument), Argument);
        expression -> beamtalk_repl_completion:complete(Argument, Bindings);
        variable -> listed(beamtalk_repl_names:variables(Argument, Bindings), Argument);
        target -> target(Argument, Bindings);
        none -> {[], <<"`", Command/binary, "` takes nothing that is known here">>}
    end.

%% The actor itself, or the class of which one is meant.
-spec target(binary(), beamtalk_repl_receiver:bindings()) -> answer().
target(Argument, Bindings) ->
    Classes = case Argument of <<>> -> []; _ -> classes(Argument) end,
    case beamtalk_repl_names:variables(Argument, Bindings) ++ Classes of
        [] -> beamtalk_repl_completion:complete(Argument, Bindings);
        Found -> {Found, none}
    end.

-spec words([binary()], keyword | command, Prefix :: binary()) -> [beamtalk_repl_candidates:candidate()].
words(Words, Kind, Prefix) ->
    Size = byte_size(Prefix),
    [
        (beamtalk_repl_candidates:word(Word, Kind, word, Prefix))#candidate{replaces_from = 0}
     || <<Begin:Size/binary, _/binary>> = Word <- Words, Begin =:= Prefix
    ].

-spec takes(binary()) -> argument().
takes(Command) ->
    maps:get(Command, commands(), none).

%% All there are, and what each takes.
-spec commands() -> #{Command :: binary() => argument()}.
commands() ->
    #{
        <<":help">> => topic, <<":h">> => topic, <<":?">> => topic,
        <<":test">> => topic, <<":t">> => topic, <<":remove-method">> => topic,
        <<":reload">> => class, <<":r">> => class, <<":unload">> => class, <<":remove-class">> => class,
        <<":flush">> => class, <<":flush-destructive">> => class, <<":changes">> => none, <<":dirty">> => none, <<":recheck">> => none,
        <<":classes">> => classes, <<":browse">> => class, <<":edit">> => class, <<":e">> => class,
        <<":show-codegen">> => expression, <<":sc">> => expression, <<":type">> => expression,
        <<":time">> => expression, <<":complete">> => expression,
        <<":inspect">> => target, <<":kill">> => target, <<":unbind">> => variable,
        <<":quit">> => none, <<":exit">> => none, <<":q">> => none, <<":bindings">> => none, <<":b">> => none,
        <<":clear">> => none, <<":more">> => none, <<":m">> => none, <<":load">> => none, <<":l">> => none,
        <<":sync">> => none, <<":s">> => none, <<":actors">> => none, <<":sessions">> => none,
        <<":interrupt">> => none, <<":int">> => none, <<":save">> => none
    }.

%% Help can show either side, so both are offered.
-spec topic(binary()) -> answer().
topic(Argument) ->
    Parts = binary:split(Argument, [<<" ">>, <<"\t">>], [global, trim_all]),
    IsOpen = Argument =:= <<>> orelse lists:member(binary:last(Argument), " \t"),
    case {Parts, IsOpen} of
        {[], _} -> class(<<>>);
        {[Name], false} -> class(Name);
        {[<<"Erlang">>], true} -> listed(beamtalk_repl_erlang:modules(<<>>), <<>>);
        {[<<"Erlang">>, Module], false} -> listed(beamtalk_repl_erlang:modules(Module), Module);
        {[<<"Erlang">>, Module], true} -> listed(beamtalk_repl_erlang:functions(Module, <<>>), <<>>);
        {[<<"Erlang">>, Module, Function], false} -> listed(beamtalk_repl_erlang:functions(Module, Function), Function);
        {[Name], true} -> both_sides(Name, <<>>);
        {[Name, Prefix], false} -> both_sides(Name, Prefix);
        {[Name, <<"class">>], true} -> one_side(Name, <<>>);
        {[Name, <<"class">>, Prefix], false} -> one_side(Name, Prefix);
        _ -> {[], beamtalk_repl_reason:no_match([], Argument)}
    end.

-spec class(binary()) -> answer().
class(Prefix) ->
    listed(classes(Prefix), Prefix).

-spec classes(binary()) -> [beamtalk_repl_candidates:candidate()].
classes(Prefix) ->
    beamtalk_repl_rank:sort(beamtalk_repl_names:classes(Prefix, fun(_) -> true end)).

-spec both_sides(Class :: binary(), Prefix :: binary()) -> answer().
both_sides(Name, Prefix) ->
    case beamtalk_repl_receiver:class_named(Name) of
        {ok, Class} ->
            Instance = beamtalk_repl_candidates:messages({instance, Class}, #{prefix => Prefix}),
            Labels = maps:from_list([{Label, true} || #candidate{label = Label} <- Instance]),
            OfClass = beamtalk_repl_candidates:messages({class, Class}, #{prefix => Prefix}),
            listed(Instance ++ [It || #candidate{label = Label} = It <- OfClass, not is_map_key(Label, Labels)], Prefix);
        none ->
            {[], beamtalk_repl_reason:not_bound(Name)}
    end.

-spec one_side(Class :: binary(), Prefix :: binary()) -> answer().
one_side(Name, Prefix) ->
    case beamtalk_repl_receiver:class_named(Name) of
        {ok, Class} -> beamtalk_repl_completion:of_receiver({class, Class}, Prefix);
        none -> {[], beamtalk_repl_reason:not_bound(Name)}
    end.

-spec listed([beamtalk_repl_candidates:candidate()], Prefix :: binary()) -> answer().
listed([], Prefix) -> {[], beamtalk_repl_reason:no_match([], Prefix)};
listed(Candidates, _) -> {Candidates, none}.
