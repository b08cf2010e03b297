%% Quicksort of n numbers in no order.
-module(quicksort).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    none.

work(N, none) ->
    checksum(sort([(I * 7919) rem 10007 || I <- lists:seq(1, N)]), 0).

sort([]) ->
    [];
sort([Pivot | Rest]) ->
    {Less, More} = split(Pivot, Rest, [], []),
    sort(Less) ++ [Pivot | sort(More)].

split(_, [], Less, More) -> {Less, More};
split(Pivot, [X | Rest], Less, More) when X < Pivot -> split(Pivot, Rest, [X | Less], More);
split(Pivot, [X | Rest], Less, More) -> split(Pivot, Rest, Less, [X | More]).

checksum([], Sum) -> Sum;
checksum([X | Rest], Before) -> checksum(Rest, (Before * 31 + X) rem 1000003).
