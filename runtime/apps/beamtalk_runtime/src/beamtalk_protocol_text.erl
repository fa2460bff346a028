%% How a protocol is written. In goes what a module registers, out comes the text
%% that it brings along, or one that names what is required without its types;
%% nothing for the protocols of the library, whose text everyone has.
-module(beamtalk_protocol_text).

-export([text/1]).

-define(LIBRARY, stdlib).

-spec text(map()) -> binary() | none.
text(#{package := ?LIBRARY}) ->
    none;
text(#{source := Source}) when is_binary(Source) ->
    Source;
text(#{name := Name, extending := Extended, methods := Methods, class_methods := ClassMethods}) ->
    Lines = [
        [<<"Protocol define: ">>, atom_to_binary(Name)],
        [[<<"\n  extending: ">>, atom_to_binary(Extended)] || Extended =/= none, Extended =/= nil],
        [[<<"\n  ">>, signature(Selector)] || Selector <- Methods],
        [[<<"\n  class ">>, signature(Selector)] || Selector <- ClassMethods]
    ],
    unicode:characters_to_binary([Lines, $\n]).

%% `at: a1 put: a2`
-spec signature(atom()) -> iodata().
signature(Selector) ->
    Text = atom_to_binary(Selector),
    case {beamtalk_selector:arity(Selector), binary:split(Text, <<":">>, [global, trim_all])} of
        {0, _} -> Text;
        {1, [Text]} -> [Text, <<" a1">>];
        {_, Words} -> lists:join($\s, parts(Words, 1))
    end.

-spec parts([binary()], pos_integer()) -> [iodata()].
parts([], _) -> [];
parts([Word | Rest], N) -> [[Word, <<": a">>, integer_to_binary(N)] | parts(Rest, N + 1)].
