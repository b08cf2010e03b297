%% Reads the lab's file: lists of integers, one a line.
-module(agon_input).

-export([integers/3]).

%% The integers of each line; the program ends if one is not from `Least` to `Greatest`.
-spec integers(file:name_all(), integer(), integer()) -> [[integer()]].
integers(Path, Least, Greatest) ->
    case file:read_file(Path) of
        {ok, Content} ->
            Lines = binary:split(Content, <<"\n">>, [global, trim]),
            [[integer(Path, Word, Least, Greatest) || Word <- words(Line)] || Line <- Lines];
        {error, Reason} ->
            agon_harness:usage("~ts: ~ts", [Path, file:format_error(Reason)])
    end.

words(Line) ->
    binary:split(Line, [<<" ">>, <<"\t">>, <<"\r">>], [global, trim_all]).

integer(Path, Word, Least, Greatest) ->
    try binary_to_integer(Word) of
        N when N >= Least, N =< Greatest -> N;
        _ -> no_integer(Path, Word, Least, Greatest)
    catch
        error:badarg -> no_integer(Path, Word, Least, Greatest)
    end.

no_integer(Path, Word, Least, Greatest) ->
    Text = binary_to_list(Word),
    agon_harness:usage("~ts: ~tp is no integer from ~b to ~b", [Path, Text, Least, Greatest]).
