%% A program that speaks as the compiler's port does, and does what the text of a
%% request says instead of compiling it. It keeps what it is told of classes. Runs
%% in a BEAM of its own that has nothing but what is needed for this, so that it is
%% there in no time.
-module(fake_port).

-export([start/0]).

-record(state, {
    port,
    received = <<>>,
    %% Frames about classes as they came, the last one first.
    log = [],
    classes = #{},
    texts = []
}).

%% Called by the boot script, which ends when this returns.
start() ->
    _ = spawn(fun() ->
        process_flag(trap_exit, true),
        try
            serve(#state{port = open_port({fd, 0, 1}, [stream, binary, eof])})
        catch
            %% It was answering when its reader went.
            _:_ -> erlang:halt(1, [{flush, false}])
        end
    end),
    ok.

serve(#state{port = Port} = State) ->
    receive
        {Port, {data, Bytes}} -> serve(frames(State#state{received = <<(State#state.received)/binary, Bytes/binary>>}));
        {Port, eof} -> erlang:halt(0, [{flush, false}]);
        {'EXIT', Port, _} -> erlang:halt(0, [{flush, false}]);
        _ -> serve(State)
    end.

frames(#state{received = <<Size:32, Frame:Size/binary, Rest/binary>>} = State) ->
    frames(frame(binary_to_term(Frame), State#state{received = Rest}));
frames(State) ->
    State.

frame(#{id := Id} = Request, State) ->
    answer(Request, fun(Fields) -> say(Fields#{id => Id}, State) end, State),
    State;
frame(#{command := register_class, class := Class, meta := Meta} = Frame, #state{classes = Classes} = State) ->
    logged(Frame, State#state{classes = Classes#{Class => Meta}});
frame(#{command := remove_class, class := Class} = Frame, #state{classes = Classes} = State) ->
    logged(Frame, State#state{classes = maps:remove(Class, Classes)});
frame(#{command := clear_classes} = Frame, State) ->
    logged(Frame, State#state{classes = #{}, texts = []});
frame(#{command := register_aliases, aliases := Texts} = Frame, State) ->
    logged(Frame, State#state{texts = State#state.texts ++ Texts});
frame(#{command := register_protocols, protocols := Texts} = Frame, State) ->
    logged(Frame, State#state{texts = State#state.texts ++ Texts}).

logged(Frame, #state{log = Log} = State) ->
    State#state{log = [Frame | Log]}.

answer(#{command := ping}, Say, _) -> Say(#{status => ok});
answer(#{command := version}, Say, _) -> Say(#{status => ok, version => <<"fake">>});
answer(#{command := resolve_completion_type, expression := <<"slow">>}, _, _) -> ok;
answer(#{command := resolve_completion_type, expression := <<"unknown">>}, Say, _) ->
    Say(#{status => not_found, reason => <<"because">>});
answer(#{command := resolve_completion_type, expression := Class}, Say, _) ->
    Say(#{status => ok, types => [#{class_name => Class, side => instance}]});
answer(#{source := Source} = Request, Say, State) -> act(Source, Request, Say, State).

act(<<"classes">>, _, Say, #state{classes = Classes}) -> told(Classes, Say);
act(<<"class ", Class/binary>>, _, Say, #state{classes = Classes}) ->
    told(maps:get(binary_to_atom(Class), Classes, none), Say);
act(<<"log">>, _, Say, #state{log = Log}) -> told(lists:reverse(Log), Say);
act(<<"texts">>, _, Say, #state{texts = Texts}) -> told(Texts, Say);
act(<<"request">>, Request, Say, _) -> told(Request, Say);
act(<<"refuse">>, _, Say, _) -> Say(#{status => error, diagnostics => [#{message => <<"no">>, line => 1}]});
act(<<"die">>, _, _, _) -> erlang:halt(7, [{flush, false}]);
act(<<"die once ", File/binary>>, _, Say, _) ->
    first_time(File, fun() -> erlang:halt(7, [{flush, false}]) end),
    Say(#{status => ok});
act(<<"garbage once ", File/binary>>, _, Say, #state{port = Port}) ->
    first_time(File, fun() -> port_command(Port, <<3:32, "abc">>) end),
    Say(#{status => ok});
act(<<"hang">>, _, _, _) -> ok;
act(<<"freeze">>, _, _, _) -> receive never -> ok end;
act(<<"garbage">>, _, _, #state{port = Port}) -> port_command(Port, <<3:32, "abc">>);
act(<<"length">>, _, _, #state{port = Port}) -> port_command(Port, <<"hello, this is no length">>);
act(<<"empty">>, _, _, #state{port = Port}) -> port_command(Port, <<0:32>>);
act(<<"half">>, #{id := Id}, _, #state{port = Port}) ->
    Bytes = term_to_binary(#{id => Id, status => ok}),
    port_command(Port, <<(byte_size(Bytes) + 5):32, Bytes/binary>>);
act(<<"print">>, _, _, #state{port = Port}) -> port_command(Port, <<"thread main has something to say\n">>);
act(<<"deep">>, _, _, #state{port = Port}) ->
    Bytes = <<131, (binary:copy(<<108, 1:32>>, 100000))/binary, 106>>,
    port_command(Port, <<(byte_size(Bytes)):32, Bytes/binary>>);
act(<<"strange">>, #{id := Id}, Say, _) -> Say(#{status => ok, kind => list_to_atom("strange_" ++ integer_to_list(Id))});
act(<<"no map">>, _, _, State) -> say([no, map], State);
act(<<"no status">>, _, Say, _) -> Say(#{});
act(<<"compressed">>, #{id := Id}, _, #state{port = Port}) ->
    Bytes = term_to_binary(#{id => Id, status => ok, core => binary:copy(<<0>>, 100000)}, [compressed]),
    port_command(Port, <<(byte_size(Bytes)):32, Bytes/binary>>);
act(<<"atom ", Name/binary>>, _, Say, _) -> Say(#{status => ok, kind => binary_to_atom(Name)});
act(<<"notice">>, _, Say, State) ->
    say(#{notice => malformed_class, class => <<"Odd">>, problems => [<<"it is odd">>]}, State),
    say(#{id => none, status => error, diagnostics => [#{message => <<"what?">>}]}, State),
    say(#{id => 987654321, status => ok}, State),
    Say(#{status => ok});
act(<<"drip">>, #{id := Id}, _, #state{port = Port}) ->
    Bytes = term_to_binary(#{id => Id, status => ok}),
    [port_command(Port, <<Byte>>) || <<Byte>> <= <<(byte_size(Bytes)):32, Bytes/binary>>];
act(<<"large">>, _, Say, _) -> Say(#{status => ok, core => binary:copy(<<7>>, 5000000)});
act(_, _, Say, _) -> Say(#{status => ok, diagnostics => []}).

%% A file remembers across lives.
first_time(File, Act) ->
    Name = binary_to_list(File),
    case prim_file:read_file(Name) of
        {ok, _} -> ok;
        _ -> ok = prim_file:write_file(Name, <<>>), Act()
    end.

%% The one field whose content is nobody's business on the way.
told(Term, Say) ->
    Say(#{status => ok, core => term_to_binary(Term)}).

say(Answer, #state{port = Port}) ->
    Bytes = term_to_binary(Answer),
    port_command(Port, [<<(byte_size(Bytes)):32>>, Bytes]).
