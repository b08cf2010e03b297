%% Strings that three stages pass on, each putting its own word in front.
-module(pipeline).
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).

-define(CRC_MODULUS, (1 bsl 32)).

parameters() ->
    #{
        tasks => {integer, 0},
        log => {one_of, ["on", "off", "console"]},
        work => {one_of, ["cut", "regex"]},
        make => {one_of, ["before", "inside"]},
        print => path
    }.

variants() ->
    ["default"].

prepare(Params) ->
    fun(_Index) -> iteration(Params, printer(Params)) end.

printer(#{log := "off"}) -> none;
printer(#{log := "on", print := Path}) -> {file, Path};
printer(#{log := "console", print := Path}) -> {console, Path}.

iteration(#{witness := Witness, work := Work} = Params, Print) ->
    clear(Print),
    Send = sending(Params),
    Driver = self(),
    Sum = no_sum(Witness),
    Write = stage(Print, fun(Printer) -> write(rewording(Work, "Indexed", "Wrote"), Driver, Printer, Sum, 0, 0) end),
    Index = stage(Print, fun(Printer) ->
        pass(rewording(Work, "Downloaded", "Indexed"), Write, Driver, Printer, Sum)
    end),
    Download = stage(Print, fun(Printer) ->
        pass(rewording(Work, "Requested", "Downloaded"), Index, Driver, Printer, Sum)
    end),
    Begun = erlang:monotonic_time(nanosecond),
    Send(Download),
    Download ! stop,
    receive
        {written, Written, Characters, Crc} ->
            ElapsedNs = erlang:monotonic_time(nanosecond) - Begun,
            Report = #{written => Written, characters => Characters},
            {ElapsedNs, with_witness(Witness, Report, Crc, [Download, Index])}
    end.

%% What sends the strings, made by now or each as it is sent.
sending(#{make := "before", tasks := Tasks, witness := Witness}) ->
    Strings = [request(Number, Witness) || Number <- lists:seq(0, Tasks - 1)],
    fun(First) -> lists:foreach(fun(String) -> First ! String end, Strings) end;
sending(#{make := "inside", tasks := Tasks, witness := Witness}) ->
    fun(First) -> send_made(First, 0, Tasks, Witness) end.

send_made(_, Tasks, Tasks, _) ->
    ok;
send_made(First, Number, Tasks, Witness) ->
    First ! request(Number, Witness),
    send_made(First, Number + 1, Tasks, Witness).

request(Number, "off") ->
    <<"Requested ", (integer_to_binary(Number))/binary>>;
request(Number, "on") ->
    Digits = integer_to_binary(Number),
    <<Digits/binary, " Requested ", Digits/binary, " Requested ", Digits/binary>>.

%% A process that stands ready to do `Work`.
stage(Print, Work) ->
    Parent = self(),
    Stage = spawn_opt(
        fun() ->
            Printer = open(Print),
            Parent ! {ready, self()},
            Work(Printer)
        end,
        [link, {message_queue_data, off_heap}, {min_heap_size, 10000}]
    ),
    receive
        {ready, Stage} -> Stage
    end.

pass(Reword, Next, Driver, Printer, Sum) ->
    receive
        stop ->
            close(Printer),
            Next ! stop,
            Driver ! {passed, self(), Sum};
        String ->
            New = Reword(String),
            Next ! New,
            pass(Reword, Next, Driver, line(Printer, New), add(Sum, New))
    end.

write(Reword, Driver, Printer, Sum, Written, Characters) ->
    receive
        stop ->
            close(Printer),
            Driver ! {written, Written, Characters, Sum};
        String ->
            New = Reword(String),
            write(Reword, Driver, line(Printer, New), add(Sum, New), Written + 1, Characters + byte_size(New))
    end.

%% What puts `Word` in place of what a regular expression finds first (it is compiled at each call), or of all before
%% the first blank.
rewording("regex", Before, Word) ->
    Pattern = list_to_binary([Before, $\s]),
    Replacement = list_to_binary([Word, $\s]),
    fun(String) -> re:replace(String, Pattern, Replacement, [{return, binary}]) end;
rewording("cut", _, Word) ->
    Binary = list_to_binary(Word),
    fun(String) ->
        Rest = from_blank(String),
        <<Binary/binary, Rest/binary>>
    end.

from_blank(<<$\s, _/binary>> = Rest) -> Rest;
from_blank(<<_, Rest/binary>>) -> from_blank(Rest).

no_sum("off") -> none;
no_sum("on") -> 0.

add(none, _) -> none;
add(Sum, String) -> (Sum + erlang:crc32(String)) rem ?CRC_MODULUS.

with_witness("off", Report, none, _) ->
    Report;
with_witness("on", Report, Crc, Stages) ->
    Sums = [
        receive
            {passed, Stage, Sum} -> Sum
        end
     || Stage <- Stages
    ],
    Report#{crc => Crc, stages => Sums}.

clear({file, Path}) -> agon_print:clear(Path);
clear(_) -> ok.

open(none) -> none;
open({file, Path}) -> agon_print:open(Path);
open({console, Path}) -> agon_print:open_console(Path).

line(none, _) -> none;
line(Printer, String) -> agon_print:line(Printer, String).

close(none) -> ok;
close(Printer) -> agon_print:close(Printer).
