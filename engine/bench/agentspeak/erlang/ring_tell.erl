%% The token ring: fifty agents pass fifty tokens, n passes in all; a token is sent by `tell`. What is
%% believed and forgotten at once is a message here.
-module(ring_tell).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    ring:start(fun(Main) -> node(Main, none) end).

work(N, Nodes) ->
    ring:pass(N, Nodes, fun(I, Left) -> {believe, token, I, Left} end).

node(Main, Next) ->
    receive
        {believe, token, I, 0} ->
            Main ! {ended, I},
            node(Main, Next);
        {believe, token, I, Left} ->
            Next ! {believe, token, I, Left - 1},
            node(Main, Next);
        {next, Other} ->
            node(Main, Other)
    end.
