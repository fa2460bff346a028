%% Help on Erlang's modules as text: what their documentation says, if it is
%% installed, and else which functions there are.
-module(beamtalk_erlang_help).

-export([module/1, function/2]).

-spec module(module()) -> {ok, binary()} | none.
module(Module) ->
    case code:ensure_loaded(Module) of
        {module, Module} -> {ok, text([title(Module), documentation(Module), functions(Module)])};
        {error, _} -> none
    end.

-spec function(module(), atom()) -> {ok, binary()} | none.
function(Module, Function) ->
    case [Arity || {Name, Arity} <- exports(Module), Name =:= Function] of
        [] ->
            none;
        Arities ->
            Title = io_lib:format("~ts:~ts", [Module, Function]),
            Called = [io_lib:format("  ~ts/~b", [Function, Arity]) || Arity <- Arities],
            {ok, text([Title, lists:join($\n, Called), documentation(Module, Function)])}
    end.

-spec exports(module()) -> [{atom(), arity()}].
exports(Module) ->
    case code:ensure_loaded(Module) of
        {module, Module} -> lists:sort(Module:module_info(exports));
        {error, _} -> []
    end.

-spec title(module()) -> iodata().
title(Module) ->
    io_lib:format("Erlang module: ~ts", [Module]).

-spec functions(module()) -> iodata().
functions(Module) ->
    Lines = [io_lib:format("\n  ~ts/~b", [Name, Arity]) || {Name, Arity} <- exports(Module), Name =/= module_info],
    [<<"Functions:">> | Lines].

-spec documentation(module()) -> iodata().
documentation(Module) ->
    case code:get_doc(Module) of
        {ok, Docs} -> rendered(shell_docs:render(Module, Docs, #{ansi => false}));
        {error, _} -> []
    end.

-spec documentation(module(), atom()) -> iodata().
documentation(Module, Function) ->
    case code:get_doc(Module) of
        {ok, Docs} -> rendered(shell_docs:render(Module, Function, Docs, #{ansi => false}));
        {error, _} -> []
    end.

-spec rendered(unicode:chardata() | {error, term()}) -> unicode:chardata().
rendered({error, _}) -> [];
rendered(Text) -> string:trim(Text).

-spec text([unicode:chardata()]) -> binary().
text(Parts) ->
    Said = [Part || Part <- Parts, not string:is_empty(Part)],
    unicode:characters_to_binary(lists:join("\n\n", Said)).
