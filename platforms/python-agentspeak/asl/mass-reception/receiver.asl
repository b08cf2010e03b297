// Answers whoever asks.

{ include("../round-trips/replier.asl") }

!settle.
+!settle : .my_name(Name) & lab.number(Name, K)
   <- +own(K - 1);
      !settle_replier;
      .send(controller, achieve, joined).
