!start.

+!start <- !a; !b; .stopMAS.
+!a <- .send(b, askOne, p(X), q(Y)); .print("not reached").
-!a[error(E)] <- .print("a: ", E).
+!b <- .send(b, askAll, p(X), [One]); .print("b: ", One).
-!b[error(E)] <- .print("b: ", E).
