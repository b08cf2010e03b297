// n intentions that suspend themselves and are resumed one by one.
{ include("rounds.asl") }

+!work(N, Sum)
   <- -+stopped(0);
      -+resumed(0, 0);
      for (.range(I, 1, N)) {
         !!task(I)
      };
      .wait(stopped(N));
      for (.range(I, 1, N)) {
         .resume(task(I))
      };
      .wait(resumed(N, _));
      ?resumed(N, Sum).

+!task(I)
   <- !stopped;
      .suspend;
      !resumed(I).

@stopped[atomic]
+!stopped : stopped(Count) <- -+stopped(Count + 1).
@resumed[atomic]
+!resumed(I) : resumed(Count, Sum) <- -+resumed(Count + 1, Sum + I).
