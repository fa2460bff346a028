%% Extensions and patches in any order: what the overlay finds is what a simple
%% model of the table says, while a burst lasts and after it.
-module(beamtalk_overlay_properties_tests).
-include("properties.hrl").

overlay_test_() ->
    {setup, fun fixture:start/0, fun fixture:stop/1, [
        ?_property("the overlay is the table", 40, overlay())
    ]}.

-define(CLASSES, ['Point', 'Pixel', 'Point class']).
-define(SELECTORS, [x, norm, printString]).

command() ->
    Class = elements(?CLASSES),
    Selector = elements(?SELECTORS),
    frequency([
        {4, {register, Class, Selector, integer()}},
        {2, {unregister, Class, Selector}},
        {4, {patch, Class, Selector, integer()}},
        {2, {unpatch, Class, Selector}},
        {1, {forget, elements(['Point', 'Pixel'])}},
        {2, settle}
    ]).

overlay() ->
    ?FORALL(Commands, list(command()), begin
        [beamtalk_extensions:forget(Class) || Class <- ['Point', 'Pixel']],
        {Model, Agree} = lists:foldl(fun step/2, {#{}, agrees(#{})}, Commands),
        beamtalk_extensions:settle(),
        Agree andalso agrees(Model)
    end).

step(Command, {Model, Agree}) ->
    run(Command),
    New = model(Command, Model),
    {New, Agree andalso agrees(New)}.

run({register, Class, Selector, N}) -> beamtalk_extensions:register(Class, Selector, fun([], _) -> {extended, N} end, me);
run({unregister, Class, Selector}) -> beamtalk_extensions:unregister(Class, Selector);
run({patch, Tag, Selector, N}) -> {Class, Side} = side(Tag), beamtalk_extensions:patch(Class, Side, Selector, fun(_) -> {patched, N} end);
run({unpatch, Tag, Selector}) -> {Class, Side} = side(Tag), beamtalk_extensions:unpatch(Class, Side, Selector);
run({forget, Class}) -> beamtalk_extensions:forget(Class);
run(settle) -> beamtalk_extensions:settle().

side('Point class') -> {'Point', class};
side(Class) -> {Class, instance}.

model({register, Class, Selector, N}, Model) -> Model#{{extended, Class, Selector} => {extended, N}};
model({unregister, Class, Selector}, Model) -> maps:remove({extended, Class, Selector}, Model);
model({patch, Class, Selector, N}, Model) -> Model#{{patched, Class, Selector} => {patched, N}};
model({unpatch, Class, Selector}, Model) -> maps:remove({patched, Class, Selector}, Model);
model({forget, Class}, Model) -> maps:filter(fun({_, Of, _}, _) -> not is_of(Of, Class) end, Model);
model(settle, Model) -> Model.

is_of('Point class', 'Point') -> true;
is_of(Class, Other) -> Class =:= Other.

agrees(Model) ->
    Keys = [{Class, Selector} || Class <- ?CLASSES, Selector <- ?SELECTORS],
    lists:all(fun({C, S}) -> answer(beamtalk_overlay:find(C, S)) =:= found(C, S, Model) end, Keys) andalso
        beamtalk_overlay:has_texts() =:= ([S || {_, _, S} <- maps:keys(Model), S =:= printString] =/= []).

answer(none) -> none;
answer(Method) -> Method([], self).

%% A patch hides an extension of instances, an extension one of the class.
found(Class, Selector, Model) ->
    Order =
        case side(Class) of
            {_, class} -> [extended, patched];
            {_, instance} -> [patched, extended]
        end,
    hd([maps:get({Kind, Class, Selector}, Model) || Kind <- Order, is_map_key({Kind, Class, Selector}, Model)] ++ [none]).
