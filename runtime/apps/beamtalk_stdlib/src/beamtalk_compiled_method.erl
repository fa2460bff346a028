%% Primitives of CompiledMethod, a tagged map that the runtime makes.
-module(beamtalk_compiled_method).

-export([selector/1, source/1, doc/1, argumentCount/1]).

-type compiled_method() :: #{'__selector__' := atom(), atom() => term()}.

-spec selector(compiled_method()) -> atom().
selector(#{'__selector__' := Selector}) -> Selector.

-spec source(compiled_method()) -> binary().
source(#{'__source__' := Source}) when is_binary(Source) -> Source;
source(_) -> <<>>.

-spec doc(compiled_method()) -> binary() | nil.
doc(#{'__doc__' := Doc}) when is_binary(Doc) -> Doc;
doc(_) -> nil.

-spec argumentCount(compiled_method()) -> non_neg_integer().
argumentCount(#{'__selector__' := Selector}) -> beamtalk_selector:arity(Selector).
