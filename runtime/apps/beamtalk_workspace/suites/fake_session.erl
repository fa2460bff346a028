%% Stands in for beamtalk_repl_sup, beamtalk_repl_session and beamtalk_repl_ops_eval while a test runs: it
%% evaluates nothing, but acts on a few words.
%%
%%   say TEXT     gives output, then is done
%%   ask TEXT     wants a line of input, and answers it
%%   wait         goes on until it is interrupted
%%   die          ends the session
%%   crash        fails in the operation itself
%%   fail         has an error with all that an error can have
%%   big N        has N bytes of output
%%   anything     is its own value
-module(fake_session).

-export([install/0, remove/0, write/1, handle/3]).
-export([start_link/0, start_link/1, find/1, writing_to/1, attach/2, eval/5, interrupt/1, input/2, bindings/1, unbind/2, clear/1]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

-define(NAMES, [beamtalk_repl_sup, beamtalk_repl_session, beamtalk_repl_ops_eval]).

%% Under the names of the modules that it stands in for.
install() ->
    {ok, {_, [{abstract_code, {_, Forms}}]}} = beam_lib:chunks(code:which(?MODULE), [abstract_code]),
    [load(Name, Forms) || Name <- ?NAMES],
    ok.

load(Name, Forms) ->
    Renamed = [renamed(Form, Name) || Form <- Forms],
    {ok, Name, Binary} = compile:forms(Renamed, []),
    code:purge(Name),
    {module, Name} = code:load_binary(Name, "fake", Binary).

renamed({attribute, Line, module, _}, Name) -> {attribute, Line, module, Name};
renamed(Form, _) -> Form.

%% The same as files, for another system.
write(Folder) ->
    {ok, {_, [{abstract_code, {_, Forms}}]}} = beam_lib:chunks(code:which(?MODULE), [abstract_code]),
    Write = fun(Name) ->
        {ok, Name, Binary} = compile:forms([renamed(Form, Name) || Form <- Forms], []),
        ok = file:write_file(filename:join(Folder, atom_to_list(Name) ++ ".beam"), Binary)
    end,
    lists:foreach(Write, [?MODULE | ?NAMES]).

%% Whoever asks for them next finds what is there in earnest.
remove() ->
    [begin code:purge(Name), code:delete(Name), code:purge(Name) end || Name <- ?NAMES],
    ok.

handle(<<"eval">>, #{<<"code">> := <<"crash">>}, _) ->
    error(crashed);
handle(<<"eval">>, #{<<"code">> := Code}, #{session := Session, connection := To}) ->
    Ref = make_ref(),
    case beamtalk_repl_session:eval(Session, To, Ref, Code, #{}) of
        ok -> {later, Ref};
        {error, eval_busy} -> {error, #{kind => <<"eval_busy">>, message => <<"busy">>}}
    end;
handle(<<"more">>, _, _) ->
    exit(kill).

start_link() -> ignore.

start_link(#{kind := <<"mcp">>}) -> {error, no_room};
start_link(Origin) -> gen_server:start_link(?MODULE, Origin, []).

%% A session that ends while somebody looks for it.
find(<<"ending">>) ->
    {Pid, Monitor} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Monitor, process, _, _} -> {ok, Pid} end;
find(Id) ->
    case [Pid || #{id := Known, pid := Pid} <- beamtalk_session_sup:sessions(), Known =:= Id] of
        [Pid] -> {ok, Pid};
        [] -> error
    end.

writing_to(_) -> none.
attach(Session, Client) -> gen_server:call(Session, {attach, Client}).
eval(Session, To, Ref, Code, _) -> gen_server:call(Session, {eval, To, Ref, Code}).
interrupt(Session) -> gen_server:call(Session, interrupt).
input(Session, Text) -> gen_server:call(Session, {input, Text}).
bindings(Session) -> gen_server:call(Session, bindings).
unbind(Session, Name) -> gen_server:call(Session, {unbind, Name}).
clear(Session) -> gen_server:call(Session, clear).

init(_) ->
    {ok, #{busy => none, bindings => #{<<"count">> => 3, <<"word">> => <<"tea">>}}}.

handle_call({attach, _}, _, State) ->
    {reply, ok, State};
handle_call({eval, _, _, _}, _, #{busy := Busy} = State) when Busy =/= none ->
    {reply, {error, eval_busy}, State};
handle_call({eval, To, Ref, Code}, _, State) ->
    act(Code, To, Ref, State);
handle_call(interrupt, _, #{busy := {wait, To, Ref}} = State) ->
    Error = #{kind => <<"interrupted">>, message => <<"Interrupted">>},
    To ! {repl_done, Ref, #{status => error, error => Error, output => <<"so far">>, warnings => []}},
    {reply, ok, State#{busy := none}};
handle_call(interrupt, _, State) ->
    {reply, ok, State};
handle_call({input, Text}, _, #{busy := {ask, To, Ref}} = State) ->
    done(To, Ref, Text),
    {reply, ok, State#{busy := none}};
handle_call({input, _}, _, State) ->
    {reply, {error, no_pending_input}, State};
handle_call(bindings, _, #{bindings := Bindings} = State) ->
    {reply, Bindings, State};
handle_call({unbind, Name}, _, #{bindings := Bindings} = State) when is_map_key(Name, Bindings) ->
    {reply, ok, State#{bindings := maps:remove(Name, Bindings)}};
handle_call({unbind, _}, _, State) ->
    {reply, {error, unbound}, State};
handle_call(clear, _, State) ->
    {reply, ok, State#{bindings := #{}}}.

handle_cast(_, State) -> {noreply, State}.
handle_info(_, State) -> {noreply, State}.

act(<<"say ", Text/binary>>, To, Ref, State) ->
    To ! {repl_output, Ref, Text},
    To ! {repl_done, Ref, outcome(null, Text)},
    {reply, ok, State};
act(<<"big ", Count/binary>>, To, Ref, State) ->
    Text = binary:copy(<<"ä"/utf8>>, binary_to_integer(Count) div 2),
    To ! {repl_output, Ref, Text},
    To ! {repl_done, Ref, outcome(null, Text)},
    {reply, ok, State};
act(<<"ask ", Prompt/binary>>, To, Ref, State) ->
    To ! {repl_need_input, Ref, Prompt},
    {reply, ok, State#{busy := {ask, To, Ref}}};
act(<<"wait">>, To, Ref, State) ->
    {reply, ok, State#{busy := {wait, To, Ref}}};
act(<<"die">>, _, _, State) ->
    {stop, shutdown, ok, State};
act(<<"fail">>, To, Ref, State) ->
    Error = #{
        kind => <<"compile_error">>, message => <<"Odd">>, hint => <<"Even it out">>, line => 1, column => 2,
        diagnostics => [#{message => <<"Odd">>}]
    },
    To ! {repl_done, Ref, #{status => error, error => Error, output => <<>>, warnings => [<<"Hm">>]}},
    {reply, ok, State};
act(Code, To, Ref, State) ->
    done(To, Ref, Code),
    {reply, ok, State}.

done(To, Ref, Value) ->
    To ! {repl_done, Ref, outcome(Value, <<>>)}.

outcome(eof, Output) ->
    outcome(<<"end">>, Output);
outcome(Value, Output) ->
    #{status => ok, value => Value, class => <<"String">>, print => <<"it">>, output => Output, warnings => []}.
