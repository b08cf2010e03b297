// Senders ask, receivers are asked.

{ include("../round-trips/controller.asl") }

!settle.
+!settle : lab.param(senders, N) & lab.param(receivers, M)
   <- +missing(N + M);
      for (.range(N, K)) {
         lab.name("s", K + 1, Name);
         +requester(Name)
      };
      for (.range(M, K)) {
         lab.name("r", K + 1, Name);
         +replier(Name)
      }.
