%% The compiler, for the running system. Owns the port, and what the port knows:
%% every class that is registered or removed is told to it at once and in order, so
%% that a request sees all classes that were there before it and brings none along.
%%
%% The truth is elsewhere. The loaded modules and the class processes have it, the
%% map `classes` is a copy of theirs, and the port has a copy of that. When the port
%% dies, another one is told the map, and what was asked is asked again, for no
%% request changes anything. When this process dies, the next one reads the running
%% system, before it serves anyone.
%%
%% Nobody who asks is kept waiting or brought down: every request has its time, and
%% every failure is a value, also when there is no server.
%%
%% The first half of the file is the list of what can be asked, a line or two each;
%% the second is the process.
-module(beamtalk_compiler_server).
-behaviour(gen_server).

-include("beamtalk_compiler_request.hrl").
-include_lib("kernel/include/logger.hrl").

-export([start_link/0]).
-export([compile_expression/3, compile_expression/4, compile_expression_trace/3, compile_expression_trace/4]).
-export([compile/2, compile_method/3, compile_core_erlang/1, diagnostics/1, diagnostics/2, diagnostics/3]).
-export([resolve_completion_type/1, resolve_completion_type/2, type_of/2, complete/3, hover/3, version/0, ping/0]).
-export([find_senders_in_source/2, find_all_sends_in_source/1, find_references_to_in_source/2]).
-export([find_field_readers_in_source/2, find_field_writers_in_source/2]).
-export([find_ffi_sites_in_source/3, find_ffi_sites_in_source/4, find_announce_sites_in_source/1]).
-export([resolve_method_span/4, resolve_class_span/2, reindent_method_source/2, reindent_method_source/3]).
-export([register_class/2, remove_class/1, clear_classes/0, get_classes/0, register_aliases/1, get_aliases/0]).
-export([recover_from_beam_modules/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, terminate/2]).

-type text() :: unicode:chardata().
%% An atom or a text.
-type name() :: atom() | text().
%% The context fields of a request, such as `package` and `class_module_index`.
%% What variables hold: a class, and perhaps the alternatives for each of its type parameters.
-type bindings() :: #{Name :: binary() => held()}.
-type held() :: {instance | class, Class :: binary()} | {instance, Class :: binary(), [[held()]]}.
-type options() :: #{atom() => term()}.
-type result() :: {ok, map()} | {error, [beamtalk_compiler_answer:diagnostic()]}.
-type found() :: {ok, [term()]} | {error, [beamtalk_compiler_answer:diagnostic()]}.
-type outcome() :: beamtalk_compiler_answer:outcome().
-type patience() :: beamtalk_compiler_patience:patience().

%% When to look whether the runtime is there again, in milliseconds.
-define(LOOK_AGAIN, 100).
%% The server answers in time; this is for when it is too busy to.
-define(SLACK, 1000).
-define(QUICK_CALL, 5000).
%% How long a completion waits for the specs of the modules that its text names, once.
-define(READING, 250).

-record(state, {
    port = beamtalk_compiler_link:new() :: beamtalk_compiler_link:link(),
    classes = #{} :: beamtalk_compiler_classes:classes(),
    aliases = #{} :: beamtalk_compiler_aliases:aliases(),
    protocols = #{} :: beamtalk_compiler_classes:texts(),
    pending = beamtalk_compiler_pending:new() :: beamtalk_compiler_pending:pending(),
    %% Until then no port is opened.
    reopening = none :: reference() | none,
    %% The monitor of the runtime that tells us of its classes.
    runtime = none :: reference() | none,
    %% What was said of classes that could not be read, so that it is said once.
    notices = #{} :: #{Class :: term() => Problems :: term()},
    %% The classes as the port was told of them: making that takes as long as reading it there.
    frames = #{} :: beamtalk_compiler_classes:frames()
}).

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

