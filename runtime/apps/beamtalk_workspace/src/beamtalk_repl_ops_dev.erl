%% Completion at the prompt, from a text to a list of what may be typed next, in the
%% steps in which it happens; and the requests of tools that ask about code.
%%
%% A receiver is one token or a chain of unary messages: what it is follows from literals,
%% classes and live values, and then from what methods are known to answer. All of that
%% is read from tables, in the caller, and nothing is evaluated. Anything longer is
%% resolved by the compiler, and so is a chain that ends early.
-module(beamtalk_repl_ops_dev).

-export([handle/3]).
-export([get_context_completions/2, parse_receiver_and_prefix/1, classify_receiver/2]).
-export([tokenise_send_chain/1, resolve_chain_type/2, walk_chain/2, walk_chain_class/2]).

-type bindings() :: beamtalk_repl_receiver:bindings().

%% A request of a client.
-spec handle(Op :: binary(), Params :: #{binary() => term()}, Context :: map()) -> beamtalk_repl_ops:result().
handle(Op, Params, Context) ->
    beamtalk_repl_inquiry:answer(Op, Params, Context).

%% What may be typed at the end of a text, sorted. The variables of the session go by
%% name; of each value only its class counts.
-spec get_context_completions(Code :: binary(), bindings()) -> [binary()].
get_context_completions(Code, Bindings) ->
    {Candidates, _Reason} = beamtalk_repl_completion:complete(Code, Bindings),
    beamtalk_repl_inquiry:labels(Candidates).

%% The word at the end, and what a message of that name would be sent to.
-spec parse_receiver_and_prefix(Code :: binary()) ->
    {single_token, Receiver :: binary(), Prefix :: binary()}
    | {expression, ReceiverExpr :: binary(), Prefix :: binary()}
    | {undefined, Prefix :: binary()}.
parse_receiver_and_prefix(Code) ->
    beamtalk_repl_fragment:receiver_and_prefix(beamtalk_repl_fragment:read(Code)).

%% What one operand is.
-spec classify_receiver(Token :: binary(), bindings()) -> {instance | class, Class :: atom()} | undefined.
classify_receiver(Token, Bindings) ->
    beamtalk_repl_receiver:classify(Token, Bindings).

%% An operand and the unary messages behind it. A selector that is no atom is known to
%% nobody, and none is made of it.
-spec tokenise_send_chain(Expr :: binary()) -> {ok, Receiver :: binary(), [Selector :: atom(), ...]} | error.
tokenise_send_chain(Expr) ->
    case beamtalk_repl_fragment:chain(Expr) of
        {ok, Receiver, Sends} ->
            try
                {ok, Receiver, [binary_to_existing_atom(Send) || Send <- Sends]}
            catch
                error:_ -> error
            end;
        error ->
            error
    end.

%% The class at the end of a chain.
-spec resolve_chain_type(Expr :: binary(), bindings()) -> {ok, Class :: atom()} | undefined.
resolve_chain_type(Expr, Bindings) ->
    case tokenise_send_chain(Expr) of
        {ok, ReceiverToken, Sends} ->
            case classify_receiver(ReceiverToken, Bindings) of
                {instance, ClassName} -> walk_chain(ClassName, Sends);
                {class, ClassName} -> walk_class(ReceiverToken, ClassName, Sends);
                undefined -> undefined
            end;
        error ->
            undefined
    end.

%% The class of a class is its metaclass only where the class is written by its name.
-spec walk_class(binary(), atom(), [atom()]) -> {ok, atom()} | undefined.
walk_class(ReceiverToken, ClassName, Sends) ->
    case beamtalk_repl_receiver:is_class_name(ReceiverToken) of
        true -> walk_chain_class(ClassName, Sends);
        false -> last(beamtalk_repl_walk:walk({class, ClassName}, Sends))
    end.

%% Hop by hop, from an instance and from a class.
-spec walk_chain(Class :: atom(), Sends :: [atom()]) -> {ok, Class :: atom()} | undefined.
walk_chain(ClassName, Sends) ->
    last(beamtalk_repl_walk:walk({instance, ClassName}, Sends)).

-spec walk_chain_class(Class :: atom(), Sends :: [atom()]) -> {ok, Class :: atom()} | undefined.
walk_chain_class(ClassName, Sends) ->
    last(beamtalk_repl_walk:walk({class, ClassName}, Sends, literal)).

-spec last({ok, atom(), instance | class} | {stop, term()}) -> {ok, atom()} | undefined.
last({ok, Class, _Side}) -> {ok, Class};
last({stop, _}) -> undefined.
