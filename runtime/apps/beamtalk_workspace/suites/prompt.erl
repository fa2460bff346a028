%% Sessions with the compiler itself behind them, where it has been built. Without one
%% the tests are left out, and that is said.
-module(prompt).
-include_lib("stdlib/include/assert.hrl").

-export([tests/1, session/1, say/2, print/2, error/2, begin_eval/2, outcome/1, output/1, wait_for/1, is_full/0]).

%% Each test gets a session of its own.
tests(Tests) ->
    application:unset_env(beamtalk_compiler, port_command),
    case beamtalk_compiler_program:find() of
        {ok, _} ->
            {setup, fun start/0, fun stop/1, [{timeout, limit(), {Title, fun() -> session(Test) end}} || {Title, Test} <- Tests]};
        {error, Why} ->
            io:format(user, "left out: no compiler to test with, ~ts~n", [Why]),
            []
    end.

limit() ->
    case is_full() of
        true -> 3600;
        false -> 300
    end.

start() ->
    logger:set_primary_config(level, warning),
    {ok, Stdlib} = application:ensure_all_started(beamtalk_stdlib),
    {ok, Compiler} = application:ensure_all_started(beamtalk_compiler),
    Beams = filelib:wildcard("bt@stdlib@*.beam", code:lib_dir(beamtalk_stdlib, ebin)),
    [{module, _} = code:ensure_loaded(list_to_atom(filename:basename(Beam, ".beam"))) || Beam <- Beams],
    {ok, Shared} = beamtalk_repl_sup:start_link(),
    true = unlink(Shared),
    {Stdlib ++ Compiler, Shared}.

stop({Applications, Shared}) ->
    Monitor = monitor(process, Shared),
    exit(Shared, shutdown),
    receive {'DOWN', Monitor, process, Shared, _} -> ok end,
    [ok = application:stop(Application) || Application <- lists:reverse(Applications)].

session(Test) ->
    Id = integer_to_binary(erlang:unique_integer([positive])),
    {ok, Session} = beamtalk_repl_session:start_link(#{id => Id}),
    %% Without a client it would end after a while, in the midst of a long test.
    ok = beamtalk_repl_session:attach(Session, self()),
    try
        Test(Session)
    after
        unlink(Session),
        is_process_alive(Session) andalso beamtalk_repl_session:close(Session)
    end.

say(Session, Text) ->
    beamtalk_repl_session:call(Session, unicode:characters_to_binary(Text)).

%% What the prompt shows for each line, the last of them.
print(Session, Lines) ->
    lists:foldl(
        fun(Line, _) ->
            case say(Session, Line) of
                #{status := ok, print := Text} -> Text;
                #{error := #{kind := Kind}} -> <<"! ", Kind/binary>>
            end
        end,
        none,
        Lines
    ).

error(Session, Text) ->
    #{status := error, error := Error} = say(Session, Text),
    Error.

begin_eval(Session, Text) ->
    Ref = make_ref(),
    ok = beamtalk_repl_session:eval(Session, self(), Ref, unicode:characters_to_binary(Text), #{}),
    Ref.

outcome(Ref) ->
    receive {repl_done, Ref, Outcome} -> Outcome after 30000 -> error(no_outcome) end.

%% The next piece.
output(Ref) ->
    receive {repl_output, Ref, Text} -> Text after 30000 -> error(no_output) end.

wait_for(Holds) ->
    wait_for(Holds, 1000).

wait_for(Holds, Left) ->
    case Holds() of
        true -> ok;
        false when Left > 0 -> receive after 10 -> wait_for(Holds, Left - 1) end;
        false -> error({not_yet, beamtalk_repl_modules:counts(), erlang:system_info(process_count)})
    end.

is_full() ->
    os:getenv("CHAOS") =:= "full".
