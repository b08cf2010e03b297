// Asks all others in turn, and answers them.

{ include("round-trips/agent.asl") }
{ include("round-trips/requester.asl") }
{ include("round-trips/replier.asl") }

requesters(N) :- agents(N).
peer(I, K, Name) :- agents(N) & .concat("a", (I + 1 + K mod (N - 1)) mod N + 1, Name).

!settle.
+!settle : lab.param(agents, N)
   <- +agents(N);
      !settle_requester;
      !settle_replier;
      .send(controller, achieve, settled).
