%% One request on its way to the port.

-record(request, {
    %% Grows from request to request.
    id :: pos_integer(),
    %% A probe is the server's own question whether the port is well.
    asker = probe :: gen_server:from() | probe,
    frame :: binary(),
    patience :: beamtalk_compiler_patience:patience(),
    is_sent = false :: boolean(),
    attempts = 0 :: non_neg_integer(),
    timer :: reference() | undefined,
    monitor = none :: reference() | none
}).
