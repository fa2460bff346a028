%% Lets a method that was put at run time answer in the place of one that the
%% class's module has compiled.
%%
%% The module looks at its own methods first, and its subclasses call it by its
%% name, so the patch has to stand in its place. The compiled code is loaded
%% once more under another name, and the class's own name is taken by a shim
%% with the same exports: it asks the overlay for a patch, then calls the copy.
%% Classes without patches pay nothing for this; a patched one pays one call
%% more for each message. The shim does not know which methods are patched, so
%% it is loaded once, and blocks that the compiled code has made stay good.
%% Loading the class again replaces the shim, as any module replaces another;
%% the compiled code is then the old code that must be purged before.
%%
%% One thing is out of reach: a call inside the compiled code that names the
%% function and not the module does not pass through the shim.
-module(beamtalk_patched_module).

-export([ensure/2, retire_copies/1, delete_copies/1, is_copy/1]).

-define(SUFFIX, "$compiled").
%% How many copies may be around because something still uses them.
-define(COPIES, 8).
%% Marks a shim; answers the name of the copy.
-define(COPY, '__compiled').

-spec ensure(Class :: atom(), module()) -> ok | {error, no_object_code | in_use | term()}.
ensure(Class, Module) ->
    case is_shim(Module) of
        true -> ok;
        false -> install(Class, Module, beamtalk_object_code:find(Module))
    end.

-spec is_shim(module()) -> boolean().
is_shim(Module) ->
    erlang:function_exported(Module, ?COPY, 0).

-spec install(atom(), module(), {ok, binary()} | none) ->
    ok | {error, no_object_code | in_use | term()}.
install(_, _, none) ->
    {error, no_object_code};
install(Class, Module, {ok, Beam}) ->
    case load_copy(Module, Beam, 1) of
        {ok, Copy} -> beamtalk_code_change:load(Module, "shim", shim(Class, Module, Copy));
        Refusal -> Refusal
    end.

-spec load_copy(module(), binary(), pos_integer()) -> {ok, module()} | {error, term()}.
load_copy(Module, Beam, Number) ->
    Copy = copy_name(Module, Number),
    case beamtalk_code_change:load(Copy, "copy", beamtalk_object_code:renamed(Beam, Copy)) of
        ok -> {ok, Copy};
        {error, in_use} when Number < ?COPIES -> load_copy(Module, Beam, Number + 1);
        Refusal -> Refusal
    end.

-spec copy_name(module(), pos_integer()) -> module().
copy_name(Module, 1) ->
    binary_to_atom(<<(atom_to_binary(Module))/binary, ?SUFFIX>>);
copy_name(Module, Number) ->
    Text = integer_to_binary(Number),
    binary_to_atom(<<(atom_to_binary(Module))/binary, ?SUFFIX, Text/binary>>).

%% A copy has the metadata of a class but is none.
-spec is_copy(module()) -> boolean().
is_copy(Module) ->
    binary:match(atom_to_binary(Module), <<?SUFFIX>>) =/= nomatch.

%% The class was loaded anew: its copies are called by none.
-spec retire_copies(module()) -> ok.
retire_copies(Module) ->
    Used = [Module:?COPY() || is_shim(Module)],
    lists:foreach(fun beamtalk_code_change:retire/1, copies(Module) -- Used).

%% The class is gone.
-spec delete_copies(module()) -> ok.
delete_copies(Module) ->
    lists:foreach(fun beamtalk_code_change:delete/1, copies(Module)).

-spec copies(module()) -> [module()].
copies(Module) ->
    Prefix = <<(atom_to_binary(Module))/binary, ?SUFFIX>>,
    [Copy || {Copy, _} <- code:all_loaded(), is_prefix(Prefix, atom_to_binary(Copy))].

-spec is_prefix(binary(), binary()) -> boolean().
is_prefix(Prefix, Text) ->
    binary:longest_common_prefix([Prefix, Text]) =:= byte_size(Prefix).

-spec shim(atom(), module(), module()) -> binary().
shim(Class, Module, Copy) ->
    Methods = methods(Class, Module),
    Exports = [Export || {Name, _} = Export <- Copy:module_info(exports), Name =/= module_info],
    Functions = [function(Export, Methods, Copy) || Export <- Exports -- [{dispatch, 3}]],
    Own = [
        {?COPY, 0, fun([]) -> cerl:c_atom(Copy) end},
        {dispatch, 3, fun(Parameters) -> dispatch(Class, Copy, Parameters) end}
    ],
    Source = [Kept || {beamtalk_source, _} = Kept <- Copy:module_info(attributes)],
    beamtalk_generated_module:compile(Module, Source, Own ++ Functions).

%% Which exports are methods: function and arity to the tag of the side and
%% the selector.
-spec methods(atom(), module()) -> #{{atom(), arity()} => {atom(), atom()}}.
methods(Class, Module) ->
    {ok, Meta} = beamtalk_class_metadata:normalise(Module:'__beamtalk_meta'()),
    Tags = #{instance => Class, class => beamtalk_class_reference:tag(Class)},
    maps:from_list([
        {{beamtalk_selector:method_function(Selector, Side), Arity + 1}, {Tag, Selector}}
     || {Side, Tag} <- maps:to_list(Tags),
        {Selector, #{arity := Arity}} <- maps:to_list(beamtalk_class_metadata:methods(Side, Meta))
    ]).

-spec dispatch(atom(), module(), [cerl:cerl()]) -> cerl:cerl().
dispatch(Class, Copy, [Selector, Args, Self] = Parameters) ->
    Compiled = beamtalk_generated_module:remote(Copy, dispatch, Parameters),
    or_patch(Class, Selector, Args, Self, Compiled).

-spec function({atom(), arity()}, map(), module()) -> beamtalk_generated_module:definition().
function({Name, Arity} = Export, Methods, Copy) ->
    {Name, Arity, fun(Parameters) ->
        Compiled = beamtalk_generated_module:remote(Copy, Name, Parameters),
        case {Methods, Parameters} of
            {#{Export := {Tag, Selector}}, [Self | Args]} ->
                or_patch(Tag, cerl:c_atom(Selector), cerl:make_list(Args), Self, Compiled);
            _ ->
                Compiled
        end
    end}.

-spec or_patch(atom(), cerl:cerl(), cerl:cerl(), cerl:cerl(), cerl:cerl()) -> cerl:cerl().
or_patch(Tag, Selector, Args, Self, Compiled) ->
    Patch = cerl:c_var('Patch'),
    Ask = beamtalk_generated_module:remote(beamtalk_overlay, patched, [cerl:c_atom(Tag), Selector]),
    cerl:c_case(Ask, [
        cerl:c_clause([cerl:c_atom(none)], Compiled),
        cerl:c_clause([Patch], cerl:c_apply(Patch, [Args, Self]))
    ]).
