%% Events: each new number is handled by adding it and sending oneself the next, n of them.
-module(counter).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    none.

work(N, none) ->
    self() ! {counter, 1},
    count(N, 0).

count(N, Total) ->
    receive
        {counter, I} when I =< N ->
            self() ! {counter, I + 1},
            count(N, Total + I);
        {counter, _} ->
            Total
    end.
