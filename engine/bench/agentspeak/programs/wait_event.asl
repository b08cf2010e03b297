// n intentions, each of which waits for an event of its own.
{ include("rounds.asl") }

+!work(N, Sum)
   <- -+listening(0);
      -+heard(0, 0);
      for (.range(I, 1, N)) {
         !!listen(I)
      };
      .wait(listening(N));
      for (.range(I, 1, N)) {
         +tick(I);
         -tick(I)
      };
      .wait(heard(N, _));
      ?heard(N, Sum).

+!listen(I)
   <- !listening;
      .wait({ +tick(I) });
      !heard(I).

@listening[atomic]
+!listening : listening(Count) <- -+listening(Count + 1).
@heard[atomic]
+!heard(I) : heard(Count, Sum) <- -+heard(Count + 1, Sum + I).
