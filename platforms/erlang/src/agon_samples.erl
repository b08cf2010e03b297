%% Writes CSV files for the lab.
-module(agon_samples).

-export([create/3, append/2]).

%% The path of a new file `Name` in the folder `Samples` that holds its header.
-spec create(file:name_all(), file:name_all(), iodata()) -> file:filename_all().
create(Samples, Name, Header) ->
    Path = filename:join(Samples, Name),
    write(Path, [Header, $\n], []),
    Path.

%% Adds rows, each with its line end.
-spec append(file:filename_all(), iodata()) -> ok.
append(Path, Rows) ->
    write(Path, Rows, [append]).

write(Path, Rows, Modes) ->
    case file:write_file(Path, Rows, Modes) of
        ok -> ok;
        {error, Reason} -> agon_harness:usage("~ts: ~ts", [Path, file:format_error(Reason)])
    end.
