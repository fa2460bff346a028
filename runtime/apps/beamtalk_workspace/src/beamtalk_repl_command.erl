%% The arguments of commands such as `:help Kettle fi`. In go a line and the variables of
%% a session, out come candidates. The words of commands themselves are the client's.
-module(beamtalk_repl_command).

-export([argument/1, complete/3]).

-include("../include/beamtalk_candidate.hrl").

-type answer() :: beamtalk_repl_completion:answer().

%% How the argument of a command is read: a class and a selector of either side, classes
%% alone, an expression, or something that is no code.
-type argument() :: topic | class | expression | none.

%% The command of a line and what follows it; a line that is none has none.
-spec argument(Code :: binary()) -> none | {Command :: binary(), Argument :: binary() | none}.
argument(Code) ->
    case re:run(Code, "^\\s*(:[a-z?][\\w-]*|:)(\\s+(.*))?$", [dotall, {capture, [1, 2, 3], binary}]) of
        {match, [Command, <<>>, _]} -> {Command, none};
        {match, [Command, _, Argument]} -> {Command, Argument};
        nomatch -> none
    end.

-spec complete(Command :: binary(), Argument :: binary() | none, beamtalk_repl_receiver:bindings()) -> answer().
complete(Command, none, _) ->
    {[], <<"commands are completed by the prompt itself: ", (beamtalk_repl_reason:shown(Command))/binary>>};
complete(Command, Argument, Bindings) ->
    case takes(Command) of
        topic -> topic(Argument);
        class -> class(Argument);
        expression -> beamtalk_repl_completion:complete(Argument, Bindings);
        none -> {[], <<"`", Command/binary, "` takes nothing that is known here">>}
    end.

-spec takes(binary()) -> argument().
takes(Command) ->
    maps:get(Command, #{
        <<":help">> => topic, <<":h">> => topic, <<":?">> => topic,
        <<":test">> => topic, <<":t">> => topic, <<":remove-method">> => topic,
        <<":reload">> => class, <<":r">> => class, <<":unload">> => class, <<":remove-class">> => class,
        <<":classes">> => class, <<":browse">> => class, <<":edit">> => class, <<":e">> => class,
        <<":show-codegen">> => expression, <<":sc">> => expression, <<":type">> => expression,
        <<":time">> => expression, <<":inspect">> => expression, <<":kill">> => expression,
        <<":unbind">> => expression, <<":complete">> => expression
    }, none).

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
    listed(beamtalk_repl_rank:sort(beamtalk_repl_names:classes(Prefix, fun(_) -> true end)), Prefix).

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
