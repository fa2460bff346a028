#!/usr/bin/env escript
%% Looks for contradictions between the specs and the code of the runtime, and
%% between the runtime and the types of compiled classes. Works on what
%% build.escript and build-stdlib have made. What Dialyzer knows of OTP is kept
%% in the user's cache: the first run takes minutes, others seconds.
-mode(compile).

main([]) ->
    case code:which(dialyzer) of
        non_existing -> stop("Dialyzer was not found: it is a part of OTP that some systems pack apart, as erlang-dialyzer");
        _ -> ok
    end,
    %% The compiled classes of the library say themselves what they are.
    true = code:add_patha(filename:join(root(), "apps/beamtalk_runtime/ebin")),
    Known = known(),
    Warnings = dialyzer:run([{init_plt, Known}, {files, beams()}]),
    [io:put_chars(dialyzer:format_warning(Warning)) || Warning <- Warnings],
    halt(case Warnings of [] -> 0; _ -> 1 end).

stop(Reason) ->
    io:format(standard_error, "~ts~n", [Reason]),
    halt(2).

root() ->
    filename:dirname(filename:absname(escript:script_name())).

%% Another overlay is loaded over the one on disk, with answers of its own.
beams() ->
    All = filelib:wildcard(filename:join(root(), "apps/*/ebin/*.beam")),
    [Beam || Beam <- All, filename:basename(Beam) =/= "beamtalk_overlay.beam"].

known() ->
    Version = erlang:system_info(otp_release) ++ "-" ++ erlang:system_info(version),
    File = filename:join(filename:basedir(user_cache, "beamtalk"), "otp-" ++ Version ++ ".plt"),
    case filelib:is_regular(File) of
        true -> File;
        false -> learn(File)
    end.

%% Under another name first, for who is interrupted.
learn(File) ->
    io:format("Learning about OTP, once ...~n"),
    ok = filelib:ensure_dir(File),
    Draft = File ++ ".draft",
    Folders = [code:lib_dir(App, ebin) || App <- [erts, kernel, stdlib]],
    _ = dialyzer:run([{analysis_type, plt_build}, {output_plt, Draft}, {files_rec, Folders}]),
    ok = file:rename(Draft, File),
    File.
