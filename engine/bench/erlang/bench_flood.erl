%% Many senders flood one receiver, which checks that each sender's messages come in order. One operation is one message.
-module(bench_flood).
-behaviour(agon_bench).

-export([run/2, warms_up/1]).

warms_up([_Senders]) ->
    true.

run([Senders], Messages) ->
    Each = max(1, Messages div Senders),
    Manager = self(),
    %% A message queue that may grow long is best kept off the heap.
    spawn_opt(fun() -> sink(Senders, Each, Manager) end, [link, {message_queue_data, off_heap}]),
    Elapsed = agon_bench:await(),
    {Each * Senders, Elapsed, Elapsed}.

sink(Senders, Each, Manager) ->
    Sink = self(),
    Begun = agon_bench:clock(),
    lists:foreach(
        fun(Sender) -> spawn_link(fun() -> send(Sink, Sender, Senders, Each, 0) end) end,
        lists:seq(0, Senders - 1)
    ),
    Seen = counters:new(Senders, []),
    drain(Senders * Each, Senders, Seen),
    Manager ! agon_bench:clock() - Begun.

%% A message is one integer, Number * Senders + Sender.
send(_Sink, _Sender, _Senders, Each, Each) ->
    ok;
send(Sink, Sender, Senders, Each, Number) ->
    Sink ! Number * Senders + Sender,
    send(Sink, Sender, Senders, Each, Number + 1).

drain(0, _Senders, _Seen) ->
    ok;
drain(Missing, Senders, Seen) ->
    receive
        Message ->
            Sender = Message rem Senders + 1,
            Expected = Message div Senders,
            Expected = counters:get(Seen, Sender),
            counters:add(Seen, Sender, 1),
            drain(Missing - 1, Senders, Seen)
    end.
