!start.

+!start <- ?q(2); .print("goes on"); ?p(1); .print("not reached").
-!start[error(E)] <- .print("start ", E); .stopMAS.
-?p(X)[error(E)] <- .print("-?p ", X, " ", E).
+?q(X) <- .print("+?q ", X); .fail.
-?q(X)[error(E)] <- .print("-?q ", X, " ", E).
