%% The words of errors that bring none of their own: a pure function of the
%% kind, the class and the selector.
-module(beamtalk_error_message).

-export([text/3, no_class_method/2]).

-spec text(Kind :: atom(), Class :: atom(), Selector :: atom() | undefined) -> binary().
text(Kind, Class, undefined) ->
    format(general(Kind), Kind, Class, undefined);
text(Kind, Class, Selector) ->
    format(specific(Kind), Kind, Class, Selector).

%% The hint where a class method asks its own class for what it cannot do.
-spec no_class_method(Class :: atom(), Selector :: atom()) -> binary().
no_class_method(Class, Selector) ->
    Words = [class, <<" has no class method '">>, selector, <<"', and no ancestor defines it">>],
    format(Words, does_not_understand, Class, Selector).

-spec specific(atom()) -> [binary() | class | selector | kind].
specific(does_not_understand) ->
    [class, <<" does not understand '">>, selector, <<"'">>];
specific(immutable_value) ->
    [<<"Cannot call '">>, selector, <<"' on ">>, class, <<" (immutable value)">>];
specific(arity_mismatch) ->
    [<<"Wrong number of arguments to '">>, selector, <<"' on ">>, class];
specific(type_error) ->
    [<<"Type error in '">>, selector, <<"' on ">>, class];
specific(empty_collection) ->
    [<<"'">>, selector, <<"': ">>, class, <<" is empty">>];
specific(index_out_of_bounds) ->
    [<<"'">>, selector, <<"': index out of bounds for ">>, class];
specific(not_found) ->
    [<<"'">>, selector, <<"': not found in ">>, class];
specific(actor_dead) ->
    [<<"Cannot send '">>, selector, <<"' to ">>, class, <<" (actor process has terminated)">>];
specific(instantiation_error) ->
    [<<"Cannot call '">>, selector, <<"' on ">>, class];
specific(file_not_found) ->
    [class, <<" '">>, selector, <<"': file not found">>];
specific(permission_denied) ->
    [class, <<" '">>, selector, <<"': permission denied">>];
specific(io_error) ->
    [class, <<" '">>, selector, <<"': I/O error">>];
specific(class_not_found) ->
    [<<"Class '">>, class, <<"' not found (while resolving '">>, selector, <<"')">>];
specific(no_superclass) ->
    [class, <<" has no superclass (while resolving '">>, selector, <<"')">>];
specific(internal_error) ->
    [<<"Internal error in '">>, selector, <<"' on ">>, class];
specific(dispatch_error) ->
    [<<"Dispatch error for '">>, selector, <<"' on ">>, class];
specific(callback_failed) ->
    [<<"Callback '">>, selector, <<"' failed for ">>, class];
specific(Kind) when Kind =:= class_already_exists; Kind =:= stdlib_shadowing ->
    general(Kind);
specific(_) ->
    [kind, <<" error in '">>, selector, <<"' on ">>, class].

-spec general(atom()) -> [binary() | class | kind].
general(does_not_understand) -> [class, <<" does not understand message">>];
general(immutable_value) -> [<<"Cannot mutate ">>, class, <<" (immutable value)">>];
general(arity_mismatch) -> [<<"Wrong number of arguments to ">>, class];
general(type_error) -> [<<"Type error in ">>, class];
general(empty_collection) -> [class, <<" is empty">>];
general(index_out_of_bounds) -> [<<"Index out of bounds for ">>, class];
general(not_found) -> [<<"Not found in ">>, class];
general(actor_dead) -> [<<"Cannot reach ">>, class, <<" (actor process has terminated)">>];
general(instantiation_error) -> [<<"Cannot instantiate ">>, class];
general(file_not_found) -> [class, <<": file not found">>];
general(permission_denied) -> [class, <<": permission denied">>];
general(io_error) -> [class, <<": I/O error">>];
general(class_not_found) -> [<<"Class '">>, class, <<"' not found">>];
general(no_superclass) -> [class, <<" has no superclass">>];
general(class_already_exists) -> [<<"Class '">>, class, <<"' already exists">>];
general(stdlib_shadowing) -> [<<"Cannot redefine stdlib class '">>, class, <<"'">>];
general(internal_error) -> [<<"Internal error in ">>, class];
general(dispatch_error) -> [<<"Dispatch error for ">>, class];
general(callback_failed) -> [<<"Callback failed for ">>, class];
general(_) -> [kind, <<" error in ">>, class].

-spec format([binary() | class | selector | kind], atom(), atom(), atom()) -> binary().
format(Template, Kind, Class, Selector) ->
    iolist_to_binary([fill(Part, Kind, Class, Selector) || Part <- Template]).

-spec fill(binary() | class | selector | kind, atom(), atom(), atom()) -> binary().
fill(class, does_not_understand, Class, _) -> atom_to_binary(beamtalk_globals:visible(Class));
fill(class, _, Class, _) -> atom_to_binary(Class);
fill(selector, _, _, Selector) -> atom_to_binary(Selector);
fill(kind, Kind, _, _) -> atom_to_binary(Kind);
fill(Text, _, _, _) -> Text.
