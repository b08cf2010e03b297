%% A contract net: n tasks are announced to ten participants, each proposes, the cheapest does it.
-module(contract_net).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    [spawn_link(fun() -> participant(none) end) || _ <- lists:seq(1, 10)].

work(N, Participants) ->
    lists:foldl(fun(Participant, K) -> Participant ! {price, K}, K + 1 end, 1, Participants),
    contract(N, Participants, 0).

contract(0, _, Sum) ->
    Sum;
contract(I, Participants, Before) ->
    lists:foreach(fun(Participant) -> Participant ! {cfp, I, self()} end, Participants),
    {Best, Winner} = lists:min([proposal(I) || _ <- Participants]),
    Winner ! {accept, I, self()},
    receive
        {done, I, Winner} -> contract(I - 1, Participants, Before + Best)
    end.

proposal(I) ->
    receive
        {proposal, I, Price, Participant} -> {Price, Participant}
    end.

participant(K) ->
    receive
        {cfp, I, Initiator} ->
            Initiator ! {proposal, I, (I * 7 + K * 13) rem 101 * 10 + K, self()},
            participant(K);
        {accept, I, Initiator} ->
            Initiator ! {done, I, self()},
            participant(K);
        {price, Own} ->
            participant(Own)
    end.
