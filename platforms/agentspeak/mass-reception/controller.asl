// Senders ask, receivers are asked.

{ include("round-trips/controller.asl") }

requester(Name) :- lab.param(senders, N) & .range(I, 1, N) & .concat("s", I, Name).
replier(Name) :- lab.param(receivers, M) & .range(I, 1, M) & .concat("r", I, Name).
requesters(N) :- lab.param(senders, N).
repliers(M) :- lab.param(receivers, M).
agents(N + M) :- requesters(N) & repliers(M).
