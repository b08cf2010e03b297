// Answers whoever asks.

{ include("round-trips/agent.asl") }
{ include("round-trips/replier.asl") }

!settle.
+!settle
   <- !settle_replier;
      .send(controller, achieve, settled).
