!start.

+!start
   <- +p(1)[a]; .print("1");
      +p(1)[b]; .print("2");
      +p(1)[a, b]; .print("3");
      +p(1)[source(other)]; .print("4");
      -p(1)[b, source(other)]; .print("5");
      .stopMAS.
+p(X)[source(S)] <- .print("+p ", X, " source ", S).
+p(X)[A] <- .print("+p ", X, " ", A).
-p(X)[source(S)] <- .print("-p ", X, " source ", S).
-p(X)[A] <- .print("-p ", X, " ", A).
