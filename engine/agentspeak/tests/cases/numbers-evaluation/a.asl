value(2 + 3).
n(4).
!start.

+!start
   <- ?value(V); .print(V);
      X = 1 + 2; .print(X);
      if (5 == 2 + 3) { .print("== evaluates") } else { .print("== does not evaluate") };
      if (5 = 2 + 3) { .print("= evaluates") } else { .print("= does not evaluate") };
      if (value(5)) { .print("belief was evaluated") } else { .print("belief was not evaluated") };
      +p(2 * 3); ?p(P); .print(P);
      if (p(3 + 3)) { .print("query evaluates") } else { .print("query does not evaluate") };
      if (n(N) & M = N + 1 & M > 4) { .print(N, " ", M) };
      Y = f(1 + 1, [2 * 2]); .print(Y);
      !g(3 - 1);
      !h(3 - 1);
      Name = "n" ; .concat(Name, 1 + 1, S); .print(S);
      .stopMAS.
+!g(1 + 1) <- .print("plan head 1+1").
-!g(X) <- .print("no head for ", X).
+!h(2) <- .print("plan head 2").
