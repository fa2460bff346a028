%% Completion where reading the text takes the compiler: it is asked what kind of place
%% the cursor stands at, and who the receivers are; what these understand is listed here,
%% by the same list as everywhere at the prompt. In go a text and the variables of the
%% session, out come candidates or a reason. Waits no longer than the compiler is given,
%% and takes every answer, also one of a form that it does not know.
-module(beamtalk_repl_position).

-export([complete/2, complete/3, candidates/3]).

-include("../include/beamtalk_candidate.hrl").

-type bindings() :: beamtalk_repl_receiver:bindings().
-type answer() :: {[beamtalk_repl_candidates:candidate()], Reason :: binary() | none}.

-spec complete(Code :: binary(), bindings()) -> answer().
complete(Code, Bindings) ->
    complete(Code, Bindings, none).

%% With an answer that is at hand, should the compiler have none.
-spec complete(Code :: binary(), bindings(), answer() | none) -> answer().
complete(Code, Bindings, Otherwise) ->
    case beamtalk_compiler_server:complete(Code, byte_size(Code), beamtalk_repl_receiver:all(Bindings)) of
        {ok, Position} -> candidates(Position, Code, Bindings);
        {not_found, Why} -> {[], Why};
        {error, Why} when Otherwise =:= none -> {[], beamtalk_repl_reason:no_compiler(Why)};
        %% It may have known better than what made us ask.
        {error, timed_out} when element(1, Otherwise) =:= [] -> {[], beamtalk_repl_reason:no_compiler(timed_out)};
        {error, _} -> Otherwise
    end.

