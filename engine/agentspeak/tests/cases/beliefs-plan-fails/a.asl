!start.
!later.

+!start <- !g; .print("not reached in start").
+!g <- +p(1); .print("not reached").
-!g[error(E)] <- .print("not reached: g failed ", E).
-!start <- .print("not reached: start failed").
+p(X) <- .print("+p ", X); .fail; .print("not reached").
+!later <- .wait(100); if (p(1)) { .print("the belief stays") }; .stopMAS.
