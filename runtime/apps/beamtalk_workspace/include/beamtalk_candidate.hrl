%% One thing that may be typed, with all that a menu shows of it.

-record(candidate, {
    label :: binary(),
    kind :: beamtalk_repl_candidates:kind(),
    signature :: binary(),
    %% The class that has it, `C class` for its class side.
    defined_in = none :: binary() | none,
    return_type = none :: binary() | none,
    %% The first paragraph of its documentation.
    doc = none :: binary() | none,
    %% What is put in, in place of the word at the cursor or of what begins earlier.
    insert :: binary(),
    replaces_from = none :: non_neg_integer() | none,
    binds_to = none :: receiver | result | argument | cascade | none,
    facts :: beamtalk_repl_rank:facts(),
    %% Where it comes from as one number, if that is told and does not follow from the facts.
    rank = none :: non_neg_integer() | none,
    %% All of this as JSON, where it was written before and nothing has changed since.
    written = none :: binary() | none
}).
