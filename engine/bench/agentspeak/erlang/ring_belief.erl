%% The token ring: fifty agents pass fifty tokens, n passes in all; each node replaces what it knows at each pass.
-module(ring_belief).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    ring:start(fun(Main) -> node(Main, none, 0) end).

work(N, Nodes) ->
    ring:pass(N, Nodes, fun(I, Left) -> {token, I, Left} end).

%% Last is the token that was there last.
node(Main, Next, Last) ->
    receive
        {token, I, 0} ->
            Main ! {ended, I},
            node(Main, Next, Last);
        {token, I, Left} ->
            Next ! {token, I, Left - 1},
            node(Main, Next, I);
        {next, Other} ->
            node(Main, Other, Last)
    end.
