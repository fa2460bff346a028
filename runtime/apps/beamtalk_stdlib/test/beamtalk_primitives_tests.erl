%% Every `@primitive` of the class library has its function here or in the
%% runtime. Reads the sources as text: a header stands on one line.
-module(beamtalk_primitives_tests).
-include_lib("eunit/include/eunit.hrl").

%% What belongs to processes comes with them.
-define(LATER, ["Actor"]).

every_primitive_has_a_function_test_() ->
    [
        {lists:concat([Class, " ", Function, "/", Arity]), ?_assert(is_exported(module(Class), Function, Arity))}
     || File <- sources(),
        Class <- [filename:basename(File, ".bt")],
        not lists:member(Class, ?LATER),
        {Function, Arity} <- primitives(File)
    ].

the_sources_are_found_test() ->
    ?assert(length(sources()) > 40).

sources() ->
    filelib:wildcard(filename:join(filename:dirname(?FILE), "../../../../stdlib/src/*.bt")).

is_exported(Module, Function, Arity) ->
    {module, Module} = code:ensure_loaded(Module),
    erlang:function_exported(Module, Function, Arity).

primitives(File) ->
    {ok, Text} = file:read_file(File),
    Header = "^  ((?:(?:sealed|internal|class(?! ->)) )*)(.*?) =>\\s+@primitive(?: \"(.*)\")?$",
    case re:run(Text, Header, [global, multiline, unicode, {capture, all_but_first, list}]) of
        {match, Found} -> [primitive(Match) || Match <- Found];
        nomatch -> []
    end.

primitive([Modifiers, Header]) ->
    primitive([Modifiers, Header, selector(Header)]);
primitive([Modifiers, Header, Name]) ->
    Prefix = [["class_"] || string:find(Modifiers, "class") =/= nomatch],
    {list_to_atom(lists:flatten([Prefix, Name])), arity(Header) + 1}.

selector(Header) ->
    case keywords(Header) of
        [] -> hd(string:lexemes(Header, " "));
        Keywords -> lists:append(Keywords)
    end.

arity(Header) ->
    case {keywords(Header), Header} of
        {[], [First | _]} when First >= $a, First =< $z -> 0;
        {[], _} -> 1;
        {Keywords, _} -> length(Keywords)
    end.

keywords(Header) ->
    [Word || Word <- string:lexemes(Header, " "), lists:last(Word) =:= $:, Word =/= "::"].

module(Class) ->
    Name = beamtalk_module_name:snake_case(list_to_binary(Class)),
    binary_to_atom(<<"beamtalk_", Name/binary>>).
