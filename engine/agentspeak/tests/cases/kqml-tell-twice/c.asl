+p(X)[source(S)] <- .print("+p ", X, " ", S).
-p(X)[source(S)] <- .print("-p ", X, " ", S).
+!end <- if (p(1)) { .print("still p") } else { .print("no p") }; .stopMAS.
