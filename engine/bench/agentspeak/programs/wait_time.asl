// n intentions, each of which sleeps three times for 1 to 10 ms.
{ include("rounds.asl") }

+!work(N, Sum)
   <- -+awake(0, 0);
      for (.range(I, 1, N)) {
         !!sleeper(I, 3)
      };
      .wait(awake(N, _));
      ?awake(N, Sum).

+!sleeper(I, 0) <- !awake(I).
+!sleeper(I, Times)
   <- .wait(I mod 10 + 1);
      !sleeper(I, Times - 1).

@awake[atomic]
+!awake(I) : awake(Count, Sum) <- -+awake(Count + 1, Sum + I).
