%% An auction: n items are cried at rising prices to eight bidders, until none of them will pay.
-module(auction).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    [spawn_link(fun() -> bidder(none) end) || _ <- lists:seq(1, 8)].

work(N, Bidders) ->
    lists:foldl(fun(Bidder, K) -> Bidder ! {number, K}, K + 1 end, 1, Bidders),
    auction(N, Bidders, 0).

auction(0, _, Sum) -> Sum;
auction(I, Bidders, Before) -> auction(I - 1, Bidders, Before + cry(I, 1, Bidders)).

cry(I, Price, Bidders) ->
    lists:foreach(fun(Bidder) -> Bidder ! {price, I, Price, self()} end, Bidders),
    case takers(I, Price, length(Bidders), 0) of
        0 -> Price - 1;
        _ -> cry(I, Price + 1, Bidders)
    end.

takers(_, _, 0, Count) ->
    Count;
takers(I, Price, Missing, Count) ->
    receive
        {bid, I, Price, _, yes} -> takers(I, Price, Missing - 1, Count + 1);
        {bid, I, Price, _, no} -> takers(I, Price, Missing - 1, Count)
    end.

bidder(K) ->
    receive
        {price, I, Price, Auctioneer} when Price =< (I * 3 + K * 5) rem 9 ->
            Auctioneer ! {bid, I, Price, self(), yes},
            bidder(K);
        {price, I, Price, Auctioneer} ->
            Auctioneer ! {bid, I, Price, self(), no},
            bidder(K);
        {number, Own} ->
            bidder(Own)
    end.
