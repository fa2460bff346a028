%% The type aliases of the session, by name, in a table that outlives its writer:
%% no module and no process of the running system has them.
-module(beamtalk_compiler_aliases).

-export([create/0, insert/1, all/0, named/1]).

-type aliases() :: #{Name :: binary() => Text :: binary()}.

-export_type([aliases/0]).

-spec create() -> ok.
create() ->
    ?MODULE = ets:new(?MODULE, [named_table, public, set]),
    ok.

-spec insert(aliases()) -> ok.
insert(Aliases) ->
    true = ets:insert(?MODULE, maps:to_list(Aliases)),
    ok.

-spec all() -> aliases().
all() ->
    maps:from_list(ets:tab2list(?MODULE)).

%% Texts such as `type Name = …` by what they name; of two for a name the last one
%% counts. A text that names nothing is left out.
-spec named([binary()]) -> aliases().
named(Texts) ->
    maps:from_list([{Name, Text} || Text <- Texts, Name <- name(Text)]).

-spec name(term()) -> [binary()].
name(Text) when is_binary(Text) ->
    case re:run(Text, "^\\s*(?:internal\\s+)?type\\s+([A-Z]\\w*)", [unicode, multiline, {capture, all_but_first, binary}]) of
        {match, [Name]} -> [Name];
        nomatch -> []
    end;
name(_) ->
    [].
