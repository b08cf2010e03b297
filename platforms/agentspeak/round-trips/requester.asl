// Asks for one thing after the other. The workload says whom: peer(I, K, Name), for request K of agent I.
// What it knows depends on how it is timed: asking(I, Left, Acc) if not at all, timing(I, Left, Acc, Since)
// in a closed loop, pacing(I, Left, Acc, Due) in an open one. Left are to follow the present request, and
// Acc is what the replies so far come to. due(Start, Rest) in an open loop: the start, and in microseconds from then
// when the requests after it are due. rtt(Time, K) is how long request K took.

+!settle_requester : lab.param(clock, off) & own(I) & lab.param(messages, K)
   <- +asking(I, K - 1, 0).
+!settle_requester : lab.param(rate, 0) & own(I) & lab.param(messages, K)
   <- +timing(I, K - 1, 0, 0).
+!settle_requester : own(I) & lab.param(messages, K) <- +pacing(I, K - 1, 0, 0).

+!begin(_) : asking(I, _, _) & peer(I, 0, Name) <- .send(Name, achieve, request(I, 0)).
+!begin(Start) : timing(I, Left, 0, _) & peer(I, 0, Name)
   <- -timing(I, Left, 0, _);
      +timing(I, Left, 0, Start);
      .send(Name, achieve, request(I, 0)).
+!begin(Start) : pacing(I, Left, 0, _) & lab.input(I + 1, [First | Rest])
   <- -pacing(I, Left, 0, _);
      +pacing(I, Left, 0, Start + First * 1000);
      +due(Start, Rest);
      !ask(0).

// Atomic: the answer to what is sent first must find the rest done.
@asking[atomic]
+!reply(From, K) : asking(I, Left, Acc) & Left > 0 & peer(I, K + 1, Name)
   <- .send(Name, achieve, request(I, K + 1));
      -asking(I, Left, Acc);
      +asking(I, Left - 1, (Acc * 31 + From) mod 2147483647).
@timing[atomic]
+!reply(From, K) : timing(I, Left, Acc, Since) & lab.clock(Now) & Left > 0 & peer(I, K + 1, Name)
   <- .send(Name, achieve, request(I, K + 1));
      .assertz(rtt(Now - Since, K));
      -timing(I, Left, Acc, Since);
      +timing(I, Left - 1, (Acc * 31 + From) mod 2147483647, Now).
+!reply(From, K) : pacing(I, Left, Acc, Due) & lab.clock(Now) & Left > 0 & due(Start, [Next | Rest])
   <- .assertz(rtt(Now - Due, K));
      -pacing(I, Left, Acc, Due);
      +pacing(I, Left - 1, (Acc * 31 + From) mod 2147483647, Start + Next * 1000);
      -due(Start, [Next | Rest]);
      +due(Start, Rest);
      !ask(K + 1).

// The last reply.
+!reply(From, K) : asking(I, 0, Acc) <- !end(I, K, Acc, From).
+!reply(From, K) : timing(I, 0, Acc, Since) & lab.clock(Now)
   <- .assertz(rtt(Now - Since, K));
      !end(I, K, Acc, From).
+!reply(From, K) : pacing(I, 0, Acc, Due) & lab.clock(Now)
   <- .assertz(rtt(Now - Due, K));
      !end(I, K, Acc, From).
+!end(I, K, Acc, From)
   <- .send(controller, achieve, done(I, (Acc * 31 + From) mod 2147483647, K + 1)).

// In an open loop, not before it is due.
+!ask(K) : pacing(_, _, _, Due) & lab.clock(Now) & Now < Due
   <- .wait(math.ceil((Due - Now) / 1000000));
      !ask(K).
+!ask(K) : pacing(I, _, _, _) & peer(I, K, Name) <- .send(Name, achieve, request(I, K)).

+!write : own(I)
   <- for (rtt(Time, _)) {
         lab.sample("rtt.csv", I, Time)
      };
      .send(controller, achieve, written).
