%% n intentions, each of which waits for an event of its own; an intention is a process here.
-module(wait_event).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    none.

work(N, none) ->
    Main = self(),
    Listeners = [{spawn_link(fun() -> listen(I, Main) end), I} || I <- lists:seq(1, N)],
    lists:foreach(fun(_) -> receive listening -> ok end end, Listeners),
    lists:foreach(fun({Listener, I}) -> Listener ! {tick, I} end, Listeners),
    lists:sum([await_tick() || _ <- Listeners]).

await_tick() ->
    receive
        {ticked, I} -> I
    end.

listen(I, Main) ->
    Main ! listening,
    receive
        {tick, I} -> Main ! {ticked, I}
    end.
