// Asks the same receiver again and again.

{ include("../round-trips/requester.asl") }

!settle.
+!settle : .my_name(Name) & lab.number(Name, K) & lab.param(senders, N) & lab.param(receivers, M)
   <- +own(K - 1);
      +requesters(N);
      lab.name("r", (K - 1) mod M + 1, Peer);
      +peer(Peer);
      !settle_requester;
      .send(controller, achieve, joined).

+!find_peer(_, _, Name) : peer(Name).
