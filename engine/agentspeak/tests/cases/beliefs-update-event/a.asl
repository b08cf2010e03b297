n(0).
!start.

+!start
   <- -+n(1); .print("after -+ 1");
      -+n(1); .print("after -+ 1 again");
      -+m(5); .print("after -+ of a new one");
      .wait(20);
      .stopMAS.
+n(X) <- .print("+n ", X).
-n(X) <- .print("-n ", X).
+m(X) <- .print("+m ", X).
-m(X) <- .print("-m ", X).
