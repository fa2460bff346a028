%% Requests of Erlang's I/O protocol that read. In goes a request and what was typed,
%% out comes its answer and what is left, or that more is needed. Knows no processes.
-module(beamtalk_repl_input).

-export([parse/1, prompt/1, take/2]).

-export_type([request/0]).

-type request() ::
    {line, Prompt :: term(), Before :: binary()}
    | {chars, Prompt :: term(), Count :: non_neg_integer(), Before :: binary()}
    | {until, Prompt :: term(), {module(), atom(), [term()]}, Continuation :: term()}.

-spec parse(term()) -> request() | none.
parse({get_line, _, Prompt}) -> {line, Prompt, <<>>};
parse({get_line, Prompt}) -> {line, Prompt, <<>>};
parse({get_password, _}) -> {line, "", <<>>};
parse({get_chars, _, Prompt, Count}) -> {chars, Prompt, Count, <<>>};
parse({get_chars, Prompt, Count}) -> {chars, Prompt, Count, <<>>};
parse({get_until, _, Prompt, Module, Function, Args}) -> {until, Prompt, {Module, Function, Args}, []};
parse({get_until, Prompt, Module, Function, Args}) -> {until, Prompt, {Module, Function, Args}, []};
parse(_) -> none.

-spec prompt(request()) -> binary().
prompt(Request) ->
    try text(element(2, Request)) of
        Text when is_binary(Text) -> Text;
        _ -> <<>>
    catch
        error:_ -> <<>>
    end.

-spec text(term()) -> term().
text({format, Format, Args}) -> unicode:characters_to_binary(io_lib:format(Format, Args));
text(Atom) when is_atom(Atom) -> atom_to_binary(Atom);
text(Chars) -> unicode:characters_to_binary(Chars).

-spec take(request(), Typed :: binary() | eof) -> {done, Answer :: term(), Left :: binary() | eof} | {more, request()}.
take({line, _, <<>>}, eof) ->
    {done, eof, eof};
take({line, _, Before}, eof) ->
    {done, Before, eof};
take({line, Prompt, Before}, Typed) ->
    Text = <<Before/binary, Typed/binary>>,
    case binary:split(Text, <<"\n">>) of
        [Line, Left] -> {done, <<Line/binary, "\n">>, Left};
        [_] -> {more, {line, Prompt, Text}}
    end;
take({chars, _, _, <<>>}, eof) ->
    {done, eof, eof};
take({chars, _, _, Before}, eof) ->
    {done, Before, eof};
take({chars, Prompt, Count, Before}, Typed) ->
    Text = <<Before/binary, Typed/binary>>,
    case string:length(Text) >= Count of
        true -> {done, string:slice(Text, 0, Count), string:slice(Text, Count)};
        false -> {more, {chars, Prompt, Count, Text}}
    end;
take({until, Prompt, {Module, Function, Args} = Reader, Continuation}, Typed) ->
    try apply(Module, Function, [Continuation, chars(Typed) | Args]) of
        {done, Answer, eof} -> {done, Answer, eof};
        {done, Answer, Left} -> {done, Answer, unicode:characters_to_binary(Left)};
        {more, Next} when Typed =:= eof -> {done, {error, Next}, eof};
        {more, Next} -> {more, {until, Prompt, Reader, Next}}
    catch
        _:_ -> {done, {error, {get_until, Function}}, <<>>}
    end.

-spec chars(binary() | eof) -> string() | eof.
chars(eof) -> eof;
chars(Typed) -> unicode:characters_to_list(Typed).
