%% The two textual forms of every value: any term goes in, UTF-8 text comes
%% out. A value of a user's class is asked for its own text where the
%% language says so; everything else is rendered here.
-module(beamtalk_printing).

-include("beamtalk.hrl").

-export([print/1, display/1, element/1, value/1]).

%% What `x printString` answers unless a class knows better. Of an actor, this
%% is the default form.
-spec print(term()) -> binary().
print(Block) when is_function(Block) ->
    <<"Block">>;
print({beamtalk_object, Class, _, {_, _}} = Reference) ->
    case beamtalk_class_reference:side(Reference) =:= none andalso beamtalk_actor_call:pid(Reference) of
        Pid when is_pid(Pid) -> text(process(<<"Actor">>, Class, Pid));
        _ -> text(rendered(Reference))
    end;
print(Value) ->
    text(rendered(Value)).

%% What interpolation makes of a value: its displayString. Terms of the VM are
%% only asked where some class got a text of its own; an actor stands in its
%% default form.
-spec display(term()) -> binary().
display(#{?TAG := Class} = Value) when is_atom(Class) ->
    asked(Value, Class, displayString);
display({Kind, _, _, _} = Reference) when Kind =:= beamtalk_object; Kind =:= beamtalk_supervisor ->
    case is_class(Reference) of
        true -> asked(Reference, beamtalk_class_of:class_of(Reference), displayString);
        false -> plain(Reference)
    end;
display(Value) ->
    case beamtalk_overlay:has_texts() of
        true -> asked(Value, beamtalk_class_of:class_of(Value), displayString);
        false -> plain(Value)
    end.

-spec plain(term()) -> binary().
plain(Text) when is_binary(Text) ->
    case beamtalk_class_of:is_utf8(Text) of
        true -> Text;
        false -> print(Text)
    end;
plain(Symbol) when is_atom(Symbol) ->
    atom_to_binary(Symbol);
plain(Value) ->
    print(Value).

%% How a value stands inside another one.
-spec element(term()) -> iodata().
element(Value) ->
    case is_askable(Value) of
        true -> asked(Value, beamtalk_class_of:class_of(Value), printString);
        false -> rendered(Value)
    end.

%% A class may have a printString on its class side. Terms of the VM are asked
%% where methods were added; blocks and references to processes have a form of
%% their own inside others.
-spec is_askable(term()) -> boolean().
is_askable(Value) when is_function(Value) -> false;
is_askable({beamtalk_object, _, _, _} = Reference) -> is_class(Reference);
is_askable({beamtalk_supervisor, _, _, _}) -> false;
is_askable(_) -> beamtalk_overlay:has_texts().

-spec is_class(tuple()) -> boolean().
is_class(Reference) ->
    beamtalk_class_reference:side(Reference) =/= none.

-spec rendered(term()) -> iodata().
rendered(Value) when is_integer(Value) -> integer_to_binary(Value);
rendered(Value) when is_float(Value) -> float_to_binary(Value, [short]);
rendered(Value) when is_binary(Value) -> binary(Value);
rendered(Value) when is_boolean(Value); Value =:= nil -> atom_to_binary(Value);
rendered(Value) when is_atom(Value) -> [$#, atom_to_binary(Value)];
rendered(Value) when is_list(Value) -> [<<"#(">>, list(Value), $)];
rendered(#{?TAG := Class} = Value) when is_atom(Class) -> tagged(Value, Class);
rendered(Value) when is_map(Value) -> [<<"#{">>, pairs(Value), $}];
rendered(Value) when is_function(Value) -> block(Value);
rendered({beamtalk_object, _, _, _} = Value) -> reference(Value);
rendered({beamtalk_supervisor, Class, _, Pid}) -> process(supervisor(Class), Class, Pid);
rendered(Value) when is_tuple(Value) -> [${, elements(tuple_to_list(Value)), $}];
rendered(Value) when is_pid(Value) -> [<<"#Pid">>, pid_to_list(Value)];
rendered(Value) when is_port(Value) -> port_to_list(Value);
rendered(Value) when is_reference(Value) -> ref_to_list(Value);
rendered(Value) -> io_lib:format("~w", [Value]).

-spec binary(binary()) -> iodata().
binary(Value) ->
    case beamtalk_class_of:is_utf8(Value) of
        true -> [$", binary:replace(Value, <<"\"">>, <<"\"\"">>, [global]), $"];
        false -> [<<"<<">>, hex(Value), <<">>">>]
    end.

-spec hex(binary()) -> iodata().
hex(Bytes) ->
    lists:join($\s, [binary:encode_hex(<<Byte>>) || <<Byte>> <= Bytes]).

-spec elements([term()]) -> iodata().
elements(Values) ->
    lists:join(<<", ">>, [element(Value) || Value <- Values]).

%% A list may end in something else than nil where Erlang made it.
-spec list(nonempty_maybe_improper_list() | []) -> iodata().
list([]) -> [];
list([Head]) -> element(Head);
list([Head | [_ | _] = Tail]) -> [element(Head), <<", ">>, list(Tail)];
list([Head | Tail]) -> [element(Head), <<" | ">>, element(Tail)].

-spec pairs(map()) -> iodata().
pairs(Map) ->
    Texts = [text([element(Key), <<" => ">>, element(Value)]) || {Key, Value} <- maps:to_list(Map)],
    lists:join(<<", ">>, lists:sort(Texts)).

-spec block(fun()) -> iodata().
block(Block) ->
    {arity, Arity} = erlang:fun_info(Block, arity),
    [<<"Block/">>, integer_to_binary(Arity)].

-spec reference(tuple()) -> iodata().
reference({beamtalk_object, Class, _, Where} = Reference) ->
    case {beamtalk_class_reference:side(Reference), Where} of
        {instance, _} -> name(beamtalk_class_reference:name(Reference));
        {class, _} -> [name(beamtalk_class_reference:name(Reference)), <<" class">>];
        {none, {Registry, Name}} -> [<<"Actor(">>, lists:join(<<", ">>, [name(It) || It <- [Class, Registry, Name]]), $)];
        {none, Pid} -> process(<<"Actor">>, Class, Pid)
    end.

