+b(X)[source(S)] <- .print("b ", X, " from ", S).
+?slow(X) <- .wait(500); X = 1.
