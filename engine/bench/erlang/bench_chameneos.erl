%% Creatures meet in pairs through a broker and change colour. One operation is one meeting: four messages.
-module(bench_chameneos).
-behaviour(agon_bench).

-export([run/2, warms_up/1]).

warms_up([_Creatures]) ->
    true.

run([Creatures], Meetings) ->
    Manager = self(),
    Broker = spawn_link(fun() -> broker(Meetings, Creatures) end),
    Begun = agon_bench:clock(),
    lists:foreach(fun(Number) -> spawn_link(creature(Number, Broker, Manager)) end, lists:seq(1, Creatures)),
    Reports = [agon_bench:await() || _ <- lists:seq(1, Creatures)],
    Elapsed = agon_bench:clock() - Begun,
    Twice = 2 * Meetings,
    Twice = lists:sum([Met || {Met, _} <- Reports]),
    %% Of two that meet, both change or neither does.
    0 = lists:sum([Changes || {_, Changes} <- Reports]) rem 2,
    {Meetings, Elapsed, Elapsed}.

broker(0, 0) ->
    ok;
broker(0, Creatures) ->
    receive
        {Creature, _} ->
            Creature ! turned_away,
            broker(0, Creatures - 1)
    end;
broker(Meetings, Creatures) ->
    receive
        {First, FirstColour} ->
            receive
                {Second, SecondColour} ->
                    First ! {Second, SecondColour},
                    Second ! {First, FirstColour},
                    broker(Meetings - 1, Creatures)
            end
    end.

creature(Number, Broker, Manager) ->
    Colour = element(Number rem 3 + 1, {blue, red, yellow}),
    fun() -> meet(self(), Colour, Broker, Manager, 0, 0) end.

meet(Me, Colour, Broker, Manager, Met, Changes) ->
    Broker ! {Me, Colour},
    receive
        {_, Colour} -> meet(Me, Colour, Broker, Manager, Met + 1, Changes);
        {_, Other} -> meet(Me, third(Colour, Other), Broker, Manager, Met + 1, Changes + 1);
        turned_away -> Manager ! {Met, Changes}
    end.

third(blue, red) -> yellow;
third(blue, yellow) -> red;
third(red, blue) -> yellow;
third(red, yellow) -> blue;
third(yellow, blue) -> red;
third(yellow, red) -> blue.
