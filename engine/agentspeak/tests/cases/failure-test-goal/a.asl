!start.

+!start <- ?p(1); .print("goes on"); ?q(2); .print("goes on"); .stopMAS.
-?p(X)[error(E)] <- .print("-?p ", X, " ", E).
+?q(X) <- .print("+?q ", X); .fail.
-?q(X)[error(E)] <- .print("-?q ", X, " ", E).
