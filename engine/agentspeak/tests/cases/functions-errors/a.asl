!start.

+!start <- !a; !b; !c; !d; !e; .stopMAS.
+!a <- X = math.sqrt(text); .print("a: ", X).
-!a[error(E)] <- .print("a failed ", E).
+!b <- X = math.max(1); .print("b: ", X).
-!b[error(E)] <- .print("b failed ", E).
+!c <- X = math.unknown(1); .print("c: ", X).
-!c[error(E)] <- .print("c failed ", E).
+!d <- X = math.average([]); .print("d: ", X).
-!d[error(E)] <- .print("d failed ", E).
+!e <- X = math.max([]); .print("e: ", X).
-!e[error(E)] <- .print("e failed ", E).
