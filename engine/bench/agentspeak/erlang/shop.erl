%% Answers questions: it has ten items of each of five kinds, and knows a price for every number.
-module(shop).

-export([start/0]).

start() ->
    Items = maps:from_list([{Kind, of_kind(Kind)} || Kind <- lists:seq(0, 4)]),
    spawn_link(fun() -> open(Items) end).

of_kind(Kind) ->
    [{item, Kind, K * 3 + 1} || K <- lists:seq(Kind, 49, 5)].

open(Items) ->
    receive
        {ask_one, {price, I}, Customer} ->
            Customer ! {answer, {price, I, I * 2 + 1}},
            open(Items);
        {ask_all, {item, Kind}, Customer} ->
            Customer ! {answer, map_get(Kind, Items)},
            open(Items)
    end.
