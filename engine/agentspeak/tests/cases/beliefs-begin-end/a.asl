p(2). p(3).
!start.

+!start
   <- +<p(1); +>p(4); +p(0); +>p(5)[late];
      .findall(X, p(X), L); .print(L);
      +>p(1)[again]; .findall(X2, p(X2), L2); .print(L2);
      .print({ +<a; +>b });
      .stopMAS.
+p(X)[again] <- .print("again ", X).
+p(X)[late] <- .print("late ", X).
