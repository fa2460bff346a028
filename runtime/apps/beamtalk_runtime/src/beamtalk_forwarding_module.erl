%% Makes the module that takes the name of a class whose code has versions. In
%% go the name, the class and some functions; out comes code with these
%% functions, which call the version that counts at the time. Other functions
%% of the version are called all the same, a little slower.
%%
%% Such code makes no blocks and has nobody wait in it, and does not depend on
%% what the class is: it is loaded once.
-module(beamtalk_forwarding_module).

-export([compile/3, gone/1, gone/3]).

-define(ALWAYS, [{'__beamtalk_meta', 0}, {register_class, 0}, {dispatch, 3}, {class_dispatch, 3}]).

%% With the functions that every class has, and those of a version.
-spec compile(module(), Class :: atom(), [{atom(), arity()}]) -> binary().
compile(Module, Class, Functions) ->
    Own = [{'__forwards', 0}, {'$handle_undefined_function', 2}, {module_info, 0}, {module_info, 1}],
    Exports = lists:usort(?ALWAYS ++ Functions) -- Own,
    Forwards = [{Name, Arity, forward(Module, Class, Name)} || {Name, Arity} <- Exports],
    beamtalk_generated_module:compile(Module, [], [
        {'__forwards', 0, fun([]) -> cerl:c_atom(Class) end},
        {'$handle_undefined_function', 2, fun([Name, Args]) ->
            Call = fun(Current) -> cerl:c_call(cerl:c_atom(erlang), cerl:c_atom(apply), [Current, Name, Args]) end,
            to_version(Module, Call, [cerl:c_atom(Class), Name, Args])
        end}
        | Forwards
    ]).

-spec forward(module(), atom(), atom()) -> fun(([cerl:cerl()]) -> cerl:cerl()).
forward(Module, Class, Name) ->
    fun(Parameters) ->
        Call = fun(Current) -> cerl:c_call(Current, cerl:c_atom(Name), Parameters) end,
        to_version(Module, Call, [cerl:c_atom(Class)])
    end.

%% The version is called, or it is said that there is none.
-spec to_version(module(), fun((cerl:cerl()) -> cerl:cerl()), [cerl:cerl()]) -> cerl:cerl().
to_version(Module, Call, Missed) ->
    Current = cerl:c_var('Current'),
    Ask = beamtalk_generated_module:remote(persistent_term, get, [cerl:c_atom(Module), cerl:c_atom(none)]),
    Gone = beamtalk_generated_module:remote(?MODULE, gone, Missed),
    cerl:c_case(Ask, [
        cerl:c_clause([cerl:c_atom(none)], Gone),
        cerl:c_clause([Current], Call(Current))
    ]).

%% For a call to a class that was removed.
-spec gone(atom()) -> no_return().
gone(Class) ->
    beamtalk_error:raise(class_not_found, Class, undefined).

%% The same for the function of a method. The name may have gone to a class of
%% another module, which is then asked.
-spec gone(atom(), Function :: atom(), [term()]) -> term().
gone(Class, _, []) ->
    gone(Class);
gone(Class, Function, [Self | Args] = All) ->
    case beamtalk_method_function:selector(Function, length(All)) of
        {ok, Selector} -> beamtalk_dispatch:send(Self, Selector, Args);
        none -> gone(Class)
    end.
