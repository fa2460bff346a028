%% Help on Erlang's modules and functions for the prompt: the text, how to get at more, and
%% what may be meant where there is none of that name.
-module(beamtalk_repl_help_erlang).

-export([module/1, function/2]).

-type answer() :: {ok, unicode:chardata()} | {error, beamtalk_repl_reply:error()}.

-spec module(binary()) -> answer().
module(Name) ->
    case beamtalk_erlang_help:module(Name) of
        {ok, Text} -> {ok, [Text, "\nUse :help Erlang ", Name, " function for one of them.\n"]};
        no_module -> {error, unknown(Name)}
    end.

-spec function(binary(), binary()) -> answer().
function(Name, Function) ->
    case beamtalk_erlang_help:function(Name, Function) of
        {ok, Text} ->
            {ok, Text};
        no_module ->
            {error, unknown(Name)};
        {no_function, Known} ->
            Words = ["Erlang module ", Name, " has no function '", beamtalk_repl_suggestion:shown(Function), "'"],
            {error, beamtalk_repl_reply:hinted(beamtalk_repl_reply:problem(<<"does_not_understand">>, Words), Function, Known)}
    end.

-spec unknown(binary()) -> beamtalk_repl_reply:error().
unknown(Name) ->
    Error = beamtalk_repl_reply:problem(<<"module_not_found">>, ["There is no Erlang module '", beamtalk_repl_suggestion:shown(Name), "'"]),
    beamtalk_repl_reply:hinted(Error, Name, modules()).

-spec modules() -> [binary()].
modules() ->
    lists:usort([unicode:characters_to_binary(Name) || {Name, _, _} <- code:all_available()]).
