p(1). p(2). p(3). p(1,1). flag. q(1)[a]. ~p(1).
!start.

+!start
   <- -+p(7); .findall(X, p(X), L1); .print(L1);
      -+p(8)[note]; .findall(X2, p(X2), L2); .print(L2);
      -+flag; -+flag[again]; .findall(A, flag[A], L3); .print(L3);
      -+q(2)[b]; .findall(q(X4)[A4], q(X4)[A4], L4); .print(L4);
      -+~p(2); .findall(X5, ~p(X5), L5); .print(L5);
      .findall(X6, p(X6, _), L6); .print(L6);
      -+p(8); .findall(X7, p(X7), L7); .print(L7);
      -+new(1); -+new(2); .findall(X8, new(X8), L8); .print(L8);
      .stopMAS.
+p(X) <- .print("+p ", X).
-p(X) <- .print("-p ", X).
+flag[A] <- .print("+flag ", A).
-flag <- .print("-flag").
+q(X)[A] <- .print("+q ", X, " ", A).
-q(X) <- .print("-q ", X).
+~p(X) <- .print("+~p ", X).
-~p(X) <- .print("-~p ", X).
+new(X) <- .print("+new ", X).
-new(X) <- .print("-new ", X).
