%% How the functions of a compiled Erlang module are called in Beamtalk, as text with types:
%% `reverse: list1 :: List with: tail :: Dynamic -> List`. In goes a BEAM file's contents, out
%% comes a line for each function that it exports. Remote types are read from the files of
%% their modules. Loads none of them.
-module(beamtalk_native_display).

-export([functions/1]).

%% Nothing where the module keeps no abstract code.
-spec functions(Beam :: binary()) -> {ok, [{Name :: atom(), arity(), Text :: unicode:chardata()}]} | none.
functions(Beam) ->
    case beamtalk_native_module:read(Beam) of
        {ok, #{module := Module, functions := Functions, types := Types}} ->
            Lookup = fun(Where, Name, Arity) -> maps:get({Name, Arity}, types(Where, Module, Types), none) end,
            try
                {ok, [function(Module, Function, Lookup) || Function <- Functions]}
            after
                [erase(Key) || {{?MODULE, _} = Key, _} <- get()]
            end;
        none ->
            none
    end.

%% Those of another module are read once, and kept while this goes on.
-spec types(module(), Own :: module(), Types) -> Types when Types :: #{{atom(), arity()} => beamtalk_native_module:definition()}.
types(Own, Own, Types) ->
    Types;
types(Other, _, _) ->
    case get({?MODULE, Other}) of
        undefined ->
            Types = read(code:where_is_file(atom_to_list(Other) ++ ".beam"), Other),
            _ = put({?MODULE, Other}, Types),
            Types;
        Types ->
            Types
    end.

%% The modules that are there from the start lie elsewhere.
-spec read(non_existing | file:filename(), module()) -> map().
read(non_existing, Module) ->
    read(filename:join(code:lib_dir(erts, ebin), atom_to_list(Module) ++ ".beam"), Module);
read(File, _) ->
    case erl_prim_loader:get_file(File) of
        {ok, Beam, _} ->
            case beamtalk_native_module:read(Beam) of
                {ok, #{types := Types}} -> Types;
                none -> #{}
            end;
        error ->
            #{}
    end.

-spec function(module(), beamtalk_native_module:function_info(), beamtalk_native_mapping:lookup()) -> {atom(), arity(), unicode:chardata()}.
function(Module, #{name := Name, names := Names, clauses := Clauses}, Lookup) ->
    Arguments = [[Argument, parameter(Index, Module, Clauses, Lookup)] || {Index, Argument} <- lists:zip(lists:seq(1, length(Names)), Names)],
    {Name, length(Names), [message(atom_to_binary(Name), Arguments), return(Module, Clauses, Lookup)]}.

-spec message(binary(), [unicode:chardata()]) -> unicode:chardata().
message(Name, []) ->
    Name;
message(Name, Arguments) ->
    Keywords = binary:split(beamtalk_selector:of_function(Name, length(Arguments)), <<":">>, [global, trim_all]),
    lists:join($\s, [[Keyword, ": ", Argument] || {Keyword, Argument} <- lists:zip(Keywords, Arguments)]).

-spec parameter(pos_integer(), module(), [beamtalk_native_module:clause()], beamtalk_native_mapping:lookup()) -> iodata().
parameter(_, _, [], _) ->
    [];
parameter(Index, Module, Clauses, Lookup) ->
    Places = [{lists:nth(Index, Nodes), Module, Bounds} || {Nodes, _, Bounds} <- Clauses],
    [" :: ", beamtalk_native_type:text(beamtalk_native_mapping:parameter(Places, Lookup))].

-spec return(module(), [beamtalk_native_module:clause()], beamtalk_native_mapping:lookup()) -> iodata().
return(_, [], _) ->
    [];
return(Module, Clauses, Lookup) ->
    Places = [{Node, Module, Bounds} || {_, Node, Bounds} <- Clauses],
    [" -> ", beamtalk_native_type:text(beamtalk_native_mapping:return(Places, Lookup))].
