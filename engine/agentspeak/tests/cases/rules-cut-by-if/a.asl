p(1). p(2). p(3).
!start.

+!start
   <- if (p(X)) { .print(X) };
      if (p(Y) & Y > 2) { .print(Y) };
      ?p(Z); .print(Z);
      !g;
      .stopMAS.
+!g : p(X) & p(Y) & X + Y == 5 <- .print(X, Y).
