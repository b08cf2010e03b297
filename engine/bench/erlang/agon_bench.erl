%% Runs one workload and prints what an operation of it cost, as one line of JSON.
-module(agon_bench).

-export([main/1, clock/0, await/0]).

%% Prepares and runs the workload with so many operations; returns how many were done, the nanoseconds or bytes
%% they cost together, and the nanoseconds they took. It fails if the answer is wrong.
-callback run([pos_integer()], pos_integer()) -> {pos_integer(), Cost :: number(), Nanoseconds :: pos_integer()}.

%% Whether a first run, whose cost is ignored, makes the second one representative.
-callback warms_up([pos_integer()]) -> boolean().

%% Arguments: the workload's module, its numbers, and how many operations.
main([Name | Numbers]) ->
    Module = list_to_atom(Name),
    Parameters = [list_to_integer(Number) || Number <- Numbers],
    {Sizes, [Operations]} = lists:split(length(Parameters) - 1, Parameters),
    try measure(Module, Sizes, Operations) of
        {Done, Cost, Nanoseconds} ->
            io:format("{\"each\":~.4f,\"elapsed_ns\":~b}~n", [Cost / Done, Nanoseconds]),
            halt(0)
    catch
        _:Reason ->
            io:format(standard_error, "~0p~n", [Reason]),
            halt(1)
    end.

%% In a process of its own each time, so that the second run starts with a fresh heap.
measure(Module, Sizes, Operations) ->
    case Module:warms_up(Sizes) of
        true -> alone(fun() -> Module:run(Sizes, max(1, Operations div 4)) end);
        false -> ok
    end,
    alone(fun() -> Module:run(Sizes, Operations) end).

alone(Run) ->
    {Pid, Monitor} = spawn_monitor(fun() -> exit({result, Run()}) end),
    receive
        {'DOWN', Monitor, process, Pid, {result, Result}} -> Result;
        {'DOWN', Monitor, process, Pid, Reason} -> error(Reason)
    end.

clock() ->
    erlang:monotonic_time(nanosecond).

%% The next message, unless one has been lost.
await() ->
    receive
        Message -> Message
    after 120000 -> error(no_end_after_120_s)
    end.
