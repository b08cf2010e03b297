!start.

+!start <- !g(1); !g(2); .stopMAS.
+!g(1) <- .fail(reason(low), "text").
+!g(2) <- .fail(error(mine)).
-!g(N)[error(E), reason(R)] <- .print(N, " ", E, " ", R).
-!g(N)[error(E)|Others] <- .print(N, " ", E).
