%% Writes lines to the file `print` through a buffer of the process that prints.
-module(agon_print).

-export([clear/1, open/1, open_console/1, line/2, close/1]).
-export_type([printer/0]).

-define(BUFFER, 65536).

-record(printer, {file :: file:io_device(), most = ?BUFFER :: non_neg_integer(), buffer = <<>> :: binary()}).
-opaque printer() :: #printer{}.

%% Makes the file empty.
-spec clear(file:name_all()) -> ok.
clear(Path) ->
    case file:write_file(Path, <<>>) of
        ok -> ok;
        {error, Reason} -> agon_harness:usage("~ts: ~ts", [Path, file:format_error(Reason)])
    end.

%% Several processes may print to one file: each buffer holds whole lines and goes to the file's end in one write.
%% The printer belongs to the process that opens it.
-spec open(file:name_all()) -> printer().
open(Path) ->
    {ok, File} = file:open(Path, [append, raw, binary]),
    #printer{file = File}.

%% A terminal, which gets each line at once.
-spec open_console(file:name_all()) -> printer().
open_console(Path) ->
    {ok, File} = file:open(Path, [write, raw, binary, skip_type_check]),
    #printer{file = File, most = 0}.

-spec line(printer(), binary()) -> printer().
line(#printer{file = File, most = 0} = Printer, Line) ->
    ok = file:write(File, <<Line/binary, $\n>>),
    Printer;
line(#printer{most = Most, buffer = Buffer} = Printer, Line) when byte_size(Buffer) + byte_size(Line) < Most ->
    Printer#printer{buffer = <<Buffer/binary, Line/binary, $\n>>};
line(#printer{file = File, buffer = Buffer} = Printer, Line) ->
    ok = file:write(File, Buffer),
    Printer#printer{buffer = <<Line/binary, $\n>>}.

%% Flushes and closes.
-spec close(printer()) -> ok.
close(#printer{file = File, buffer = Buffer}) ->
    ok = file:write(File, Buffer),
    ok = file:close(File).
