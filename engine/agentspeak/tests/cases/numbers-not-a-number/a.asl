!start.

+!start <- !a(atom); !b; !c(atom); !d; !e(atom); !f; .stopMAS.
+!a(A) <- X = 1 + A; .print("a: ", X).
-!a(_)[error(E)] <- .print("a failed ", E).
+!b <- X = 1 + Y; .print("b: ", X).
-!b[error(E)] <- .print("b failed ", E).
+!c(A) : 1 + A > 0 <- .print("c").
+!c(_) <- .print("c otherwise").
-!c(_)[error(E)] <- .print("c failed ", E).
+!d <- X = "5"; Y = X + 1; .print("d: ", Y).
-!d[error(E)] <- .print("d failed ", E).
+!e(A) <- .print("e: ", 1 + A).
-!e(_)[error(E)] <- .print("e failed ", E).
+!f <- X = Y * 2; Y = 4; .print("f: ", X).
-!f[error(E)] <- .print("f failed ", E).
