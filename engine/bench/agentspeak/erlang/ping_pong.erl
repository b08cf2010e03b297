%% Two agents: a ball that goes to and fro n times.
-module(ping_pong).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    spawn_link(fun other/0).

work(N, Other) ->
    Other ! {ball, N, self()},
    touched(Other, 0).

touched(Other, Before) ->
    receive
        {ball, 0, _} ->
            Before;
        {ball, I, _} ->
            Other ! {ball, I, self()},
            touched(Other, Before + 1)
    end.

other() ->
    receive
        {ball, I, Player} ->
            Player ! {ball, I - 1, self()},
            other()
    end.
