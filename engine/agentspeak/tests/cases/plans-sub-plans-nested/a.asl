!start.

+!start <- !g(1, R); .print("g gave ", R); !h; !g(2, R2); .print("g gave ", R2); .stopMAS.
+!h <- .print("outer h").
+?q(outer) <- true.
+!g(N, R) <- !h; ?q(X); .print("q ", X); +b(N); !fails; R = X + N; .print("g ends"). {
   +!h <- .print("inner h ", N); !deep. {
      +!deep <- .print("deep ", N); !h2.
      +!h2 <- .print("h2 ", N).
   }
   +?q(X) <- X = N * 10.
   +b(X) <- .print("inner b ", X, N).
   +!fails <- .print("inner fails ", N); .fail.
}
+b(X) <- .print("outer b ", X).
-!fails[error(E)] <- .print("handler ", E).
