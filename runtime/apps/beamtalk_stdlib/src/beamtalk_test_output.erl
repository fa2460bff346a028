%% What a test writes, kept in memory: a process that the test has for a group
%% leader. It answers Erlang's input and output protocol; there is nothing to
%% read. It keeps the beginning, up to a limit, and counts the rest.
%%
%% It belongs to the process that opened it and ends with it. A test may end it
%% too; then what it held is lost and nothing else.
-module(beamtalk_test_output).

-export([open/0, open/1, take/1, close/1, is_output/1, add/2]).
-export([init/2]).

-export_type([output/0]).

-type output() :: pid().

-record(kept, {
    limit :: non_neg_integer(),
    %% newest first
    texts = [] :: [binary()],
    size = 0 :: non_neg_integer(),
    cut = 0 :: non_neg_integer()
}).

-define(LIMIT, 65536).
%% Milliseconds. Only a function that was sent to be called here can keep it busy
%% for long.
-define(PATIENCE, 1000).
-define(LINGERING, 200).

-spec open() -> output().
open() ->
    open(?LIMIT).

-spec open(Limit :: non_neg_integer()) -> output().
open(Limit) ->
    spawn(?MODULE, init, [self(), Limit]).

%% What has come since the last time, as UTF-8.
-spec take(output()) -> binary().
take(Output) ->
    Call = monitor(process, Output),
    Output ! {take, self(), Call},
    receive
        {Call, Text} ->
            true = demonitor(Call, [flush]),
            Text;
        {'DOWN', Call, process, _, _} ->
            <<>>
    after ?PATIENCE ->
        exit(Output, kill),
        receive
            {'DOWN', Call, process, _, _} -> <<>>
        end
    end.

%% The process lingers: the logger's reports of what the test has left come late,
%% and go nowhere instead of on the terminal.
-spec close(output()) -> binary().
close(Output) ->
    Text = take(Output),
    Output ! close,
    Text.

%% Seen from how the process began.
-spec is_output(pid()) -> boolean().
is_output(Process) ->
    process_info(Process, initial_call) =:= {initial_call, {?MODULE, init, 2}}.

%% Writes for somebody else, without waiting.
-spec add(output(), unicode:chardata()) -> ok.
add(Output, Characters) ->
    Output ! {add, unicode:characters_to_binary(Characters)},
    ok.

-spec init(pid(), non_neg_integer()) -> ok.
init(Owner, Limit) ->
    Life = monitor(process, Owner),
    loop(Life, #kept{limit = Limit}).

-spec loop(reference(), #kept{}) -> ok.
loop(Life, Kept) ->
    receive
        {io_request, From, As, Request} when is_pid(From) ->
            {Reply, Next} = answer(Request, Kept),
            From ! {io_reply, As, Reply},
            loop(Life, Next);
        {take, From, Call} when is_pid(From) ->
            From ! {Call, text(Kept)},
            loop(Life, #kept{limit = Kept#kept.limit});
        {add, Text} when is_binary(Text) ->
            loop(Life, keep(Text, Kept));
        close ->
            linger(erlang:start_timer(?LINGERING, self(), gone));
        {'DOWN', Life, process, _, _} ->
            linger(erlang:start_timer(?LINGERING, self(), gone));
        _ ->
            loop(Life, Kept)
    end.

-spec linger(Timer :: reference()) -> ok.
linger(Timer) ->
    receive
        {timeout, Timer, gone} ->
            ok;
        {io_request, From, As, _} when is_pid(From) ->
            From ! {io_reply, As, {error, terminated}},
            linger(Timer);
        _ ->
            linger(Timer)
    end.

-spec answer(term(), #kept{}) -> {Reply :: term(), #kept{}}.
answer({put_chars, Encoding, Characters}, Kept) ->
    put_characters(Encoding, Characters, Kept);
answer({put_chars, Encoding, Module, Function, Arguments}, Kept) ->
    try apply(Module, Function, Arguments) of
        Characters -> put_characters(Encoding, Characters, Kept)
    catch
        _:Reason -> {{error, Reason}, Kept}
    end;
answer({put_chars, Characters}, Kept) ->
    put_characters(latin1, Characters, Kept);
answer({put_chars, Module, Function, Arguments}, Kept) ->
    answer({put_chars, latin1, Module, Function, Arguments}, Kept);
answer({requests, Requests}, Kept) when is_list(Requests) ->
    answer_all(Requests, {ok, Kept});
answer(getopts, Kept) ->
    {[{binary, true}, {encoding, unicode}], Kept};
answer({setopts, _}, Kept) ->
    {ok, Kept};
answer({get_geometry, _}, Kept) ->
    {{error, enotsup}, Kept};
answer(Request, Kept) when is_tuple(Request), tuple_size(Request) > 1 ->
    {reading(element(1, Request)), Kept};
answer(_, Kept) ->
    {{error, request}, Kept}.

%% Up to the first that fails; the last one's reply counts.
-spec answer_all([term()], {Reply :: term(), #kept{}}) -> {Reply :: term(), #kept{}}.
answer_all([], Answer) -> Answer;
answer_all(_, {{error, _}, _} = Answer) -> Answer;
answer_all([Request | Rest], {_, Kept}) -> answer_all(Rest, answer(Request, Kept)).

-spec reading(term()) -> eof | {error, request}.
reading(Request) when
    Request =:= get_line; Request =:= get_chars; Request =:= get_until; Request =:= get_password
->
    eof;
reading(_) ->
    {error, request}.

-spec put_characters(term(), term(), #kept{}) -> {ok | {error, term()}, #kept{}}.
put_characters(Encoding, Characters, Kept) ->
    try unicode:characters_to_binary(Characters, Encoding, unicode) of
        Text when is_binary(Text) -> {ok, keep(Text, Kept)};
        {_, _, _} -> {{error, {no_translation, Encoding, unicode}}, Kept}
    catch
        error:_ -> {{error, put_chars}, Kept}
    end.

-spec keep(binary(), #kept{}) -> #kept{}.
keep(Text, #kept{cut = 0, limit = Limit, size = Size} = Kept) when Size + byte_size(Text) =< Limit ->
    Kept#kept{texts = [Text | Kept#kept.texts], size = Size + byte_size(Text)};
keep(Text, #kept{cut = 0, limit = Limit, size = Size} = Kept) ->
    Start = beamtalk_test_printing:start(Text, Limit - Size),
    %% A part would keep all of a large text in memory.
    Texts = [binary:copy(Start) | Kept#kept.texts],
    Kept#kept{texts = Texts, cut = byte_size(Text) - byte_size(Start)};
keep(Text, #kept{cut = Cut} = Kept) ->
    Kept#kept{cut = Cut + byte_size(Text)}.

-spec text(#kept{}) -> binary().
text(#kept{texts = Texts, cut = 0}) ->
    iolist_to_binary(lists:reverse(Texts));
text(#kept{texts = Texts, cut = Cut}) ->
    Note = io_lib:format("~n[~b more bytes of output were cut]~n", [Cut]),
    iolist_to_binary(lists:reverse([Note | Texts])).
