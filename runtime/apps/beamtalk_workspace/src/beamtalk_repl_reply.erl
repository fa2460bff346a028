%% What goes back to a peer, as terms for JSON. In go what was asked and what came of
%% it, out comes a message; every request has exactly one that ends it, and that one has
%% a `status`. Knows nothing of sockets.
-module(beamtalk_repl_reply).

-export([asked/1, answer/2, output/2, need_input/2, outcome/2, failure/2, session_down/1, problem/2, hinted/3, encode/1]).

-export_type([asked/0, error/0]).

%% What of a request comes back with its answer.
-type asked() :: #{id => binary() | integer(), session => binary()}.
-type error() :: #{
    kind := binary(),
    message := binary(),
    hint => binary(),
    line => integer(),
    column => integer(),
    diagnostics => [map()],
    _ => _
}.

%% No message is longer, in either direction.
-define(LONGEST, 16#100000).
-define(DONE, [<<"done">>]).
-define(FAILED, [<<"done">>, <<"error">>]).

-spec asked(map()) -> asked().
asked(Request) ->
    Id = maps:get(<<"id">>, Request, none),
    Session = maps:get(<<"session">>, Request, none),
    Named =
        case is_binary(Session) of
            true -> #{session => Session};
            false -> #{}
        end,
    case is_binary(Id) orelse is_integer(Id) of
        true -> Named#{id => Id};
        false -> Named
    end.

%% A payload may bring a status of its own.
-spec answer(asked(), Payload :: map()) -> map().
answer(Asked, Payload) ->
    maps:merge(maps:merge(#{status => ?DONE}, Payload), Asked).

-spec output(asked(), binary()) -> map().
output(Asked, Text) ->
    Asked#{out => Text}.

-spec need_input(asked(), Prompt :: binary()) -> map().
need_input(Asked, Prompt) ->
    Asked#{prompt => Prompt, status => [<<"need-input">>]}.

%% What became of an evaluation. Nothing is said of what there is none of.
-spec outcome(asked(), map()) -> map().
outcome(Asked, #{status := error, error := Error} = Outcome) ->
    maps:merge(said(maps:without([status, error], Outcome)), failure(Asked, Error));
outcome(Asked, #{status := ok} = Outcome) ->
    answer(Asked, said(maps:remove(status, Outcome))).

-spec said(map()) -> map().
said(Outcome) ->
    Empty = [Key || Key <- [output, warnings, warning_details], lists:member(maps:get(Key, Outcome, none), [<<>>, []])],
    maps:without(Empty, Outcome).

%% The text has the hint too, for who shows nothing else.
-spec failure(asked(), error()) -> map().
failure(Asked, #{message := Message} = Error) ->
    Text =
        case Error of
            #{hint := Hint} -> <<Message/binary, "\nHint: ", Hint/binary>>;
            _ -> Message
        end,
    maps:merge((maps:remove(message, Error))#{error => Text, status => ?FAILED}, Asked).

%% To nobody's request.
-spec session_down(binary()) -> map().
session_down(Text) ->
    failure(#{}, problem(<<"session_down">>, Text)).

-spec problem(Kind :: binary(), Message :: unicode:chardata()) -> error().
problem(Kind, Message) ->
    #{kind => Kind, message => unicode:characters_to_binary(Message)}.

%% The same, with what may have been meant, if some name is near to what was written.
-spec hinted(error(), Written :: binary(), Names :: [binary()]) -> error().
hinted(Error, Written, Names) ->
    case beamtalk_repl_suggestion:words(beamtalk_repl_suggestion:close(Written, Names)) of
        none -> Error;
        Hint -> Error#{hint => Hint}
    end.

%% With its length in front, and in one piece: of many a socket writes sixteen at a time.
%% Output was sent as it came; where it makes the message too long it need not be said
%% again.
-spec encode(map()) -> binary().
encode(Reply) ->
    Text = beamtalk_json:encode(Reply),
    case iolist_size(Text) of
        Size when Size =< ?LONGEST -> iolist_to_binary([<<Size:32>>, Text]);
        _ -> encode_shorter(Reply)
    end.

-spec encode_shorter(map()) -> binary().
encode_shorter(#{output := _} = Reply) ->
    encode((maps:remove(output, Reply))#{output_cut => true});
encode_shorter(Reply) ->
    Error = problem(<<"reply_too_large">>, "The answer is longer than a message may be"),
    encode(failure(maps:with([id, session], Reply), Error)).
