%% Five philosophers, each of whom eats n times; the table hands out two forks at a time, in the order in which they are asked for.
-module(philosophers).
-behaviour(rounds).

-export([start/1, work/2]).

-define(SEATS, 5).

start(_N) ->
    [spawn_link(fun philosopher/0) || _ <- lists:seq(1, ?SEATS)].

work(N, Philosophers) ->
    Dine = fun(Philosopher, K) ->
        Philosopher ! {dine, self(), K, (K + 1) rem ?SEATS, N},
        K + 1
    end,
    lists:foldl(Dine, 0, Philosophers),
    table(lists:seq(0, ?SEATS - 1), [], 0, 0).

%% Hungry are those who have asked and not been served, the first first.
table(Free, [], Meals, ?SEATS) ->
    {result, Meals, length(Free)};
table(Free, Hungry, Meals, Sated) ->
    receive
        {take, Who, Left, Right} ->
            {StillFree, StillHungry} = serve([{Who, Left, Right}], Free),
            table(StillFree, Hungry ++ StillHungry, Meals, Sated);
        {back, Left, Right} ->
            {StillFree, StillHungry} = serve(Hungry, [Left, Right | Free]),
            table(StillFree, StillHungry, Meals + 1, Sated);
        sated ->
            table(Free, Hungry, Meals, Sated + 1)
    end.

serve([], Free) ->
    {Free, []};
serve([{Who, Left, Right} = First | Others], Free) ->
    case lists:member(Left, Free) andalso lists:member(Right, Free) of
        true ->
            Who ! eat,
            serve(Others, Free -- [Left, Right]);
        false ->
            {StillFree, StillHungry} = serve(Others, Free),
            {StillFree, [First | StillHungry]}
    end.

philosopher() ->
    receive
        {dine, Table, Left, Right, N} -> think(Table, Left, Right, N)
    end.

think(Table, _, _, 0) ->
    Table ! sated,
    philosopher();
think(Table, Left, Right, N) ->
    Table ! {take, self(), Left, Right},
    receive
        eat -> Table ! {back, Left, Right}
    end,
    think(Table, Left, Right, N - 1).
