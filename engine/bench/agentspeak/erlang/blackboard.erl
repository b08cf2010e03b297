%% A blackboard: knowledge sources react to what others have written, from a signal to a word, n signals. What is written is a
%% message of the blackboard to itself.
-module(blackboard).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    none.

work(N, none) ->
    lists:foreach(fun(I) -> self() ! {signal, I} end, lists:seq(1, N)),
    solve(N, 0, 0).

solve(N, N, Sum) ->
    Sum;
solve(N, Count, Sum) ->
    receive
        {signal, I} ->
            self() ! {segment, I, I rem 7},
            solve(N, Count, Sum);
        {segment, I, Kind} when Kind < 3 ->
            self() ! {syllable, I, Kind * 2},
            solve(N, Count, Sum);
        {segment, I, Kind} ->
            self() ! {syllable, I, Kind + 1},
            solve(N, Count, Sum);
        {syllable, I, Kind} ->
            self() ! {word, I, Kind * 10 + I rem 10},
            solve(N, Count, Sum);
        {word, _, Word} ->
            solve(N, Count + 1, Sum + Word)
    end.
