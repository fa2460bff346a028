%% The Erlang module that a class becomes, named as the compiler names it:
%% HTTPServer of package net is bt@net@http_server.
-module(beamtalk_module_name).

-export([of_class/2, snake_case/1]).

-spec of_class(Class :: atom(), Package :: atom()) -> module().
of_class(Class, none) ->
    binary_to_atom(<<"bt@", (snake_case(atom_to_binary(Class)))/binary>>);
of_class(Class, Package) ->
    Name = snake_case(atom_to_binary(Class)),
    binary_to_atom(<<"bt@", (atom_to_binary(Package))/binary, "@", Name/binary>>).

%% A word begins at a capital after a small letter, and at the last of a row of
%% capitals if a small letter follows it.
-spec snake_case(binary()) -> binary().
snake_case(Text) ->
    iolist_to_binary(words(binary_to_list(Text), none)).

-spec words([byte()], byte() | none) -> iodata().
words([], _) ->
    [];
words([Byte | Rest], Before) ->
    Part = [$_ || begins_word(Byte, Before, Rest)],
    [Part, lower(Byte) | words(Rest, Byte)].

-spec begins_word(byte(), byte() | none, [byte()]) -> boolean().
begins_word(_, none, _) ->
    false;
begins_word(_, $_, _) ->
    false;
begins_word(Byte, Before, Rest) ->
    is_capital(Byte) andalso (not is_capital(Before) orelse is_small(Rest)).

-spec is_capital(byte()) -> boolean().
is_capital(Byte) ->
    Byte >= $A andalso Byte =< $Z.

-spec is_small([byte()]) -> boolean().
is_small([Byte | _]) -> Byte >= $a andalso Byte =< $z;
is_small([]) -> false.

-spec lower(byte()) -> byte().
lower(Byte) ->
    case is_capital(Byte) of
        true -> Byte + ($a - $A);
        false -> Byte
    end.
