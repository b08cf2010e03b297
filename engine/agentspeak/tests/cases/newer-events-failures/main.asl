!start.

+!start <- !g; .print("behind g"); !h; .print("behind h"); .wait(20); .stopMAS.
+!g <- .print("g"); +b; .print("never").
+b <- .print("b"); .fail.
-!g[error(E)] <- .print("g failed: ", E).
^!g[state(S)] <- .print("g: ", S).
+!h <- .print("h"); +c; .print("never").
+c <- .print("c"); !missing.
-!h[error(E)] <- .print("h failed: ", E).
