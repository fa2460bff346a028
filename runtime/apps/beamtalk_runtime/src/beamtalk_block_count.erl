%% Whether blocks are alive that older code of a module has made. The VM counts
%% the blocks of each place in the code that makes some, wherever they are kept:
%% in a process, a message, a table or the constants of other code. To read the
%% counter one needs such a block, so one is made from its external form, in a
%% process that ends with it.
-module(beamtalk_block_count).

-export([create/0, marked/1, loading/2, stepping_back/2, deleting/1, forget/1, are_gone/1]).

%% Rows: {Module, places in its code, places in the code before that}.
-define(TABLE, ?MODULE).

%% What identifies a place to the VM, besides the module.
-type place() :: {Index :: non_neg_integer(), Mark :: non_neg_integer(), Free :: arity(), arity(), Md5 :: binary()}.

%% The counter says two when the code and the block that asks are all.
-define(NONE, 2).

-spec create() -> ok.
create() ->
    ?TABLE = ets:new(?TABLE, [named_table, public, set]),
    ok.

%% A table of places as compiled, with a mark that is new.
-spec marked(binary() | undefined) -> binary().
marked(undefined) ->
    <<0:32>>;
marked(<<Count:32, Places/binary>>) ->
    Mark = erlang:unique_integer([positive, monotonic]) rem (1 bsl 27),
    <<Count:32, << <<Place:20/binary, Mark:32>> || <<Place:20/binary, _:32>> <= Places >>/binary>>.

%% Before new code takes the name, and what has it now becomes older code.
-spec loading(module(), Beam :: binary()) -> ok.
loading(Module, Beam) ->
    followed(Module, places(Beam)).

%% The same where no code takes the name.
-spec deleting(module()) -> ok.
deleting(Module) ->
    followed(Module, []).

-spec forget(module()) -> ok.
forget(Module) ->
    true = ets:delete(?TABLE, Module),
    ok.

-spec followed(module(), [place()]) -> ok.
followed(Module, New) ->
    Before = [Places || {_, Places, _} <- ets:lookup(?TABLE, Module)],
    true = ets:insert(?TABLE, {Module, New, lists:append(Before)}),
    ok.

%% Before code that makes no blocks takes the name from code that was loaded by
%% others.
-spec stepping_back(module(), {ok, beamtalk_object_code:object_code()} | none) -> ok.
stepping_back(_, none) ->
    ok;
stepping_back(Module, {ok, {Beam, _}}) ->
    true = ets:insert(?TABLE, {Module, [], places(Beam)}),
    ok.

-spec places(binary()) -> [place()].
places(Beam) ->
    {ok, {_, Md5}} = beam_lib:md5(Beam),
    {ok, {_, [{"FunT", Table}]}} = beam_lib:chunks(Beam, ["FunT"], [allow_missing_chunks]),
    [
        {Index, Mark, Free, Arity - Free, Md5}
     || is_binary(Table),
        <<_:32, Places/binary>> <- [Table],
        <<_Name:32, Arity:32, _Label:32, Index:32, Free:32, Mark:32>> <= Places
    ].

%% Of code that is not known, one cannot say.
-spec are_gone(module()) -> boolean().
are_gone(Module) ->
    case ets:lookup(?TABLE, Module) of
        [{_, _, Places}] -> are_gone(Module, Places);
        [] -> false
    end.

-spec are_gone(module(), [place()]) -> boolean().
are_gone(_, []) ->
    true;
are_gone(Module, Places) ->
    {Pid, Monitor} = spawn_monitor(fun() ->
        exit({gone, lists:all(fun(Place) -> count(Module, Place) =:= ?NONE end, Places)})
    end),
    receive
        {'DOWN', Monitor, process, Pid, {gone, AreGone}} -> AreGone
    end.

-spec count(module(), place()) -> pos_integer().
count(Module, {Index, Mark, Free, Arity, Md5}) ->
    Body = iolist_to_binary([
        <<Arity, Md5/binary, Index:32, Free:32>>,
        [external(Term) || Term <- [Module, Index, Mark, self()] ++ lists:duplicate(Free, [])]
    ]),
    Block = binary_to_term(<<131, 112, (byte_size(Body) + 4):32, Body/binary>>),
    {refc, Count} = erlang:fun_info(Block, refc),
    Count.

%% Without the version that stands before a term on its own.
-spec external(term()) -> binary().
external(Term) ->
    <<131, Form/binary>> = term_to_binary(Term),
    Form.
