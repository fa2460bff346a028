%% A value as a client sees it: as JSON that keeps simple values simple, as the text that
%% the prompt prints, and with the name of its class. Long ones are cut; the rest of the
%% text is handed back for whoever asks for more.
%%
%% Runs in the process of the evaluation: a class may say itself how it prints. If that
%% fails, the value is printed without asking it.
-module(beamtalk_repl_value).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([shown/1, json/1, print/1, class/1]).

-export_type([json/0]).

-type json() :: binary() | integer() | true | false | null | [json()] | #{binary() => json()}.

%% Elements of a list that are encoded one by one, and how deep.
-define(MOST_ELEMENTS, 1000).
-define(DEEPEST, 16).

%% With the text that was cut off, empty if all of it is there.
-spec shown(term()) -> {#{value := json(), class := binary(), print := binary(), cut => non_neg_integer()}, Rest :: binary()}.
shown(Value) ->
    Text = print(Value),
    Class = class(Value),
    case beamtalk_repl_text:split(Text, beamtalk_repl_limits:print_characters()) of
        {Text, <<>>} ->
            {#{value => json(Value), class => Class, print => Text}, <<>>};
        {First, Rest} ->
            Shown = #{value => cut_json(Value, First), class => Class, print => <<First/binary, "…"/utf8>>},
            {Shown#{cut => byte_size(Rest)}, Rest}
    end.

-spec class(term()) -> binary().
class(Value) ->
    atom_to_binary(beamtalk_class_of:class_of(Value)).

-spec cut_json(term(), binary()) -> json().
cut_json(Value, _) when is_list(Value); is_integer(Value) -> json(Value);
cut_json(Value, _) when is_binary(Value) -> element(1, beamtalk_repl_text:split(json(Value), beamtalk_repl_limits:print_characters()));
cut_json(_, First) -> <<First/binary, "…"/utf8>>.

-spec json(term()) -> json().
json(Value) ->
    json(Value, 0).

-spec json(term(), non_neg_integer()) -> json().
json(Value, _) when is_integer(Value) -> Value;
json(Value, _) when is_boolean(Value) -> Value;
json(Value, _) when is_atom(Value) -> atom_to_binary(Value);
json(Value, Depth) when is_list(Value), Depth < ?DEEPEST ->
    case elements(Value, ?MOST_ELEMENTS, []) of
        improper -> print(Value);
        {Elements, IsCut} -> [json(It, Depth + 1) || It <- Elements] ++ [<<"…"/utf8>> || IsCut]
    end;
json(Value, _) when is_binary(Value) ->
    case beamtalk_class_of:is_utf8(Value) of
        true -> Value;
        false -> print(Value)
    end;
json(Value, _) when is_function(Value) ->
    {arity, Arity} = erlang:fun_info(Value, arity),
    <<"Block/", (integer_to_binary(Arity))/binary>>;
json(Value, _) ->
    print(Value).

-spec elements(term(), non_neg_integer(), [term()]) -> {[term()], IsCut :: boolean()} | improper.
elements([], _, Taken) -> {lists:reverse(Taken), false};
elements([_ | _], 0, Taken) -> {lists:reverse(Taken), true};
elements([Element | Rest], Count, Taken) -> elements(Rest, Count - 1, [Element | Taken]);
elements(_, _, _) -> improper.

%% Its `printString`. Of actors, which may be busy, for a while only.
-spec print(term()) -> binary().
print({beamtalk_object, _, _, _} = Reference) ->
    case beamtalk_class_reference:side(Reference) of
        none -> in_time(Reference);
        _ -> asked(Reference)
    end;
print({beamtalk_supervisor, _, _, _} = Reference) ->
    beamtalk_printing:print(Reference);
print(Value) ->
    asked(Value).

-spec asked(term()) -> binary().
asked(Value) ->
    try beamtalk_dispatch:send(Value, printString, []) of
        Text when is_binary(Text) -> valid(Text);
        Other -> beamtalk_printing:print(Other)
    catch
        _:_ -> unasked(Value)
    end.

-spec unasked(term()) -> binary().
unasked(#{?TAG := Class} = Value) when is_atom(Class) -> beamtalk_printing:value(Value);
unasked(Value) -> beamtalk_printing:print(Value).

-spec valid(binary()) -> binary().
valid(Text) ->
    case beamtalk_class_of:is_utf8(Text) of
        true -> Text;
        false -> beamtalk_printing:print(Text)
    end.

-spec in_time(tuple()) -> binary().
in_time(Reference) ->
    {Pid, Monitor} = spawn_monitor(fun() -> exit({printed, beamtalk_dispatch:send(Reference, printString, [])}) end),
    receive
        {'DOWN', Monitor, process, Pid, {printed, Text}} when is_binary(Text) -> valid(Text);
        {'DOWN', Monitor, process, Pid, _} -> beamtalk_printing:print(Reference)
    after beamtalk_repl_limits:label_milliseconds() ->
        exit(Pid, kill),
        true = demonitor(Monitor, [flush]),
        beamtalk_printing:print(Reference)
    end.
