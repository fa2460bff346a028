%% Candidates as they go to a client: in go records, out comes the JSON of a list. There are
%% often a hundred, with ten words each, so each is written in one piece, without a term
%% in between.
-module(beamtalk_repl_item).

-export([list/1, written/1]).

-include("../include/beamtalk_candidate.hrl").

-type candidate() :: beamtalk_repl_candidates:candidate().

-spec list([candidate()]) -> beamtalk_json:encoded().
list([]) -> {json, <<"[]">>};
list([First | Rest]) -> {json, [$[, written(First), [[$,, written(It)] || It <- Rest], $]]}.

-spec written(candidate()) -> binary().
written(#candidate{written = Text}) when is_binary(Text) -> Text;
written(#candidate{label = Label, kind = Kind, signature = Signature, insert = Insert} = It) ->
    <<
        "{\"label\":\"", (beamtalk_json:escaped(Label))/binary,
        "\",\"kind\":\"", (atom_to_binary(Kind))/binary,
        "\",\"signature\":\"", (beamtalk_json:escaped(Signature))/binary,
        "\",\"defined_in\":", (known(It#candidate.defined_in))/binary,
        ",\"return_type\":", (known(It#candidate.return_type))/binary,
        ",\"doc\":", (known(It#candidate.doc))/binary,
        ",\"insert\":\"", (beamtalk_json:escaped(Insert))/binary,
        "\",\"replaces_from\":", (known(It#candidate.replaces_from))/binary,
        ",\"rank\":", (integer_to_binary(rank(It)))/binary,
        ",\"binds_to\":", (known(It#candidate.binds_to))/binary, "}"
    >>.

-spec known(binary() | non_neg_integer() | atom()) -> binary().
known(none) -> <<"null">>;
known(Text) when is_binary(Text) -> <<$", (beamtalk_json:escaped(Text))/binary, $">>;
known(Number) when is_integer(Number) -> integer_to_binary(Number);
known(receiver) -> <<"\"receiver\"">>;
known(Word) -> known(atom_to_binary(Word)).

-spec rank(candidate()) -> non_neg_integer().
rank(#candidate{rank = none, facts = Facts}) -> beamtalk_repl_rank:number(Facts);
rank(#candidate{rank = Rank}) -> Rank.
