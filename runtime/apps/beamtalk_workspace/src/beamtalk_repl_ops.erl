%% What can be asked of a workspace: one table, from which requests are checked and sent
%% on their way, and which `describe` shows. An operation is a row here and a clause of
%% `handle/3` in its module:
%%
%%   handle(Op, Params, Context) -> {ok, Payload} | {error, Error} | {later, Ref} | {apart, Work}
%%
%% Parameters are those of the request, checked as the row says. `here` is for what is
%% done at once; only there may an answer come `later`, by messages to the connection:
%%
%%   {repl_output, Ref, Text} … {repl_need_input, Ref, Prompt} … {repl_done, Ref, Outcome}
%%
%% `apart` has a process of its own, and may take its time. What turns out here to take
%% longer answers `{apart, Work}`, and goes on there.
-module(beamtalk_repl_ops).

-include_lib("kernel/include/logger.hrl").

-export([prepare/2, handle/4, crashed/1, describe/0]).

-export_type([context/0, result/0, way/0]).

-type way() :: here | apart.
-type context() :: #{
    session := pid(), session_id := binary(), connection := pid(), id := binary() | undefined
}.
-type result() ::
    {ok, map()} | {error, beamtalk_repl_reply:error()} | {later, reference()} | {apart, fun(() -> result())}.
-type type() :: text | integer | boolean | texts | any.
-type parameter() :: {Name :: binary(), type()}.
-type row() :: {way(), module(), Needed :: [parameter()], Optional :: [parameter()]}.

