%% The token ring: fifty agents pass fifty tokens, n passes in all; a token is its number and the passes that are left.
-module(ring_args_2).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    ring:start(fun(Main) -> node(Main, none) end).

work(N, Nodes) ->
    ring:pass(N, Nodes, fun(I, Left) -> {token, I, Left} end).

node(Main, Next) ->
    receive
        {token, I, 0} ->
            Main ! {ended, I},
            node(Main, Next);
        {token, I, Left} ->
            Next ! {token, I, Left - 1},
            node(Main, Next);
        {next, Other} ->
            node(Main, Other)
    end.
