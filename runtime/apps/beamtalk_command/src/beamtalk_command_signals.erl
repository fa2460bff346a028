%% A request of the system to end, when it comes to the BEAM itself: a terminal sends it to
%% the command and to the BEAM alike. The application ends in order, as when the command
%% asks, and without the words OTP has for it. Other signals do what they always do.
-module(beamtalk_command_signals).

-behaviour(gen_event).

-export([take/0, init/1, handle_event/2, handle_call/2]).

-spec take() -> ok.
take() ->
    ok = gen_event:swap_handler(erl_signal_server, {erl_signal_handler, []}, {?MODULE, []}).

-spec init(term()) -> {ok, term()}.
init(_) ->
    erl_signal_handler:init([]).

-spec handle_event(Signal :: atom(), State) -> {ok, State}.
handle_event(sigterm, State) ->
    ok = beamtalk_command_application:ask_to_stop(),
    {ok, State};
handle_event(Signal, State) ->
    erl_signal_handler:handle_event(Signal, State).

-spec handle_call(term(), State) -> {ok, unknown, State}.
handle_call(_, State) ->
    {ok, unknown, State}.
