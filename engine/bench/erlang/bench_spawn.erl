%% A process spawns others, keeps their identifiers, and gets a message from each that it has started. One operation is one process.
-module(bench_spawn).
-behaviour(agon_bench).

-export([run/2, warms_up/1]).

warms_up([]) ->
    true.

run([], Count) ->
    %% A message queue that may grow long is best kept off the heap.
    process_flag(message_queue_data, off_heap),
    Parent = self(),
    Begun = agon_bench:clock(),
    Children = [spawn(fun() -> child(Parent, Number) end) || Number <- lists:seq(1, Count)],
    Sum = sum_of(Count, 0),
    Elapsed = agon_bench:clock() - Begun,
    Sum = Count * (Count + 1) div 2,
    lists:foreach(fun(Child) -> Child ! stop end, Children),
    {Count, Elapsed, Elapsed}.

child(Parent, Number) ->
    Parent ! Number,
    receive
        stop -> ok
    end.

sum_of(0, Sum) ->
    Sum;
sum_of(Missing, Sum) ->
    receive
        Number -> sum_of(Missing - 1, Sum + Number)
    end.
