quick(1).
+?slow(X) <- .wait(5000); X = 1.
