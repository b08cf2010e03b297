~p(1). p(2). ~q.
!start.

+!start
   <- .findall(X, p(X), L1); .findall(X, ~p(X), L2); .print(L1, " ", L2);
      if (~q) { .print("~q") };
      if (q) { .print("q") } else { .print("no q") };
      if (not ~q) { .print("not ~q") } else { .print("~q holds") };
      if (not ~r) { .print("not ~r") };
      +p(1); +~p(2);
      -~p(1);
      .findall(X, ~p(X), L3); .print(L3);
      ~a(Y) = ~a(3); .print(Y);
      if (~a(1) = a(1)) { .print("unify") } else { .print("do not unify") };
      !~g(1);
      .stopMAS.
+p(X) <- .print("+p ", X).
+~p(X) <- .print("+~p ", X).
-~p(X) <- .print("-~p ", X).
+!~g(X) <- .print("+!~g ", X).
