%% Which class methods write the variables of their class through others. A
%% method that assigns one says so itself; one that only sends messages to
%% `self` is a writer if one of them is answered by a writer, and which method
%% answers depends on the class that has received the message.
%%
%% In goes what a method sends to `self`; the answer is worked out from the
%% metadata of the class and its ancestors when it is first asked for, and
%% kept in a table until the next class is loaded.
-module(beamtalk_class_writers).

-export([create/0, forget/0, run/4]).

-type class() :: beamtalk_class_reference:class().
%% What a method is to the class that defines it, where its text says so.
-type known() :: {Tag :: atom(), writer | reader} | unknown.
-type writers() :: #{Selector :: atom() => []}.
-type method() :: {Definer :: atom(), Selector :: atom()}.

-spec create() -> ok.
create() ->
    ?MODULE = ets:new(?MODULE, [named_table, public, set, {read_concurrency, true}]),
    ok.

%% A class was loaded or removed, after it has been entered in the class table.
-spec forget() -> ok.
forget() ->
    true = ets:delete_all_objects(?MODULE),
    ok.

%% The body of a class method that assigns no variable itself.
-spec run(class(), known(), SentToSelf :: [atom()], fun(() -> Result)) -> Result.
run({beamtalk_object, Tag, _, _}, {Tag, reader}, _, Body) ->
    Body();
run({beamtalk_object, Tag, _, _} = Self, {Tag, writer}, _, Body) ->
    beamtalk_class_variables:locked(Self, Body);
run(Self, _, Sent, Body) ->
    Writers = writers(Self),
    case map_size(Writers) > 0 andalso lists:any(fun(Each) -> is_map_key(Each, Writers) end, Sent) of
        true -> beamtalk_class_variables:locked(Self, Body);
        false -> Body()
    end.

-spec writers(class()) -> writers().
writers({beamtalk_object, Tag, _, _} = Self) ->
    case ets:lookup(?MODULE, Tag) of
        [{_, Writers}] -> Writers;
        [] -> kept(Tag, Self)
    end.

%% What was worked out while a class was loaded may be of the time before: then
%% the mark is gone.
-spec kept(atom(), class()) -> writers().
kept(Tag, Self) ->
    Mark = make_ref(),
    true = ets:insert(?MODULE, {Mark}),
    Writers = found(beamtalk_class_reference:name(Self)),
    true = ets:insert(?MODULE, {Tag, Writers}),
    case ets:take(?MODULE, Mark) of
        [_] -> true;
        [] -> ets:delete(?MODULE, Tag)
    end,
    Writers.

%% The selectors that writers of this class answer.
-spec found(atom()) -> writers().
found(Class) ->
    Methods = lists:append([methods(Each) || Each <- [Class | beamtalk_class_hierarchy_table:ancestors(Class)]]),
    %% Of those with the same selector the nearest answers.
    Answering = maps:from_list([{Selector, Method} || {{_, Selector} = Method, _} <- lists:reverse(Methods)]),
    Assigning = [Method || {Method, #{assigns_class_variables := true}} <- Methods],
    Sending = [{Method, answered(Sent, Answering)} || {Method, #{self_sends := Sent}} <- Methods],
    Writers = closed(maps:from_keys(Assigning, []), Sending),
    maps:from_keys([Selector || {Selector, Method} <- maps:to_list(Answering), is_map_key(Method, Writers)], []).

-spec methods(atom()) -> [{method(), map()}].
methods(Class) ->
    case beamtalk_class_hierarchy_table:metadata(Class) of
        undefined -> [];
        Meta -> [{{Class, Selector}, Info} || {Selector, Info} <- maps:to_list(beamtalk_class_metadata:methods(class, Meta))]
    end.

-spec answered([atom()], #{atom() => method()}) -> [method()].
answered(Sent, Answering) ->
    maps:values(maps:with(Sent, Answering)).

%% With those that send to `self` what one of them answers, and so on.
-spec closed(#{method() => []}, [{method(), [method()]}]) -> #{method() => []}.
closed(Writers, Sending) ->
    IsWriter = fun({_, Methods}) -> lists:any(fun(Each) -> is_map_key(Each, Writers) end, Methods) end,
    case lists:partition(IsWriter, Sending) of
        {[], _} -> Writers;
        {More, Others} -> closed(maps:merge(Writers, maps:from_keys([Method || {Method, _} <- More], [])), Others)
    end.
