%% Names that compiled code does not bind: what a running workspace may know.
%% Without one there are none.
-module(beamtalk_globals).

-export([get/1]).

-spec get(atom()) -> no_return().
get(Name) ->
    Text = atom_to_binary(Name),
    beamtalk_error:raise_message(
        undefined_variable,
        undefined,
        undefined,
        <<"Undefined variable '", Text/binary, "'">>,
        <<"Assign it first, or check its spelling">>
    ).
