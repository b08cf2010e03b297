// n intentions, each of which waits for a condition of its own.
{ include("rounds.asl") }

+!work(N, Sum)
   <- .abolish(key(_));
      -+waiting(0);
      -+opened(0, 0);
      for (.range(I, 1, N)) {
         !!open(I)
      };
      .wait(waiting(N));
      for (.range(I, 1, N)) {
         +key(I)
      };
      .wait(opened(N, _));
      ?opened(N, Sum).

+!open(I)
   <- !waiting;
      .wait(key(I));
      !opened(I).

@waiting[atomic]
+!waiting : waiting(Count) <- -+waiting(Count + 1).
@opened[atomic]
+!opened(I) : opened(Count, Sum) <- -+opened(Count + 1, Sum + I).
