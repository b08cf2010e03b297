p(1).
!start. !later.

+!start
   <- .wait(p(X)); .print("there: ", X);
      .wait(q(Y) & Y > 1); .print("came: ", Y);
      .wait(never, 30, T); if (T >= 30) { .print("late") };
      .wait({-p(Z)}); .print("gone: ", Z);
      .wait({+!done(V)}); .print("goal ", V);
      .wait({+never}, 20, T2); if (T2 >= 20) { .print("late again") };
      .wait(never, 20); .print("not reached").
-!start[error(E)] <- .print("failed: ", E); .stopMAS.
+!later
   <- .wait(30); +q(1); .wait(30); +q(2); .wait(100); -p(1); .wait(30); !!done(7).
+!done(X) <- .print("done ", X).
