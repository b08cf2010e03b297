+!do(N) <- .print("do ", N).
+!handed(X)[source(S)] <- .print("handed ", X, " ", S).
+told(X)[source(S)] <- .print("told ", X, " ", S).
+count(X) <- .print("count ", X).
