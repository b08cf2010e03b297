// Events of beliefs: each new belief is handled by a plan that adds the next, n of them.
{ include("rounds.asl") }

+!work(N, Sum)
   <- -+total(0);
      -+counter(1);
      .wait(finished);
      -finished;
      ?total(Sum).

+counter(I) : size(N) & I <= N & total(Sum)
   <- -+total(Sum + I);
      -+counter(I + 1).
+counter(_) <- +finished.
