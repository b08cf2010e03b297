%% Many small agents: n of them count to twenty on request, and each reports its end.
-module(many_agents).
-behaviour(rounds).

-export([start/1, work/2]).

start(N) ->
    [spawn_link(fun small/0) || _ <- lists:seq(1, N)].

work(_N, Agents) ->
    lists:foreach(fun(Agent) -> Agent ! {count, 20, self()} end, Agents),
    lists:sum([counted() || _ <- Agents]).

counted() ->
    receive
        {counted, _, Sum} -> Sum
    end.

small() ->
    receive
        {count, To, Asker} ->
            Asker ! {counted, self(), count(To, 0)},
            small()
    end.

count(0, Sum) -> Sum;
count(I, Before) -> count(I - 1, Before + I).
