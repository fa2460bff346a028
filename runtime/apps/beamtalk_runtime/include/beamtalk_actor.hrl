%% What the process of an actor keeps, and where.

%% The state of the message being handled; absent between messages.
-define(STATE, '$beamtalk_state').

%% The processes that wait for the message being handled; absent if none do.
-define(WAITING, '$beamtalk_waiting').

%% The class, for whoever looks at a process from outside.
-define(CLASS, '$beamtalk_actor').

%% {Supervisor, WhetherExitsWereMessagesBefore}; absent where nobody supervises.
-define(SUPERVISOR, '$beamtalk_supervised_by').

%% In the state: {Reference, Epoch, Code}. The actor itself, the moment of the
%% classes that it is up to date with, and the code of its class of that moment.
%% That is a fun, `dispatch/3` of this very code; or, between messages and once
%% the class has changed while it runs, the name of the version, for a fun would
%% keep the version from being let go.
-define(SELF, '$beamtalk_self').

%% How long an ordinary message, a start and a stop may take.
-define(PATIENCE, 5000).

%% A number that changes whenever the code or the slots of a class of actors do.
-define(EPOCH, '$beamtalk_epoch').
