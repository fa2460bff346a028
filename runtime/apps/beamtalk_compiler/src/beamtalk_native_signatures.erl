%% The signatures of all functions in folders of compiled Erlang, as one table that
%% the compiler reads without decoding all of it:
%%
%%   beamtalk natives 1
%%   lists TAB 0 TAB 4711          a module, where its functions begin, how many bytes
%%                                 an empty line
%%   append/1 TAB List TAB listOfLists TAB List(List)
%%                                 a function: return, then name and type of each
%%                                 parameter; the return is empty where no spec is
%%
%% Modules are in the order of their names, functions in that of theirs. Remote types
%% are looked up in these folders, then on the code path. Writes no files.
-module(beamtalk_native_signatures).

-export([table/1, module/1, joined/1]).

-export_type([text/0]).

%% What is written of a module.
-type text() :: {Module :: binary(), iodata()}.
-type lookup() :: beamtalk_native_mapping:lookup().

-define(HEADER, <<"beamtalk natives 1\n">>).

-spec table([file:filename() | binary()]) -> binary().
table(Given) ->
    Folders = [unicode:characters_to_list(Folder) || Folder <- Given],
    joined(texts(beams(Folders))).

%% Those of one file alone.
-spec module(file:filename()) -> [text()].
module(File) ->
    texts([File]).

%% Made of what is written of each module.
-spec joined([text()]) -> binary().
joined(Texts) ->
    Plain = [Text || {Name, _} = Text <- Texts, is_plain(Name)],
    iolist_to_binary(indexed(lists:ukeysort(1, Plain))).

-spec texts([file:filename()]) -> [text()].
texts(Files) ->
    Types = ets:new(?MODULE, [public, {read_concurrency, true}]),
    Modules = in_parallel(fun(File) -> read(File, Types) end, Files),
    Lookup = fun(Module, Name, Arity) -> definition(Types, Module, Name, Arity) end,
    Texts = in_parallel(fun(Module) -> text(Module, Lookup) end, lists:append(Modules)),
    ets:delete(Types),
    Texts.

-spec beams([file:filename()]) -> [file:filename()].
beams(Folders) ->
    [
        filename:join(Folder, Name)
     || Folder <- Folders, Name <- names(Folder), filename:extension(Name) =:= ".beam"
    ].

-spec names(file:filename()) -> [file:filename()].
names(Folder) ->
    case erl_prim_loader:list_dir(Folder) of
        {ok, Names} -> lists:sort(Names);
        error -> []
    end.

%% What a file says, its types kept for others to look up. A file that nobody can read
%% is as good as none.
-spec read(file:filename(), ets:table()) -> [beamtalk_native_module:contents()].
read(File, Types) ->
    try
        {ok, Beam, _} = erl_prim_loader:get_file(File),
        {ok, #{module := Module, types := Defined} = Contents} = beamtalk_native_module:read(Beam),
        keep(Types, Module, Defined),
        [Contents#{types := #{}}]
    catch
        error:_ -> []
    end.

-spec keep(ets:table(), module(), map()) -> true.
keep(Types, Module, Defined) ->
    Rows = [
        {{Module, Name, Arity}, Definition}
     || {{Name, Arity}, Definition} <- maps:to_list(Defined)
    ],
    ets:insert(Types, Rows),
    ets:insert(Types, {Module}).

-spec definition(ets:table(), module(), atom(), arity()) ->
    beamtalk_native_module:definition() | none.
definition(Types, Module, Name, Arity) ->
    case ets:lookup(Types, {Module, Name, Arity}) of
        [{_, Definition}] ->
            Definition;
        [] ->
            case ets:member(Types, Module) of
                true ->
                    none;
                false ->
                    find(Types, Module),
                    definition(Types, Module, Name, Arity)
            end
    end.

%% The types of a module that is in none of the folders, kept even if it has none.
-spec find(ets:table(), module()) -> true.
find(Types, Module) ->
    case code:where_is_file(atom_to_list(Module) ++ ".beam") of
        non_existing -> [];
        File -> read(File, Types)
    end,
    ets:insert(Types, {Module}).

-spec text(beamtalk_native_module:contents(), lookup()) -> text().
text(#{module := Module, functions := Functions}, Lookup) ->
    Lines = [
        {{atom_to_binary(Name), length(Names)}, slots(Module, Function, Lookup)}
     || #{name := Name, names := Names} = Function <- Functions
    ],
    Text = [
        [Name, $/, integer_to_binary(Arity), Slots, $\n]
     || {{Name, Arity}, Slots} <- lists:sort(Lines), is_plain(Name)
    ],
    {atom_to_binary(Module), Text}.

-spec slots(module(), beamtalk_native_module:function_info(), lookup()) -> iodata().
slots(_, #{clauses := [], names := Names}, _) ->
    [$\t | [[$\t, Name, "\tDynamic"] || Name <- Names]];
slots(Module, #{clauses := Clauses, names := Names}, Lookup) ->
    Returns = [{Node, Module, Bounds} || {_, Node, Bounds} <- Clauses],
    Taken = [
        parameter(Index, Name, Module, Clauses, Lookup)
     || {Index, Name} <- lists:zip(lists:seq(1, length(Names)), Names)
    ],
    [$\t, beamtalk_native_type:text(beamtalk_native_mapping:return(Returns, Lookup)) | Taken].

-spec parameter(
    pos_integer(), binary(), module(), [beamtalk_native_module:clause()], lookup()
) -> iodata().
parameter(Index, Name, Module, Clauses, Lookup) ->
    Places = [{lists:nth(Index, Nodes), Module, Bounds} || {Nodes, _, Bounds} <- Clauses],
    Type = beamtalk_native_mapping:parameter(Places, Lookup),
    [$\t, Name, $\t, beamtalk_native_type:text(Type)].

%% Names with these characters in them are for nobody to write.
-spec is_plain(binary()) -> boolean().
is_plain(Name) ->
    Name =/= <<>> andalso binary:match(Name, [<<"\t">>, <<"\n">>, <<"\r">>]) =:= nomatch.

-spec indexed([text()]) -> iodata().
indexed(Texts) ->
    Place = fun({Name, Text}, From) ->
        Length = iolist_size(Text),
        {[Name, $\t, integer_to_binary(From), $\t, integer_to_binary(Length), $\n], From + Length}
    end,
    {Index, _} = lists:mapfoldl(Place, 0, Texts),
    [?HEADER, Index, $\n | [Text || {_, Text} <- Texts]].

%% Applies a function to each element, on as many cores as there are. The answers come
%% in the order of the elements.
-spec in_parallel(fun((A) -> B), [A]) -> [B].
in_parallel(Function, List) ->
    Cores = erlang:system_info(schedulers_online),
    Numbered = lists:zip(lists:seq(1, length(List)), List),
    Work = fun(Core) ->
        Share = [It || {Number, _} = It <- Numbered, Number rem Cores =:= Core],
        exit({done, [{Number, Function(Element)} || {Number, Element} <- Share]})
    end,
    Workers = [spawn_monitor(fun() -> Work(Core) end) || Core <- lists:seq(0, Cores - 1)],
    Done = lists:flatmap(fun answers/1, Workers),
    [Answer || {_, Answer} <- lists:keysort(1, Done)].

-spec answers({pid(), reference()}) -> [{pos_integer(), term()}].
answers({_, Monitor}) ->
    receive
        {'DOWN', Monitor, process, _, {done, Answers}} -> Answers;
        {'DOWN', Monitor, process, _, Reason} -> error(Reason)
    end.
