// All agents ask and are asked.

{ include("round-trips/controller.asl") }

requester(Name) :- lab.param(agents, N) & .range(I, 1, N) & .concat("a", I, Name).
replier(Name) :- requester(Name).
requesters(N) :- lab.param(agents, N).
repliers(N) :- lab.param(agents, N).
agents(N) :- lab.param(agents, N).
