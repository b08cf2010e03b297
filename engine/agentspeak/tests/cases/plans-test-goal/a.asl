p(1). p(2).
!start.

+!start
   <- ?p(X); .print(X);
      ?p(Y) ; .print(Y);
      ?q(Z); .print(Z);
      ?r(1);
      .print("?r");
      ?p(A) & A > 1 ; .print(A);
      ?s(B); .print("not reached").
+?q(V) <- .print("+?q"); V = 42.
+?r(X) : X > 0 <- true.
-!start[error(E), error_msg(M)] <- .print(E); .print(M); .stopMAS.
