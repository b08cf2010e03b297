// Asks all others in turn, and answers them.

{ include("../round-trips/requester.asl") }
{ include("../round-trips/replier.asl") }

!settle.
+!settle : .my_name(Name) & lab.number(Name, K) & lab.param(agents, N)
   <- +own(K - 1);
      +requesters(N);
      !settle_requester;
      !settle_replier;
      .send(controller, achieve, joined).

+!find_peer(I, K, Name)
   :  lab.param(agents, N) & lab.name("a", (I + 1 + K mod (N - 1)) mod N + 1, Name).
