%% The instructions of compiled code, as far as one needs to know them to put
%% others between. Which there are says `beam_opcodes`; their operands are
%% numbers of varying length with a tag in the lowest three bits.
-module(beamtalk_instructions).

-export([make/2, labels/1, labelled/2, insert/4]).

-export_type([operand/0]).

-type operand() :: {u | atom | x | label | literal, non_neg_integer()} | nil.
-type function_name() :: {atom(), arity()}.

-define(EXTENDED, 7).
-define(LIST, 1).
-define(FLOAT_REGISTER, 2).
-define(ALLOCATION, 3).
-define(LITERAL, 4).
-define(TYPED_REGISTER, 5).

-spec make(Name :: atom(), [operand()]) -> iolist().
make(Name, Operands) ->
    [beam_opcodes:opcode(Name, length(Operands)) | lists:map(fun operand/1, Operands)].

-spec operand(operand()) -> binary().
operand(nil) -> encoded(2, 0);
operand({u, Value}) -> encoded(0, Value);
operand({atom, Value}) -> encoded(2, Value);
operand({x, Value}) -> encoded(3, Value);
operand({label, Value}) -> encoded(5, Value);
operand({literal, Value}) -> <<?LITERAL:4, 0:1, ?EXTENDED:3, (encoded(0, Value))/binary>>.

-spec encoded(0..6, non_neg_integer()) -> binary().
encoded(Tag, Value) when Value < 16 ->
    <<Value:4, 0:1, Tag:3>>;
encoded(Tag, Value) when Value < 2048 ->
    <<(Value bsr 8):3, 1:2, Tag:3, (Value band 255)>>;
encoded(Tag, Value) when Value < 1 bsl 31 ->
    <<2:3, 3:2, Tag:3, Value:32>>.

%% How many labels the code has; the first is none.
-spec labels(Chunk :: binary()) -> pos_integer().
labels(<<_Size:32, _Set:32, _Highest:32, Labels:32, _/binary>>) ->
    Labels.

-spec labelled(Chunk :: binary(), Labels :: pos_integer()) -> binary().
labelled(<<Head:12/binary, _:32, Rest/binary>>, Labels) ->
    <<Head/binary, Labels:32, Rest/binary>>.

%% Instructions at the entry of functions, and whole functions behind the last.
-spec insert(Chunk :: binary(), [atom()], #{function_name() => iolist()}, [iolist()]) -> binary().
insert(<<Size:32, Head:12/binary, Count:32, Rest/binary>>, Names, Entries, More) ->
    %% The head says how long it is itself.
    Length = Size - 16,
    <<Other:Length/binary, Instructions/binary>> = Rest,
    Atoms = maps:from_list(lists:zip(lists:seq(1, length(Names)), Names)),
    iolist_to_binary([
        <<Size:32>>, Head, <<(Count + length(More)):32>>, Other
        | walk(Instructions, none, {Atoms, Entries, More})
    ]).

%% A function begins with `func_info`, which names it, and the label of its
%% entry.
-spec walk(binary(), none | iolist(), {map(), map(), iolist()}) -> iolist().
walk(<<>>, _, _) ->
    [];
walk(<<Opcode, Rest/binary>> = Code, Entry, {Atoms, Entries, More} = Around) ->
    {Name, Count} = beam_opcodes:opname(Opcode),
    After = skip(Count, Rest),
    Length = byte_size(Code) - byte_size(After),
    <<Instruction:Length/binary, _/binary>> = Code,
    case {Name, Entry} of
        {func_info, _} ->
            [Instruction | walk(After, maps:get(named(Rest, Atoms), Entries, none), Around)];
        {label, Inserted} when Inserted =/= none ->
            [Instruction, Inserted | walk(After, none, Around)];
        {int_code_end, _} ->
            [More, Instruction | walk(After, none, Around)];
        _ ->
            [Instruction | walk(After, Entry, Around)]
    end.

-spec named(binary(), #{pos_integer() => atom()}) -> function_name().
named(Operands, Atoms) ->
    {_, AfterModule} = value(Operands),
    {Name, AfterName} = value(AfterModule),
    {Arity, _} = value(AfterName),
    {maps:get(Name, Atoms), Arity}.

-spec skip(non_neg_integer(), binary()) -> binary().
skip(0, Code) ->
    Code;
skip(Count, <<What:4, _:1, ?EXTENDED:3, Rest/binary>>) ->
    skip(Count - 1, skip_extended(What, Rest));
skip(Count, Code) ->
    {_, Rest} = value(Code),
    skip(Count - 1, Rest).

-spec skip_extended(1..5, binary()) -> binary().
skip_extended(?LIST, Code) ->
    {Length, Rest} = value(Code),
    skip(Length, Rest);
skip_extended(?ALLOCATION, Code) ->
    {Length, Rest} = value(Code),
    skip(2 * Length, Rest);
skip_extended(?TYPED_REGISTER, Code) ->
    skip(2, Code);
skip_extended(What, Code) when What =:= ?FLOAT_REGISTER; What =:= ?LITERAL ->
    skip(1, Code).

%% Negative numbers are only skipped.
-spec value(binary()) -> {non_neg_integer(), Rest :: binary()}.
value(<<Value:4, 0:1, _:3, Rest/binary>>) ->
    {Value, Rest};
value(<<High:3, 1:2, _:3, Low, Rest/binary>>) ->
    {High * 256 + Low, Rest};
value(<<7:3, 3:2, _:3, Rest/binary>>) ->
    {More, Digits} = value(Rest),
    number(More + 9, Digits);
value(<<Length:3, 3:2, _:3, Digits/binary>>) ->
    number(Length + 2, Digits).

-spec number(pos_integer(), binary()) -> {non_neg_integer(), binary()}.
number(Bytes, Digits) ->
    <<Value:Bytes/unit:8, Rest/binary>> = Digits,
    {Value, Rest}.
