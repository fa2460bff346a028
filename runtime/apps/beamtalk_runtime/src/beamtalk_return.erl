%% Non-local return: how `^` in a block ends the method the block is written in.
%% A method with such a block takes a token, and waits for a throw that names it.
%% The token is known to its process while the method runs, so that a `^` that
%% comes too late, or from another process, is told apart.
-module(beamtalk_return).

-export([enter/0, done/1, leave/2, caught/4]).

-type token() :: reference().

-export_type([token/0]).

-spec enter() -> token().
enter() ->
    Token = make_ref(),
    put(Token, open),
    Token.

%% The method has ended; a `^` for it is an error from now on.
-spec done(token()) -> term().
done(Token) ->
    erase(Token).

-spec leave(token(), term()) -> no_return().
leave(Token, Value) ->
    case get(Token) of
        open ->
            throw({'$beamtalk_return', Token, Value});
        undefined ->
            beamtalk_error:raise_message(
                dead_return,
                'Block',
                undefined,
                <<"This '^' has no method to return from: it has ended, or runs in another process">>,
                <<"Answer the value as the last expression of the block instead">>
            )
    end.

%% What a method does with anything raised inside it: its own return is its
%% value, all else goes on.
-spec caught(token(), error | exit | throw, term(), term()) -> term().
caught(Token, throw, {'$beamtalk_return', Token, Value}, _Stack) ->
    erase(Token),
    Value;
caught(Token, Class, Reason, Stack) ->
    erase(Token),
    erlang:raise(Class, Reason, Stack).