-spec compile_expression(text(), Module :: name(), KnownVars :: [name()]) -> result().
compile_expression(Source, Module, KnownVars) ->
    compile_expression(Source, Module, KnownVars, #{}).

-spec compile_expression(text(), name(), [name()], options()) -> result().
compile_expression(Source, Module, KnownVars, Options) ->
    expression(compile_expression, Source, Module, KnownVars, Options).

-spec compile_expression_trace(text(), Module :: name(), KnownVars :: [name()]) -> result().
compile_expression_trace(Source, Module, KnownVars) ->
    compile_expression_trace(Source, Module, KnownVars, #{}).

-spec compile_expression_trace(text(), name(), [name()], options()) -> result().
compile_expression_trace(Source, Module, KnownVars, Options) ->
    expression(compile_expression_trace, Source, Module, KnownVars, Options).

-spec expression(atom(), text(), name(), [name()], options()) -> result().
expression(Command, Source, Module, KnownVars, Options) ->
    Request = Options#{source => binary(Source), module => binary(Module), known_vars => lists:map(fun binary/1, KnownVars)},
    beamtalk_compiler_answer:whole(ask(Command, compile, Request)).

-spec compile(text(), options()) -> result().
compile(Source, Options) ->
    beamtalk_compiler_answer:whole(ask(compile, compile, Options#{source => binary(Source)})).

-spec compile_method(ClassSource :: text(), MethodSource :: text(), options()) -> result().
compile_method(ClassSource, MethodSource, Options) ->
    Request = Options#{class_source => binary(ClassSource), method_source => binary(MethodSource)},
    beamtalk_compiler_answer:whole(ask(compile_method, compile, Request)).

%% Runs in the caller.
-spec compile_core_erlang(Core :: term()) -> {ok, module(), binary()} | {error, term()}.
compile_core_erlang(Core) ->
    beamtalk_core_compiler:linted(Core).

-spec diagnostics(text()) -> result().
diagnostics(Source) ->
    diagnostics(Source, <<"expression">>).

-spec diagnostics(text(), Mode :: name()) -> result().
diagnostics(Source, Mode) ->
    diagnosed(#{source => binary(Source), mode => binary(Mode)}).

-spec diagnostics(text(), Mode :: name(), Aliases :: [text()]) -> result().
diagnostics(Source, Mode, Aliases) ->
    diagnosed(#{source => binary(Source), mode => binary(Mode), known_type_aliases => lists:map(fun binary/1, Aliases)}).

-spec diagnosed(map()) -> result().
diagnosed(Request) ->
    beamtalk_compiler_answer:whole(ask(diagnostics, compile, Request)).

-spec resolve_completion_type(text()) -> Type when Type :: {ok, map()} | {not_found, binary()} | {error, type_unknown}.
resolve_completion_type(Expression) ->
    resolve_completion_type(Expression, #{}).

-spec resolve_completion_type(text(), Bindings :: bindings()) -> Type when
    Type :: {ok, map()} | {not_found, binary()} | {error, type_unknown}.
resolve_completion_type(Expression, Bindings) ->
    Text = binary(Expression),
    Request = with_natives(Text, #{expression => Text, bindings => Bindings}),
    beamtalk_compiler_answer:type(ask(resolve_completion_type, completion, Request)).

%% The type of a text that must be an expression as a whole.
-spec type_of(text(), Bindings :: bindings()) -> Type when
    Type :: {ok, map()} | {not_found, binary()} | {refused, [beamtalk_compiler_answer:diagnostic(), ...]} | {error, type_unknown}.
type_of(Expression, Bindings) ->
    Text = binary(Expression),
    Request = with_natives(Text, #{expression => Text, bindings => Bindings, is_whole => true}),
    beamtalk_compiler_answer:type_of(ask(resolve_completion_type, completion, Request)).

%% What kind of place an offset of a text is, and what is known of the receivers there.
-spec complete(text(), Offset :: non_neg_integer(), Bindings :: bindings()) -> Place when
    Place :: {ok, map()} | {not_found, binary()} | {error, unavailable | timed_out | not_understood}.
complete(Source, Offset, Bindings) ->
    beamtalk_compiler_answer:place(ask(complete, completion, at(Source, Offset, Bindings))).

%% What is known of what stands at an offset of a text.
-spec hover(text(), Offset :: non_neg_integer(), Bindings :: bindings()) -> Known when
    Known :: {ok, map()} | {not_found, binary()} | {error, unavailable | timed_out | not_understood}.
hover(Source, Offset, Bindings) ->
    beamtalk_compiler_answer:place(ask(hover, completion, at(Source, Offset, Bindings))).

-spec at(text(), Offset :: non_neg_integer(), bindings()) -> map().
at(Source, Offset, Bindings) ->
    Text = binary(Source),
    with_natives(Text, #{source => Text, offset => Offset, bindings => Bindings}).

%% What the functions answer that a text calls: who completes it cannot wait until the
%% compiler has read all modules there are.
-spec with_natives(Text :: binary() | term(), map()) -> map().
with_natives(Text, Request) when is_binary(Text) ->
    case beamtalk_native_named:table(Text, ?READING) of
        none -> Request;
        Table -> Request#{natives => Table}
    end;
%% What is no text, the compiler refuses.
with_natives(_, Request) ->
    Request.

-spec version() -> {ok, binary()} | {error, [beamtalk_compiler_answer:diagnostic()]}.
version() ->
    beamtalk_compiler_answer:field(version, ask(version, version, #{})).

%% The way there and back and nothing else.
-spec ping() -> result().
ping() ->
    beamtalk_compiler_answer:whole(ask(ping, version, #{})).

-spec find_senders_in_source(text(), Selector :: name()) -> found().
find_senders_in_source(Source, Selector) ->
    find(find_senders_in_source, lines, #{source => binary(Source), selector => binary(Selector)}).

-spec find_all_sends_in_source(text()) -> found().
find_all_sends_in_source(Source) ->
    find(find_all_sends_in_source, sends, #{source => binary(Source)}).

-spec find_references_to_in_source(text(), Class :: name()) -> found().
find_references_to_in_source(Source, Class) ->
    find(find_references_to_in_source, lines, #{source => binary(Source), class_name => binary(Class)}).

-spec find_field_readers_in_source(text(), Field :: name()) -> found().
find_field_readers_in_source(Source, Field) ->
    find(find_field_readers_in_source, lines, #{source => binary(Source), field => binary(Field)}).

-spec find_field_writers_in_source(text(), Field :: name()) -> found().
find_field_writers_in_source(Source, Field) ->
    find(find_field_writers_in_source, lines, #{source => binary(Source), field => binary(Field)}).

-spec find_ffi_sites_in_source(text(), Module :: name(), Function :: name()) -> found().
find_ffi_sites_in_source(Source, Module, Function) ->
    find(find_ffi_sites_in_source, lines, ffi(Source, Module, Function)).

-spec find_ffi_sites_in_source(text(), Module :: name(), Function :: name(), arity()) -> found().
find_ffi_sites_in_source(Source, Module, Function, Arity) ->
    find(find_ffi_sites_in_source, lines, (ffi(Source, Module, Function))#{arity => Arity}).

-spec ffi(text(), name(), name()) -> map().
ffi(Source, Module, Function) ->
    #{source => binary(Source), module => binary(Module), function => binary(Function)}.

-spec find_announce_sites_in_source(text()) -> found().
find_announce_sites_in_source(Source) ->
    find(find_announce_sites_in_source, sites, #{source => binary(Source)}).

-spec find(atom(), Found :: atom(), map()) -> found().
find(Command, Found, Request) ->
    beamtalk_compiler_answer:field(Found, ask(Command, query, Request)).

-spec resolve_method_span(text(), Class :: name(), Selector :: name(), instance | class) -> Span when
    Span :: {ok, map()} | {error, #{reason := atom(), message := binary()}}.
resolve_method_span(Source, Class, Selector, Side) ->
    Request = #{source => binary(Source), class_name => binary(Class), selector => binary(Selector), side => Side},
    beamtalk_compiler_answer:span(ask(resolve_method_span, query, Request)).

%% A whole class, and where another member would go.
-spec resolve_class_span(text(), Class :: name()) -> Span when
    Span :: {ok, map()} | {error, #{reason := atom(), message := binary()}}.
resolve_class_span(Source, Class) ->
    beamtalk_compiler_answer:span(ask(resolve_class_span, query, #{source => binary(Source), class_name => binary(Class)})).

-spec reindent_method_source(text(), BaseIndent :: non_neg_integer()) ->
    {ok, binary()} | {error, [beamtalk_compiler_answer:diagnostic()]}.
reindent_method_source(Source, BaseIndent) ->
    reindent_method_source(Source, BaseIndent, instance).

%% For the class side with the word that says so.
-spec reindent_method_source(text(), BaseIndent :: non_neg_integer(), instance | class) ->
    {ok, binary()} | {error, [beamtalk_compiler_answer:diagnostic()]}.
reindent_method_source(Source, BaseIndent, Side) ->
    Request = #{source => binary(Source), base_indent => BaseIndent, is_class_method => Side =:= class},
    beamtalk_compiler_answer:field(source, ask(reindent_method_source, query, Request)).

-spec register_class(Class :: atom(), Meta :: map()) -> ok.
register_class(Class, Meta) ->
    gen_server:cast(?MODULE, {register_class, Class, Meta}).

-spec remove_class(Class :: atom()) -> ok.
remove_class(Class) ->
    gen_server:cast(?MODULE, {remove_class, Class}).

%% Until they register again, no class is known but those of the library.
-spec clear_classes() -> ok.
clear_classes() ->
    call(clear_classes, ?QUICK_CALL, fun(_) -> ok end).

-spec get_classes() -> beamtalk_compiler_classes:classes().
get_classes() ->
    call(get_classes, ?QUICK_CALL, fun(_) -> #{} end).

%% Texts such as `type Name = …`; one that has a name anew takes the place of the other.
-spec register_aliases([text()]) -> ok.
register_aliases(Texts) ->
    call({register_aliases, lists:map(fun binary/1, Texts)}, ?QUICK_CALL, fun(_) -> ok end).

-spec get_aliases() -> [binary()].
get_aliases() ->
    call(get_aliases, ?QUICK_CALL, fun(_) -> [] end).

-spec recover_from_beam_modules() -> beamtalk_compiler_classes:classes().
recover_from_beam_modules() ->
    beamtalk_compiler_recovery:recover_from_beam_modules().

-spec binary(name()) -> binary().
binary(Name) when is_atom(Name) -> atom_to_binary(Name);
binary(Text) -> unicode:characters_to_binary(Text).

%% The frame is made here in the caller, for it may be large.
-spec ask(Command :: atom(), patience(), map()) -> outcome().
ask(Command, Patience, Fields) ->
    Id = erlang:unique_integer([positive, monotonic]),
    case beamtalk_compiler_port:encode(Fields#{command => Command, id => Id}) of
        {ok, Frame} ->
            Request = #request{id = Id, frame = Frame, patience = Patience},
            call({ask, Request}, time(Patience), fun(Why) -> {failed, Why} end);
        too_large ->
            {failed, too_large}
    end.

-spec time(patience()) -> pos_integer().
time(completion) -> beamtalk_compiler_patience:milliseconds(completion);
time(Patience) -> beamtalk_compiler_patience:milliseconds(Patience) + ?SLACK.

-spec call(term(), pos_integer(), fun((timed_out | unavailable) -> Answer)) -> Answer.
call(Request, Time, Otherwise) ->
    try
        gen_server:call(?MODULE, Request, Time)
    catch
        exit:{timeout, _} -> Otherwise(timed_out);
        exit:_ -> Otherwise(unavailable)
    end.

%% Nothing is served before all is known.
-spec init([]) -> {ok, #state{}}.
init([]) ->
    process_flag(trap_exit, true),
    {ok, opened(recovered(#state{aliases = beamtalk_compiler_aliases:all()}))}.

%% Whoever registers from here on is in the mailbox.
-spec recovered(#state{}) -> #state{}.
recovered(State) ->
    case beamtalk_compiler_recovery:subscribe(self()) of
        {ok, Runtime} ->
            {Classes, Protocols} = beamtalk_compiler_recovery:recover(),
            State#state{classes = Classes, frames = #{}, protocols = Protocols, runtime = Runtime};
        not_running ->
            _ = erlang:send_after(?LOOK_AGAIN, self(), look_for_runtime),
            State#state{runtime = none}
    end.

-spec handle_call(term(), gen_server:from(), #state{}) -> {reply, term(), #state{}} | {noreply, #state{}}.
handle_call({ask, Request}, From, State) ->
    asked(Request#request{asker = From}, State);
handle_call(clear_classes, _From, State) ->
    tell(beamtalk_compiler_classes:clear(), State),
    {reply, ok, replayed(State#state{classes = #{}, frames = #{}})};
handle_call(get_classes, _From, #state{classes = Classes} = State) ->
    {reply, Classes, State};
handle_call({register_aliases, Texts}, _From, #state{aliases = Aliases} = State) ->
    New = beamtalk_compiler_aliases:named(Texts),
    ok = beamtalk_compiler_aliases:insert(New),
    tell(beamtalk_compiler_classes:aliases(New), State),
    {reply, ok, State#state{aliases = maps:merge(Aliases, New)}};
handle_call(get_aliases, _From, #state{aliases = Aliases} = State) ->
    {reply, maps:values(Aliases), State}.

-spec handle_cast(term(), #state{}) -> {noreply, #state{}}.
handle_cast({register_class, Class, Meta}, #state{classes = Classes} = State) when is_atom(Class), is_map(Meta) ->
    {noreply, changed(Class, beamtalk_compiler_classes:register(Class, Meta, Classes), State)};
handle_cast({remove_class, Class}, #state{classes = Classes} = State) ->
    {noreply, changed(Class, beamtalk_compiler_classes:remove(Class, Classes), State)};
handle_cast({register_protocols, New}, #state{protocols = Protocols} = State) ->
    tell(beamtalk_compiler_classes:protocols(New), State),
    {noreply, State#state{protocols = maps:merge(Protocols, New)}};
handle_cast(Message, State) ->
    ?LOG_WARNING("beamtalk_compiler_server got ~tP", [Message, 20]),
    {noreply, State}.

-spec changed(Class :: atom(), {[binary()], beamtalk_compiler_classes:classes()}, #state{}) -> #state{}.
changed(Class, {Told, Classes} = Change, #state{frames = Frames} = State) ->
    tell(Told, State),
    State#state{classes = Classes, frames = beamtalk_compiler_classes:kept(Class, Change, Frames)}.

-spec tell([binary()], #state{}) -> ok.
tell(Frames, #state{port = Link}) ->
    beamtalk_compiler_link:send(Frames, Link).

-spec replayed(#state{}) -> #state{}.
replayed(#state{classes = Classes, frames = Frames, aliases = Aliases, protocols = Protocols} = State) ->
    Tell = fun(Told) -> tell(Told, State) end,
    State#state{frames = beamtalk_compiler_classes:replay(Classes, Frames, Aliases, Protocols, Tell)}.

-spec asked(#request{}, #state{}) -> {noreply, #state{}}.
asked(#request{asker = From} = Request, #state{pending = Pending} = State) ->
    case beamtalk_compiler_pending:size(Pending) >= beamtalk_compiler_patience:most_pending() of
        true ->
            gen_server:reply(From, {failed, busy}),
            {noreply, State};
        false ->
            Asked = State#state{pending = beamtalk_compiler_pending:add(Request, Pending)},
            {noreply, served(Asked)}
    end.

%% With a port at hand, or one to come, a request is in good hands.
-spec served(#state{}) -> #state{}.
served(#state{port = Link, reopening = Reopening} = State) ->
    case beamtalk_compiler_link:is_open(Link) of
        true -> submitted(State);
        false when Reopening =:= none -> opened(State);
        false -> State
    end.

-spec submitted(#state{}) -> #state{}.
submitted(#state{pending = Pending} = State) ->
    lists:foldl(fun submitted/2, State, beamtalk_compiler_pending:unsent(Pending)).

-spec submitted(#request{}, #state{}) -> #state{}.
submitted(#request{id = Id, frame = Frame}, #state{pending = Pending} = State) ->
    tell([Frame], State),
    State#state{pending = beamtalk_compiler_pending:sent(Id, Pending)}.

%% A new port is told all there is, then asked whether it is there, then what is
%% waiting.
-spec opened(#state{}) -> #state{}.
opened(#state{port = Link} = State) ->
    case beamtalk_compiler_link:open(Link) of
        {ok, Open} ->
            Opened = State#state{port = Open, reopening = none},
            submitted(probing(start, replayed(Opened)));
        {error, Why} ->
            unavailable(Why, maps:keys(State#state.pending), State)
    end.

%% Whoever waits is told, and if nobody does, it is written down. The next request
%% is the next attempt.
-spec unavailable(binary(), [Id :: pos_integer()], #state{}) -> #state{}.
unavailable(Why, [], State) ->
    ?LOG_WARNING("~ts", [beamtalk_compiler_answer:failure({unavailable, Why})]),
    State;
unavailable(Why, Ids, State) ->
    lists:foldl(fun(Id, Left) -> done(Id, {failed, {unavailable, Why}}, Left) end, State, Ids).

-spec probing(start | probe, #state{}) -> #state{}.
probing(Patience, #state{pending = Pending} = State) ->
    Id = erlang:unique_integer([positive, monotonic]),
    Frame = beamtalk_compiler_port:frame(#{command => ping, id => Id}),
    Probe = #request{id = Id, frame = Frame, patience = Patience},
    submitted(Probe, State#state{pending = beamtalk_compiler_pending:add(Probe, Pending)}).

-spec handle_info(term(), #state{}) -> {noreply, #state{}}.
handle_info({Port, Said}, #state{port = Link} = State) when is_port(Port) ->
    case beamtalk_compiler_link:is_of(Port, Link) of
        true -> {noreply, said(Said, State)};
        false -> {noreply, State}
    end;
handle_info({'EXIT', Port, Reason}, State) when is_port(Port) ->
    %% It may be all we hear: a pipe that breaks leaves no status.
    handle_info({Port, {exited, Reason}}, State);
handle_info({timeout, _, {deadline, Id}}, State) ->
    {noreply, expired(Id, State)};
handle_info({{asker_gone, Id}, _, process, _, _}, #state{pending = Pending} = State) ->
    case beamtalk_compiler_pending:take(Id, Pending) of
        {_, Left} -> {noreply, State#state{pending = Left}};
        none -> {noreply, State}
    end;
handle_info({timeout, Timer, reopen}, #state{reopening = Timer} = State) ->
    {noreply, reopened(State#state{reopening = none})};
handle_info({'DOWN', Runtime, process, _, _}, #state{runtime = Runtime} = State) ->
    handle_info(look_for_runtime, State);
handle_info(look_for_runtime, State) ->
    {noreply, renewed(recovered(State))};
handle_info(Message, State) ->
    ?LOG_WARNING("beamtalk_compiler_server got ~tP", [Message, 20]),
    {noreply, State}.

%% After a runtime that was not there, all may be different.
-spec renewed(#state{}) -> #state{}.
renewed(#state{runtime = none} = State) ->
    State;
renewed(State) ->
    tell(beamtalk_compiler_classes:clear(), State),
    replayed(State).

-spec reopened(#state{}) -> #state{}.
reopened(#state{port = Link, pending = Pending} = State) ->
    case beamtalk_compiler_link:is_hopeless(Link) andalso beamtalk_compiler_pending:size(Pending) =:= 0 of
        true -> State;
        false -> opened(State)
    end.

-spec said({data, binary()} | {exit_status, integer()} | {exited, term()}, #state{}) -> #state{}.
said({data, Bytes}, #state{port = Link} = State) ->
    case beamtalk_compiler_link:received(Bytes, Link) of
        {Frames, Left} -> answered(Frames, State#state{port = Left});
        malformed -> lost(malformed, malformed, State)
    end;
said({exit_status, _} = Exit, #state{port = Link} = State) ->
    lost(beamtalk_compiler_link:end_of(Exit, Link), Exit, State#state{port = beamtalk_compiler_link:ended(Link)});
said({exited, _} = Exit, #state{port = Link} = State) ->
    lost(beamtalk_compiler_link:end_of(Exit, Link), Exit, State).

-spec answered([binary()], #state{}) -> #state{}.
answered([], State) ->
    State;
answered([Frame | Rest], #state{port = Link} = State) ->
    case beamtalk_compiler_port:answer(Frame) of
        {answer, #{id := Id} = Answer} ->
            Proven = State#state{port = beamtalk_compiler_link:proven(Link)},
            answered(Rest, done(Id, {answer, Answer}, Proven));
        {notice, Notice} ->
            answered(Rest, noticed(Notice, State));
        {unanswerable, #{diagnostics := Why}} ->
            ?LOG_WARNING("The compiler port could not read a frame: ~tP", [Why, 20]),
            answered(Rest, State);
        _ ->
            lost(malformed, malformed, State)
    end.

%% Of a request that is over already the answer is of no use.
-spec done(Id :: pos_integer(), outcome(), #state{}) -> #state{}.
done(Id, Outcome, #state{pending = Pending} = State) ->
    case beamtalk_compiler_pending:take(Id, Pending) of
        {Request, Left} ->
            reply(Request, Outcome),
            State#state{pending = Left};
        none ->
            State
    end.

-spec reply(#request{}, outcome()) -> ok.
reply(#request{asker = probe}, _) -> ok;
reply(#request{asker = From}, Outcome) -> gen_server:reply(From, Outcome).

-spec noticed(map(), #state{}) -> #state{}.
noticed(#{notice := malformed_class, class := Class, problems := Problems}, #state{notices = Notices} = State) ->
    case Notices of
        #{Class := Problems} ->
            State;
        _ ->
            ?LOG_WARNING("The compiler knows ~ts only in part: ~tP", [Class, Problems, 20]),
            State#state{notices = Notices#{Class => Problems}}
    end;
noticed(Notice, State) ->
    ?LOG_WARNING("The compiler port says ~tP", [Notice, 20]),
    State.

%% A completion is given little time, so a port that does not make it need not be
%% ill: it is asked. Any other request that takes too long, and a port that does not
%% even say that it is there, are reason enough for another port.
-spec expired(Id :: pos_integer(), #state{}) -> #state{}.
expired(Id, #state{pending = Pending} = State) ->
    case beamtalk_compiler_pending:take(Id, Pending) of
        {#request{is_sent = false} = Request, Left} ->
            reply(Request, {failed, unavailable}),
            State#state{pending = Left};
        {#request{patience = completion} = Request, Left} ->
            reply(Request, {failed, timed_out}),
            doubted(State#state{pending = Left});
        {Request, Left} ->
            reply(Request, {failed, timed_out}),
            lost(timed_out, timed_out, State#state{pending = Left});
        none ->
            State
    end.

-spec doubted(#state{}) -> #state{}.
doubted(#state{pending = Pending} = State) ->
    case beamtalk_compiler_pending:has_probe(Pending) of
        true -> State;
        false -> probing(probe, State)
    end.

%% Of ports that fail in a row the first one is told of.
-spec lost(beamtalk_compiler_answer:failure(), Details :: term(), #state{}) -> #state{}.
lost(Why, Details, #state{port = Link, pending = Pending} = State) ->
    Level = case beamtalk_compiler_link:is_failing(Link) of true -> debug; false -> warning end,
    ?LOG(Level, "~ts: ~tp", [beamtalk_compiler_answer:failure(Why), Details]),
    {Failed, Left} = beamtalk_compiler_pending:lost(Pending),
    lists:foreach(fun(Request) -> reply(Request, {failed, Why}) end, Failed),
    {Pause, Closed} = beamtalk_compiler_link:lost(Link),
    replaced(Pause, State#state{port = Closed, pending = Left}).

-spec replaced(Pause :: non_neg_integer(), #state{}) -> #state{}.
replaced(0, State) ->
    opened(State);
replaced(Pause, State) ->
    State#state{reopening = erlang:start_timer(Pause, self(), reopen)}.

-spec terminate(term(), #state{}) -> ok.
terminate(_Reason, #state{port = Link}) ->
    _ = (catch beamtalk_class_events:unsubscribe(self())),
    beamtalk_compiler_link:close(Link).
