%% The token ring: fifty agents pass fifty tokens, n passes in all; a token has a list.
-module(ring_list).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    ring:start(fun(Main) -> node(Main, none) end).

work(N, Nodes) ->
    ring:pass(N, Nodes, fun(I, Left) -> {token, I, Left, [I, 1, 2, 3]} end).

node(Main, Next) ->
    receive
        {token, I, 0, [I | _]} ->
            Main ! {ended, I},
            node(Main, Next);
        {token, I, Left, [_ | _] = List} ->
            Next ! {token, I, Left - 1, List},
            node(Main, Next);
        {next, Other} ->
            node(Main, Other)
    end.
