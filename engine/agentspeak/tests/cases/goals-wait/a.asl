!start.

+!start
   <- !!later(30, p(1)); .wait({ +p(X) }); .print("event ", X);
      !!later(30, q(5)); .wait(q(Y) & Y > 3); .print("condition ", Y);
      .wait({ +never }, 30, T); if (T >= 30) { .print("timeout") };
      .wait(10); .print("10 ms");
      .wait({ +never }, 30);
      .print("not reached").
-!start[error(E)] <- .print(E); .stopMAS.
+!later(T, B) <- .wait(T); +B.
