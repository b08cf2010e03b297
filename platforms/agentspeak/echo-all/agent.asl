// Asks all others in turn, and answers them.

{ include("round-trips/agent.asl") }
{ include("round-trips/requester.asl") }
{ include("round-trips/replier.asl") }

requesters(N) :- lab.param(agents, N).
peer(I, K, Name) :-
  lab.param(agents, N) & .concat("a", (I + 1 + K mod (N - 1)) mod N + 1, Name).

!settle.
+!settle <- !settle_requester; !settle_replier; .send(controller, achieve, settled).
