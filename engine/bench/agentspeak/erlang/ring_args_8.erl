%% The token ring: fifty agents pass fifty tokens, n passes in all; a token has 8 arguments.
-module(ring_args_8).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    ring:start(fun(Main) -> node(Main, none) end).

work(N, Nodes) ->
    ring:pass(N, Nodes, fun(I, Left) -> {token, I, Left, 30, 40, 50, 60, 70, 80} end).

node(Main, Next) ->
    receive
        {token, I, 0, _, _, _, _, _, _} ->
            Main ! {ended, I},
            node(Main, Next);
        {token, I, Left, A, B, C, D, E, F} ->
            Next ! {token, I, Left - 1, A, B, C, D, E, F},
            node(Main, Next);
        {next, Other} ->
            node(Main, Other)
    end.
