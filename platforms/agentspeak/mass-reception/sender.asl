// Asks the same receiver again and again.

{ include("round-trips/agent.asl") }
{ include("round-trips/requester.asl") }

requesters(N) :- lab.param(senders, N).
peer(_, _, Name) :- receiver(Name).

!settle.
+!settle : own(I) & lab.param(receivers, M)
   <- .concat("r", I mod M + 1, Text);
      .term2string(Name, Text);
      +receiver(Name);
      !settle_requester;
      .send(controller, achieve, settled).
