%% Processes that have handled one message each and wait for the next. One operation is one process; its cost is memory,
%% one identifier in a list included.
-module(bench_idle).
-behaviour(agon_bench).

-export([run/2, warms_up/1]).

%% How many are greeted at a time.
-define(BATCH, 1000).

warms_up([]) ->
    false.

run([], Count) ->
    %% What the runtime allocates once is no process's.
    {_, First} = batch(0),
    Before = resident(),
    Begun = agon_bench:clock(),
    Batches = [batch(Start) || Start <- lists:seq(0, Count - 1, ?BATCH)],
    erlang:garbage_collect(),
    After = resident(),
    Elapsed = agon_bench:clock() - Begun,
    %% All are alive: each adds its number once more, which is the same sum again.
    lists:foreach(fun({Sleepers, Sum}) -> Sum = greet(Sleepers) end, Batches),
    Numbers = Count * (Count - 1) div 2,
    Numbers = lists:sum([Sum || {_, Sum} <- Batches]),
    First = ?BATCH * (?BATCH - 1) div 2,
    {length(Batches) * ?BATCH, After - Before, Elapsed}.

batch(Start) ->
    Sleepers = [spawn(fun() -> sleeper(Number) end) || Number <- lists:seq(Start, Start + ?BATCH - 1)],
    {Sleepers, greet(Sleepers)}.

greet(Sleepers) ->
    lists:foreach(fun(Sleeper) -> Sleeper ! {greet, self()} end, Sleepers),
    lists:sum([agon_bench:await() || _ <- Sleepers]).

sleeper(Number) ->
    receive
        {greet, From} ->
            From ! Number,
            sleeper(Number)
    end.

resident() ->
    {ok, Status} = file:read_file("/proc/self/status"),
    {match, [Kilobytes]} = re:run(Status, "VmRSS:\\s*(\\d+) kB", [{capture, all_but_first, list}]),
    list_to_integer(Kilobytes) * 1024.
