%% A few busy agents: four of them look for the primes up to n by trial, each in every fourth number.
-module(workers).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    [spawn_link(fun worker/0) || _ <- lists:seq(1, 4)].

work(N, Workers) ->
    lists:foldl(fun(Worker, K) -> Worker ! {search, K * 2 + 1, N, self()}, K + 1 end, 1, Workers),
    lists:sum([found() || _ <- Workers]).

found() ->
    receive
        {result, Count} -> Count
    end.

worker() ->
    receive
        {search, From, To, Manager} ->
            Manager ! {result, search(From, To, 0)},
            worker()
    end.

search(I, To, Count) when I > To -> Count;
search(I, To, Before) -> search(I + 8, To, Before + prime(I, 3)).

prime(I, D) when D * D > I -> 1;
prime(I, D) when I rem D =:= 0 -> 0;
prime(I, D) -> prime(I, D + 2).
