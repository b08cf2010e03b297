%% Two processes send a ball to and fro. One operation is there and back: two messages.
-module(bench_round_trip).
-behaviour(agon_bench).

-export([run/2, warms_up/1]).

warms_up([]) ->
    true.

%% With one scheduler both share it; with several they are held on the first and the last.
run([], Rounds) ->
    Manager = self(),
    Pong = spawn_opt(fun pong/0, [link, {scheduler, erlang:system_info(schedulers)}]),
    spawn_opt(fun() -> ping(Pong, Rounds, Manager) end, [link, {scheduler, 1}]),
    {Elapsed, Sum} = agon_bench:await(),
    %% The n-th ball comes back as n + 1.
    Sum = Rounds * (Rounds + 3) div 2,
    Pong ! stop,
    {Rounds, Elapsed, Elapsed}.

ping(Pong, Rounds, Manager) ->
    Begun = agon_bench:clock(),
    Sum = play(Pong, self(), Rounds, 0),
    Manager ! {agon_bench:clock() - Begun, Sum}.

play(_Pong, _Me, 0, Sum) ->
    Sum;
play(Pong, Me, Left, Sum) ->
    Pong ! {Me, Left},
    receive
        Ball -> play(Pong, Me, Left - 1, Sum + Ball)
    end.

pong() ->
    receive
        {Ping, Ball} ->
            Ping ! Ball + 1,
            pong();
        stop ->
            ok
    end.
