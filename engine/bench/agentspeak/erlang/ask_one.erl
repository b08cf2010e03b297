%% Questions: a customer asks a shop for n prices, one after the other.
-module(ask_one).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    shop:start().

work(N, Shop) ->
    ask(N, Shop, 0).

ask(0, _, Sum) ->
    Sum;
ask(I, Shop, Before) ->
    Shop ! {ask_one, {price, I rem 50}, self()},
    receive
        {answer, {price, _, Price}} -> ask(I - 1, Shop, Before + Price)
    end.
