// All agents ask and are asked.

{ include("../round-trips/controller.asl") }

!settle.
+!settle : lab.param(agents, N)
   <- +missing(N);
      for (.range(N, K)) {
         lab.name("a", K + 1, Name);
         +requester(Name);
         +replier(Name)
      }.
