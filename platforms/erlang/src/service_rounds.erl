%% A client whose requests a coordinator answers with the help of a retriever and a printer.
-module(service_rounds).
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).

-define(ACC_MODULUS, 2147483647).
-define(CLIENT, 1).
-define(COORDINATOR, 2).
-define(RETRIEVER, 3).
-define(PRINTER, 4).

parameters() ->
    #{rounds => {integer, 1}, print => path}.

variants() ->
    ["default"].

prepare(#{rounds := Rounds, print := Print, witness := Witness}) ->
    fun(_Index) -> iteration(Rounds, Print, Witness) end.

iteration(Rounds, Print, Witness) ->
    agon_print:clear(Print),
    Starter = self(),
    Coordinator = spawn_link(fun() -> start_coordinator(Starter, Rounds, Print) end),
    receive
        {ready, Coordinator} -> ok
    end,
    Client = spawn_link(fun() -> start_client(Starter, Coordinator, Rounds, no_acc(Witness)) end),
    receive
        {done, Client, ElapsedNs, Sum, Acc} ->
            Report = #{answers => Rounds, sum => Sum},
            {ElapsedNs, with_witness(Witness, Report, Acc)}
    end.

start_client(Starter, Coordinator, Rounds, Acc) ->
    Begun = erlang:monotonic_time(nanosecond),
    {Sum, LastAcc} = client(Coordinator, 1, Rounds, 0, Acc),
    Starter ! {done, self(), erlang:monotonic_time(nanosecond) - Begun, Sum, LastAcc}.

client(_, Round, Rounds, Sum, Acc) when Round > Rounds ->
    {Sum, Acc};
client(Coordinator, Round, Rounds, Sum, Acc) ->
    Coordinator ! {request, self(), Round, Acc},
    receive
        {answer, Datum, NewAcc} -> client(Coordinator, Round + 1, Rounds, Sum + Datum, step(NewAcc, ?CLIENT))
    end.

start_coordinator(Starter, Rounds, Print) ->
    Coordinator = self(),
    Retriever = spawn_link(fun() -> retriever(Coordinator) end),
    Printer = spawn_link(fun() ->
        File = agon_print:open(Print),
        Starter ! {ready, Coordinator},
        printer(Coordinator, Rounds, File)
    end),
    coordinator(Retriever, Printer).

coordinator(Retriever, Printer) ->
    receive
        {request, Client, Round, Acc} ->
            Retriever ! {retrieve, Client, Round, step(Acc, ?COORDINATOR)};
        {datum, Client, Round, Datum, Acc} ->
            Printer ! {print, Client, Round, Datum, step(Acc, ?COORDINATOR)};
        {printed, Client, Datum, Acc} ->
            Client ! {answer, Datum, step(Acc, ?COORDINATOR)}
    end,
    coordinator(Retriever, Printer).

retriever(Coordinator) ->
    receive
        {retrieve, Client, Round, Acc} ->
            Coordinator ! {datum, Client, Round, datum(Round), step(Acc, ?RETRIEVER)}
    end,
    retriever(Coordinator).

datum(Round) -> Round * 7919 rem 1000003.

%% The last line is on file before the client can be notified of it.
printer(Coordinator, Rounds, File) ->
    receive
        {print, Client, Round, Datum, Acc} ->
            Line = <<(integer_to_binary(Round))/binary, $\s, (integer_to_binary(Datum))/binary>>,
            Printed = agon_print:line(File, Line),
            Round =:= Rounds andalso agon_print:close(Printed),
            Coordinator ! {printed, Client, Datum, step(Acc, ?PRINTER)},
            printer(Coordinator, Rounds, Printed)
    end.

no_acc("off") -> none;
no_acc("on") -> 0.

step(none, _) -> none;
step(Acc, Number) -> (Acc * 31 + Number) rem ?ACC_MODULUS.

with_witness("off", Report, none) -> Report;
with_witness("on", Report, Acc) -> Report#{witness => Acc}.
