// Asks the same receiver again and again.

{ include("round-trips/agent.asl") }
{ include("round-trips/requester.asl") }

requesters(N) :- lab.param(senders, N).
peer(I, _, Name) :- lab.param(receivers, M) & .concat("r", I mod M + 1, Name).

!settle.
+!settle <- !settle_requester; .send(controller, achieve, settled).
