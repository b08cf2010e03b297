!start.

+!start <- !a; !b; .stopMAS.
+!a <- .send(b, askOne, p(X), q(Y)); .print("not reached").
-!a[error(E)] <- .print("a: ", E).
+!b <- .send(b, askOne, failing(X), A); .print("b: ", A).
-!b[error(E)] <- .print("b: ", E).
