%% Whoever lists the methods of a class while it is replaced sees the old or the new.
-module(beamtalk_class_hierarchy_table_tests).
-include_lib("eunit/include/eunit.hrl").

whole_test_() ->
    {setup, fun fixture:start/0, fun fixture:stop/1, {timeout, 60, {"methods are listed whole", fun whole/0}}}.

whole() ->
    [One, Other] = [meta(Selectors) || Selectors <- [[a1, b1, c1, m], [a2, b2, c2, m]]],
    ok = beamtalk_class_hierarchy_table:insert('Tray', 'bt@test@tray', One),
    Self = self(),
    Readers = [spawn_link(fun() -> Self ! {self(), read([])} end) || _ <- [1, 2]],
    Insert = fun(Meta) -> ok = beamtalk_class_hierarchy_table:insert('Tray', 'bt@test@tray', Meta) end,
    [begin Insert(Other), Insert(One) end || _ <- lists:seq(1, 20000)],
    Seen = [begin Pid ! enough, receive {Pid, Lists} -> Lists end end || Pid <- Readers],
    beamtalk_class_hierarchy_table:delete('Tray'),
    ?assertEqual([], lists:usort(lists:append(Seen)) -- [[a1, b1, c1, m], [a2, b2, c2, m]]).

read(Seen) ->
    List = [Selector || {Selector, _} <- beamtalk_class_hierarchy_table:methods('Tray', instance)],
    receive
        enough -> Seen
    after 0 -> read(lists:usort([List | Seen]))
    end.

meta(Selectors) ->
    Methods = maps:from_list([{Selector, #{return_type => none, params => []}} || Selector <- Selectors]),
    {ok, Meta} = beamtalk_class_metadata:normalise(#{
        class => 'Tray', superclass => 'Object', fields => [], method_info => Methods
    }),
    Meta.
