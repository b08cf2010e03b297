+news(X)[source(S)] <- .print("news ", X, " from ", S).
+!report <- .print("b reports").
