%% Primitives of TranscriptStream. The text goes where the process that shows it
%% writes; the runtime remembers it and tells subscribers.
-module(beamtalk_transcript_stream).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export(['show:'/2, cr/1, recent/1, clear/1, subscribe/1, unsubscribe/1, class_atStart/1]).

-type stream() :: #{?TAG := atom()}.

-spec 'show:'(stream(), term()) -> stream().
'show:'(Self, Value) ->
    ok = beamtalk_transcript:write(beamtalk_printing:display(Value)),
    Self.

-spec cr(stream()) -> stream().
cr(Self) ->
    ok = beamtalk_transcript:write(<<"\n">>),
    Self.

-spec recent(stream()) -> [binary()].
recent(_) ->
    beamtalk_transcript:recent().

-spec clear(stream()) -> nil.
clear(_) ->
    ok = beamtalk_transcript:clear(),
    nil.

-spec subscribe(stream()) -> nil.
subscribe(_) ->
    ok = beamtalk_transcript:subscribe(self()),
    nil.

-spec unsubscribe(stream()) -> nil.
unsubscribe(_) ->
    ok = beamtalk_transcript:unsubscribe(self()),
    nil.

%% A system that runs the library has a Transcript; code that is merely loaded
%% somewhere has none.
-spec class_atStart(beamtalk_class_reference:class()) -> stream() | nil.
class_atStart(Self) ->
    case is_running() of
        true -> #{?TAG => beamtalk_class_reference:name(Self)};
        false -> nil
    end.

%% Nobody can tell while an application stops; its goodbyes may be shown, for
%% the library stops after those that use it.
-spec is_running() -> boolean().
is_running() ->
    try
        lists:keymember(beamtalk_stdlib, 1, application:which_applications(200))
    catch
        exit:{timeout, _} -> true
    end.
