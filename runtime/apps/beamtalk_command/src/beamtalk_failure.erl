%% An exception as plain data for whoever shows it outside the BEAM: texts and
%% numbers only, and of the stack only what is Beamtalk.
-module(beamtalk_failure).

-export([describe/1]).

-export_type([failure/0, frame/0]).

-type failure() :: #{
    kind := binary(),
    message := binary(),
    class => binary(),
    selector => binary(),
    hint => binary(),
    trace := [frame()]
}.
%% Statements outside a class have no class and no selector.
-type frame() :: #{
    class => binary(), selector => binary(), file := binary(), line := pos_integer()
}.

-spec describe(beamtalk_error:exception()) -> failure().
describe(Exception) ->
    Known = #{
        class => beamtalk_exception:error_class(Exception),
        selector => beamtalk_exception:selector(Exception),
        hint => beamtalk_exception:hint(Exception)
    },
    Told = maps:filter(fun(_, Value) -> Value =/= nil andalso Value =/= undefined end, Known),
    (maps:map(fun(_, Value) -> text(Value) end, Told))#{
        kind => atom_to_binary(beamtalk_exception:kind(Exception)),
        message => beamtalk_exception:message(Exception),
        trace => lists:filtermap(fun frame/1, beamtalk_exception:stack_trace(Exception))
    }.

-spec frame(map()) -> {true, frame()} | false.
frame(#{receiverClass := Class, method := Method, file := File, line := Line}) when
    Class =/= nil, is_binary(File), is_integer(Line)
->
    {true, #{class => text(Class), selector => text(Method), file => File, line => Line}};
frame(#{file := File, line := Line}) when is_binary(File), is_integer(Line) ->
    case filename:extension(File) of
        <<".erl">> -> false;
        _ -> {true, #{file => File, line => Line}}
    end;
frame(_) ->
    false.

-spec text(atom() | binary()) -> binary().
text(Text) when is_binary(Text) -> Text;
text(Atom) -> atom_to_binary(Atom).
