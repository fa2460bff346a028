%% One input at the prompt: asks the compiler what it is, and says how it is done. Doing
%% it runs code of the user in the process that does it, and raises what that raises.
-module(beamtalk_repl_line).

-export([read/2]).

-export_type([done/0, work/0]).

-type bindings() :: beamtalk_bindings:bindings().
%% A definition has a text of its own, and is no value that `_` would be.
-type done() ::
    {value, term(), bindings()}
    | {steps, [{binary(), term()}], bindings()}
    | {defined, Value :: term(), Text :: binary()}
    | {error, beamtalk_repl_error:error()}.
-type work() :: fun((bindings()) -> done()).

%% What the compiler calls the module, which the code is given another name for.
-define(MODULE_NAME, <<"beamtalk_prompt">>).

-spec read(Code :: binary(), #{known := [binary()], trace => boolean()}) ->
    {ok, work(), Warnings :: map()} | {error, beamtalk_repl_error:error()}.
read(Code, #{known := Known, trace := true}) ->
    understood(beamtalk_compiler_server:compile_expression_trace(Code, ?MODULE_NAME, Known), fun(#{core := Core}) ->
        fun(Bindings) ->
            {Steps, Bound} = beamtalk_repl_core:run(Core, Bindings),
            {steps, Steps, Bound}
        end
    end);
read(Code, #{known := Known}) ->
    understood(beamtalk_compiler_server:compile_expression(Code, ?MODULE_NAME, Known), fun(Answer) ->
        fun(Bindings) -> do(Answer, Code, Bindings) end
    end).

-spec understood({ok, map()} | {error, [map()]}, fun((map()) -> work())) ->
    {ok, work(), map()} | {error, beamtalk_repl_error:error()}.
understood({ok, Answer}, Work) ->
    {ok, Work(Answer), maps:merge(#{warnings => []}, maps:with([warnings, warning_details], Answer))};
understood({error, Diagnostics}, _) ->
    {error, beamtalk_repl_error:compile(Diagnostics)}.

-spec do(map(), binary(), bindings()) -> done().
do(#{kind := class_definition, modules := Modules} = Answer, Code, Bindings) ->
    Note = fun(Classes) -> beamtalk_live_change:typed(Classes, Code) end,
    case beamtalk_repl_load:modules(Modules, Code, none, Note) of
        {ok, Classes} -> trailing(Answer, Bindings, fun() -> class(lists:last(Classes)) end);
        Error -> Error
    end;
do(#{kind := protocol_definition, modules := Modules, protocols := Protocols} = Answer, Code, Bindings) ->
    Text = iolist_to_binary(lists:join($\n, [["Protocol ", Name, " defined"] || Name <- Protocols])),
    case beamtalk_repl_load:modules(Modules, Code, none) of
        {ok, _} -> trailing(Answer, Bindings, fun() -> {defined, nil, Text} end);
        Error -> Error
    end;
do(#{kind := method_definition} = Answer, _, Bindings) ->
    case beamtalk_live_change:method(Answer, durable, Bindings) of
        ok -> {defined, nil, method_name(Answer)};
        Error -> Error
    end;
do(#{kind := type_alias_definition, alias_name := Name}, Code, _) ->
    ok = beamtalk_compiler_server:register_aliases([Code]),
    {defined, nil, Name};
do(#{core := Core}, _, Bindings) ->
    value(Core, Bindings).

-spec value(binary(), bindings()) -> done().
value(Core, Bindings) ->
    {Value, Bound} = beamtalk_repl_core:run(Core, Bindings),
    {value, Value, Bound}.

%% Expressions behind a definition count for what is shown.
-spec trailing(map(), bindings(), fun(() -> done())) -> done().
trailing(#{trailing_core := Core}, Bindings, _) -> value(Core, Bindings);
trailing(_, _, Defined) -> Defined().

%% It has just been loaded, so its name is an atom. Somebody may have removed it since.
-spec class(binary()) -> done().
class(Class) ->
    case beamtalk_class_registry:find_class(binary_to_existing_atom(Class)) of
        {ok, Object} -> {defined, Object, Class};
        undefined -> {defined, nil, Class}
    end.

-spec method_name(map()) -> binary().
method_name(#{class_name := Class, selector := Selector, is_class_method := true}) ->
    <<Class/binary, " class>>", Selector/binary>>;
method_name(#{class_name := Class, selector := Selector}) ->
    <<Class/binary, ">>", Selector/binary>>.