-spec table() -> #{binary() => row()}.
table() ->
    #{
        <<"eval">> => {here, beamtalk_repl_ops_eval, [{<<"code">>, text}], [{<<"trace">>, boolean}, {<<"time">>, boolean}]},
        <<"run-entry">> =>
            {here, beamtalk_repl_ops_eval, [{<<"class">>, text}, {<<"selector">>, text}], [{<<"args">>, texts}]},
        <<"more">> => {here, beamtalk_repl_ops_eval, [], []},

        <<"stdin">> => {here, beamtalk_repl_ops_session, [{<<"value">>, text}], []},
        <<"interrupt">> => {here, beamtalk_repl_ops_session, [], []},
        <<"bindings">> => {apart, beamtalk_repl_ops_session, [], []},
        <<"unbind">> => {here, beamtalk_repl_ops_session, [{<<"name">>, text}], []},
        <<"clear">> => {here, beamtalk_repl_ops_session, [], []},
        <<"sessions">> => {here, beamtalk_repl_ops_session, [], []},
        <<"clone">> => {here, beamtalk_repl_ops_session, [], []},
        <<"close">> => {here, beamtalk_repl_ops_session, [], []},
        <<"health">> => {here, beamtalk_repl_ops_session, [], []},
        <<"describe">> => {here, beamtalk_repl_ops_session, [], []},
        <<"shutdown">> => {here, beamtalk_repl_ops_session, [{<<"token">>, text}], []},

        <<"actors">> => {apart, beamtalk_repl_ops_actors, [], []},
        <<"inspect">> => {apart, beamtalk_repl_ops_actors, [], [{<<"target">>, text}, {<<"actor">>, text}]},
        <<"kill">> => {apart, beamtalk_repl_ops_actors, [], [{<<"target">>, text}, {<<"actor">>, text}]},
        <<"pid-stats">> => {apart, beamtalk_repl_ops_actors, [{<<"actor">>, text}], []},

        <<"enable-tracing">> => {apart, beamtalk_repl_ops_trace, [], []},
        <<"disable-tracing">> => {apart, beamtalk_repl_ops_trace, [], []},
        <<"get-traces">> =>
            {apart, beamtalk_repl_ops_trace, [], [
                {<<"actor">>, text}, {<<"selector">>, text}, {<<"class">>, text}, {<<"outcome">>, text},
                {<<"min_duration_ns">>, integer}, {<<"limit">>, integer}
            ]},
        <<"actor-stats">> =>
            {apart, beamtalk_repl_ops_trace, [], [
                {<<"actor">>, text}, {<<"selector">>, text}, {<<"class">>, text}, {<<"limit">>, integer}
            ]},
        <<"export-traces">> =>
            {apart, beamtalk_repl_ops_trace, [{<<"path">>, text}], [
                {<<"actor">>, text}, {<<"selector">>, text}, {<<"class">>, text}, {<<"outcome">>, text},
                {<<"min_duration_ns">>, integer}
            ]},

        <<"reload-findings">> => {apart, beamtalk_repl_ops_news, [], []},
        <<"subscribe-logs">> => {here, beamtalk_repl_ops_news, [], [{<<"level">>, text}]},
        <<"unsubscribe-logs">> => {here, beamtalk_repl_ops_news, [], []},

        <<"list-classes">> => {apart, beamtalk_repl_ops_browse, [], [{<<"filter">>, text}]},
        <<"methods">> => {apart, beamtalk_repl_ops_browse, [{<<"class">>, text}], []},
        <<"info">> => {apart, beamtalk_repl_ops_browse, [{<<"symbol">>, text}], []},
        <<"browse-method-source">> =>
            {apart, beamtalk_repl_ops_browse, [{<<"class">>, text}, {<<"selector">>, text}], [{<<"side">>, text}]},
        <<"browse-classes">> => {apart, beamtalk_repl_ops_definition, [], []},
        <<"browse-protocols">> => {apart, beamtalk_repl_ops_definition, [], [{<<"class">>, text}]},
        <<"browse-class-definition">> => {apart, beamtalk_repl_ops_definition, [{<<"class">>, text}], []},
        <<"browse-type-aliases">> => {apart, beamtalk_repl_ops_definition, [], []},
        <<"browse-native-modules">> => {apart, beamtalk_repl_ops_native, [], []},
        <<"browse-native-source">> => {apart, beamtalk_repl_ops_native, [{<<"module">>, text}], []},
        <<"nav-query">> =>
            {apart, beamtalk_repl_ops_navigate, [{<<"kind">>, text}], [{<<"selector">>, text}, {<<"class">>, text}]},
        <<"nav-symbols">> => {apart, beamtalk_repl_ops_navigate, [], [{<<"scope">>, text}]},
        <<"help">> => {apart, beamtalk_repl_ops_browse, [{<<"topic">>, text}], []},
        <<"erlang-help">> => {apart, beamtalk_repl_ops_browse, [{<<"module">>, text}], [{<<"function">>, text}]},

        <<"complete">> => {here, beamtalk_repl_ops_dev, [{<<"code">>, text}], [{<<"cursor">>, integer}, {<<"detail">>, boolean}]},
        <<"erlang-complete">> => {apart, beamtalk_repl_ops_dev, [], [{<<"prefix">>, text}, {<<"module">>, text}]},
        <<"hover">> => {apart, beamtalk_repl_ops_dev, [{<<"code">>, text}], []},
        <<"type">> => {apart, beamtalk_repl_ops_dev, [{<<"code">>, text}], []},
        <<"diagnostics">> => {apart, beamtalk_repl_ops_dev, [{<<"code">>, text}], [{<<"mode">>, text}]},
        <<"show-codegen">> =>
            {apart, beamtalk_repl_ops_dev, [], [{<<"code">>, text}, {<<"class">>, text}, {<<"selector">>, text}]},

        <<"load-source">> => {apart, beamtalk_repl_ops_load, [{<<"source">>, text}], [{<<"path">>, text}]},
        <<"load-modules">> =>
            {apart, beamtalk_repl_ops_load, [{<<"folder">>, text}], [{<<"restore">>, boolean}, {<<"force">>, boolean}]},
        <<"load-project">> =>
            {apart, beamtalk_repl_ops_load, [], [
                {<<"path">>, text}, {<<"include_tests">>, boolean}, {<<"force">>, boolean}
            ]},
        <<"load-tests">> => {apart, beamtalk_repl_ops_load, [], []},
        <<"reload">> => {apart, beamtalk_repl_ops_load, [{<<"class">>, text}], []},
        <<"unload">> => {apart, beamtalk_repl_ops_load, [{<<"module">>, text}], []},

        <<"test">> =>
            {apart, beamtalk_repl_ops_test, [], [{<<"class">>, text}, {<<"file">>, text}, {<<"method">>, text}]},
        <<"test-all">> => {apart, beamtalk_repl_ops_test, [], []},
        <<"list-tests">> => {apart, beamtalk_repl_ops_test, [], []}
    }.

