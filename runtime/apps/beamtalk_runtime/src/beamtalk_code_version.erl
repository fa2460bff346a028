%% The versions of a class's code. A class that was never changed while it ran
%% is its module and nothing else. From the first change on, each version is
%% loaded under a name of its own, `bt@counter$1`, `bt@counter$2`, and so on,
%% and the module that bears the name of the class only passes calls on to the
%% version that counts, which a persistent term names.
%%
%% So a change never has to wait for a process that stands in older code or
%% keeps a block of it: what is in use stays where it is, under its own name.
%% A name whose older code nobody holds any more serves again, so there are
%% about as many names as versions in use.
-module(beamtalk_code_version).

-export([current/1, of_class/1, exports/3, class_of/1, is_version/1, base/1]).
-export([free_name/1, point/2, is_forwarding/1, sweep/1, delete/1]).

%% Exported by a module that passes calls on.
-define(FORWARDS, '__forwards').
%% Before the number behind the name of the class's module, which has none.
-define(MARK, "$").
%% More versions than this are not in use at a time, or else something leaks.
-define(MOST, 1000).
%% To see whether code is in use, every process has to be looked at.
-define(LOOKS, 3).

%% The module whose code a class runs now.
-spec current(module()) -> module().
current(Module) ->
    case is_forwarding(Module) of
        true -> of_class(Module);
        false -> Module
    end.

%% The same for a module that is known to be that of a class; those of others may
%% have terms of their own.
-spec of_class(module()) -> module().
of_class(Module) ->
    persistent_term:get(Module, Module).

-spec is_forwarding(module()) -> boolean().
is_forwarding(Module) ->
    erlang:function_exported(Module, ?FORWARDS, 0).

%% Whether the code that the class runs now has a function.
-spec exports(module(), atom(), arity()) -> boolean().
exports(Module, Function, Arity) ->
    erlang:function_exported(current(Module), Function, Arity).

%% The metadata of the class that a loaded module stands for. A version stands
%% for none, and neither does what is left of a class that was removed.
-spec class_of(module()) -> {ok, Meta :: term()} | none.
class_of(Module) ->
    Current = current(Module),
    IsClass = erlang:function_exported(Current, '__beamtalk_meta', 0) andalso
        not is_version(Module) andalso not is_left_over(Module),
    case IsClass of
        true -> {ok, Current:'__beamtalk_meta'()};
        false -> none
    end.

-spec is_left_over(module()) -> boolean().
is_left_over(Module) ->
    is_forwarding(Module) andalso current(Module) =:= Module.

-spec is_version(module()) -> boolean().
is_version(Module) ->
    binary:match(atom_to_binary(Module), <<?MARK>>) =/= nomatch.

%% The name that a version belongs to, as text.
-spec base(module()) -> binary().
base(Module) ->
    hd(binary:split(atom_to_binary(Module), <<?MARK>>)).

%% A name for the next version: not the one that counts now, and none whose
%% older code is in use. Which of them are, is tried for a few at a time, by
%% chance, so that all have their turn.
-spec free_name(module()) -> {ok, module()} | {error, in_use}.
free_name(Module) ->
    Names = names(Module, 1),
    Others = Names -- [current(Module)],
    {Used, Free} = lists:partition(fun erlang:check_old_code/1, Others),
    Tried = lists:sublist(shuffled(Used), ?LOOKS),
    case {Free ++ [Name || Name <- Tried, is_purged(Name)], length(Names)} of
        {[Name | _], _} -> {ok, Name};
        {[], Count} when Count < ?MOST -> {ok, name(Module, Count + 1)};
        {[], _} -> {error, in_use}
    end.

-spec shuffled([T]) -> [T].
shuffled(List) ->
    [Item || {_, Item} <- lists:sort([{rand:uniform(), Item} || Item <- List])].

%% Those that have been given so far.
-spec names(module(), pos_integer()) -> [module()].
names(Module, Number) ->
    Name = name(Module, Number),
    case is_present(Name) of
        true -> [Name | names(Module, Number + 1)];
        false -> []
    end.

-spec is_present(module()) -> boolean().
is_present(Name) ->
    erlang:module_loaded(Name) orelse erlang:check_old_code(Name).

-spec name(module(), pos_integer()) -> module().
name(Module, Number) ->
    binary_to_atom(<<(atom_to_binary(Module))/binary, ?MARK, (integer_to_binary(Number))/binary>>).

%% From now on calls to the class go to this version.
-spec point(module(), Version :: module()) -> ok.
point(Module, Version) ->
    persistent_term:put(Module, Version).

%% Lets go of older code that nobody uses, and of what is left of a class that
%% was removed. Whether any is in use still.
-spec sweep(module()) -> clean | in_use.
sweep(Module) ->
    _ = is_left_over(Module) andalso delete(Module),
    case [Name || Name <- [Module | names(Module, 1)], not is_purged(Name)] of
        [] -> clean;
        _ -> in_use
    end.

%% Purging heeds the processes that stand in the code, but not the blocks that
%% it has made. These are counted before, which is quick, and once more when no
%% process stands in the code: one that did may have made a block meanwhile.
-spec is_purged(module()) -> boolean().
is_purged(Name) ->
    case erlang:check_old_code(Name) of
        false ->
            true;
        true ->
            beamtalk_block_count:are_gone(Name) andalso
                not beamtalk_old_code:has_processes(Name) andalso
                beamtalk_block_count:are_gone(Name) andalso
                code:soft_purge(Name)
    end.

%% The class is gone. What is in use stays until it is not. The name of the class
%% keeps a module that passes nothing on: were there none, a call from compiled
%% code would have the VM bring the class back from its file.
-spec delete(module()) -> ok.
delete(Module) ->
    Names = names(Module, 1),
    _ = persistent_term:erase(Module),
    lists:foreach(fun delete_code/1, Names),
    lists:foreach(fun beamtalk_object_code:forget/1, [Module | Names]).

-spec delete_code(module()) -> boolean().
delete_code(Name) ->
    case is_purged(Name) andalso erlang:module_loaded(Name) of
        true ->
            ok = beamtalk_block_count:deleting(Name),
            true = code:delete(Name),
            is_purged(Name) andalso beamtalk_block_count:forget(Name) =:= ok;
        false ->
            false
    end.
