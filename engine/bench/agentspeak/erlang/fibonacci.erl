%% Recursion: the 15th Fibonacci number, n times.
-module(fibonacci).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    none.

work(N, none) ->
    repeat(N, 0).

repeat(0, Sum) -> Sum;
repeat(N, Before) -> repeat(N - 1, Before + fib(15)).

fib(0) -> 0;
fib(1) -> 1;
fib(N) -> fib(N - 1) + fib(N - 2).