%% Where a request goes, if it is one.
-spec prepare(Op :: binary(), Request :: map()) -> {ok, way(), module()} | {error, beamtalk_repl_reply:error()}.
prepare(Op, Request) ->
    case table() of
        #{Op := {Way, Module, Needed, Optional}} ->
            case wrong(Needed, Optional, Request) of
                none -> {ok, Way, Module};
                Words -> {error, beamtalk_repl_reply:problem(<<"invalid_argument">>, [Op, $\s | Words])}
            end;
        Known ->
            {error, unknown(Op, maps:keys(Known))}
    end.

-spec unknown(binary(), [binary()]) -> beamtalk_repl_reply:error().
unknown(Op, Known) ->
    Error = beamtalk_repl_reply:problem(<<"unknown_op">>, ["There is no operation '", beamtalk_repl_suggestion:shown(Op), "'"]),
    beamtalk_repl_reply:hinted(Error#{hint => <<"Ask describe for all of them">>}, Op, Known).

-spec wrong([parameter()], [parameter()], map()) -> none | iodata().
wrong([{Name, Type} | Rest], Optional, Request) ->
    case Request of
        #{Name := Value} -> wrong_type(is_of(Type, Value), Name, Type, Rest, Optional, Request);
        _ -> ["needs ", Name]
    end;
wrong([], [{Name, Type} | Rest], Request) ->
    case Request of
        #{Name := null} -> wrong([], Rest, Request);
        #{Name := Value} -> wrong_type(is_of(Type, Value), Name, Type, [], Rest, Request);
        _ -> wrong([], Rest, Request)
    end;
wrong([], [], _) ->
    none.

-spec wrong_type(boolean(), binary(), type(), [parameter()], [parameter()], map()) -> none | iodata().
wrong_type(true, _, _, Needed, Optional, Request) -> wrong(Needed, Optional, Request);
wrong_type(false, Name, Type, _, _, _) -> ["needs ", Name, " as ", words(Type)].

-spec is_of(type(), beamtalk_json:json()) -> boolean().
is_of(text, Value) -> is_binary(Value);
is_of(integer, Value) -> is_integer(Value);
is_of(boolean, Value) -> is_boolean(Value);
is_of(texts, Value) -> is_list(Value) andalso lists:all(fun is_binary/1, Value);
is_of(any, _) -> true.

-spec words(type()) -> string().
words(text) -> "a string";
words(integer) -> "an integer";
words(boolean) -> "true or false";
words(texts) -> "an array of strings".

%% Nothing that an operation does can hurt who calls it.
-spec handle(module(), binary(), map(), context()) -> result().
handle(Module, Op, Params, Context) ->
    try
        Module:handle(Op, Params, Context)
    catch
        Class:Reason:Stack ->
            ?LOG_ERROR("~ts failed with ~tp: ~tP at ~tp", [Op, Class, Reason, 30, places(Stack)]),
            failed(Op)
    end.

%% Where it was; what it was called with may be secret.
-spec places(erlang:stacktrace() | list()) -> [term()].
places(Stack) ->
    [{Module, Function, proplists:get_value(line, Location, 0)} || {Module, Function, _, Location} <- Stack].

-spec failed(binary()) -> result().
failed(Op) ->
    {error, beamtalk_repl_reply:problem(<<"internal_error">>, [Op, " failed; workspace.log says more"])}.

%% For one whose process was ended.
-spec crashed(Ending :: term()) -> result().
crashed(Ending) ->
    ?LOG_ERROR("a request ended with ~tP", [Ending, 30]),
    failed(<<"The request">>).

-spec describe() -> #{binary() => #{params := [binary()], optional := [binary()]}}.
describe() ->
    Names = fun(Parameters) -> [Name || {Name, _} <- Parameters] end,
    maps:map(fun(_, {_, _, Needed, Optional}) -> #{params => Names(Needed), optional => Names(Optional)} end, table()).