%% What fits the place that the compiler has described.
-spec candidates(Position :: map(), Code :: binary(), bindings()) -> answer().
candidates(#{position := Kind} = Position, Code, Bindings) ->
    Prefix = text(prefix, Position, <<>>),
    case listed(Kind, Prefix, Position, Code, Bindings) of
        [] -> {[], text(reason, Position, beamtalk_repl_reason:no_match(types_of(Position), Prefix))};
        Candidates -> {Candidates, none}
    end;
candidates(_, _, _) ->
    {[], beamtalk_repl_reason:no_compiler(not_understood)}.

-spec listed(Kind :: term(), Prefix :: binary(), map(), Code :: binary(), bindings()) -> [beamtalk_repl_candidates:candidate()].
listed(message, Prefix, Position, Code, _) ->
    %% What may stand there and is no message comes after all that are.
    first_of_each(messages(Prefix, Position, Code) ++ told(list(names, Position), Prefix));
listed(name, Prefix, Position, Code, Bindings) ->
    %% In a line of its own a message may go on instead.
    first_of_each(messages(Prefix, Position, Code) ++ told(list(names, Position), Prefix) ++ live(Prefix, Bindings));
listed(_, Prefix, Position, _, _) ->
    told(list(names, Position), Prefix).

-spec messages(Prefix :: binary(), map(), Code :: binary()) -> [beamtalk_repl_candidates:candidate()].
messages(Prefix, #{messages := Messages}, _) when is_list(Messages) ->
    %% To what the text itself declares, which nobody else knows.
    told(Messages, Prefix);
messages(Prefix, Position, Code) ->
    Readings = lists:flatmap(fun(Reading) -> reading(Reading, Prefix, Code, Position) end, list(readings, Position)),
    beamtalk_repl_rank:sort(continued(first_of_each(Readings), next_parts(Position, Prefix))).

%% What lives and has no class that the compiler would know. Without a letter the list
%% would be the whole system.
-spec live(Prefix :: binary(), bindings()) -> [beamtalk_repl_candidates:candidate()].
live(<<>>, _) -> [];
live(Prefix, Bindings) -> beamtalk_repl_names:live(Prefix, Bindings).

%% Filtered already, for a symbol need not begin with what was typed of it.
-spec told([term()], binary()) -> [beamtalk_repl_candidates:candidate()].
told(Items, Prefix) ->
    first_of_each([beamtalk_repl_candidates:told(It, Prefix) || #{label := Label} = It <- Items, is_binary(Label), Label =/= <<>>]).

%% One way to read the message that is being typed.
-spec reading(term(), binary(), binary(), map()) -> [beamtalk_repl_candidates:candidate()].
reading(#{} = Reading, Prefix, Code, Position) ->
    BindsTo = known(maps:get(binds_to, Reading, receiver), [receiver, result, argument, cascade], receiver),
    Selectors = known(maps:get(selectors, Reading, all), [all, unary, not_unary, keyword, binary], all),
    Wanted = #{prefix => Prefix, selectors => Selectors, binds_to => BindsTo, is_self => maps:get(is_self, Reading, false) =:= true, sent => sent(Position)},
    Found =
        case {receivers(Reading), [It || It <- list(protocol, Reading), is_binary(It)]} of
            {[], Required} -> beamtalk_repl_candidates:required(Required, Wanted);
            {Receivers, _} -> beamtalk_repl_candidates:common(Receivers, Wanted)
        end,
    [parenthesised(It, Reading, Code, Position) || It <- Found];
reading(_, _, _, _) ->
    [].

%% Who wants the result of a keyword message puts it into parentheses.
-spec parenthesised(beamtalk_repl_candidates:candidate(), map(), binary(), map()) -> beamtalk_repl_candidates:candidate().
parenthesised(#candidate{insert = Word} = It, #{opens_at := Start}, Code, #{from := From}) when
    is_integer(Start), is_integer(From), 0 =< Start, Start < From, From =< byte_size(Code)
->
    Message = re:replace(binary:part(Code, Start, From - Start), "\\s+$", "", [{return, binary}]),
    It#candidate{insert = <<"(", Message/binary, ") ", Word/binary>>, replaces_from = Start, written = none};
parenthesised(It, _, _, _) ->
    It.

-spec next_parts(map(), binary()) -> [beamtalk_repl_candidates:candidate()].
next_parts(#{parts := [_ | _] = Parts} = Position, Prefix) ->
    Receivers = receivers(maps:get(continued, Position, #{})),
    Query = #{parts => [Part || Part <- Parts, is_binary(Part)], prefix => Prefix, sent => sent(Position)},
    beamtalk_repl_candidates:next_parts(Receivers, Query);
next_parts(_, _) ->
    [].

%% The next part of a message takes the place of a message that is called like it, with
%% the better facts of both.
-spec continued([Candidate], [Candidate]) -> [Candidate] when Candidate :: beamtalk_repl_candidates:candidate().
continued(Messages, Parts) ->
    Next = maps:from_list([{Label, It} || #candidate{label = Label} = It <- Parts]),
    Taken = [
        case Next of
            #{Label := #candidate{facts = Other} = Part} -> Part#candidate{facts = beamtalk_repl_rank:best_of(Facts, Other)};
            _ -> It
        end
     || #candidate{label = Label, facts = Facts} = It <- Messages
    ],
    Labels = [Label || #candidate{label = Label} <- Messages],
    Taken ++ maps:values(maps:without(Labels, Next)).

-spec sent(map()) -> beamtalk_repl_candidates:sent().
sent(#{sent := Sent}) when is_map(Sent) -> maps:filter(fun(_, Times) -> is_integer(Times) andalso Times > 0 end, Sent);
sent(_) -> #{}.

-spec types_of(map()) -> [beamtalk_repl_receiver:receiver()].
types_of(Position) ->
    lists:flatmap(fun receivers/1, list(readings, Position)).

%% Classes that the compiler has named; one that is not there answers nothing.
-spec receivers(term()) -> [beamtalk_repl_receiver:receiver()].
receivers(#{} = Reading) ->
    [
        {Side, Class}
     || #{class_name := Name, side := Side} <- list(types, Reading),
        is_binary(Name), Side =:= instance orelse Side =:= class,
        {ok, Class} <- [beamtalk_repl_receiver:class_named(Name)]
    ];
receivers(_) ->
    [].

-spec list(atom(), map()) -> list().
list(Key, Map) ->
    case Map of
        #{Key := List} when is_list(List) -> List;
        _ -> []
    end.

-spec text(atom(), map(), binary()) -> binary().
text(Key, Map, Otherwise) ->
    case Map of
        #{Key := Text} when is_binary(Text) -> Text;
        _ -> Otherwise
    end.

-spec known(term(), [Word], Word) -> Word when Word :: atom().
known(Word, Known, Otherwise) ->
    case lists:member(Word, Known) of
        true -> Word;
        false -> Otherwise
    end.

%% What an earlier reading offers, a later one does not offer again.
-spec first_of_each([beamtalk_repl_candidates:candidate()]) -> [beamtalk_repl_candidates:candidate()].
first_of_each(Candidates) ->
    {Kept, _} = lists:foldl(
        fun(#candidate{label = Label} = It, {All, Labels}) ->
            case Labels of
                #{Label := _} -> {All, Labels};
                _ -> {[It | All], Labels#{Label => true}}
            end
        end,
        {[], #{}},
        Candidates
    ),
    lists:reverse(Kept).
