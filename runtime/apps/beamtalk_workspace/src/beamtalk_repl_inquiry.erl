%% Requests of tools that ask about code and change nothing: a table of operations, each
%% picked apart here and answered by a function. In go parameters as a client has sent
%% them and the connection's context, out comes what goes back. Knows no wire.
-module(beamtalk_repl_inquiry).

-export([answer/3, labels/1]).

-include("../include/beamtalk_candidate.hrl").

-type params() :: #{binary() => term()}.
-type answer() :: {ok, map()} | {error, map()} | {apart, fun(() -> answer())}.

-spec answer(Op :: binary(), params(), Context :: map()) -> answer().
answer(<<"complete">>, #{<<"code">> := Code} = Params, Context) when is_binary(Code) ->
    complete(Code, Params, bindings(Params, Context));
answer(<<"hover">>, #{<<"code">> := Code} = Params, Context) when is_binary(Code) ->
    {ok, #{docs => beamtalk_repl_hover:docs(Code, bindings(Params, Context))}};
answer(<<"type">>, #{<<"code">> := Code} = Params, Context) when is_binary(Code) ->
    beamtalk_repl_hover:type(Code, bindings(Params, Context));
answer(<<"diagnostics">>, #{<<"code">> := Code} = Params, _) when is_binary(Code) ->
    beamtalk_repl_code:diagnostics(Code, maps:get(<<"mode">>, Params, <<"expression">>));
answer(<<"show-codegen">>, Params, Context) ->
    show_codegen(Params, Context);
answer(<<"erlang-complete">>, Params, _) ->
    Prefix = text(<<"prefix">>, Params),
    Found =
        case text(<<"module">>, Params) of
            <<>> -> beamtalk_repl_erlang:modules(Prefix);
            Module -> beamtalk_repl_erlang:functions(Module, Prefix)
        end,
    {ok, #{completions => labels(Found)}};
answer(Op, _, _) ->
    {error, #{kind => <<"invalid_argument">>, message => <<"`", Op/binary, "` lacks a parameter, or has one of the wrong sort">>}}.

%% Each label once, in the order of their bytes.
-spec labels([beamtalk_repl_candidates:candidate()]) -> [binary()].
labels(Candidates) ->
    lists:usort([Label || #candidate{label = Label} <- Candidates]).

%% Without a cursor the text is a word, whatever it looks like.
-spec complete(binary(), params(), beamtalk_repl_receiver:bindings()) -> answer().
complete(Code, #{<<"cursor">> := _} = Params, Bindings) ->
    case beamtalk_repl_completion:at_once(Code, Bindings) of
        {later, Ask} -> {apart, fun() -> completed(Ask(), Params) end};
        Answer -> completed(Answer, Params)
    end;
complete(Code, Params, Bindings) ->
    completed(beamtalk_repl_completion:prefixed(Code, Bindings), Params).

-spec completed(beamtalk_repl_completion:answer(), params()) -> answer().
completed({Candidates, Reason}, Params) ->
    Payload = #{completions => labels(Candidates)},
    {ok, with_reason(Reason, with_items(maps:get(<<"detail">>, Params, false), Candidates, Payload))}.

%% The best first.
-spec with_items(term(), [beamtalk_repl_candidates:candidate()], map()) -> map().
with_items(true, Candidates, Payload) -> Payload#{items => beamtalk_repl_item:list(Candidates)};
with_items(_, _, Payload) -> Payload.

-spec with_reason(binary() | none, map()) -> map().
with_reason(none, Payload) -> Payload;
with_reason(Reason, Payload) -> Payload#{reason => Reason}.

-spec show_codegen(params(), Context :: map()) -> answer().
show_codegen(#{<<"class">> := Class} = Params, _) when is_binary(Class) ->
    beamtalk_repl_code:class(Class, text(<<"selector">>, Params));
show_codegen(#{<<"selector">> := _}, _) ->
    {error, #{kind => <<"invalid_argument">>, message => <<"A selector is shown with its class: give both">>}};
show_codegen(#{<<"code">> := Code} = Params, Context) when is_binary(Code) ->
    beamtalk_repl_code:expression(Code, bindings(Params, Context));
show_codegen(_, _) ->
    {error, #{kind => <<"invalid_argument">>, message => <<"`show-codegen` takes `code`, or `class` and perhaps `selector`">>}}.

-spec text(binary(), params()) -> binary().
text(Key, Params) ->
    case Params of
        #{Key := Text} when is_binary(Text) -> Text;
        _ -> <<>>
    end.

%% The connection that completes is usually another one than that of the session, which
%% it names. A session that is gone has no variables. Names of the workspace are hidden
%% by those of the session.
-spec bindings(params(), Context :: map()) -> beamtalk_repl_receiver:bindings().
bindings(Params, Context) ->
    try
        case session(text(<<"session">>, Params), Context) of
            none -> shared();
            Session -> maps:merge(shared(), beamtalk_repl_session:held(Session))
        end
    catch
        _:_ -> #{}
    end.

-spec shared() -> #{binary() => term()}.
shared() ->
    maps:from_list([{atom_to_binary(Name), Value} || {Name, Value} <- maps:to_list(beamtalk_workspace_bindings:all())]).

-spec session(Id :: binary(), Context :: map()) -> pid() | none.
session(<<>>, #{session := Session}) ->
    Session;
session(<<>>, _) ->
    none;
session(Id, #{session := Session, session_id := Id}) ->
    Session;
session(Id, _) ->
    case beamtalk_repl_session:find(Id) of
        {ok, Session} -> Session;
        error -> none
    end.
