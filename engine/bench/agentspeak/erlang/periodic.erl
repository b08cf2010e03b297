%% Periodic behaviour: a clock ticks n times, and five sensors act every 2nd, 3rd, 5th, 7th and 11th tick. What the agent
%% believes, the time and the readings, are arguments.
-module(periodic).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    none.

work(N, none) ->
    tick(1, N, 0).

tick(I, N, Readings) when I > N ->
    Readings;
tick(I, N, Readings) ->
    tick(I + 1, N, sense(11, I, sense(7, I, sense(5, I, sense(3, I, sense(2, I, Readings)))))).

sense(Period, Time, Before) when Time rem Period =:= 0 -> Before + Period;
sense(_, _, Before) -> Before.
