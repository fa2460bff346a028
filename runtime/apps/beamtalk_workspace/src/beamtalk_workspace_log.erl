%% What happens, as lines of JSON in `workspace.log`: five files of ten megabytes in turn,
%% which only their owner can read. Nothing goes to the terminal. BEAMTALK_NO_FILE_LOG=1
%% turns it off. Also the formatter of these lines, and of entries for clients.
-module(beamtalk_workspace_log).

-export([start/2, format/2, entry/1]).

-define(HANDLER, default).
-define(LEVELS, #{
    <<"debug">> => debug, <<"info">> => info, <<"notice">> => notice, <<"warning">> => warning,
    <<"error">> => error, <<"critical">> => critical, <<"alert">> => alert, <<"emergency">> => emergency
}).

%% Bytes of what is said of an entry besides.
-define(LONGEST_VALUE, 1024).

-spec start(file:name_all(), Level :: binary()) -> ok.
start(Folder, Level) ->
    _ = logger:remove_handler(?HANDLER),
    ok = logger:set_primary_config(level, maps:get(Level, ?LEVELS, notice)),
    case os:getenv("BEAMTALK_NO_FILE_LOG") of
        "1" -> ok;
        _ -> to_file(Folder)
    end.

-spec to_file(file:name_all()) -> ok.
to_file(Folder) ->
    Path = filename:join(Folder, "workspace.log"),
    %% Made here first, so that nobody else can read it from the start.
    ok = file:write_file(Path, <<>>, [append]),
    ok = file:change_mode(Path, 8#600),
    logger:add_handler(?HANDLER, logger_std_h, #{
        config => #{
            file => unicode:characters_to_list(Path),
            max_no_bytes => 10 * 1024 * 1024,
            max_no_files => 5
        },
        formatter => {?MODULE, #{}}
    }).

-spec format(logger:log_event(), logger:formatter_config()) -> unicode:chardata().
format(Event, _) ->
    #{metadata := Metadata} = Entry = entry(Event),
    Line = maps:merge(maps:remove(metadata, Entry), maps:with([time, pid, at], Metadata)),
    [beamtalk_json:encode(Line), $\n].

%% What happened and how bad it is, with when, where and by whom, and what else was said of
%% it in plain values. All of it is bounded.
-spec entry(logger:log_event()) -> #{level := atom(), message := binary(), metadata := map()}.
entry(#{level := Level, meta := #{time := Time} = Meta} = Event) ->
    Text = logger_formatter:format(Event, #{single_line => false, template => [msg], chars_limit => 8192, max_size => 16384, depth => 40}),
    Metadata = #{
        time => list_to_binary(calendar:system_time_to_rfc3339(Time, [{unit, microsecond}, {offset, "Z"}])),
        pid => text(io_lib:format("~tp", [maps:get(pid, Meta, none)]))
    },
    #{level => Level, message => text(Text), metadata => maps:merge(plain(Meta), place(Meta, Metadata))}.

-spec place(map(), map()) -> map().
place(#{mfa := {Module, Function, Arity}}, Known) -> Known#{at => text(io_lib:format("~ts:~ts/~b", [Module, Function, Arity]))};
place(_, Known) -> Known.

-spec plain(map()) -> map().
plain(Meta) ->
    maps:filter(
        fun(Key, Value) ->
            is_atom(Key) andalso
                (is_number(Value) orelse is_atom(Value) orelse (is_binary(Value) andalso byte_size(Value) =< ?LONGEST_VALUE))
        end,
        maps:without([time, pid, gl, mfa], Meta)
    ).

-spec text(unicode:chardata()) -> binary().
text(Text) ->
    case unicode:characters_to_binary(Text) of
        Binary when is_binary(Binary) -> Binary;
        _ -> <<"…"/utf8>>
    end.
