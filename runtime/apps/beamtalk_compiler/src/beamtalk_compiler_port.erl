%% The compiler as a program on the other side of a pipe: opening and ending it,
%% frames to bytes, bytes to answers. Knows nothing of what is asked and by whom.
%%
%% A frame is a length of four bytes and that many bytes of Erlang's external format.
%% They are taken apart here and not by the VM (`{packet, 4}`): it would believe
%% any length up to two gigabytes, allocate that, and wait for it in silence.
-module(beamtalk_compiler_port).

-export([open/2, os_pid/1, close/2, send/2, encode/1, frame/1, frames/1, answer/1, vocabulary/0]).

-export_type([answer/0, os_pid/0]).

-type answer() :: #{id := term(), status := ok | error | not_found, atom() => term()}.

%% What the port refuses we need not send, and need not take from it.
-define(MOST, 64 bsl 20).

-type os_pid() :: pos_integer() | undefined.

-spec open(beamtalk_compiler_program:program(), Folder :: string() | undefined) ->
    {ok, port()} | {error, Why :: binary()}.
open({Path, _} = Program, Folder) ->
    case filelib:is_dir(Path) of
        true -> {error, text("~ts is a folder", [Path])};
        false -> start(Program, Folder)
    end.

-spec start(beamtalk_compiler_program:program(), string() | undefined) -> {ok, port()} | {error, Why :: binary()}.
start({Path, Arguments}, Folder) ->
    %% A program that has stopped reading must not stop the server: what it does not
    %% take waits in memory, until the server loses patience with it.
    Options = [
        {args, Arguments}, stream, binary, exit_status, use_stdio, hide,
        {busy_limits_port, disabled}, {busy_limits_msgq, disabled}
    ],
    try open_port({spawn_executable, Path}, Options ++ [{cd, Folder} || Folder =/= undefined]) of
        Port -> {ok, Port}
    catch
        error:Reason -> {error, refusal(Path, Reason)}
    end.

%% The system's number of the program, for when it no longer listens. There is none
%% while the program is just starting, and when the port has gone.
-spec os_pid(port()) -> os_pid().
os_pid(Port) ->
    case erlang:port_info(Port, os_pid) of
        {os_pid, OsPid} -> OsPid;
        undefined -> undefined
    end.

-spec refusal(string(), term()) -> binary().
refusal(Path, enoent) -> text("~ts does not exist", [Path]);
refusal(Path, eacces) -> text("~ts may not be executed", [Path]);
refusal(Path, Reason) -> text("~ts cannot be started: ~tp", [Path, Reason]).

-spec text(string(), [term()]) -> binary().
text(Format, Arguments) ->
    unicode:characters_to_binary(io_lib:format(Format, Arguments)).

%% Ends the program, whether it listens or not, without waiting for that. Without a
%% number it has ended, or has not begun. Its last words may still arrive.
-spec close(port(), os_pid()) -> ok.
close(Port, undefined) ->
    true = unlink(Port),
    _ = (catch port_close(Port)),
    ok;
close(Port, OsPid) ->
    true = unlink(Port),
    _ = spawn(fun() ->
        %% Else it would end with the application, its work half done.
        true = group_leader(whereis(init), self()),
        _ = os:cmd("kill -9 " ++ integer_to_list(OsPid)),
        catch port_close(Port)
    end),
    ok.

%% A port that has just died tells so in a message of its own.
-spec send(port(), iodata()) -> ok.
send(Port, Frame) ->
    _ = (catch erlang:port_command(Port, Frame)),
    ok.

-spec encode(map()) -> {ok, Frame :: binary()} | too_large.
encode(Term) ->
    case frame(Term) of
        Frame when byte_size(Frame) - 4 =< ?MOST -> {ok, Frame};
        _ -> too_large
    end.

-spec frame(map()) -> binary().
frame(Term) ->
    Bytes = term_to_binary(Term),
    <<(byte_size(Bytes)):32, Bytes/binary>>.

%% The frames at the beginning of what has come so far, and the rest of it.
-spec frames(binary()) -> {[binary()], Rest :: binary()} | malformed.
frames(Bytes) ->
    frames(Bytes, []).

-spec frames(binary(), [binary()]) -> {[binary()], binary()} | malformed.
frames(<<Size:32, _/binary>>, _) when Size > ?MOST -> malformed;
frames(<<Size:32, Frame:Size/binary, Rest/binary>>, Found) -> frames(Rest, [Frame | Found]);
frames(Rest, Found) -> {lists:reverse(Found), Rest}.

%% What a frame says. Makes no atoms, and inflates nothing.
-spec answer(binary()) -> {answer, answer()} | {unanswerable, map()} | {notice, map()} | malformed.
answer(<<131, 80, _/binary>>) ->
    malformed;
answer(Frame) ->
    try binary_to_term(Frame, [safe]) of
        #{notice := _} = Notice -> {notice, Notice};
        #{id := none, status := error} = Answer -> {unanswerable, Answer};
        #{id := Id, status := Status} = Answer when is_integer(Id), is_atom(Status) -> {answer, Answer};
        _ -> malformed
    catch
        error:badarg -> malformed
    end.

%% Every atom that an answer may hold. That they stand here makes them exist.
-spec vocabulary() -> [atom()].
vocabulary() ->
    [
        %% Every answer, and what went wrong.
        id, status, ok, error, not_found, none, undefined, true, false, diagnostics, message, line, column, start, 'end',
        hint, category, severity, warning, lint, warnings, warning_details, reason, notice, malformed_class, problems,
        %% What was compiled.
        core, trailing_core, kind, class_definition, method_definition, protocol_definition, type_alias_definition,
        modules, module_name, class, classes, name, superclass, protocols, referenced_aliases, alias_name, expansion,
        doc_comment, class_name, selector, is_class_method, method_source, merged_class_source, return_type, param_types,
        %% Types, and what is found in sources.
        types, side, instance, selectors, version, lines, sends, recv, self, super, erlang_ffi, other, target_module,
        sites, announcement_class, span, prev_source, members_end, source, class_not_found, selector_not_found, ambiguous,
        invalid_span,
        %% Places in a text.
        position, type_name, member, symbol, field, package, erlang, expectation, arm, nothing, prefix, from,
        readings, binds_to, receiver, result, argument, cascade, all, unary, not_unary, keyword, binary, protocol,
        is_self, opens_at, sent, parts, continued, names, label, method, class_method, alias, variable, module, function,
        expected, messages, signature, defined_in, doc, insert, replaces_from, rank,
        %% Categories of findings.
        dnu, type, unused, 'empty-body', 'dead-assignment', 'extension-conflict', deprecation, 'actor-new', visibility,
        'unresolved-class', 'unresolved-ffi', 'arity-mismatch', 'shadowed-class', 'type-annotation', inheritance,
        sendability
    ].
