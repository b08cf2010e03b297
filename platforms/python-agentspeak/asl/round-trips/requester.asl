// Asks for one thing after the other. The workload says whom: !find_peer(I, K, Name), for request K of agent I.
// asking(Left, Acc): so many are to follow the present request, and Acc is what the replies so far come to.
// since(Time): when the present request could be sent or, in an open loop, is due. rtt(K, Time): how long request K took.
// due(Start, Rest): in an open loop the start, and in microseconds from then when the requests after it are due.

+!settle_requester : lab.param(messages, K) <- +asking(K - 1, 0).

+!go(_) : lab.param(clock, off) & own(I)
   <- !find_peer(I, 0, Name);
      .send(Name, achieve, request(I, 0)).
+!go(Start) : lab.param(rate, 0) & own(I)
   <- !find_peer(I, 0, Name);
      +since(Start);
      .send(Name, achieve, request(I, 0)).
+!go(Start) : own(I) & lab.input(I + 1, [First | Rest])
   <- +due(Start, Rest);
      +since(Start + First * 1000);
      !ask(0).

+!reply(From, K) : lab.param(clock, off) & asking(Left, Acc) & own(I)
   <- -+asking(Left - 1, (Acc * 31 + From) mod 2147483647);
      !go_on(I, K, Left).
+!reply(From, K) : since(Since) & asking(Left, Acc) & own(I)
   <- lab.clock(Now);
      +rtt(K, Now - Since);
      -+asking(Left - 1, (Acc * 31 + From) mod 2147483647);
      !go_on(I, K, Left, Now).

+!go_on(I, K, Left) : Left > 0
   <- !find_peer(I, K + 1, Name);
      .send(Name, achieve, request(I, K + 1)).
+!go_on(I, K, _) <- !finish(I, K).
+!go_on(I, K, Left, _) : Left > 0 & due(Start, [Next | Rest]) & since(Due)
   <- -since(Due);
      +since(Start + Next * 1000);
      -due(Start, [Next | Rest]);
      +due(Start, Rest);
      !ask(K + 1).
+!go_on(I, K, Left, Now) : Left > 0 & since(Since)
   <- -since(Since);
      +since(Now);
      !find_peer(I, K + 1, Name);
      .send(Name, achieve, request(I, K + 1)).
+!go_on(I, K, _, _) <- !finish(I, K).
+!finish(I, K) : asking(_, Acc) <- .send(controller, achieve, done(I, Acc, K + 1)).

// In an open loop, not before it is due.
+!ask(K) : since(Due) & lab.clock(Now) & Now < Due
   <- .wait((Due - Now + 999999) div 1000000);
      !ask(K).
+!ask(K) : own(I)
   <- !find_peer(I, K, Name);
      .send(Name, achieve, request(I, K)).

+!write : own(I)
   <- .findall(rtt(K, Time), rtt(K, Time), Facts);
      .sort(Facts, Times);
      for (.member(rtt(_, Time), Times)) {
         lab.sample("rtt.csv", I, Time)
      };
      .send(controller, achieve, written).
