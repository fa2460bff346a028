-module(beamtalk_class_writers_tests).
-include_lib("eunit/include/eunit.hrl").

%% Classes by their class methods: `assigns`, or what they send to self.
-define(BASE, #{set => assigns, run => [step, hop], step => [], hop => [step], around => [run], alone => []}).

writers_test_() ->
    {foreach, fun start/0, fun fixture:stop/1, [
        {"a method that assigns nothing runs as it is", fun() ->
            ?assertEqual(free, held('Base', unknown, [step])),
            ?assertEqual(free, held('Base', unknown, []))
        end},
        {"one that sends what assigns holds the lock", fun() ->
            ?assertEqual(held, held('Base', unknown, [alone, set]))
        end},
        {"the class that received the message decides who answers", fun() ->
            ?assertEqual(free, held('Base', unknown, [run])),
            ?assertEqual(held, held('Below', unknown, [run])),
            ?assertEqual(held, held('Below', unknown, [around])),
            ?assertEqual(free, held('Below', unknown, [alone]))
        end},
        {"what a class hides is no writer to it", fun() ->
            ?assertEqual(held, held('Below', unknown, [set])),
            ?assertEqual(free, held('Lowest', unknown, [set])),
            ?assertEqual(free, held('Lowest', unknown, [run]))
        end},
        {"what the text says holds for the class it stands in alone", fun() ->
            ?assertEqual(free, held('Base', {'Base class', reader}, [set])),
            ?assertEqual(held, held('Base', {'Base class', writer}, [])),
            ?assertEqual(held, held('Below', {'Base class', reader}, [set])),
            ?assertEqual(free, held('Below', {'Base class', writer}, []))
        end},
        {"a class that is loaded again is asked again", fun() ->
            ?assertEqual(free, held('Base', unknown, [step])),
            define('Base', 'Object', (?BASE)#{step := assigns}),
            ?assertEqual(held, held('Base', unknown, [step])),
            ?assertEqual(held, held('Base', unknown, [around]))
        end}
    ]}.

start() ->
    Started = fixture:start(),
    define('Base', 'Object', ?BASE),
    define('Below', 'Base', #{step => assigns}),
    define('Lowest', 'Below', #{set => [], step => [hop], hop => []}),
    Started.

define(Name, Superclass, Methods) ->
    Info = fun
        (_, assigns) -> #{assigns_class_variables => true};
        (_, Sent) -> #{self_sends => Sent}
    end,
    {ok, _} = beamtalk_built_class:define(#{
        name => Name,
        superclass => Superclass,
        fields => #{},
        methods => #{},
        class_methods => maps:map(fun(_, _) -> fun(_) -> nil end end, Methods),
        class_variables => #{n => 0},
        meta => #{class_method_info => maps:map(Info, Methods)}
    }).

%% Whether a method of the class would hold its lock.
held(Name, Known, Sent) ->
    Class = beamtalk_class_registry:class_object(Name),
    beamtalk_class_writers:run(Class, Known, Sent, fun() ->
        case beamtalk_class_variables:snapshot() of
            #{Name := _} -> held;
            undefined -> free
        end
    end).
