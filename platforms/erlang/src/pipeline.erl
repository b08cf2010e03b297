%% Strings that three stages pass on, each putting its own word in front.
-module(pipeline).
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).

-define(CRC_MODULUS, (1 bsl 32)).

parameters() ->
    #{tasks => {integer, 0}, log => {one_of, ["on", "off"]}, print => path}.

variants() ->
    ["default"].

prepare(#{tasks := Tasks, witness := Witness} = Params) ->
    Print = print(Params),
    fun(_Index) -> iteration(Tasks, Witness, Print) end.

print(#{log := "on", print := Path}) -> Path;
print(#{log := "off"}) -> none.

iteration(Tasks, Witness, Print) ->
    clear(Print),
    Strings = [<<"Requested ", (integer_to_binary(Number))/binary>> || Number <- lists:seq(0, Tasks - 1)],
    Driver = self(),
    Sum = no_sum(Witness),
    Write = stage(Print, fun(Printer) -> write(Driver, Printer, Sum, 0, 0) end),
    Index = stage(Print, fun(Printer) -> pass(<<"Indexed">>, Write, Driver, Printer, Sum) end),
    Download = stage(Print, fun(Printer) -> pass(<<"Downloaded">>, Index, Driver, Printer, Sum) end),
    Begun = erlang:monotonic_time(nanosecond),
    lists:foreach(fun(String) -> Download ! String end, Strings),
    Download ! stop,
    receive
        {written, Written, Characters, Crc} ->
            ElapsedNs = erlang:monotonic_time(nanosecond) - Begun,
            Report = #{written => Written, characters => Characters},
            {ElapsedNs, with_witness(Witness, Report, Crc, [Download, Index])}
    end.

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

pass(Word, Next, Driver, Printer, Sum) ->
    receive
        stop ->
            close(Printer),
            Next ! stop,
            Driver ! {passed, self(), Sum};
        String ->
            New = with_word(Word, String),
            Next ! New,
            pass(Word, Next, Driver, line(Printer, New), add(Sum, New))
    end.

write(Driver, Printer, Sum, Written, Characters) ->
    receive
        stop ->
            close(Printer),
            Driver ! {written, Written, Characters, Sum};
        String ->
            New = with_word(<<"Wrote">>, String),
            write(Driver, line(Printer, New), add(Sum, New), Written + 1, Characters + byte_size(New))
    end.

%% The string with `Word` in place of its first word.
with_word(Word, String) ->
    Rest = from_blank(String),
    <<Word/binary, Rest/binary>>.

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

clear(none) -> ok;
clear(Path) -> agon_print:clear(Path).

open(none) -> none;
open(Path) -> agon_print:open(Path).

line(none, _) -> none;
line(Printer, String) -> agon_print:line(Printer, String).

close(none) -> ok;
close(Printer) -> agon_print:close(Printer).
