%% Erlang's built-in types that have nothing inside, as types of Beamtalk.
-module(beamtalk_native_words).

-export([type/1]).

%% What is not listed says nothing: `term()`, `iodata()`, and types of a later release.
-spec type(erl_parse:abstract_type()) -> beamtalk_native_type:type().
type({type, _, Name, _}) -> union(classes(Name));
type({Kind, _, _}) when Kind =:= integer; Kind =:= char -> union([<<"Integer">>]);
type({op, _, _, _}) -> union([<<"Integer">>]);
type({op, _, _, _, _}) -> union([<<"Integer">>]);
type(_) -> dynamic.

-spec union([binary()]) -> beamtalk_native_type:type().
union(Classes) ->
    beamtalk_native_type:union([beamtalk_native_type:class(Class) || Class <- Classes]).

-spec classes(atom()) -> [binary()].
classes(integer) -> [<<"Integer">>];
classes(range) -> [<<"Integer">>];
classes(non_neg_integer) -> [<<"Integer">>];
classes(pos_integer) -> [<<"Integer">>];
classes(neg_integer) -> [<<"Integer">>];
classes(char) -> [<<"Integer">>];
classes(byte) -> [<<"Integer">>];
classes(arity) -> [<<"Integer">>];
classes(float) -> [<<"Float">>];
classes(number) -> [<<"Number">>];
%% Which of the two a binary is depends on its bytes.
classes(binary) -> [<<"String">>, <<"Binary">>];
classes(bitstring) -> [<<"String">>, <<"Binary">>];
classes(nonempty_binary) -> [<<"String">>, <<"Binary">>];
classes(nonempty_bitstring) -> [<<"String">>, <<"Binary">>];
%% A call's answer becomes a string if it can be printed, and `[]` stays a list.
classes(string) -> [<<"String">>, <<"List">>];
classes(nonempty_string) -> [<<"String">>, <<"List">>];
classes(boolean) -> [<<"Boolean">>];
classes(bool) -> [<<"Boolean">>];
classes(atom) -> [<<"Symbol">>];
classes(node) -> [<<"Symbol">>];
classes(module) -> [<<"Symbol">>];
classes(nil) -> [<<"List">>];
classes(list) -> [<<"List">>];
classes(nonempty_list) -> [<<"List">>];
classes(maybe_improper_list) -> [<<"List">>];
classes(nonempty_improper_list) -> [<<"List">>];
classes(nonempty_maybe_improper_list) -> [<<"List">>];
classes(tuple) -> [<<"Tuple">>];
classes(record) -> [<<"Tuple">>];
classes(map) -> [<<"Dictionary">>];
classes(pid) -> [<<"Pid">>];
classes(port) -> [<<"Port">>];
classes(reference) -> [<<"Reference">>];
classes('fun') -> [<<"Block">>];
classes(function) -> [<<"Block">>];
classes(bounded_fun) -> [<<"Block">>];
classes(_) -> [].