-spec process(binary(), atom(), pid()) -> iodata().
process(Kind, Class, Pid) ->
    [Kind, $(, name(Class), <<", ">>, string:trim(pid_to_list(Pid), both, "<>"), $)].

-spec supervisor(atom()) -> binary().
supervisor(Class) ->
    case beamtalk_class_registry:inherits_from(Class, 'DynamicSupervisor') of
        true -> <<"DynamicSupervisor">>;
        false -> <<"Supervisor">>
    end.

%% Library values have their own forms; others are asked.
-spec tagged(map(), atom()) -> iodata().
tagged(Value, Class) ->
    case form(Value) of
        none -> asked(Value, Class, printString);
        Form -> Form
    end.

-spec form(map()) -> iodata() | none.
form(#{?TAG := 'Array', data := Data}) ->
    [<<"#[">>, elements([Value || {_, Value} <- lists:sort(maps:to_list(Data))]), $]];
form(#{?TAG := 'Set', elements := Elements}) ->
    [<<"Set(">>, elements(Elements), $)];
form(#{?TAG := 'Bag'}) ->
    <<"Bag">>;
form(#{?TAG := 'Interval', from := From, to := To, step := 1}) ->
    [$(, element(From), <<" to: ">>, element(To), $)];
form(#{?TAG := 'Interval', from := From, to := To, step := Step}) ->
    [$(, element(From), <<" to: ">>, element(To), <<" by: ">>, element(Step), $)];
form(#{?TAG := 'Association', key := Key, value := Value}) ->
    [element(Key), <<" -> ">>, element(Value)];
form(#{?TAG := 'Result', isOk := true, okValue := Value}) ->
    [<<"Result ok: ">>, element(Value)];
form(#{?TAG := 'Result', isOk := false, errReason := Reason}) ->
    [<<"Result error: ">>, element(Reason)];
form(#{?TAG := 'ErlangModule', module := Module}) ->
    [<<"#ErlangModule<">>, name(Module), $>];
form(#{?TAG := 'CompiledMethod', '__selector__' := Selector}) ->
    [<<"CompiledMethod(">>, name(Selector), $)];
form(#{?TAG := 'StackFrame', receiverClass := _} = Frame) ->
    beamtalk_stack_frame:print_string(Frame);
form(_) ->
    none.

%% By a message, if the class is there to answer it with text.
-spec asked(term(), atom(), printString | displayString) -> binary().
asked(Value, Class, Selector) ->
    IsThere = persistent_term:get(Class, undefined) =/= undefined,
    case IsThere andalso beamtalk_dispatch:send(Value, Selector, []) of
        Text when is_binary(Text) -> Text;
        _ -> unasked(Value, Selector)
    end.

-spec unasked(term(), printString | displayString) -> binary().
unasked(#{?TAG := _} = Value, _) ->
    case beamtalk_exception:is_exception(Value) of
        true -> beamtalk_exception:print_string(Value);
        false -> value(Value)
    end;
unasked(Value, printString) ->
    text(rendered(Value));
unasked(Value, displayString) ->
    plain(Value).

%% The slots of a value, whatever its class says: what Value>>printString
%% answers.
-spec value(map()) -> binary().
value(#{?TAG := _} = Value) ->
    text(beamtalk_structure:render(Value, fun inner/1)).

%% What stands in a slot: library values and exceptions by their own form,
%% other values slot by slot.
-spec inner(term()) -> {text, iodata()} | slots.
inner(#{?TAG := Class} = Value) when is_atom(Class) ->
    case {form(Value), beamtalk_exception:is_exception(Value)} of
        {none, true} -> {text, beamtalk_exception:print_string(Value)};
        {none, false} when Class =:= 'Duration'; Class =:= 'Package'; Class =:= 'Queue'; Class =:= 'Regex' ->
            {text, asked(Value, Class, printString)};
        {none, false} -> slots;
        {Form, _} -> {text, Form}
    end;
inner(Value) ->
    {text, element(Value)}.

-spec name(atom()) -> binary().
name(Name) ->
    atom_to_binary(Name).

-spec text(iodata()) -> binary().
text(Text) ->
    iolist_to_binary(Text).
