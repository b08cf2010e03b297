%% The token ring: fifty agents pass fifty tokens, n passes in all; each node does something first, by a function.
-module(ring_subgoal).
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
            note(I),
            Next ! {token, I, Left - 1},
            node(Main, Next);
        {next, Other} ->
            node(Main, Other)
    end.

note(I) when I > 50 -> io:format("no such token: ~b~n", [I]);
note(_) -> ok.
