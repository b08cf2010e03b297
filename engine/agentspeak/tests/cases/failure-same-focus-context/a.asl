!start.

+!start <- !g(a); !h; .stopMAS.
+!g(X) : .nth(X, [1], Y) <- .print("never").
+!g(X) <- .print("otherwise").
+!h : not .nosuch(1) <- .print("not of an unknown action").
+!h <- .print("h otherwise").
-!h[error(E)] <- .print("h failed ", E).
